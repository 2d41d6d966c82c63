// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "broad/broad_phase.h"

namespace graze {

/// An unordered set of slots: insertion, removal and lookup in O(1), and a list without gaps.
class SlotSet {
 public:
  /// Makes room for slots below `count`.
  void grow(std::size_t count) {
    if (position_.size() < count) position_.resize(count, none);
  }
  bool contains(Slot slot) const { return slot < position_.size() && position_[slot] != none; }
  void insert(Slot slot) {
    if (contains(slot)) return;
    position_[slot] = static_cast<std::uint32_t>(list_.size());
    list_.push_back(slot);
  }
  void erase(Slot slot) {
    if (!contains(slot)) return;
    list_[position_[slot]] = list_.back();
    position_[list_.back()] = position_[slot];
    position_[slot] = none;
    list_.pop_back();
  }
  void clear() {
    for (const Slot slot : list_) position_[slot] = none;
    list_.clear();
  }

  std::size_t size() const { return list_.size(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  Slot operator[](std::size_t i) const { return list_[i]; }
  std::size_t memory() const {
    return position_.capacity() * sizeof(std::uint32_t) + list_.capacity() * sizeof(Slot);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> position_;  // by slot
  std::vector<Slot> list_;
};

}  // namespace graze
