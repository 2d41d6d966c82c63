// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

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
  explicit VertexMerger(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 16)) {}

  std::uint32_t number_of(Real x, Real y, Real z) {
    const Slot wanted{x + Real{0}, y + Real{0}, z + Real{0}, unused};  // -0 + 0 is +0
    for (std::size_t i = hash(wanted);; ++i) {
      Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.number == unused) return insert(slot, wanted, {x, y, z});
      if (slot.x == wanted.x && slot.y == wanted.y && slot.z == wanted.z) return slot.number;
    }
  }

  std::vector<Eigen::Vector3d> take_vertices() { return std::move(vertices_); }

 private:
  static constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  struct Slot {
    Real x, y, z;
    std::uint32_t number = unused;
  };

  static std::size_t hash(const Slot& place) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    std::uint64_t h = std::bit_cast<Bits>(place.x);
    for (const Real value : {place.y, place.z}) {
      h = h * 0x9E3779B97F4A7C15u;
      h = (h ^ (h >> 32)) + std::bit_cast<Bits>(value);
    }
    h *= 0xD6E8FEB86659FD93u;
    return static_cast<std::size_t>(h ^ (h >> 32));
  }

  std::uint32_t insert(Slot& slot, const Slot& place, const Eigen::Vector3d& vertex) {
    const auto number = static_cast<std::uint32_t>(vertices_.size());
    slot = place;
    slot.number = number;
    vertices_.push_back(vertex);
    if (2 * vertices_.size() > slots_.size()) grow();
    return number;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number == unused) continue;
      std::size_t i = hash(slot);
      while (slots_[i & (slots_.size() - 1)].number != unused) ++i;
      slots_[i & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<Eigen::Vector3d> vertices_;
};

}  // namespace graze::io
