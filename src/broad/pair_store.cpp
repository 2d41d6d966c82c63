// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/pair_store.h"

#include <algorithm>
#include <limits>

namespace graze {

void PairSorter::sort(std::vector<SlotPair>& pairs, std::size_t slots) {
  const bool countable = pairs.size() <= std::numeric_limits<std::uint32_t>::max();
  if (pairs.size() < 64 || pairs.size() < slots / 8 || !countable) {
    std::sort(pairs.begin(), pairs.end());
    return;
  }
  starts_.assign(slots + 1, 0);
  for (const SlotPair& pair : pairs) ++starts_[pair.a + 1];
  for (std::size_t i = 0; i < slots; ++i) starts_[i + 1] += starts_[i];
  sorted_.resize(pairs.size());
  for (const SlotPair& pair : pairs) sorted_[starts_[pair.a]++] = pair;
  pairs.swap(sorted_);
  // starts_[a] is now where the pairs of a end.
  std::uint32_t begin = 0;
  for (std::size_t a = 0; a < slots; ++a) {
    const std::uint32_t end = starts_[a];
    if (end - begin > 1) std::sort(pairs.begin() + begin, pairs.begin() + end);
    begin = end;
  }
}

void PairStore::begin(const BroadFrame& frame) {
  found_.clear();
  if (changed_.size() < frame.boxes.size()) changed_.resize(frame.boxes.size());
  for (const auto list : {frame.removed, frame.added, frame.moved}) {
    for (const Slot slot : list) changed_[slot] = 1;
  }
  std::erase_if(kept_, [this](const SlotPair& pair) { return changed(pair.a) || changed(pair.b); });
  for (const Slot slot : frame.removed) changed_[slot] = 0;
  for (const Slot slot : frame.added) changed_[slot] = 1;
}

void PairStore::finish(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  for (const auto list : {frame.added, frame.moved}) {
    for (const Slot slot : list) changed_[slot] = 0;
  }
  sorter_.sort(found_, frame.boxes.size());
  if (kept_.empty()) {
    kept_.swap(found_);
  } else if (!found_.empty()) {
    merged_.resize(kept_.size() + found_.size());
    std::merge(kept_.begin(), kept_.end(), found_.begin(), found_.end(), merged_.begin());
    kept_.swap(merged_);
  }
  pairs.assign(kept_.begin(), kept_.end());
}

}  // namespace graze
