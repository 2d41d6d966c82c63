// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace graze::io {

/// Numbers places in the order in which they come, the same place always with the same number: for formats
/// that repeat a vertex for each of its faces. Coordinates are finite; -0 and +0 are the same, and the first
/// one seen is kept. A hash table with linear probing, whose slots hold the coordinates: one cache line a
/// lookup. It is at most half full, mostly a quarter: how many slots are looked at is then seldom guessed wrong.
template <class Real>
class VertexMerger {
 public:
  /// `expected`: about how many places; bound it by the size of the file.
  explicit VertexMerger(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 16)) {
    vertices_.reserve(expected);
  }

  using Place = std::array<Real, 3>;

  /// A place that is about to be looked up: its cache line is on the way meanwhile.
  class Key {
   public:
    Key() = default;

   private:
    friend class VertexMerger;
    Place place;
    std::size_t hash;
  };

  Key announce(const Place& place) const {
    Key key;
    key.place = place;
    key.hash = hash(bits(place));
    __builtin_prefetch(&slots_[key.hash & (slots_.size() - 1)]);
    return key;
  }

  std::uint32_t number_of(const Key& key) {
    const Bits wanted = bits(key.place);
    for (std::size_t i = key.hash;; ++i) {
      Slot& slot = slots_[i & (slots_.size() - 1)];
      if (slot.count == 0) return insert(slot, key.place);
      // One branch for three comparisons: it is hard enough to predict.
      if (((slot.bits[0] ^ wanted[0]) | (slot.bits[1] ^ wanted[1]) | (slot.bits[2] ^ wanted[2])) == 0)
        return slot.count - 1;
    }
  }

  std::uint32_t number_of(const Place& place) { return number_of(announce(place)); }

  std::vector<Eigen::Vector3d> take_vertices() { return std::move(vertices_); }

 private:
  using Bits = std::array<std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>, 3>;
  struct Slot {
    Bits bits{};
    std::uint32_t count = 0;  ///< of the places up to this one; 0 in a free slot
  };

  static Bits bits(const Place& place) {
    return std::bit_cast<Bits>(
        Place{place[0] + Real{0}, place[1] + Real{0}, place[2] + Real{0}});  // -0 + 0 is +0
  }

  static std::size_t hash(const Bits& bits) {
    const auto folded = [](std::uint64_t x) { return x ^ (x >> 32); };  // the lower bits are often all 0
    const std::uint64_t h = folded(bits[0]) * 0x9E3779B97F4A7C15u + folded(bits[1]) * 0xC2B2AE3D27D4EB4Fu +
                            folded(bits[2]) * 0x165667B19E3779F9u;
    return static_cast<std::size_t>((folded(h) * 0xD6E8FEB86659FD93u) >> 32);
  }

  std::uint32_t insert(Slot& slot, const Place& place) {
    vertices_.emplace_back(place[0], place[1], place[2]);
    const auto count = static_cast<std::uint32_t>(vertices_.size());
    slot = {bits(place), count};
    if (2 * vertices_.size() > slots_.size()) grow();
    return count - 1;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.count == 0) continue;
      std::size_t i = hash(slot.bits);
      while (slots_[i & (slots_.size() - 1)].count != 0) ++i;
      slots_[i & (slots_.size() - 1)] = slot;
    }
  }

  std::vector<Slot> slots_;
  std::vector<Eigen::Vector3d> vertices_;
};

}  // namespace graze::io
