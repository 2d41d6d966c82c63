// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "world/body_box.h"

namespace graze {

/// The shapes of a world, each stored once and shared by its bodies. A body refers to its shape by four bytes, and the
/// bounds that box updates need are close together in memory.
class ShapeTable {
 public:
  struct Entry {
    Shape shape;
    LocalBounds bounds;
    std::optional<RoundedHull> hull;  ///< if wanted and it has one
    std::uint32_t users = 0;
  };

  explicit ShapeTable(bool with_hulls) : with_hulls_(with_hulls) {}

  /// The number of the shape. It has one more user.
  std::uint32_t acquire(const Shape& shape);
  void release(std::uint32_t number);

  const Entry& operator[](std::uint32_t number) const { return *entries_[number]; }

 private:
  bool with_hulls_;
  std::vector<std::optional<Entry>> entries_;
  std::vector<std::uint32_t> free_;
  std::unordered_map<const Shape::Impl*, std::uint32_t> numbers_;
};

}  // namespace graze
