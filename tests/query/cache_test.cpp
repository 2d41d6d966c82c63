// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

Pose turned(double angle, const Eigen::Vector3d& t) {
  return {Eigen::AngleAxisd(angle, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), t};
}

/// Through contact and out again, in small steps: the answer is the one without cache, and a hit comes with a
/// true witness.
TEST(PairCache, CoherentMotionKeepsEveryAnswer) {
  const Shape a = Shape::mesh(make_torus(0.7, 0.3, 40, 24)), b = Shape::mesh(make_tetraflake(1, 4));
  PairCache cache;
  Counters with, without;
  int hits = 0, steps = 0;
  for (double x = -3; x < 3; x += 0.01, ++steps) {
    const Pose X_WA = turned(0.3 * x, {0.1 * x, 0, 0}), X_WB = turned(2 * x, {x, 0.3, 0.2 * x});
    const bool expected = collides(a, X_WA, b, X_WB, {.counters = &without});
    const auto witness = first_face_pair(a, X_WA, b, X_WB, {.counters = &with, .cache = &cache});
    ASSERT_EQ(witness.has_value(), expected) << "at " << x;
    if (witness) {
      const auto pairs = face_pairs(a, X_WA, b, X_WB);
      ASSERT_TRUE(std::binary_search(pairs.begin(), pairs.end(), *witness)) << "at " << x;
    }
    hits += expected ? 1 : 0;
  }
  EXPECT_GT(hits, steps / 5);
  EXPECT_LT(hits, steps * 4 / 5);
  if (default_shortcuts() == ShortcutSet::all()) {
    EXPECT_LT(with.box_tests * 3, without.box_tests) << "the cache saves nothing";
  }
}

/// Jumps of all sizes, and other shapes in the same cache.
TEST(PairCache, NeverOutlivesWhatItIsOf) {
  const Shape shapes[] = {Shape::mesh(make_box({1, 1, 1})), Shape::mesh(make_icosphere(1, 2)),
                          Shape::mesh(make_torus(1, 0.2, 20, 8))};
  Random random(5);
  PairCache cache;
  int hits = 0;
  Pose X_WB;
  for (int i = 0; i < 20000; ++i) {
    const Shape &a = shapes[i / 97 % 3], &b = shapes[i / 31 % 3];
    const double step = std::exp2(random.uniform(-20, 2));
    X_WB = turned(random.uniform(-1, 1) * step, {0, 0, 0}) * X_WB;
    for (int k = 0; k < 3; ++k) X_WB.t[k] = std::clamp(X_WB.t[k] + random.uniform(-1, 1) * step, -1.4, 1.4);
    X_WB.R = Eigen::Quaterniond(X_WB.R).normalized().toRotationMatrix();
    const bool expected = collides(a, {}, b, X_WB);
    ASSERT_EQ(collides(a, {}, b, X_WB, {.cache = &cache}), expected) << i;
    hits += expected ? 1 : 0;
  }
  EXPECT_GT(hits, 4000);
  EXPECT_LT(hits, 16000);
}

/// The certificate must be spent by the motion of either body, by turning as well as by moving.
TEST(PairCache, CertificatesAreSpentByEveryMotion) {
  const Shape bar = Shape::mesh(make_box({1, 0.01, 0.01}));
  const Pose apart(Eigen::Matrix3d::Identity(), {0, 0.5, 0});
  const Pose quarter(Eigen::AngleAxisd(EIGEN_PI / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix(), {0, 0, 0});
  PairCache cache;
  const QueryOptions options{.cache = &cache};
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  EXPECT_TRUE(collides(bar, quarter, bar, apart, options)) << "the first body turned";
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  EXPECT_TRUE(collides(bar, {}, bar, {}, options)) << "the second body moved";
  EXPECT_FALSE(collides(bar, {}, bar, apart, options));
  for (int i = 0; i < 100; ++i) {  // slowly, so that many small motions add up
    Pose X;
    X.t.y() = 0.5 - 0.005 * i;
    EXPECT_EQ(collides(bar, {}, bar, X, options), collides(bar, {}, bar, X));
  }
}

/// A rotation that is as far off as a pose may be.
Pose bent(Pose X, Random& random) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.R(i, j) += random.uniform(-1.5e-7, 1.5e-7);
  }
  return X;
}

/// Solid bodies deep in each other, where two points decide; also far from the origin, tiny, and with poses that are a
/// little off.
TEST(PairCache, BodiesThatPassThroughEachOtherKeepEveryAnswer) {
  const Mesh meshes[] = {make_icosphere(1, 4), make_torus(0.8, 0.35, 40, 24), make_box({0.9, 0.6, 0.4})};
  Random random(7);
  for (const double unit : {1.0, 1e-100, 1e100}) {
    std::vector<Shape> shapes;
    for (Mesh mesh : meshes) {
      for (Eigen::Vector3d& v : mesh.vertices) v *= unit;
      shapes.push_back(Shape::mesh(mesh));
    }
    for (const Shape& a : shapes) {
      for (const Shape& b : shapes) {
        PairCache cache;
        Counters with, without;
        const Eigen::Vector3d place = random.uniform(0, 1e3) * unit * Eigen::Vector3d(1, -2, 0.5);
        for (double x = -2.2; x < 2.2; x += 0.02) {
          const Pose X_WA = bent(turned(0.2 * x, place), random),
                     X_WB = bent(turned(x, place + unit * Eigen::Vector3d(x, 0.1, 0.2 * x)), random);
          const bool expected = collides(a, X_WA, b, X_WB, {.counters = &without});
          ASSERT_EQ(collides(a, X_WA, b, X_WB, {.counters = &with, .cache = &cache}), expected) << x;
        }
        if (default_shortcuts() == ShortcutSet::all()) {
          EXPECT_LT(with.box_tests * 2, without.box_tests) << "the cache saves nothing";
        }
      }
    }
  }
}

/// One part inside the other body and one outside, without contact; one body wholly inside another.
TEST(PairCache, PartsInsideAreNoCollision) {
  Mesh two = make_icosphere(0.2, 3);
  const Mesh other = make_icosphere(0.2, 3);
  for (const Face& f : other.faces) {
    const auto offset = static_cast<std::uint32_t>(other.vertices.size());
    two.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
  }
  for (const Eigen::Vector3d& v : other.vertices) two.vertices.push_back(v + Eigen::Vector3d(2, 0, 0));
  const Shape ball = Shape::mesh(make_icosphere(1, 4)), small = Shape::mesh(make_icosphere(0.3, 3));
  const auto at = [](double x) { return Pose(Eigen::Matrix3d::Identity(), {x, 0, 0}); };
  for (const Shape& body : {Shape::mesh(two), small}) {
    PairCache cache, turned_round;
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 40; ++i) {
        EXPECT_TRUE(collides(ball, {}, body, at(0.9 + 0.001 * i), {.cache = &cache}));
        EXPECT_TRUE(collides(body, at(0.9 + 0.001 * i), ball, {}, {.cache = &turned_round}));
      }
      for (int i = 0; i < 40; ++i) {
        EXPECT_FALSE(collides(ball, {}, body, at(0.001 * i), {.cache = &cache}));
        EXPECT_FALSE(collides(body, at(0.001 * i), ball, {}, {.cache = &turned_round}));
      }
    }
  }
}

/// Between contacts a distance is known; once they meet again it is not.
TEST(PairCache, DistancesEndWithTheNextContact) {
  const Shape ring = Shape::mesh(make_torus(1.2, 0.3, 60, 40)), ball = Shape::mesh(make_icosphere(0.5, 3));
  const auto at = [](double x) { return Pose(Eigen::Matrix3d::Identity(), {x, 0, 0}); };
  PairCache cache;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(collides(ring, {}, ball, at(0.8 + 0.001 * i), {.cache = &cache}));
    for (int i = 0; i < 20; ++i) EXPECT_FALSE(collides(ring, {}, ball, at(0.001 * i), {.cache = &cache}));
  }
}

/// Two lentils that a plane across (1, 1, 1) parts, where neither balls nor boxes do. What a question for a witness learns
/// while they are apart must not outlive that points of theirs say, without a search, that they cross again.
TEST(PairCache, QuestionsOfBothKindsShareIt) {
  const Eigen::Vector3d across = Eigen::Vector3d(1, 1, 1).normalized();
  Mesh lentil = make_icosphere(1, 4);
  for (Eigen::Vector3d& v : lentil.vertices) v -= 0.7 * across.dot(v) * across;
  const Shape a = Shape::mesh(lentil), b = Shape::mesh(lentil);
  const auto at = [&](double distance) { return Pose(Eigen::Matrix3d::Identity(), distance * across); };
  PairCache cache;
  const QueryOptions options{.cache = &cache};
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(collides(a, {}, b, at(0.2 + 0.001 * i), options));
    for (int i = 0; i < 20; ++i)
      EXPECT_FALSE(first_face_pair(a, {}, b, at(0.9 + 0.02 * (i % 10)), options).has_value());
    for (double distance = 0.2; distance < 0.8; distance += 0.001)
      ASSERT_EQ(collides(a, {}, b, at(distance), options), collides(a, {}, b, at(distance))) << distance;
  }
}

}  // namespace
}  // namespace graze
