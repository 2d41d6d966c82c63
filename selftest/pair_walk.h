// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "selftest/faces_text.h"
#include "selftest/walk.h"

namespace graze::selftest {

/// A walk that asks pair by pair, and compares each answer with the truth of the pair.
class PairWalk : protected Walk {
 protected:
  PairWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally) {}
  ~PairWalk() = default;

  /// ask() in each frame, up to the first disagreement.
  template <class Ask>
  std::optional<Disagreement> over_frames(const Ask& ask) {
    for (;; advance()) {
      try {
        ask();
      } catch (const std::exception& error) {
        disagree_that_threw(error, bodies_asked());
      }
      check_mode();
      if (found_ || player_.at_end()) return std::move(found_);
    }
  }

  const PairTruth& truth() const {
    return other_truth_ != nullptr ? *other_truth_ : truths_.at(player_.frame(), pair_);
  }
  /// While ask() runs, answers are compared with this truth: the question is not about the pair as it is now.
  template <class Ask>
  void with_truth(const PairTruth& other, const Ask& ask) {
    other_truth_ = &other;
    ask();
    other_truth_ = nullptr;
  }
  std::string truth_text() const {
    return truth().must_hit() ? faces_text(truth().surely) : truth().may_hit() ? "either" : "clear";
  }

  void check_yes_no(bool hit) {
    tally_.add(truth().rational, hit);
    if (hit ? !truth().may_hit() : truth().must_hit()) disagree(hit ? "collide" : "clear", truth_text());
  }
  void check_first(std::optional<FacePair> pair) {
    tally_.add(truth().rational, pair.has_value());
    const bool right =
        pair ? std::ranges::binary_search(truth().perhaps, as_named(*pair)) : !truth().must_hit();
    if (!right) disagree(pair ? fmt::format("faces {} {}", pair->a, pair->b) : "clear", truth_text());
  }
  void check_all(std::vector<FacePair> pairs) {
    tally_.add(truth().rational, !pairs.empty());
    if (!std::ranges::is_sorted(pairs)) return disagree("not sorted: " + faces_text(pairs), truth_text());
    std::ranges::transform(pairs, pairs.begin(), [&](FacePair p) { return as_named(p); });
    std::sort(pairs.begin(), pairs.end());
    if (!std::ranges::includes(pairs, truth().surely) || !std::ranges::includes(truth().perhaps, pairs) ||
        std::ranges::adjacent_find(pairs) != pairs.end())
      disagree(faces_text(pairs), truth_text());
  }
  /// In the order of the truth.
  FacePair as_named(FacePair pair) const { return turned_ ? FacePair{pair.b, pair.a} : pair; }

  using Walk::disagree;
  void disagree(std::string said, std::string truth) {
    disagree(std::move(said), std::move(truth), bodies_asked());
  }
  std::array<std::size_t, 2> bodies_asked() const {
    return pair_ < truths_.pairs().size() ? truths_.pairs()[pair_] : std::array<std::size_t, 2>{};
  }

  std::size_t pair_ = 0;
  bool turned_ = false;  ///< the pair is asked as (b, a)

 private:
  const PairTruth* other_truth_ = nullptr;
};

}  // namespace graze::selftest
