// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/path_face.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "oracle/case_text.h"
#include "oracle/cast_oracle.h"
#include "oracle/path_cases.h"
#include "oracle/poses.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using oracle::Bucket;
using oracle::PairCase;

constexpr double largest = std::numeric_limits<double>::max();

class PathFace : public oracle::BucketTest {};

/// A parameter of `Path` as a scaled one.
mpq_class scaled_truth(const WorldPath& path, const mpq_class& s) {
  mpq_class result;
  if (path.exponent() >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), s.get_mpq_t(), static_cast<mp_bitcnt_t>(path.exponent()));
  } else {
    mpq_div_2exp(result.get_mpq_t(), s.get_mpq_t(), static_cast<mp_bitcnt_t>(-path.exponent()));
  }
  return result;
}

bool holds(const ParameterRange& range, const mpq_class& s) {
  return range.low <= largest && s >= mpq_class(range.low) &&
         (range.high > largest || s <= mpq_class(range.high));
}

/// Apart by no more than `relative`, where doubles can be.
bool is_narrow(const ParameterRange& range, double relative) {
  return range.high > 0.99 * largest || range.high * (1 - relative) <= range.low + 0x1p-1000;
}

mpq_class point_on(const Path& path, const mpq_class& s, int axis) {
  if (const Ray* ray = std::get_if<Ray>(&path)) {
    return mpq_class(ray->origin[axis]) + s * mpq_class(ray->direction[axis]);
  }
  const LineSegment& segment = std::get<LineSegment>(path);
  return mpq_class(segment.from[axis]) + s * (mpq_class(segment.to[axis]) - mpq_class(segment.from[axis]));
}

/// A point where a face is touched, to within roundings of the path's own coordinates.
bool is_point_on(const Path& path, const mpq_class& s, const Vector3d& p) {
  const Ray* ray = std::get_if<Ray>(&path);
  for (int axis = 0; axis < 3; ++axis) {
    const mpq_class truth = point_on(path, s, axis);
    const mpq_class size =
        ray != nullptr
            ? mpq_class(abs(mpq_class(ray->origin[axis])) + s * abs(mpq_class(ray->direction[axis])))
            : mpq_class(abs(mpq_class(std::get<LineSegment>(path).from[axis])) +
                        abs(mpq_class(std::get<LineSegment>(path).to[axis])));
    if (abs(mpq_class(mpq_class(p[axis]) - truth)) > mpq_class(0x1p-46) * size + mpq_class(0x1p-1000))
      return false;
  }
  return true;
}

/// What both stages say of a path and a face, beside the truth.
struct Asked {
  bool touches = false;
  bool decided = false;  ///< by the filter
  ParameterRange s;      ///< as the filter has it, if they do
};

void ask(const Path& path, const PosedTriangle& face, const std::string& where, Asked& asked) {
  const std::optional<mpq_class> truth = oracle::first_touch(path, face);
  asked.touches = truth.has_value();

  const WorldPath world(path);
  const std::optional<exact::Fraction> s = first_touch_exact(world, face);
  ASSERT_EQ(s.has_value(), asked.touches) << where;
  if (s) {
    const ParameterRange range = scaled(world, *s);
    ASSERT_TRUE(holds(range, scaled_truth(world, *truth)) && is_narrow(range, 1e-13)) << where;
    exact::Fraction::Rounded rounded = s->rounded();
    rounded.m *= world.unit();
    ASSERT_TRUE(is_point_on(path, *truth, world.at(rounded))) << where;
  }

  const TouchVerdict filtered = first_touch_filter(LocalPath(world, face.X), face.p);
  asked.decided = filtered.verdict != Verdict::unsure;
  asked.s = filtered.s;
  if (!asked.decided) return;
  ASSERT_EQ(filtered.verdict == Verdict::meet, asked.touches) << where;
  ASSERT_TRUE(!truth || holds(filtered.s, scaled_truth(world, *truth))) << where;
}

// 20 buckets of 9000 cases and two of 18000: above 200000.
TEST_P(PathFace, IsTouchedFirstWhereRealArithmeticSays) {
  oracle::Draw draw = this->draw(26);
  oracle::Tally touching, decided;
  for (int i = oracle::scaled_count(is_random() ? 18000 : 9000); i > 0; --i) {
    const PairCase c = oracle::edge_case(GetParam(), draw);
    const std::optional<Path> path = oracle::path_along_edge(c, draw);
    if (!path) continue;
    const std::string where = oracle::to_text(*path) + to_text(c);
    Asked asked;
    ASSERT_NO_FATAL_FAILURE(ask(*path, c.posed_b(), where, asked));
    touching.add(asked.touches);
    decided.add(asked.decided);
    if (is_random() && asked.touches && asked.decided) {
      ASSERT_TRUE(is_narrow(asked.s, 1e-3)) << where;
    }
  }
  touching.expect_representative(GetParam());
  if (is_random()) {
    EXPECT_GT(decided.rate(), 0.8);
  }
}

INSTANTIATE_TEST_SUITE_P(Elementary, PathFace, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

Vector3d in_cube(oracle::Draw& draw) {
  return {draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)};
}

/// Through points of a face's edges and up to points of the face, but for roundings; under poses that are off a rotation
/// by as much as the path's own error may be, and by as much as is legal; steep and nearly along the face.
TEST(PathFaceNearTouching, IsTouchedFirstWhereRealArithmeticSays) {
  oracle::Draw draw(27);
  oracle::Tally touching;
  for (int i = oracle::scaled_count(20000); i > 0; --i) {
    PairCase c;
    c.b = {in_cube(draw), in_cube(draw), in_cube(draw)};
    c.X_b.emplace(oracle::random_rotation(draw), draw.pick(std::array{0.0, 1.0, 1e3}) * in_cube(draw));
    const double off = draw.pick(std::array{0.0, 1e-16, 0x1p-47, 0x1p-47, 0x1p-46, 1e-9, 1e-7});
    for (double& entry : c.X_b->R.reshaped()) entry += draw.uniform(-off, off);

    const Vector3d ab = c.b[1] - c.b[0], ac = c.b[2] - c.b[0];
    const bool at_edge = draw.coin();
    const double along = draw.uniform(0, 1), across = at_edge ? 0 : draw.uniform(0, 1 - along);
    const Vector3d target = c.b[0] + along * ab + across * ac;
    const double height = draw.pick(std::array{1.0, 1.0, 1e-3, 1e-8, 1e-12});
    const Vector3d start =
        target + draw.uniform(-2, 2) * ab + draw.uniform(-2, 2) * ac + height * ab.cross(ac);
    const Vector3d from = *c.X_b * start, to = *c.X_b * target;
    Path path = LineSegment{from, at_edge ? Vector3d(2 * to - from) : to};
    if (draw.coin()) path = Ray{from, to - from, at_edge ? INFINITY : 1};
    Asked asked;
    ASSERT_NO_FATAL_FAILURE(ask(path, c.posed_b(), oracle::to_text(path) + to_text(c), asked));
    touching.add(asked.touches);
  }
  touching.expect_representative(Bucket::random);
}

}  // namespace
}  // namespace graze
