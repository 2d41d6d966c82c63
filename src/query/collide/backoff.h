// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

namespace graze {

/// Decides how often a search is worth a try: after n failures in a row it is left out base^n - 1 times, n at most 3.
class Backoff {
 public:
  Backoff() = default;
  explicit Backoff(int base) : base_(base) {}

  /// Is it time for a try?
  bool due() {
    if (left_out_ < wait_ - 1) {
      ++left_out_;
      return false;
    }
    left_out_ = 0;
    return true;
  }
  void succeeded() {
    failures_ = 0;
    wait_ = 1;
  }
  void failed() {
    if (failures_ == most_failures) return;
    ++failures_;
    wait_ *= base_;
  }
  bool failed_last() const { return failures_ > 0; }

 private:
  static constexpr int most_failures = 3;
  int base_ = 2;
  int failures_ = 0;
  int wait_ = 1;
  int left_out_ = 0;
};

/// Counts queries until a structure that has to be built first seems worth it.
class Patience {
 public:
  /// True from the eighth call on.
  bool is_over() {
    constexpr int calls_first = 8;
    calls_ = std::min(calls_ + 1, calls_first);
    return calls_ == calls_first;
  }

 private:
  int calls_ = 0;
};

}  // namespace graze
