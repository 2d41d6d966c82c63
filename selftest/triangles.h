// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "oracle/exact_points.h"

namespace graze::selftest {

using oracle::IntegerPoint;

/// A face with integer corners, and its plane n·p = offset.
struct Facet {
  explicit Facet(std::span<const IntegerPoint> points);

  bool degenerate() const { return n[axis] == 0; }

  std::span<const IntegerPoint> corner;  ///< three, which must outlive the facet
  IntegerPoint n;
  mpz_class offset;
  std::size_t axis = 0;  ///< an axis along which n has a part, unless the face is degenerate
};

/// Do two faces share a point? One that is not degenerate meets another just where an edge of one meets the other. An edge
/// crosses a plane in one point, which is computed, as a fraction, and looked for in the triangle; an edge in the plane is
/// compared in two dimensions. Degenerate faces are left to the linear system of oracle/oracle.h.
bool facets_meet(const Facet& a, const Facet& b);

}  // namespace graze::selftest
