// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <set>
#include <string>

#include "broad/broad_phases.h"
#include "math/message.h"

namespace graze::test {

/// Bodies as a world would hand them to a broad phase, and every kind of broad phase beside each other.
class BroadHarness {
 public:
  explicit BroadHarness(int threads = 1) : threads_(threads) {
    for (const BroadPhaseKind kind : all_broad_phases())
      phases_.push_back({kind, make_broad_phase(kind), {}});
  }

  Slot add(const BroadBox& box, Mobility mobility = Mobility::moving) {
    if (free_.empty()) {
      free_.push_back(static_cast<Slot>(boxes_.size()));
      boxes_.emplace_back();
      mobilities_.emplace_back();
      motions_.emplace_back();
    }
    const Slot slot = free_.back();
    free_.pop_back();
    boxes_[slot] = box;
    mobilities_[slot] = mobility;
    motions_[slot] = {};
    added_.insert(slot);
    used_.insert(slot);
    return slot;
  }
  /// What is said of the body's future; it may be wrong.
  void tell(Slot slot, const Motion& motion) { motions_[slot] = motion; }
  void remove(Slot slot) {
    if (added_.erase(slot) == 0) removed_.insert(slot);
    moved_.erase(slot);
    used_.erase(slot);
    free_.push_back(slot);
    boxes_[slot] = {};  // means nothing
  }
  void move(Slot slot, const BroadBox& box) {
    boxes_[slot] = box;
    if (!added_.contains(slot)) moved_.insert(slot);
  }
  void set_mobility(Slot slot, Mobility mobility) {
    mobilities_[slot] = mobility;
    if (added_.contains(slot)) return;
    removed_.insert(slot);
    added_.insert(slot);
    moved_.erase(slot);
  }

  const std::set<Slot>& used() const { return used_; }
  const BroadBox& box(Slot slot) const { return boxes_[slot]; }
  std::size_t pair_count() const { return expected_.size(); }
  std::uint64_t pair_frames() const { return pair_frames_; }
  double time() const { return time_; }  ///< of the last step
  std::size_t bodies_in_pairs() const {
    std::set<Slot> slots;
    for (const SlotPair& pair : expected_) slots.insert({pair.a, pair.b});
    return slots.size();
  }

  /// All pairs, by the definition.
  const std::vector<SlotPair>& expected() {
    expected_.clear();
    // Not by BroadBox's own functions, and in double, where floats are compared exactly whatever the mode.
    const auto is_empty = [](const BroadBox& b) {
      return std::ranges::any_of(std::array{0, 1, 2},
                                 [&](int k) { return double{b.low[k]} > double{b.high[k]}; });
    };
    const auto share_a_point = [](const BroadBox& a, const BroadBox& b) {
      return std::ranges::all_of(std::array{0, 1, 2}, [&](int k) {
        return std::max(double{a.low[k]}, double{b.low[k]}) <= std::min(double{a.high[k]}, double{b.high[k]});
      });
    };
    const std::vector<Slot> slots(used_.begin(), used_.end());
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const BroadBox& a = boxes_[slots[i]];
      if (is_empty(a)) continue;
      for (std::size_t j = i + 1; j < slots.size(); ++j) {
        const BroadBox& b = boxes_[slots[j]];
        if (!share_a_point(a, b) || is_empty(b)) continue;
        if (mobilities_[slots[i]] == Mobility::fixed && mobilities_[slots[j]] == Mobility::fixed) continue;
        expected_.push_back({slots[i], slots[j]});
      }
    }
    return expected_;
  }

  /// Every kind must name just those pairs.
  void step(const std::string& where) {
    expected();
    const std::vector<Slot> removed(removed_.begin(), removed_.end()), added(added_.begin(), added_.end()),
        moved(moved_.begin(), moved_.end());
    BroadFrame frame;
    frame.boxes = boxes_;
    frame.mobilities = mobilities_;
    frame.motions = motions_;
    frame.time = time_ += 1;
    frame.removed = removed;
    frame.added = added;
    frame.moved = moved;
    frame.threads = threads_;
    for (auto& [kind, phase, pairs] : phases_) {
      phase->find_pairs(frame, pairs);
      EXPECT_TRUE(pairs == expected_) << broad_phase_name(kind) << ", " << where << difference(pairs);
    }
    ASSERT_FALSE(::testing::Test::HasFailure());
    pair_frames_ += used_.size() * (used_.size() - 1) / 2;
    removed_.clear();
    added_.clear();
    moved_.clear();
  }

  std::size_t memory() const {
    std::size_t bytes = 0;
    for (const Entry& entry : phases_) bytes += entry.phase->memory();
    return bytes;
  }

 private:
  struct Entry {
    BroadPhaseKind kind;
    std::unique_ptr<BroadPhase> phase;
    std::vector<SlotPair> pairs;
  };

  /// The first pair that only one side has, with its boxes.
  std::string difference(const std::vector<SlotPair>& pairs) const {
    std::vector<SlotPair> only;
    std::set_symmetric_difference(pairs.begin(), pairs.end(), expected_.begin(), expected_.end(),
                                  std::back_inserter(only));
    if (only.empty()) return ": not sorted, or named twice";
    std::string text =
        std::binary_search(expected_.begin(), expected_.end(), only[0]) ? ": misses" : ": invents";
    for (const Slot slot : {only[0].a, only[0].b}) {
      text += message(" ", slot, " [");
      for (int i = 0; i < 3; ++i) {
        char ends[64];
        std::snprintf(ends, sizeof ends, "%a..%a ", boxes_[slot].low[i], boxes_[slot].high[i]);
        text += ends;
      }
      text += "]";
    }
    return text;
  }

  std::vector<Entry> phases_;
  std::vector<BroadBox> boxes_;
  std::vector<Mobility> mobilities_;
  std::vector<Motion> motions_;
  std::vector<Slot> free_;
  std::set<Slot> used_, added_, moved_, removed_;
  std::vector<SlotPair> expected_;
  std::uint64_t pair_frames_ = 0;
  int threads_;
  double time_ = 0;
};

}  // namespace graze::test
