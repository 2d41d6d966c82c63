// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "world/bodies.h"

namespace graze {

/// Which candidate pairs the application wants tested: by layers, then its list, then its predicate.
class PairFilter {
 public:
  enum class List { none, allowed, forbidden };

  void set_list(List kind, std::span<const BodyPair> pairs);
  void set_predicate(std::function<bool(BodyId, BodyId)> wanted) { wanted_ = std::move(wanted); }

  bool has_predicate() const { return wanted_ != nullptr; }
  std::size_t memory() const { return list_.capacity() * sizeof(BodyPair); }

  /// Removes from `pairs` those that are not wanted.
  void apply(const Bodies& bodies, std::vector<SlotPair>& pairs) const;

 private:
  bool list_allows(const BodyPair& pair) const;

  List kind_ = List::none;
  std::vector<BodyPair> list_;  ///< sorted, a < b in each
  std::function<bool(BodyId, BodyId)> wanted_;
};

}  // namespace graze
