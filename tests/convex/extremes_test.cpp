// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/extremes.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "convex/hull.h"
#include "exact/predicates.h"
#include "oracle/test_scale.h"
#include "point_sets.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// No vertex is lower or higher, in exact arithmetic.
void expect_extreme(const Polytope& polytope, const Pose& X, const Extremes& extremes) {
  for (int i = 0; i < 3; ++i) {
    const exact::Point low = {polytope.vertices[extremes.lowest[i]], &X},
                       high = {polytope.vertices[extremes.highest[i]], &X};
    for (const Vector3d& v : polytope.vertices) {
      ASSERT_GE(exact::compare({v, &X}, low, i), 0);
      ASSERT_LE(exact::compare({v, &X}, high, i), 0);
    }
  }
}

std::vector<Vector3d> points_of(int kind, Draw& random) {
  switch (kind) {
    case 0:
      return make_box({1, 2, 3}).vertices;  // whole faces at one height
    case 1:
      return {{1, 2, 3}};
    case 2:
      return {{1, 2, 3}, {-1, 0, 3}};
    case 3:
      return {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 0.5, 0}};
    case 4: {  // a sliver, hardly more than a point thick
      std::vector<Vector3d> points = make_random_convex(1, 60, random.next()).vertices;
      for (Vector3d& p : points) p[2] *= 1e-15;
      return points;
    }
    case 5:
      return with_twins(make_random_convex(1, 200, random.next()).vertices, random);
    default:
      return make_random_convex(1, 8 + 2 * static_cast<int>(random.below(150)), random.next()).vertices;
  }
}

TEST(Extremes, AreThoseOfAllVertices) {
  Draw random(11);
  for (int n = 0; n < oracle::scaled_count(120); ++n) {
    std::vector<Vector3d> points = points_of(n % 8, random);
    const double sizes[] = {1e-300, 1e-9, 1, 1e9, 1e300};
    const double size = sizes[random.below(5)];
    for (Vector3d& p : points) p *= size;
    const Polytope polytope = hull(points);
    Extremes extremes;
    Pose X;
    for (int k = 0; k < 12; ++k) {
      const double turn = k < 4 ? k * M_PI / 2 : k < 8 ? 1e-16 * k : random.uniform(-0.3, 0.3);
      X.R = Eigen::AngleAxisd(turn, Vector3d::Unit(static_cast<int>(random.below(3)))) * X.R;
      if (random.below(4) == 0) {
        extremes.lowest[0] =
            static_cast<std::uint32_t>(random.below(polytope.vertices.size()));  // from anywhere
      }
      climb_to_extremes(polytope, X.R, extremes);
      ASSERT_NO_FATAL_FAILURE(expect_extreme(polytope, X, extremes)) << "case " << n << ", turn " << k;
    }
  }
}

}  // namespace
}  // namespace graze
