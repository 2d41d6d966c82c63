// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace graze::io {

/// Numbers places in the order in which they come, the same place always with the same number: for formats
/// that repeat a vertex for each of its faces. -0 and +0 are the same place; the first one seen is kept. A
/// hash table with linear probing, at most half full, whose slots hold the coordinates: one cache line a
/// lookup.
template <class Real>
class VertexMerger {
 public:
  /// `expected`: about how many places; bound it by the size of the file.
  explicit VertexMerger(std::size_t expected) : slots_(std::bit_ceil(expected + expected / 3 + 16)) {
    vertices_.reserve(expected);
  }

  /// A place that is about to be looked up: its cache line is on the way meanwhile.
  class Key {
   public:
    Key() = default;

   private:
    friend class VertexMerger;
    Real x = 0, y = 0, z = 0;
    std::size_t hash = 0;
  };

  Key announce(Real x, Real y, Real z) const {
    Key key;
    key.x = x;
    key.y = y;
    key.z = z;
    key.hash = hash({x + Real{0}, y + Real{0}, z + Real{0}});  // -0 + 0 is +0
    __builtin_prefetch(&slots_[key.hash & (slots_.size() - 1)]);
    return key;
  }

  std::uint32_t number_of(const Key& key) {
    for (std::size_t i = key.hash;; ++i) {
      Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.number == unused) return insert(slot, key);
      if (slot.x == key.x && slot.y == key.y && slot.z == key.z) return slot.number;
    }
  }

  std::uint32_t number_of(Real x, Real y, Real z) { return number_of(announce(x, y, z)); }

  std::vector<Eigen::Vector3d> take_vertices() { return std::move(vertices_); }

 private:
  static constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    Real x = 0, y = 0, z = 0;
    std::uint32_t number = unused;
  };

  static std::size_t hash(const std::array<Real, 3>& place) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    std::uint64_t h = 0;
    for (const Real value : place) {
      h = (h ^ (h >> 32)) + std::bit_cast<Bits>(value);
      h *= 0x9E3779B97F4A7C15u;
    }
    return static_cast<std::size_t>(h ^ (h >> 32));
  }

  std::uint32_t insert(Slot& slot, const Key& key) {
    const auto number = static_cast<std::uint32_t>(vertices_.size());
    slot = {key.x, key.y, key.z, number};
    vertices_.emplace_back(key.x, key.y, key.z);
    if (4 * vertices_.size() > 3 * slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == unused) continue;
      std::size_t i = hash({slot.x + Real{0}, slot.y + Real{0}, slot.z + Real{0}});
      while (slots_[i & (slots_.size() - 1)].number != unused) ++i;
      slots_[i & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<Eigen::Vector3d> vertices_;
};

}  // namespace graze::io
