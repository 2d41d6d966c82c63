// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Verdicts hold for every pose within the pair's error of the given one.
#include <gtest/gtest.h>

#include "convex/box_box.h"
#include "convex/distance.h"
#include "convex/separating_plane.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

/// What the pair may be declared: "apart" or "meet" by each filter, or nothing.
struct Verdicts {
  int sure = 0;

  void expect(bool is_sure, bool meet, bool truth, const char* filter) {
    if (!is_sure) return;
    ++sure;
    EXPECT_EQ(meet, truth) << filter;
  }
};

TEST(PoseError, NoVerdictIsWrongWithinIt) {
  Draw draw(620);
  Verdicts verdicts;
  Counters counters;
  int wrong_without = 0;
  const int cases = oracle::scaled_count(3000);
  for (int i = 0; i < cases; ++i) {
    const bool boxes = i % 3 == 0;
    PolytopePair pair = polytope_pair(PairKind::random, draw);
    const auto box_a = ConvexShape::of(Box{{0.5, 0.7, 0.3}}), box_b = ConvexShape::of(Box{{0.2, 0.9, 0.4}});
    if (boxes) {
      pair.points_a = corners_of(box_a->body());
      pair.points_b = corners_of(box_b->body());
    }
    const double error = draw.pick(std::array{1e-12, 1e-8, 1e-3});
    bring_to_touch(pair, draw.uniform(-3, 3) * error);
    const Polytope a = hull(pair.points_a), b = hull(pair.points_b);
    const ConvexBody body_a = boxes ? box_a->body() : body_of(a), body_b = boxes ? box_b->body() : body_of(b);
    // Where the bodies truly are.
    PolytopePair moved = pair;
    moved.X_WA.t += 0.999 * error * in_ball(draw).normalized();
    moved.X_WB.t += 0.999 * error * in_ball(draw).normalized();
    const bool expected = truth(moved);

    const ConvexPair bodies = {body_a, pair.X_WA, body_b, pair.X_WB, error};
    for (const GjkGoal goal : {GjkGoal::separation, GjkGoal::distance, GjkGoal::depth}) {
      GjkResult result;
      gjk(bodies, goal, nullptr, result);
      verdicts.expect(result.state != GjkResult::State::unsure, result.state == GjkResult::State::meet,
                      expected, "gjk");
      if (result.lower > 0) verdicts.expect(true, false, expected, "gjk's lower bound");
      if (result.upper > 0) verdicts.expect(is_parted_across(bodies, result.v), false, expected, "a plane");
      GjkResult without;
      gjk({body_a, pair.X_WA, body_b, pair.X_WB}, goal, nullptr, without);
      if (without.state != GjkResult::State::unsure)
        wrong_without += (without.state == GjkResult::State::meet) != expected;
    }
    if (boxes) {
      const Verdict verdict = boxes_meet_filter(bodies);
      verdicts.expect(verdict != Verdict::unsure, verdict == Verdict::meet, expected, "boxes");
    } else {
      LinCannyMemory memory;
      const LinCannyResult walk = lin_canny(bodies, GjkGoal::distance, memory, counters);
      verdicts.expect(walk.state == LinCannyResult::State::apart, false, expected, "lin_canny");
    }
    const Distance d = convex_distance(bodies, true, nullptr, counters);
    if (std::abs(d.distance) > d.error) verdicts.expect(true, d.distance < 0, expected, "the distance");
    ASSERT_FALSE(HasFailure()) << i;
  }
  EXPECT_GT(verdicts.sure, cases / 3);
  EXPECT_GT(wrong_without, cases / 100) << "the cases are too easy";
}

}  // namespace
}  // namespace graze
