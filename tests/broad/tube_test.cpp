// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/tube.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using Wide = long double;

Wide distance(const Tube& a, const Tube& b, double time) {
  Wide sum = 0;
  for (int k = 0; k < 3; ++k) {
    const Wide d = (a.c[k] + a.w[k] * (Wide{time} - a.begin)) - (b.c[k] + b.w[k] * (Wide{time} - b.begin));
    sum += d * d;
  }
  return std::sqrt(sum);
}
Wide radius(const Tube& tube, double time) {
  return tube.radius + tube.growth * (Wide{time} - tube.begin);
}

Motion draw_motion(Random& random, double place, double begin) {
  const auto vector = [&](double size) {
    return Eigen::Vector3d(random.uniform(-size, size), random.uniform(-size, size),
                           random.uniform(-size, size));
  };
  Motion motion;
  motion.begin = begin;
  motion.end = begin + random.uniform(0, 10);
  motion.s = Eigen::Vector3d::Constant(place) + vector(4);
  motion.v = vector(3);
  motion.a = random.below(2) == 0 ? Eigen::Vector3d(0, 0, 0) : vector(1);
  motion.radius = random.uniform(0.1, 0.5);
  if (random.below(2) == 0) motion.d = {random.uniform(), random.uniform() * 0.1, random.uniform() * 0.01};
  if (random.below(4) == 0) motion.d[2] = -0.5 * motion.d[1] / 10;  // concave, but never decreasing
  return motion;
}

/// Inside the sphere of a motion at a time, off the path by all that is allowed.
BroadBox draw_box(Random& random, const Motion& motion, double time) {
  const double m = time - motion.begin;
  Eigen::Vector3d off(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  off *= (motion.d[0] + m * (motion.d[1] + m * motion.d[2])) / off.norm();
  const Eigen::Vector3d centre = motion.s + m * (motion.v + m * motion.a / 2) + off;
  BroadBox box;
  for (std::size_t k = 0; k < 3; ++k) {
    const double half = random.uniform(0.9, 1) * motion.radius;
    box.low[k] = std::nextafter(static_cast<float>(centre[static_cast<int>(k)] - half), -1e30F);
    box.high[k] = std::nextafter(static_cast<float>(centre[static_cast<int>(k)] + half), 1e30F);
  }
  return box;
}

TEST(Tube, HoldsABodyThatKeepsToItsMotion) {
  Random random(1);
  int at_a_look = 0, cases = oracle::scaled_count(20000);
  for (int i = 0; i < cases; ++i) {
    const Motion motion = draw_motion(random, i % 3 == 0 ? 1e5 : 0, random.uniform(0, 1000));
    const double now = random.uniform(motion.begin, motion.end);
    const auto tube = tube_of(motion, draw_box(random, motion, now), now, random.uniform(0, 5));
    ASSERT_TRUE(tube.has_value());
    const BroadBox swept = swept_box(*tube, now);
    for (int j = 0; j < 10; ++j) {
      const double time = std::min(tube->end, random.uniform(now, tube->end));
      const BroadBox box = draw_box(random, motion, time);
      ASSERT_TRUE(holds(*tube, box, time));
      at_a_look += certainly_holds(TubeWatch(*tube), box, time) ? 1 : 0;
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_LE(swept.low[k], box.low[k]);
        ASSERT_GE(swept.high[k], box.high[k]);
      }
    }
    ASSERT_FALSE(holds(*tube, draw_box(random, motion, now), now - 1e-3));
    ASSERT_FALSE(certainly_holds(TubeWatch(*tube), draw_box(random, motion, now), now - 1e-3));
  }
  EXPECT_GT(at_a_look, 10 * 0.6 * cases);  // two of three are close to the origin
}

TEST(Tube, HoldsOnlyWhatIsInside) {
  Random random(2);
  int inside = 0, cases = oracle::scaled_count(100000);
  for (int i = 0; i < cases; ++i) {
    const Motion motion = draw_motion(random, i % 3 == 0 ? 1e6 : 0, 1);
    BroadBox box = draw_box(random, motion, motion.begin);
    const auto tube = tube_of(motion, box, motion.begin, 5);
    if (!tube) continue;
    const double time = std::min(tube->end, random.uniform(tube->begin, tube->end));
    // A corner at the tube's edge, give or take a few floats.
    for (std::size_t k = 0; k < 3; ++k) {
      box.high[k] = static_cast<float>(tube->centre(static_cast<int>(k), time) +
                                       static_cast<double>(radius(*tube, time)) / std::sqrt(3.0));
      const std::uint64_t nudge = random.below(3);
      if (nudge != 0) box.high[k] = std::nextafter(box.high[k], nudge == 1 ? 1e30F : -1e30F);
      box.low[k] = box.high[k];
    }
    const bool held = holds(*tube, box, time);
    ASSERT_TRUE(held || !certainly_holds(TubeWatch(*tube), box, time));
    Wide sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Wide d = box.high[k] - (tube->c[k] + tube->w[k] * (Wide{time} - tube->begin));
      sum += d * d;
    }
    if (held) {
      ASSERT_LE(std::sqrt(sum), radius(*tube, time));
    }
    inside += held ? 1 : 0;
  }
  EXPECT_GT(inside, 0.3 * cases);
  EXPECT_LT(inside, 0.7 * cases);
}

TEST(Meeting, IsNeverLaterThanTheTruthAndHardlyEarlier) {
  Random random(3);
  int meet = 0, ahead = 0, cases = oracle::scaled_count(50000);
  for (int i = 0; i < cases; ++i) {
    const double place = i % 4 == 0 ? 1e6 : 0;
    const Motion one = draw_motion(random, place, random.uniform(0, 1)),
                 two = draw_motion(random, place, random.uniform(0, 1));
    const double now = std::max(one.begin, two.begin);
    const auto a = tube_of(one, draw_box(random, one, one.begin), one.begin, 5);
    const auto b = i % 5 == 0 ? resting_tube(draw_box(random, two, two.begin))
                              : tube_of(two, draw_box(random, two, two.begin), two.begin, 5);
    if (!a || !b || now > a->end || now > b->end) continue;
    const Meeting found = meeting(*a, *b, now);
    const double end = std::min(a->end, b->end);
    const double first = std::min(found.first, end);
    if (found.first > now) {
      for (int j = 0; j <= 20; ++j) {
        const double time = std::min(std::nextafter(first, 0), now + (first - now) * j / 20);
        if (time < now) continue;
        ASSERT_GT(distance(*a, *b, time), radius(*a, time) + radius(*b, time)) << i;
      }
    }
    if (found.first <= end) {
      ++meet;
      ahead += found.first > now ? 1 : 0;
      const double gap = static_cast<double>(distance(*a, *b, first) - radius(*a, first) - radius(*b, first));
      ASSERT_LT(gap, 1e-8 * (1 + place / 1e3)) << i;
    }
  }
  EXPECT_GT(meet, 0.3 * cases);
  EXPECT_LT(meet, 0.7 * cases);
  EXPECT_GT(ahead, 0.03 * cases);
}

TEST(Meeting, IsNowWhereNumbersOverflow) {
  Tube a, b;
  a.end = b.end = 1;
  a.c[0] = 1e200;
  b.c[0] = -1e200;
  EXPECT_EQ(meeting(a, b, 0).first, 0);
}

TEST(Meeting, SeesATouchThatRoundingWouldMiss) {
  // Two spheres of radius 1 pass each other at distance 2, far away from the origin and long after it.
  for (const double place : {0.0, 1.0, 1e3, 1e6, 1e9}) {
    for (const double begin : {0.0, 1e6, 1e9}) {
      Tube a, b;
      a.begin = b.begin = begin;
      a.end = b.end = begin + 100;
      a.radius = b.radius = 1;
      a.slack = b.slack = 0x1p-48 * (place + 100);
      a.c[0] = place;
      a.w[0] = 1;
      b.c[0] = place + 10;
      b.c[1] = 2;
      const Meeting found = meeting(a, b, begin);
      EXPECT_LE(found.first, begin + 10);
      EXPECT_GT(found.first, begin + 9);
    }
  }
}

}  // namespace
}  // namespace graze
