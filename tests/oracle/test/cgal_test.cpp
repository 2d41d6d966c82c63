// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// The oracle against CGAL's exact kernel, a third way written by others, where CGAL's preconditions hold: no
// posed points, triangles with area, segments with length.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <gtest/gtest.h>

#include "oracle/case_text.h"
#include "oracle/cases.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze::oracle {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;

Kernel::Point_3 to_cgal(const Eigen::Vector3d& p) {
  return {p[0], p[1], p[2]};
}

Kernel::Triangle_3 to_cgal(const Triangle& t) {
  return {to_cgal(t[0]), to_cgal(t[1]), to_cgal(t[2])};
}

// Denormals and huge numbers are beyond CGAL's interval filter.
constexpr std::array buckets{
    Bucket::random,
    Bucket::touch_vertex,
    Bucket::touch_edge,
    Bucket::touch_face,
    Bucket::coplanar_overlapping,
    Bucket::coplanar_apart,
    Bucket::coplanar_contained,
    Bucket::coplanar_touching,
    Bucket::sliver,
    Bucket::one_ulp,
};

class AgainstCgal : public BucketTest {
 protected:
  Draw draw_ = draw(0xc6a1);
};

TEST_P(AgainstCgal, Triangles) {
  for (int i = scaled_count(2000); i > 0; --i) {
    const PairCase c = pair_case(GetParam(), draw_);
    const auto a = to_cgal(c.a);
    const auto b = to_cgal(c.b);
    if (c.X_a || c.X_b || a.is_degenerate() || b.is_degenerate()) {
      continue;
    }
    ASSERT_EQ(triangles_meet({c.a}, {c.b}), CGAL::do_intersect(a, b)) << to_text(c);
    const Kernel::Segment_3 edge(a[0], a[1]);
    ASSERT_EQ(edge_meets_face(c.edge(0), {c.b}), CGAL::do_intersect(edge, b)) << to_text(c);
    const auto sign = CGAL::orientation(a[0], a[1], a[2], b[0]);
    ASSERT_EQ(oracle::orient3d(c.point(0), c.point(1), c.point(2), c.point(3)), static_cast<int>(sign))
        << to_text(c);
  }
}

TEST_P(AgainstCgal, Boxes) {
  for (int i = scaled_count(2000); i > 0; --i) {
    const BoxCase c = box_case(GetParam(), draw_);
    const auto t = to_cgal(c.t);
    const Kernel::Iso_cuboid_3 box(to_cgal(c.box.low), to_cgal(c.box.high));
    if (c.X || t.is_degenerate() || box.is_degenerate()) {
      continue;
    }
    ASSERT_EQ(triangle_meets_box({c.t}, c.box), CGAL::do_intersect(t, box)) << to_text(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, AgainstCgal, testing::ValuesIn(buckets), bucket_name);

}  // namespace
}  // namespace graze::oracle
