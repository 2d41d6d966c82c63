// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include <optional>

#include "selftest/brackets.h"
#include "selftest/triangles.h"

namespace graze::selftest {

/// A convex part of a body: a hull of integer points, and all that is within the radius of it.
struct Part {
  std::span<const IntegerPoint> points;
  mpz_class radius;                           ///< in the unit of the points
  std::uint32_t name = 0;                     ///< the face, the piece, or no_face
  IntegerPoint low, high;                     ///< of the points alone
  std::optional<Facet> facet = std::nullopt;  ///< of a face of a mesh
};

/// The parts of two posed bodies, in one unit. Of a smooth body it is a polytope inside or around it.
class Parts {
 public:
  Parts(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, Smooth which = Smooth::inside);
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  const std::vector<Part>& of(std::size_t body) const { return parts_[body]; }
  const mpz_class& unit() const { return unit_; }  ///< how many make up a length of `unit_length`
  double unit_length() const { return unit_length_; }

 private:
  std::vector<IntegerPoint> points_;
  std::array<std::vector<Part>, 2> parts_;
  mpz_class unit_;
  double unit_length_ = 1;
};

/// Is the shape the union of such parts, without smooth bodies?
bool has_parts(const Shape& shape);
/// Is it that, or between two such unions, with polytopes for the smooth bodies?
bool has_parts_or_brackets(const Shape& shape);
/// How many there are.
std::size_t count_parts(const Shape& shape);

}  // namespace graze::selftest
