// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The errors of distances and depths are true: rational arithmetic is within them, for poses that are bent as far as they
// may be, for hulls whose points are nearly collinear or coplanar, and for all sizes.
#include <graze/distance.h>
#include <gtest/gtest.h>

#include "oracle/measure.h"
#include "oracle/test_scale.h"
#include "polytope_pairs.h"

namespace graze {
namespace {

/// A rotation whose columns are off orthonormal as far as `validate` lets them be.
Eigen::Matrix3d bent_rotation(Draw& draw) {
  for (;;) {
    Eigen::Matrix3d bend;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) bend(i, j) = draw.pick(std::array{-1.0, 0.0, 1.0}) * 4.99e-7;
    }
    const Eigen::Matrix3d R = oracle::random_rotation(draw) * (Eigen::Matrix3d::Identity() + bend);
    if ((R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() < 1e-6) return R;
  }
}

/// The squares of the distance and of the depth of two hulls, in the unit of the world.
struct Truth {
  mpq_class distance, depth;

  explicit Truth(const PolytopePair& pair) {
    std::vector<exact::Point> points = {{Eigen::Vector3d::UnitX()}};
    for (const Eigen::Vector3d& p : pair.points_a) points.push_back({p, &pair.X_WA});
    for (const Eigen::Vector3d& p : pair.points_b) points.push_back({p, &pair.X_WB});
    const std::vector<oracle::IntegerPoint> integers = oracle::to_integers(points);
    const auto all = std::span(integers).subspan(1);
    const auto a = all.first(pair.points_a.size()), b = all.subspan(pair.points_a.size());
    const mpq_class unit = mpq_class(integers[0][0]) * integers[0][0];
    distance = oracle::squared_distance(a, b) / unit;
    if (distance == 0) depth = oracle::squared_depth(a, b) / unit;
  }

  /// Is the signed distance within `error` of `value`?
  bool is_near(const mpq_class& value, double error) const {
    const mpq_class low = value - error, high = value + error;
    const mpq_class square = distance > 0 ? distance : mpq_class(-depth);  // as signed as the distance is
    const auto signed_square = [](const mpq_class& x) { return mpq_class(x * abs(x)); };
    return signed_square(low) <= square && square <= signed_square(high);
  }
};

void expect_true_error(const PolytopePair& pair, double radius, double largest_error) {
  const Shape a = radius > 0 ? Shape::of(Capsule{radius, 0.5}) : Shape::of(Convex{pair.points_a});
  const Shape b = Shape::of(Convex{pair.points_b});
  const Truth truth(pair);
  for (const Method method : {Method::gjk, Method::lin_canny}) {
    const Distance d = distance(a, pair.X_WA, b, pair.X_WB, {.method = method});
    ASSERT_TRUE(truth.is_near(mpq_class(d.distance) + radius, d.error)) << d.distance << " ± " << d.error;
    ASSERT_LT(d.error, largest_error);
    ASSERT_NEAR(d.normal.norm(), 1, 1e-12);
    const Distance turned = distance(b, pair.X_WB, a, pair.X_WA, {.method = method});
    ASSERT_TRUE(truth.is_near(mpq_class(turned.distance) + radius, turned.error));
  }
}

TEST(DistanceError, IsTrueForBentPoses) {
  Draw draw(600);
  int apart = 0;
  const int cases = oracle::scaled_count(300);
  for (int i = 0; i < cases; ++i) {
    PolytopePair pair = polytope_pair(i % 3 == 0 ? PairKind::flat : PairKind::random, draw, 7);
    pair.X_WA.R = bent_rotation(draw);
    pair.X_WB.R = bent_rotation(draw);
    const double radius = i % 4 == 3 ? 0.1 : 0;
    if (radius > 0) pair.points_a = {{0, 0, -0.5}, {0, 0, 0.5}};
    expect_true_error(pair, radius, 1e-12);
    if (HasFatalFailure()) FAIL() << i;
    apart += truth(pair) ? 0 : 1;
  }
  EXPECT_GT(apart, 0.3 * cases);
  EXPECT_LT(apart, 0.7 * cases);
}

/// Points on few lines and planes, but for rounding.
Points degenerate_points(Draw& draw) {
  const Eigen::Matrix3d R = oracle::random_rotation(draw);
  const int n = draw.small(4, 8), levels = draw.small(1, 3);
  const double thickness = draw.pick(std::array{1.0, 1e-3, 1e-8, 1e-12, 1e-15, 0.0});
  Points points;
  for (int i = 0; i < n; ++i) {
    const auto grid = [&](int k) { return static_cast<double>(draw.integer(-k, k)) / k; };
    points.emplace_back(
        R * Eigen::Vector3d(grid(levels), grid(levels) * (draw.coin() ? 1 : thickness), grid(1) * thickness));
  }
  if (draw.one_in(4)) points.resize(points.size() / 2);
  return draw.one_in(3) && points.size() < 5 ? with_twins(points, draw) : points;
}

TEST(DistanceError, IsTrueForNearlyFlatHulls) {
  Draw draw(601);
  int deep = 0;
  const int cases = oracle::scaled_count(600);
  for (int i = 0; i < cases; ++i) {
    PolytopePair pair;
    pair.points_a = degenerate_points(draw);
    pair.points_b = draw.one_in(3) ? pair.points_a : degenerate_points(draw);
    if (draw.coin()) pair.X_WB.t = draw.pick(std::array{1.0, 0.1, 1e-9, 1e-15}) * in_ball(draw);
    if (draw.coin()) pair.X_WB.R = oracle::random_rotation(draw);
    expect_true_error(pair, 0, 1e-12);
    if (HasFatalFailure()) FAIL() << i;
    deep += truth(pair) ? 1 : 0;
  }
  EXPECT_GT(deep, 0.3 * cases);
}

TEST(DistanceError, IsTrueForAllSizes) {
  Draw draw(602);
  for (int i = 0; i < oracle::scaled_count(300); ++i) {
    PolytopePair pair = polytope_pair(PairKind::random, draw, 6);
    const int e = draw.pick(std::array{-1000, -700, -400, -150, 150, 400, 700, 1000});
    for (Points* points : {&pair.points_a, &pair.points_b}) {
      for (Eigen::Vector3d& p : *points) p = oracle::scaled(p, {e, e, e});
    }
    pair.X_WA.t = oracle::scaled(pair.X_WA.t, {e, e, e});
    pair.X_WB.t = oracle::scaled(pair.X_WB.t, {e, e, e});
    expect_true_error(pair, 0, std::ldexp(1e-12, e));
    if (HasFatalFailure()) FAIL() << i << ", size 2^" << e;
  }
}

/// Bodies that are the points at most `radius` from the hull of some points.
enum class Kind { box, hull, sphere, capsule };
constexpr std::array kind_names = {"Box", "Hull", "Sphere", "Capsule"};

struct RoundedHull {
  Shape shape;
  Points core;
  double radius = 0;
};

RoundedHull hull_of(const Points& points) {
  return {Shape::of(Convex{points}), points};
}
RoundedHull box_of(const Eigen::Vector3d& half) {
  Points corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back((i & 1 ? 1 : -1) * half[0], (i & 2 ? 1 : -1) * half[1], (i & 4 ? 1 : -1) * half[2]);
  return {Shape::of(Box{half}), corners};
}
RoundedHull capsule(double radius, double half) {
  return {Shape::of(Capsule{radius, half}), {{0, 0, -half}, {0, 0, half}}, radius};
}

RoundedHull random_body(Kind kind, Draw& draw) {
  const auto length = [&] { return draw.pick(std::array{1.0, 0.3, 1e-3}) * draw.uniform(0.5, 1.5); };
  switch (kind) {
    case Kind::box: {
      const double x = length(), y = length();
      return box_of({x, y, length()});
    }
    case Kind::hull: {
      Points points(static_cast<std::size_t>(draw.small(4, 7)));
      for (Eigen::Vector3d& p : points) p = in_ball(draw);
      return hull_of(points);
    }
    case Kind::sphere: {
      const double radius = length();
      return {Shape::of(Sphere{radius}), {Eigen::Vector3d::Zero()}, radius};
    }
    case Kind::capsule: {
      const double radius = length();
      return capsule(radius, length());
    }
  }
  throw std::logic_error("no such kind");
}

void expect_true_error(const RoundedHull& a, const Pose& X_WA, const RoundedHull& b, const Pose& X_WB) {
  const Truth truth(PolytopePair{a.core, b.core, X_WA, X_WB});
  const mpq_class radii = mpq_class(a.radius) + b.radius;
  for (const Method method : {Method::gjk, Method::lin_canny}) {
    const Distance d = distance(a.shape, X_WA, b.shape, X_WB, {.method = method});
    EXPECT_GE(d.error, 0);
    EXPECT_TRUE(truth.is_near(d.distance + radii, d.error)) << d.distance << " ± " << d.error;
    const Distance turned = distance(b.shape, X_WB, a.shape, X_WA, {.method = method});
    EXPECT_GE(turned.error, 0);
    EXPECT_TRUE(truth.is_near(turned.distance + radii, turned.error))
        << turned.distance << " ± " << turned.error;
    // Without depths, bodies that overlap are at distance 0.
    const Distance flat = distance(a.shape, X_WA, b.shape, X_WB, {.method = method, .depth = false});
    if (radii == 0) {
      EXPECT_TRUE(truth.is_near(flat.distance, flat.error) ||
                  (truth.distance == 0 && flat.distance <= flat.error));
    }
  }
}

Pose pose(const std::array<double, 9>& rows, const Eigen::Vector3d& t) {
  Pose X;
  for (int i = 0; i < 9; ++i) X.R(i / 3, i % 3) = rows[static_cast<std::size_t>(i)];
  X.t = t;
  return X;
}

/// A tetrahedron that may hold the origin, rounding left aside, was taken for one that does. So was a point v near it for one
/// outside.
TEST(DistanceError, IsTrueWhereGjkIsUnsure) {
  struct Case {
    const char* what;
    RoundedHull a, b;
    Pose X_WA, X_WB;
  };
  const Case cases[] = {
      // clang-format off
      {"a capsule and a thin hull", capsule(0x1.78ca51cec6d2dp-38, 0x1.4f8b588e368f1p-17), hull_of({{0x1.0cc03ace2643fp-2, 0x1.16ee299b2b935p+0, -0x1.a80f9a1557246p+0}, {-0x1.0cc03ace2639bp-3, -0x1.16ee299b2b4dp-1, 0x1.a80f9a1557531p-1}, {-0x1.40dada322e1b8p+0, -0x1.fbdaaa832d338p-1, 0x1.9050fbebe5e6fp+0}, {-0x1.fb5596fd490ffp-1, 0x1.900d459953fe1p-4, -0x1.7be9e29710ec2p-4}, {-0x1.40dada322e19dp+0, -0x1.fbdaaa832cd5cp-1, 0x1.9050fbebe6061p+0}, {-0x1.1f42d2d86951cp+0, -0x1.c9d901d002b3cp-2, 0x1.78925dc274d83p-1}}), pose({0x1.68d2f0f6cf7a8p-5, -0x1.8fb3b115ceefbp-4, 0x1.fd0ea155be56dp-1, 0x1.80384683c748ap-1, 0x1.5205732b4d11ep-1, 0x1.02795a8a62d1fp-5, -0x1.51a78cb6d1a27p-1, 0x1.7d4cc49bc0124p-1, 0x1.a30dce348fb85p-4}, {0, 0, 0}), Pose()},
      {"hulls thin along two axes", hull_of({{0x1.847b8aba787a9p-1, 0x1.63fb73647f5eep-1, -0x1.42a49d24e56p-3}, {0x1.847b875f7a274p-1, 0x1.63fb7364955c6p-1, -0x1.42a49d24e56p-3}, {0x1.847b875f7a274p-1, 0x1.63fb73647f5eep-1, -0x1.42a49d24e56p-3}, {0x1.847b8aba787a9p-1, 0x1.63fb736469616p-1, 0x1.af56d8b6c6a8p-1}, {0x1.847b84047bd3fp-1, 0x1.63fb73647f5eep-1, 0x1.af56d8b6c6a8p-1}}), hull_of({{0x1.847b8aba787a9p-1, 0x1.63fb73647f5eep-1, -0x1.42a49d24e56p-3}, {0x1.847b875f7a274p-1, 0x1.63fb7364955c6p-1, -0x1.42a49d24e56p-3}, {0x1.847b875f7a274p-1, 0x1.63fb73647f5eep-1, -0x1.42a49d24e56p-3}, {0x1.847b8aba787a9p-1, 0x1.63fb736469616p-1, 0x1.af56d8b6c6a8p-1}, {0x1.847b84047bd3fp-1, 0x1.63fb73647f5eep-1, 0x1.af56d8b6c6a8p-1}}), pose({-0x1.1452344a489dap-1, -0x1.a05712108f638p-1, -0x1.be5895c0c032ep-3, -0x1.9086c2a41bcb2p-1, 0x1.28fd4c0a7c3ap-1, -0x1.d11991969e09p-3, 0x1.3e8df317a3e47p-2, 0x1.88a0eb234cc22p-5, -0x1.e5f9d510bfca6p-1}, {0, 0, 0}), pose({-0x1.1452344a489dap-1, -0x1.a05712108f638p-1, -0x1.be5895c0c032ep-3, -0x1.9086c2a41bcb2p-1, 0x1.28fd4c0a7c3ap-1, -0x1.d11991969e09p-3, 0x1.3e8df317a3e47p-2, 0x1.88a0eb234cc22p-5, -0x1.e5f9d510bfca6p-1}, {-0x1.cf85219p-25, -0x1.5002c4dp-24, 0x1.0b38008p-25})},
      {"thin hulls at 2^-300", hull_of({{-0x1.c0f2bdb736688p-303, -0x1.8527b1fc06984p-302, -0x1.cc180c211f705p-301}, {-0x1.4ef2980738066p-344, -0x1.00a89a44f2e69p-340, 0x1.c6996a83b3c43p-342}, {-0x1.c0f2bdb7370fep-303, -0x1.8527b1fc0a9aep-302, -0x1.cc180c211e8dp-301}, {0x1.4ee760b6da39dp-344, 0x1.00a8b6ec6e8cep-340, -0x1.c698ebe08aa02p-342}}), hull_of({{0x1.0a55bf3dbddd7p-302, -0x1.6172b565f90bdp-302, 0x1.4116e9afd325bp-302}, {0x1.a8ade32e16021p-302, -0x1.19caba1448dc2p-301, 0x1.fffcb184ff561p-302}, {-0x1.8d080f6c9348p-302, 0x1.07724d39e49a1p-301, -0x1.dea7c46ef2e99p-302}, {-0x1.5439f079e96f9p-302, 0x1.c382079d6f0bfp-302, -0x1.9a2bff8a994fp-302}, {0x1.19dda49bf7547p-302, -0x1.760f0b76b4041p-302, 0x1.53d0322036bc8p-302}}), pose({0x1.ffffef419f654p-1, 0, -0x1.0be609ac1da22p-21, -0x1.0be609ac1da22p-21, 0x1.ffffef419f654p-1, 0, 0x1.0be609ac1da22p-21, 0x1.0be609ac1da22p-21, 0x1.ffffef419f654p-1}, {0, 0, 0}), pose({0x1.6848010722c0cp-2, 0x1.24df9336cdb02p-1, -0x1.7b5db8a19bda7p-1, 0x1.adb0bf6a25ac2p-1, -0x1.1632faec00fe6p-1, -0x1.578cf0cb0ba18p-6, -0x1.a88bb0fbb04f7p-2, -0x1.3a9a042386b03p-1, -0x1.57abe7add220ap-1}, {0, 0, 0})},
      {"hulls along a parabola", hull_of({{-0x1.ed1a98fbb99f6p-1, 0x1.8e611c794458cp-24, 0x1.4786460abff4ep-44}, {-0x1.934fabe864552p-1, 0x1.0a8085d03b67dp-24, 0x1.358b1bfb7a182p-44}, {-0x1.c24dc84bf2fc8p-3, 0x1.4c3963b984609p-28, -0x1.5bc12408b3e89p-45}, {0x1.133f8dff94e1p-1, 0x1.f082e187ef289p-26, 0x1.73ad313f23021p-46}}), hull_of({{0x1.14cf577581f58p-3, 0x1.f6294c303c42p-30, -0x1.cd11c3930aff4p-47}, {-0x1.09ba2d9fed7aep-1, 0x1.cec18f448e1d8p-26, 0x1.d278cf483d75p-45}, {-0x1.c1a67d2a69b18p-3, 0x1.4b42b7c3e024ap-28, 0x1.75964cc84e899p-45}, {-0x1.ee081f6fed758p-3, 0x1.8fe144269b2ap-28, -0x1.d922540039858p-45}}), pose({0x1.7a49a86206fe4p-2, 0x1.b5f7754d91183p-1, -0x1.73c5f00ddbce6p-2, 0x1.657de20fe5d83p-1, -0x1.06d255f7a398ap-1, -0x1.fef42ec58d0e6p-2, -0x1.39f4b11d8e59cp-1, -0x1.1b4c1ea5ce776p-4, -0x1.92e44606c3114p-1}, {0, 0, 0}), pose({0x1.7a49a86206fe4p-2, 0x1.b5f7754d91183p-1, -0x1.73c5f00ddbce6p-2, 0x1.657de20fe5d83p-1, -0x1.06d255f7a398ap-1, -0x1.fef42ec58d0e6p-2, -0x1.39f4b11d8e59cp-1, -0x1.1b4c1ea5ce776p-4, -0x1.92e44606c3114p-1}, {-0x1.ee6a20a73c77fp-14, -0x1.d33c1358f0262p-13, 0x1.9a55869644e06p-13})},
      {"a capsule and a thin hull, far from the origin", capsule(0x1.d47963c1507cbp+3, 0x1.47ae147ae147bp-7), hull_of({{-0x1.c25c268497682p-43, -0x1p+1, 0}, {-0x1.c25c268497682p-43, -1, 0}, {0x1.c25c268497682p-43, 0, 0x1.12e0be826d695p-30}, {-0x1.c25c268497682p-44, 0x1p+1, 0}, {-0x1.c25c268497682p-44, 0x1p+1, 0x1.12e0be826d695p-30}, {0x1.c25c268497682p-44, -1, 0}}), pose({-0x1.f8d29f8a68ddp-1, -0x1.18841cb5f106ep-3, -0x1.864551472144ep-4, 0x1.3fb8ba5ce05f8p-3, -0x1.1c8c9000ace05p-1, -0x1.a21353752ee11p-1, 0x1.e26d679adaa7ap-5, -0x1.a3d48eddf20ddp-1, 0x1.23823581e5c2ap-1}, {0x1.1ed49fb0455aap+14, 0x1.f1e02d04aefb6p+11, -0x1.0c27f73978381p+16}), pose({0x1.0000085f304d6p+0, 0x1.0be609ac1da22p-21, 0, 0, 0x1.ffffef419f654p-1, -0x1.0be609ac1da22p-21, 0, 0x1.0be609ac1da22p-21, 0x1.ffffef419f654p-1}, {0x1.1ed49fb0455aap+14, 0x1.f1e02d04aefb6p+11, -0x1.0c27f73978381p+16})},
      {"a hull and itself, bent", hull_of({{0x1.cfe11037e229p-4, 0x1.608ea806f574ep-30, 0x1.5465958abe7c9p-45}, {0x1.22b5d64766a5p-1, 0x1.14ee34adec1c7p-25, 0x1.a5df8f7aa6a8dp-46}, {-0x1.75b04c8103506p-1, 0x1.c995392ca3ba3p-25, 0x1.f707ead8ce2b9p-45}, {0x1.9c1f0f2635b7ep-1, 0x1.1645bb2e1a602p-24, -0x1.950e0b7dd4ff5p-44}, {0x1.798eaae8f3d9ap-1, 0x1.d31b3274146eep-25, -0x1.23084c966bcdp-47}, {-0x1.1929c4284ef8p-4, 0x1.030a399d9cd95p-31, -0x1.65a4e3a43e5f3p-45}}), hull_of({{0x1.cfe11037e229p-4, 0x1.608ea806f574ep-30, 0x1.5465958abe7c9p-45}, {0x1.22b5d64766a5p-1, 0x1.14ee34adec1c7p-25, 0x1.a5df8f7aa6a8dp-46}, {-0x1.75b04c8103506p-1, 0x1.c995392ca3ba3p-25, 0x1.f707ead8ce2b9p-45}, {0x1.9c1f0f2635b7ep-1, 0x1.1645bb2e1a602p-24, -0x1.950e0b7dd4ff5p-44}, {0x1.798eaae8f3d9ap-1, 0x1.d31b3274146eep-25, -0x1.23084c966bcdp-47}, {-0x1.1929c4284ef8p-4, 0x1.030a399d9cd95p-31, -0x1.65a4e3a43e5f3p-45}}), pose({0x1.ffffef419f654p-1, 0x1.0be609ac1da22p-21, -0x1.0be609ac1da22p-21, 0, 1, 0, 0, -0x1.0be609ac1da22p-21, 0x1.ffffef419f654p-1}, {0x1.f9e51463a429ep+14, 0x1.225271bd58626p+16, 0x1.a0f99b51a2a24p+15}), pose({1, 0, 0, 0, 1, 0, 0, 0, 1}, {0x1.f9e51463a429ep+14, 0x1.225271bd58626p+16, 0x1.a0f99b51a2a24p+15})},
      // clang-format on
      {"a thin box and a point far inside, 2^130 large",
       box_of({0x1.4f8b588e368f1p+113, 0x1p+130, 0x1.b7cdfd9d7bdbbp+96}),
       hull_of({{-0x1.6849b86a12b9bp+84, 0, 0x1.70ef54646d497p+73}}), Pose(), Pose()},
      {"a thin box and a point far inside", box_of({1, 0x1.5fd7fe1796495p-37, 0x1.0624dd2f1a9fcp-10}),
       hull_of({{-0x1.203af9ee75616p-50, -0x1.cd2b297d889bcp-54, 0}}), Pose(),
       pose({0x1.ffffef419f654p-1, 0, 0, 0, 0x1.ffffef419f654p-1, 0, 0, 0, 0x1.0000085f304d6p+0},
            {0x1.203af081714dp-50, -0x1.667c8d4faa047p-46, 0})},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    expect_true_error(c.a, c.X_WA, c.b, c.X_WB);
  }
}

TEST(DistanceError, IsTrueNearTheMiddleOfAThinBox) {
  const RoundedHull box = box_of({1e-5, 1, 1e-10});
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    expect_true_error(box, Pose(), hull_of({{-i * 1e-15, 0, i % 2 * 1e-17}}), Pose());
  }
}

class DistanceErrorOf : public ::testing::TestWithParam<std::tuple<Kind, Kind>> {};

// Poses are bent, or merely rounded.
TEST_P(DistanceErrorOf, IsTrue) {
  Draw draw(603);
  const int cases = oracle::scaled_count(100);
  int apart = 0;
  for (int i = 0; i < cases; ++i) {
    const RoundedHull a = random_body(std::get<0>(GetParam()), draw),
                      b = random_body(std::get<1>(GetParam()), draw);
    PolytopePair pair{a.core, b.core, {}, {}};
    pair.X_WA.R = draw.coin() ? bent_rotation(draw) : oracle::random_rotation(draw);
    pair.X_WB.R = draw.coin() ? bent_rotation(draw) : oracle::random_rotation(draw);
    pair.X_WB.t = draw.pick(std::array{2.0, 1.0, 0.1}) * in_ball(draw);
    const Truth truth(pair);
    const Distance d = distance(a.shape, pair.X_WA, b.shape, pair.X_WB);
    ASSERT_TRUE(truth.is_near(mpq_class(d.distance) + a.radius + b.radius, d.error))
        << i << ": " << d.distance << " ± " << d.error;
    ASSERT_LT(d.error, 1e-12) << i;
    apart += d.distance > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 0.1 * cases);
  EXPECT_LT(apart, 0.9 * cases);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, DistanceErrorOf,
    ::testing::Combine(::testing::Values(Kind::box, Kind::hull, Kind::sphere, Kind::capsule),
                       ::testing::Values(Kind::box, Kind::hull, Kind::sphere, Kind::capsule)),
    [](const auto& of) {
      return std::string(kind_names[static_cast<std::size_t>(std::get<0>(of.param))]) +
             kind_names[static_cast<std::size_t>(std::get<1>(of.param))];
    });

}  // namespace
}  // namespace graze
