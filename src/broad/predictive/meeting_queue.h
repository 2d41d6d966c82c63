// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "broad/predictive/tube.h"

namespace graze {

/// A pair that is predicted to meet. The prediction is valid while both bodies have these stamps.
struct Prediction {
  Meeting meeting;
  Slot a, b;
  std::uint32_t stamp_a, stamp_b;
};

/// A heap of predictions by the time of meeting. Invalid ones stay until their time comes, or until the heap has
/// doubled since invalid ones were last removed.
class MeetingQueue {
 public:
  template <class Valid>
  void push(const Prediction& prediction, const Valid& valid) {
    if (heap_.size() >= 2 * after_last_cleaning_ + 64) {
      std::erase_if(heap_, [&](const Prediction& p) { return !valid(p); });
      std::make_heap(heap_.begin(), heap_.end(), later);
      after_last_cleaning_ = heap_.size();
    }
    heap_.push_back(prediction);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }

  bool has_one_until(double time) const { return !heap_.empty() && heap_.front().meeting.first <= time; }

  Prediction pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Prediction prediction = heap_.back();
    heap_.pop_back();
    after_last_cleaning_ = std::min(after_last_cleaning_, heap_.size());
    return prediction;
  }

  std::size_t size() const { return heap_.size(); }
  std::size_t memory() const { return heap_.capacity() * sizeof(Prediction); }

 private:
  static bool later(const Prediction& p, const Prediction& q) { return p.meeting.first > q.meeting.first; }

  std::vector<Prediction> heap_;
  std::size_t after_last_cleaning_ = 0;
};

}  // namespace graze
