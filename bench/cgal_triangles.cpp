// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "cgal_triangles.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 to_cgal(const Eigen::Vector3d& p) {
  return {p[0], p[1], p[2]};
}

Kernel::Triangle_3 to_cgal(const Triangle& t) {
  return {to_cgal(t[0]), to_cgal(t[1]), to_cgal(t[2])};
}

}  // namespace

struct CgalPairs::Triangles {
  std::vector<Kernel::Triangle_3> a;
  std::vector<Kernel::Triangle_3> b;
};

CgalPairs::CgalPairs(const std::vector<PosedTriangle>& a, const std::vector<PosedTriangle>& b)
    : triangles_(std::make_unique<Triangles>()) {
  for (const PosedTriangle& t : a) triangles_->a.push_back(to_cgal(t.p));
  for (const PosedTriangle& t : b) triangles_->b.push_back(to_cgal(t.p));
}

CgalPairs::~CgalPairs() = default;

int CgalPairs::count_meeting() const {
  int hits = 0;
  for (std::size_t i = 0; i < triangles_->a.size(); ++i) {
    hits += CGAL::do_intersect(triangles_->a[i], triangles_->b[i]) ? 1 : 0;
  }
  return hits;
}

}  // namespace graze::bench
