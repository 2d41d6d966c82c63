// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "exact/predicates.h"

#include "exact/signs.h"

namespace graze::exact {

int orient3d(const Point& a, const Point& b, const Point& c, const Point& d) {
  return Signs<4>({a, b, c, d}).orient3d(0, 1, 2, 3);
}

int orient2d(const Point& a, const Point& b, const Point& c, int axis) {
  return Signs<3>({a, b, c}).orient2d(0, 1, 2, axis);
}

int compare(const Point& a, const Point& b, int axis) {
  return Signs<2>({a, b}).compare(0, 1, axis);
}

}  // namespace graze::exact
