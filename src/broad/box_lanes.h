// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <limits>

#include "broad/broad_phase.h"
#include "math/four.h"

namespace graze {

/// A few boxes in structure-of-arrays form. One box is compared with four of them at once.
class BoxLanes {
 public:
  void clear() {
    slots_.clear();
    fours_.clear();
  }
  void add(Slot slot, const BroadBox& box) {
    const std::size_t lane = slots_.size() % 4;
    slots_.push_back(slot);
    if (lane == 0) fours_.push_back(nobody());
    for (std::size_t k = 0; k < 3; ++k) {
      fours_.back().low[k][lane] = box.low[k];
      fours_.back().high[k][lane] = box.high[k];
    }
  }
  std::size_t size() const { return slots_.size(); }

  /// visit(slot) for each that overlaps a box that is not empty.
  template <class Visit>
  void for_each_overlap(const BroadBox& box, const Visit& visit) const {
    compare_from(0, box, [&](std::size_t i) { visit(slots_[i]); });
  }

  /// visit(a, b) for each pair of overlapping boxes. Returns the number of pairs.
  template <class Visit>
  std::uint64_t for_each_pair(const Visit& visit) const {
    for (std::size_t j = 0; j + 1 < slots_.size(); ++j) {
      const Lanes& lanes = fours_[j / 4];
      BroadBox box;
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = lanes.low[k][j % 4];
        box.high[k] = lanes.high[k][j % 4];
      }
      compare_from((j + 1) / 4, box, [&](std::size_t i) {
        if (i > j) visit(slots_[j], slots_[i]);
      });
    }
    return slots_.size() * (slots_.size() - 1) / 2;
  }

  std::size_t memory() const { return slots_.capacity() * sizeof(Slot) + fours_.capacity() * sizeof(Lanes); }

 private:
  struct Lanes {
    float low[3][4], high[3][4];
  };

  /// Boxes of NaN, which overlap nothing, because comparisons with NaN are false.
  static Lanes nobody() {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    Lanes lanes;
    for (auto* ends : {&lanes.low, &lanes.high}) {
      for (auto& axis : *ends) std::fill_n(axis, 4, nan);
    }
    return lanes;
  }

  template <class Visit>
  void compare_from(std::size_t four, const BroadBox& box, const Visit& visit) const {
    for (std::size_t f = four; f < fours_.size(); ++f) {
      const Lanes& lanes = fours_[f];
      auto meets =
          (load(lanes.low[0]) <= graze::four(box.high[0])) & (graze::four(box.low[0]) <= load(lanes.high[0]));
      for (std::size_t k = 1; k < 3; ++k) {
        meets &= (load(lanes.low[k]) <= graze::four(box.high[k])) &
                 (graze::four(box.low[k]) <= load(lanes.high[k]));
      }
      long long halves[2];
      std::memcpy(halves, &meets, sizeof halves);
      if ((halves[0] | halves[1]) == 0) continue;
      for (std::size_t lane = 0; lane < 4; ++lane) {
        if (meets[lane] != 0) visit(4 * f + lane);
      }
    }
  }

  std::vector<Slot> slots_;
  std::vector<Lanes> fours_;
};

}  // namespace graze
