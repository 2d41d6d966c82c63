// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/cell_store.h"

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
  blocks_.clear();
  next_.clear();
  free_ = none;
  copies_ = 0;
}

void CellStore::grow(CellTree::Leaf leaves) {
  leaves_.resize(leaves);
}

void CellStore::insert(CellTree::Leaf leaf, const BroadBox& box, std::uint32_t body) {
  LeafList& list = leaves_[leaf];
  const std::uint32_t lane = list.count % width;
  if (lane == 0) {
    std::uint32_t fresh = free_;
    if (fresh != none) {
      free_ = next_[fresh];
    } else {
      fresh = static_cast<std::uint32_t>(blocks_.size());
      if (blocks_.size() ==
          blocks_.capacity()) {  // less than twice as many: blocks are most of what a world holds
        blocks_.reserve(blocks_.size() + blocks_.size() / 8 + 16);
        next_.reserve(blocks_.capacity());
      }
      blocks_.emplace_back();
      next_.emplace_back();
    }
    for (std::uint32_t i = 0; i < width; ++i) put(blocks_[fresh], i, no_box, 0);
    next_[fresh] = list.first;
    list.first = fresh;
  }
  put(blocks_[list.first], lane, box, body);
  ++list.count;
  ++copies_;
}

BroadBox CellStore::erase(CellTree::Leaf leaf, Slot slot) {
  LeafList& list = leaves_[leaf];
  const std::uint32_t last_lane = (list.count - 1) % width;
  for (std::uint32_t b = list.first;; b = next_[b]) {
    assert(b != none);
    for (std::uint32_t lane = 0; lane < width; ++lane) {
      // Unused lanes hold the word 0, which is a body's too; their boxes are NaN.
      if (CellBody::slot(blocks_[b].body[lane]) != slot || blocks_[b].low[0][lane] != blocks_[b].low[0][lane])
        continue;
      const BroadBox box = box_at(blocks_[b], lane);
      Block& first = blocks_[list.first];
      put(blocks_[b], lane, box_at(first, last_lane), first.body[last_lane]);
      put(first, last_lane, no_box, 0);
      if (last_lane == 0) {
        const std::uint32_t emptied = list.first;
        list.first = next_[emptied];
        next_[emptied] = free_;
        free_ = emptied;
      }
      --list.count;
      --copies_;
      return box;
    }
  }
}

void CellStore::clear(CellTree::Leaf leaf) {
  LeafList& list = leaves_[leaf];
  while (list.first != none) {
    const std::uint32_t block = list.first;
    list.first = next_[block];
    next_[block] = free_;
    free_ = block;
  }
  copies_ -= list.count;
  list.count = 0;
}

std::size_t CellStore::memory() const {
  return leaves_.capacity() * sizeof(LeafList) + blocks_.capacity() * sizeof(Block) +
         next_.capacity() * sizeof(std::uint32_t);
}

}  // namespace graze
