// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/shape_table.h"

namespace graze {

std::uint32_t ShapeTable::acquire(const Shape& shape) {
  const auto known = numbers_.find(&shape.impl());
  if (known != numbers_.end()) {
    ++entries_[known->second]->users;
    return known->second;
  }
  const auto fresh = free_.empty() ? static_cast<std::uint32_t>(entries_.size()) : free_.back();
  Entry entry = {shape, local_bounds(shape), with_hulls_ ? rounded_hull(shape) : std::nullopt, 1};
  // What may fail comes first; room on the free list is for `release`, which must not.
  if (free_.empty() && entries_.size() == entries_.capacity()) {
    free_.reserve(2 * entries_.size() + 4);
    entries_.reserve(2 * entries_.size() + 4);
  }
  numbers_.emplace(&shape.impl(), fresh);
  if (free_.empty()) {
    entries_.emplace_back();
  } else {
    free_.pop_back();
  }
  entries_[fresh] = std::move(entry);
  return fresh;
}

void ShapeTable::release(std::uint32_t number) {
  std::optional<Entry>& entry = entries_[number];
  if (--entry->users > 0) return;
  numbers_.erase(&entry->shape.impl());
  entry.reset();
  free_.push_back(number);
}

}  // namespace graze
