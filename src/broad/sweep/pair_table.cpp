// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/sweep/pair_table.h"

#include <graze/error.h>

#include <algorithm>
#include <bit>

#include "math/message.h"

namespace graze {

void PairTable::clear() {
  pairs_.clear();
  std::fill(cells_.begin(), cells_.end(), none);
}

std::size_t PairTable::find(SlotPair pair) const {
  std::size_t cell = home(pair);
  while (cells_[cell] != none && pairs_[cells_[cell]] != pair) cell = next(cell);
  return cell;
}

void PairTable::rehash(std::size_t cells) {
  cells_.assign(cells, none);
  shift_ = 64U - static_cast<unsigned>(std::countr_zero(cells));
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) cells_[find(pairs_[i])] = i;
}

bool PairTable::insert(SlotPair pair) {
  if (pairs_.size() == none) throw Error(message("more than ", none, " pairs of boxes overlap"));
  if (2 * (pairs_.size() + 1) > cells_.size()) rehash(std::max<std::size_t>(64, 2 * cells_.size()));
  const std::size_t cell = find(pair);
  if (cells_[cell] != none) return false;
  cells_[cell] = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back(pair);
  return true;
}

bool PairTable::erase(SlotPair pair) {
  if (cells_.empty()) return false;
  std::size_t hole = find(pair);
  const std::uint32_t number = cells_[hole];
  if (number == none) return false;
  // What follows in the chain moves up, unless that would put it before its home.
  for (std::size_t cell = next(hole); cells_[cell] != none; cell = next(cell)) {
    const std::size_t from_home = (cell - home(pairs_[cells_[cell]])) & (cells_.size() - 1);
    if (from_home < ((cell - hole) & (cells_.size() - 1))) continue;
    cells_[hole] = cells_[cell];
    hole = cell;
  }
  cells_[hole] = none;
  if (number + 1 != pairs_.size()) {
    cells_[find(pairs_.back())] = number;
    pairs_[number] = pairs_.back();
  }
  pairs_.pop_back();
  return true;
}

std::size_t PairTable::memory() const {
  return pairs_.capacity() * sizeof(SlotPair) + cells_.capacity() * sizeof(std::uint32_t);
}

}  // namespace graze
