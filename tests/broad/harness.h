// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "broad/broad_phases.h"

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
    }
    const Slot slot = free_.back();
    free_.pop_back();
    boxes_[slot] = box;
    mobilities_[slot] = mobility;
    added_.insert(slot);
    used_.insert(slot);
    return slot;
  }
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

  /// All pairs, by the definition.
  const std::vector<SlotPair>& expected() {
    expected_.clear();
    const auto is_empty = [](const BroadBox& b) {
      return b.low[0] > b.high[0] || b.low[1] > b.high[1] || b.low[2] > b.high[2];
    };
    for (auto a = used_.begin(); a != used_.end(); ++a) {
      for (auto b = std::next(a); b != used_.end(); ++b) {
        if (is_empty(boxes_[*a]) || is_empty(boxes_[*b]) || !boxes_[*a].overlaps(boxes_[*b])) continue;
        if (mobilities_[*a] == Mobility::fixed && mobilities_[*b] == Mobility::fixed) continue;
        expected_.push_back({*a, *b});
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
    frame.time = time_ += 1;
    frame.removed = removed;
    frame.added = added;
    frame.moved = moved;
    frame.threads = threads_;
    for (auto& [kind, phase, pairs] : phases_) {
      phase->find_pairs(frame, pairs);
      ASSERT_EQ(pairs.size(), expected_.size())
          << broad_phase_name(kind) << ", " << where << difference(pairs);
      ASSERT_TRUE(pairs == expected_) << broad_phase_name(kind) << ", " << where << difference(pairs);
    }
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
      text += " " + std::to_string(slot) + " [";
      for (int i = 0; i < 3; ++i) {
        text += std::to_string(boxes_[slot].low[i]) + ".." + std::to_string(boxes_[slot].high[i]) + " ";
      }
      text += "]";
    }
    return text;
  }

  std::vector<Entry> phases_;
  std::vector<BroadBox> boxes_;
  std::vector<Mobility> mobilities_;
  std::vector<Slot> free_;
  std::set<Slot> used_, added_, moved_, removed_;
  std::vector<SlotPair> expected_;
  std::uint64_t pair_frames_ = 0;
  int threads_;
  double time_ = 0;
};

}  // namespace graze::test
