// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/cells/cell_store.h"

#include <cassert>
#include <limits>

namespace graze {
namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr BroadBox no_box = {{nan_value, nan_value, nan_value}, {nan_value, nan_value, nan_value}};

}  // namespace

BroadBox CellStore::box_at(const Block& block, std::uint32_t lane) {
  BroadBox box;
  for (int i = 0; i < 3; ++i) {
    box.low[i] = block.low[i][lane];
    box.high[i] = block.high[i][lane];
  }
  return box;
}

void CellStore::put(Block& block, std::uint32_t lane, const BroadBox& box, std::uint32_t body) {
  for (int i = 0; i < 3; ++i) {
    block.low[i][lane] = box.low[i];
    block.high[i][lane] = box.high[i];
  }
  block.body[lane] = body;
}

void CellStore::reset(CellTree::Leaf leaves) {
  leaves_.assign(leaves, {});
  used_ = 0;
  own_ = {};
  copies_ = 0;
}

void CellStore::grow(CellTree::Leaf leaves) {
  leaves_.resize(leaves);
}

std::uint32_t CellStore::take_block() {
  if (own_.first != none) return pop(own_);
  if (used_ == chunks_.size() * chunk_size) chunks_.push_back(std::make_unique_for_overwrite<Chunk>());
  return used_++;
}

std::uint32_t CellStore::pop(FreeBlocks& free_blocks) {
  assert(free_blocks.first != none);
  const std::uint32_t block = free_blocks.first;
  free_blocks.first = next(block);
  if (free_blocks.first == none) free_blocks.last = none;
  return block;
}

void CellStore::push(FreeBlocks& free_blocks, std::uint32_t block) {
  next(block) = free_blocks.first;
  if (free_blocks.first == none) free_blocks.last = block;
  free_blocks.first = block;
}

void CellStore::fill(FreeBlocks& free_blocks, std::uint32_t blocks) {
  for (; blocks > 0; --blocks) push(free_blocks, take_block());
}

void CellStore::empty(FreeBlocks& free_blocks) {
  if (free_blocks.first != none) {
    next(free_blocks.last) = own_.first;
    if (own_.first == none) own_.last = free_blocks.last;
    own_.first = free_blocks.first;
  }
  copies_ += static_cast<std::size_t>(free_blocks.copies);  // modulo 2^64, as it should
  free_blocks = {};
}

void CellStore::insert(CellTree::Leaf leaf, const BroadBox& box, std::uint32_t body) {
  FreeBlocks free_blocks;
  fill(free_blocks, blocks_for(leaf, 1));
  insert(leaf, box, body, free_blocks);
  empty(free_blocks);
}

BroadBox CellStore::erase(CellTree::Leaf leaf, Slot slot) {
  FreeBlocks free_blocks;
  const BroadBox box = erase(leaf, slot, free_blocks);
  empty(free_blocks);
  return box;
}

void CellStore::insert(CellTree::Leaf leaf, const BroadBox& box, std::uint32_t body,
                       FreeBlocks& free_blocks) {
  LeafList& list = leaves_[leaf];
  const std::uint32_t lane = list.count % width;
  if (lane == 0) {
    const std::uint32_t fresh = pop(free_blocks);
    for (std::uint32_t i = 0; i < width; ++i) put(block(fresh), i, no_box, 0);
    next(fresh) = list.first;
    list.first = fresh;
  }
  put(block(list.first), lane, box, body);
  ++list.count;
  ++free_blocks.copies;
}

BroadBox CellStore::erase(CellTree::Leaf leaf, Slot slot, FreeBlocks& free_blocks) {
  LeafList& list = leaves_[leaf];
  const std::uint32_t last_lane = (list.count - 1) % width;
  for (std::uint32_t b = list.first;; b = next(b)) {
    assert(b != none);
    for (std::uint32_t lane = 0; lane < width; ++lane) {
      Block& here = block(b);
      // Unused lanes hold the word 0, which is a body's too; their boxes are NaN.
      if (CellBody::slot(here.body[lane]) != slot || here.low[0][lane] != here.low[0][lane]) continue;
      const BroadBox box = box_at(here, lane);
      Block& first = block(list.first);
      put(here, lane, box_at(first, last_lane), first.body[last_lane]);
      put(first, last_lane, no_box, 0);
      if (last_lane == 0) {
        const std::uint32_t emptied = list.first;
        list.first = next(emptied);
        push(free_blocks, emptied);
      }
      --list.count;
      --free_blocks.copies;
      return box;
    }
  }
}

void CellStore::clear(CellTree::Leaf leaf) {
  LeafList& list = leaves_[leaf];
  while (list.first != none) {
    const std::uint32_t emptied = list.first;
    list.first = next(emptied);
    push(own_, emptied);
  }
  copies_ -= list.count;
  list.count = 0;
}

std::size_t CellStore::memory() const {
  return leaves_.capacity() * sizeof(LeafList) + chunks_.size() * sizeof(Chunk);
}

}  // namespace graze
