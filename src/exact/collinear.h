// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "exact/predicates.h"

namespace graze::exact {

/// Do the three lie on a line?
inline bool collinear(const Point& a, const Point& b, const Point& c) {
  return orient2d(a, b, c, 0) == 0 && orient2d(a, b, c, 1) == 0 && orient2d(a, b, c, 2) == 0;
}

}  // namespace graze::exact
