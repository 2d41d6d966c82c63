// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The three methods for polytopes against rational arithmetic and each other, cold and along coherent paths through
// contact and penetration.
#include <gtest/gtest.h>

#include <cstdio>

#include "convex/distance.h"
#include "convex/lin_canny.h"
#include "convex/separating_plane.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

struct Memories {
  GjkMemory gjk;
  LinCannyMemory lin_canny;
  SeparatingPlaneMemory plane;
};

/// The answer, and a failure unless all methods have the same.
bool agreed(const ConvexPair& pair, Memories& m, Counters& counters) {
  const bool gjk = convex_meet(pair, &m.gjk, counters);
  EXPECT_EQ(lin_canny_meet(pair, m.lin_canny, counters), gjk);
  EXPECT_EQ(separating_plane_meet(pair, m.plane, counters), gjk);
  return gjk;
}

TEST(ConvexMethods, EqualRationalArithmeticWithoutMemory) {
  Draw draw(400);
  Counters counters;
  const int cases = oracle::scaled_count(5000);
  for (int i = 0; i < cases; ++i) {
    // A third on the verge of touching.
    const PairKind kind =
        i % 3 == 0 ? PairKind::verge : pair_kinds[static_cast<std::size_t>(draw.below(pair_kinds.size()))];
    const PolytopePair pair = polytope_pair(kind, draw);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    Memories none;
    ASSERT_EQ(agreed({body_a, pair.X_WA, body_b, pair.X_WB}, none, counters), truth(pair)) << i;
    ASSERT_FALSE(HasFailure()) << i;
  }
  // Cold starts, degenerate bodies and contacts without end: still next to none.
  const auto given_up = static_cast<int>(counters.walk_fallbacks);
  std::printf("walks given up: %d of %d\n", given_up, cases);
  EXPECT_LE(given_up, 1 + cases / 2000);
}

/// A path on which B swings through A and out again, turning all the while, in small steps.
struct Path {
  Eigen::Vector3d axis_a, axis_b, across, along;
  double phase, speed;

  explicit Path(Draw& draw)
      : axis_a(in_ball(draw).normalized()),
        axis_b(in_ball(draw).normalized()),
        across(in_ball(draw)),
        along(in_ball(draw).normalized()),
        phase(draw.uniform(0, 6)),
        speed(draw.uniform(0.2, 2)) {}

  Pose a(double s) const { return {Eigen::AngleAxisd(speed * s, axis_a).toRotationMatrix(), {0, 0, 0}}; }
  Pose b(double s) const {
    return {Eigen::AngleAxisd(-2 * speed * s, axis_b).toRotationMatrix(),
            2.6 * std::sin(s + phase) * along + 0.5 * std::cos(0.3 * s) * across};
  }
};

TEST(ConvexMethods, AgreeAlongCoherentPaths) {
  Draw draw(401);
  const int paths = 20, steps = oracle::scaled_count(1000);
  Counters counters;
  int meet = 0, checked = 0, parted_by_walks = 0;
  for (int k = 0; k < paths; ++k) {
    const PointSet sets[] = {PointSet::ball, PointSet::sphere, PointSet::lattice, PointSet::prism};
    const PolytopePair shapes = {point_set(draw.pick(sets), draw.small(6, 60), draw),
                                 point_set(draw.pick(sets), draw.small(6, k % 4 == 0 ? 400 : 60), draw),
                                 {},
                                 {}};
    const Polytope a = hull(shapes.points_a), b = hull(shapes.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    const Path path(draw);
    Memories memories;
    for (int i = 0; i < steps; ++i) {
      const Pose X_WA = path.a(0.01 * i), X_WB = path.b(0.01 * i);
      const bool answer = agreed({body_a, X_WA, body_b, X_WB}, memories, counters);
      ASSERT_FALSE(HasFailure()) << "path " << k << ", step " << i;
      meet += answer ? 1 : 0;
      LinCannyMemory features = memories.lin_canny;
      Counters uncounted;
      const auto state =
          lin_canny({body_a, X_WA, body_b, X_WB}, GjkGoal::distance, features, uncounted).state;
      parted_by_walks += state == LinCannyResult::State::apart ? 1 : 0;
      if (i % 50 != 0) continue;
      ++checked;
      PolytopePair pair = shapes;
      pair.X_WA = X_WA;
      pair.X_WB = X_WB;
      ASSERT_EQ(answer, truth(pair)) << "path " << k << ", step " << i;
    }
  }
  const double total = static_cast<double>(paths) * steps;
  std::printf("%.0f steps, %.2f of them in contact, walks given up: %llu, features a step: %.2f\n", total,
              meet / total, static_cast<unsigned long long>(counters.walk_fallbacks),
              static_cast<double>(counters.walk_steps) / total);
  EXPECT_LE(static_cast<double>(counters.walk_fallbacks), 1e-4 * total);
  EXPECT_GT(meet, 0.3 * total);
  EXPECT_LT(meet, 0.7 * total);
  // Both methods decide by themselves what they can, and remember: GJK is for what is left.
  const double apart = total - meet;
  EXPECT_GT(parted_by_walks, 0.99 * apart);
  EXPECT_LE(parted_by_walks, apart);
  EXPECT_GT(static_cast<double>(counters[Shortcut::separating_plane]), 0.8 * apart);
}

TEST(ConvexMethods, LinCannyHasTheDistancesOfGjk) {
  Draw draw(402);
  Counters counters;
  for (int i = 0; i < oracle::scaled_count(3000); ++i) {
    const PolytopePair pair =
        polytope_pair(pair_kinds[static_cast<std::size_t>(i) % pair_kinds.size()], draw, 30);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = body_of(a), body_b = body_of(b);
    const ConvexPair bodies = {body_a, pair.X_WA, body_b, pair.X_WB};
    LinCannyMemory memory;
    const Distance walked = lin_canny_distance(bodies, false, memory, counters);
    const Distance d = convex_distance(bodies, false, nullptr, counters);
    ASSERT_NEAR(walked.distance, d.distance, 1e-12) << i;
    if (d.distance > 1e-9) {
      ASSERT_LT((walked.point_b - walked.point_a - walked.distance * walked.normal).norm(), 1e-12) << i;
    }
  }
}

}  // namespace
}  // namespace graze
