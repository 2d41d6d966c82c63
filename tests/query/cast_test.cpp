// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/cast.h>
#include <gtest/gtest.h>

#include <limits>

#include <cmath>

#include "oracle/case_text.h"
#include "oracle/cast_oracle.h"
#include "oracle/oracle.h"
#include "oracle/path_cases.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using oracle::Bucket;
using oracle::Draw;
using oracle::PairCase;
using oracle::to_text;

class Cast : public oracle::BucketTest {};

constexpr Method methods[] = {Method::wide_bvh, Method::naive};

/// b, and around it faces that are touched where it is, or next to that.
Mesh mesh_of(const PairCase& c, Draw& draw) {
  Mesh mesh{{c.b[0], c.b[1], c.b[2], c.a[0], c.a[1], c.a[2]}, {{0, 1, 2}}};
  const std::uint32_t third = 3 + static_cast<std::uint32_t>(draw.small(0, 2));
  mesh.faces.push_back({1, 0, third});
  if (draw.coin()) mesh.faces.push_back({2, 0, 1});
  if (draw.coin()) mesh.faces.push_back({3, 4, 5});
  if (draw.one_in(4)) mesh.faces.push_back({2, 2, third});
  if (draw.coin()) std::reverse(mesh.faces.begin(), mesh.faces.end());
  return mesh;
}

bool is_rounded(double s, const mpq_class& truth) {
  if (truth == 0) return s == 0;
  if (truth > mpq_class(std::numeric_limits<double>::max())) return s > 1e308;
  if (truth < mpq_class(0x1p-1000)) return s < 0x1p-999;
  return std::abs(mpq_class(mpq_class(s) / truth - 1).get_d()) < 1e-10;
}

// 20 buckets of 9000 cases and two of 18000: above 200000.
TEST_P(Cast, TouchesWhatRealArithmeticDoes) {
  Draw draw = this->draw(71);
  oracle::Tally touching;
  int ties = 0;
  Scratch scratch;
  for (int i = oracle::scaled_count(is_random() ? 18000 : 9000); i > 0; --i) {
    const PairCase c = oracle::edge_case(GetParam(), draw);
    const std::optional<Path> along = oracle::path_along_edge(c, draw);
    if (!along) continue;
    const Path& path = *along;
    const Mesh mesh = mesh_of(c, draw);
    const Pose X = c.X_b ? *c.X_b : Pose();

    std::vector<std::uint32_t> expected;
    std::optional<mpq_class> least;
    std::uint32_t first = 0;
    for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
      const Face& face = mesh.faces[f];
      const PosedTriangle t{{mesh.vertices[face[0]], mesh.vertices[face[1]], mesh.vertices[face[2]]}, &X};
      const auto s = oracle::first_touch(path, t);
      ASSERT_EQ(s.has_value(), oracle::touches(path, t))
          << "the oracle itself: " << to_text(path) << to_text(c);
      if (face == Face{0, 1, 2}) touching.add(s.has_value());
      if (!s) continue;
      expected.push_back(f);
      ties += least == s ? 1 : 0;
      if (!least || *s < *least) {
        least = s;
        first = f;
      }
    }
    const Shape shape = Shape::mesh(mesh);
    for (const Method method : methods) {
      const CastOptions options{.method = method, .scratch = &scratch};
      const std::string where = std::string(method_name(method)) + "\n" + to_text(path) + to_text(c);
      ASSERT_EQ(hit_faces(shape, X, path, options), expected) << where;
      ASSERT_EQ(hits(shape, X, path, options), !expected.empty()) << where;
      const std::optional<RayHit> hit = first_hit(shape, X, path, options);
      ASSERT_EQ(hit.has_value(), !expected.empty()) << where;
      if (!hit) continue;
      ASSERT_EQ(hit->face, first) << where;
      ASSERT_TRUE(is_rounded(hit->s, *least)) << hit->s << " for " << least->get_d() << "\n" << where;
      ASSERT_TRUE(hit->point.allFinite()) << where;
    }
  }
  touching.expect_representative(GetParam());
  if (!is_random()) {
    EXPECT_GT(ties, oracle::scaled_count(100));
  }
}

/// Computed as origin + s·direction it is beyond the largest double.
TEST(CastAtInfinity, APointAtTheEndOfTheRangeStaysInIt) {
  constexpr double largest = std::numeric_limits<double>::max();
  const Shape shape =
      Shape::mesh({{{0, 0, -largest}, {1e300, 0, -largest}, {0, 1e300, -largest}}, {{0, 1, 2}}});
  const Ray ray{{1, 1, largest}, {0, 0, -largest / 3}};
  for (const Method method : methods) {
    const std::optional<RayHit> hit = first_hit(shape, {}, ray, {.method = method});
    ASSERT_TRUE(hit);
    EXPECT_TRUE(hit->point.allFinite());
    EXPECT_LT(hit->point.z(), -0.999999 * largest);
  }
}

TEST_P(Cast, FindsTheFacesInABox) {
  Draw draw = this->draw(72);
  oracle::Tally meeting;
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const oracle::BoxCase c = oracle::box_case(GetParam(), draw);
    if ((c.box.low.array() > c.box.high.array()).any()) continue;
    const Pose X = c.X ? *c.X : Pose();
    // A second face that uses a corner of the box, as the mesh sees it.
    const Mesh mesh{{c.t[0], c.t[1], c.t[2], X.inverse() * c.box.low}, {{0, 1, 2}, {0, 1, 3}}};
    if (!mesh.vertices[3].allFinite()) continue;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t f = 0; f < 2; ++f) {
      const PosedTriangle t{{c.t[0], c.t[1], mesh.vertices[2 + f]}, &X};
      if (oracle::triangle_meets_box(t, c.box)) expected.push_back(f);
    }
    meeting.add(!expected.empty() && expected[0] == 0);
    const Shape shape = Shape::mesh(mesh);
    for (const Method method : methods) {
      const CastOptions options{.method = method};
      ASSERT_EQ(faces_in_box(shape, X, c.box.low, c.box.high, options), expected)
          << method_name(method) << "\n"
          << to_text(c);
      ASSERT_EQ(box_meets(shape, X, c.box.low, c.box.high, options), !expected.empty()) << to_text(c);
    }
  }
  meeting.expect_representative(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Query, Cast, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze
