// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "elementary/triangle.h"

namespace graze::bench {

/// Pairs as CGAL keeps them. In a file of its own, because CGAL needs -frounding-math and the others must not
/// have it.
class CgalPairs {
 public:
  CgalPairs(const std::vector<PosedTriangle>& a, const std::vector<PosedTriangle>& b);
  ~CgalPairs();
  int count_meeting() const;

 private:
  struct Triangles;
  std::unique_ptr<Triangles> triangles_;
};

}  // namespace graze::bench
