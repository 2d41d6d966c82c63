// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/pair_filter.h"

#include <algorithm>

namespace graze {

void PairFilter::set_list(List kind, std::span<const BodyPair> pairs) {
  std::vector<BodyPair> list(pairs.begin(), pairs.end());
  for (BodyPair& pair : list) {
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
  }
  std::sort(list.begin(), list.end());
  kind_ = kind;
  list_.swap(list);
}

bool PairFilter::list_allows(const BodyPair& pair) const {
  if (kind_ == List::none) return true;
  return std::binary_search(list_.begin(), list_.end(), pair) == (kind_ == List::allowed);
}

void PairFilter::apply(const Bodies& bodies, std::vector<SlotPair>& pairs) const {
  if (bodies.layers_allow_all() && kind_ == List::none && !wanted_) return;
  std::erase_if(pairs, [&](const SlotPair& p) {
    if (!bodies.layers_allow(p)) return true;
    if (kind_ == List::none && !wanted_) return false;
    const BodyPair ids = {bodies.id(p.a), bodies.id(p.b)};
    return !list_allows(ids) || (wanted_ && !wanted_(ids.a, ids.b));
  });
}

}  // namespace graze
