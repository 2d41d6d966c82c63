// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <vector>

#include "selftest/case.h"

/// The answers of real arithmetic. Bodies are taken apart into convex parts: a face is the hull of three points, a filled body
/// the hull of its corners, a sphere or capsule a point or a segment with a radius. All points of a pair are mapped through
/// their poses in exact arithmetic and multiplied by one power of two, so that they are integers. Parts without a radius are
/// then compared by triangles.h and by the linear programme of oracle/hulls.h, parts with one by their squared distance.
/// Cylinders, cones and ellipsoids are compared twice: as polytopes inside of them and as polytopes around them (brackets.h).
namespace graze::selftest {

struct PairTruth {
  std::vector<FacePair> surely;  ///< meet; sorted
  /// Those and what may be answered either way, because a smooth body is within 1e-9 of touching; sorted.
  std::vector<FacePair> perhaps;
  bool rational =
      true;  ///< false: the library's shortcut-free road has answered, at least what polytopes leave open

  bool must_hit() const { return !surely.empty(); }
  bool may_hit() const { return !perhaps.empty(); }
};

/// Is there a rational truth for the pair, at a bearable price?
bool has_rational_truth(const Shape& a, const Shape& b);

/// With a smooth body, `perhaps` holds more pairs than may be answered: all of which polytopes do not decide.
PairTruth rational_truth(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB);

/// The rational truth where there is one; otherwise, and for what it leaves open, the answer of a method without shortcuts.
PairTruth truth_of(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB);

/// Of every frame and pair of a case, in the order of `pairs_of`.
class Truths {
 public:
  explicit Truths(const Case& c);
  const PairTruth& at(std::size_t frame, std::size_t pair) const { return frames_[frame][pair]; }
  const std::vector<std::array<std::size_t, 2>>& pairs() const { return pairs_; }

 private:
  std::vector<std::array<std::size_t, 2>> pairs_;
  std::vector<std::vector<PairTruth>> frames_;
};

}  // namespace graze::selftest
