// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "selftest/roads.h"

namespace graze::selftest {

/// One walk over a case along a road, which remembers the first disagreement.
class Walk {
 public:
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

 protected:
  Walk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : road_(road), case_(c), truths_(truths), tally_(tally), player_(c.scene, road.threads) {}
  ~Walk() = default;

  void disagree(std::string said, std::string truth, std::array<std::size_t, 2> bodies) {
    if (!found_) found_ = {road_, player_.frame(), bodies, std::move(said), std::move(truth)};
  }

  const Road& road_;
  const Case& case_;
  const Truths& truths_;
  Tally& tally_;
  Player player_;
  std::optional<Disagreement> found_;
};

}  // namespace graze::selftest
