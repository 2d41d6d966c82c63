// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "broad/broad_phase.h"
#include "broad/cells/cell_tree.h"

namespace graze {

/// A body in a leaf, in one word: its slot, whether it is fixed, and the flags of CellTree::route. Two of them are
/// a pair to be named in this leaf just where no bit of `not_both` is set in both.
struct CellBody {
  static constexpr std::uint32_t fixed = 1U << 28;
  static constexpr std::uint32_t flags = CellTree::before(0) | CellTree::before(1) | CellTree::before(2);
  static constexpr std::uint32_t slot_mask = fixed - 1;
  static constexpr std::uint32_t not_both = ~slot_mask;
  static Slot slot(std::uint32_t word) { return word & slot_mask; }
};

/// Bodies at rest, leaf by leaf: blocks of eight boxes, lane by lane. Unused lanes are NaN and overlap nothing.
class CellStore {
 public:
  static constexpr std::uint32_t width = 8;
  struct alignas(32) Block {
    float low[3][width];
    float high[3][width];
    std::uint32_t body[width];
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// A free list of blocks, and by how much the number of copies has changed: each thread has its own.
  struct FreeBlocks {
    std::uint32_t first = none, last = none;  ///< of its blocks
    std::ptrdiff_t copies = 0;
  };

  /// Forgets all bodies.
  void reset(CellTree::Leaf leaves);
  /// Adds empty leaves.
  void grow(CellTree::Leaf leaves);

  void insert(CellTree::Leaf leaf, const BroadBox& box, std::uint32_t body);
  /// The body with this slot must be there; returns its box.
  BroadBox erase(CellTree::Leaf leaf, Slot slot);
  void clear(CellTree::Leaf leaf);

  // The same for several threads. Each thread has its own free list and its own leaves; `fill` and `empty` are called
  // by one thread alone.
  void insert(CellTree::Leaf leaf, const BroadBox& box, std::uint32_t body, FreeBlocks& free_blocks);
  BroadBox erase(CellTree::Leaf leaf, Slot slot, FreeBlocks& free_blocks);
  void fill(FreeBlocks& free_blocks, std::uint32_t blocks);
  void empty(FreeBlocks& free_blocks);
  /// The number of new blocks that so many more bodies need.
  std::uint32_t blocks_for(CellTree::Leaf leaf, std::uint32_t bodies) const {
    const auto blocks = [](std::uint32_t n) { return (n + width - 1) / width; };
    return blocks(leaves_[leaf].count + bodies) - blocks(leaves_[leaf].count);
  }

  std::uint32_t count(CellTree::Leaf leaf) const { return leaves_[leaf].count; }
  std::uint32_t first_block(CellTree::Leaf leaf) const { return leaves_[leaf].first; }
  std::uint32_t next_block(std::uint32_t block) const { return next(block); }
  const Block& block(std::uint32_t i) const { return chunks_[i / chunk_size]->blocks[i % chunk_size]; }

  /// visit(box, body) for each body in a leaf.
  template <class Visit>
  void for_each(CellTree::Leaf leaf, const Visit& visit) const {
    std::uint32_t lanes =
        (leaves_[leaf].count + width - 1) % width + 1;  // of the first block; others are full
    if (leaves_[leaf].count == 0) return;
    for (std::uint32_t b = leaves_[leaf].first; b != none; b = next(b)) {
      for (std::uint32_t lane = 0; lane < lanes; ++lane) visit(box_at(block(b), lane), block(b).body[lane]);
      lanes = width;
    }
  }

  std::size_t copies() const { return copies_; }  ///< bodies, counted once for each leaf that they are in
  std::size_t memory() const;

 private:
  struct LeafList {
    std::uint32_t first = none;  ///< the one block that need not be full
    std::uint32_t count = 0;
  };
  /// Blocks are never moved, so that a frame in which many bodies come to rest takes no longer than others.
  static constexpr std::uint32_t chunk_size = 128;
  struct Chunk {
    Block blocks[chunk_size];
    std::uint32_t next[chunk_size];  ///< of each block: the next in its leaf, or among those that are free
  };
  static BroadBox box_at(const Block& block, std::uint32_t lane);
  static void put(Block& block, std::uint32_t lane, const BroadBox& box, std::uint32_t body);

  Block& block(std::uint32_t i) { return chunks_[i / chunk_size]->blocks[i % chunk_size]; }
  std::uint32_t next(std::uint32_t i) const { return chunks_[i / chunk_size]->next[i % chunk_size]; }
  std::uint32_t& next(std::uint32_t i) { return chunks_[i / chunk_size]->next[i % chunk_size]; }
  std::uint32_t take_block();
  std::uint32_t pop(FreeBlocks& free_blocks);
  void push(FreeBlocks& free_blocks, std::uint32_t block);

  std::vector<LeafList> leaves_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::uint32_t used_ = 0;  ///< blocks that were ever taken; the others in the chunks are fresh
  FreeBlocks own_;
  std::size_t copies_ = 0;
};

}  // namespace graze
