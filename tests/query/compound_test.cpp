// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>

#include "oracle/poses.h"
#include "oracle/test_scale.h"
#include "query/shape/shape.h"

namespace graze {
namespace {

using oracle::Draw;

Pose random_pose(Draw& draw, double spread) {
  return {oracle::random_rotation(draw),
          {draw.uniform(-spread, spread), draw.uniform(-spread, spread), draw.uniform(-spread, spread)}};
}

Shape random_piece(Draw& draw, int depth) {
  switch (draw.small(0, depth > 0 ? 5 : 4)) {
    case 0:
      return Shape::of(Box{{draw.uniform(0.1, 0.5), draw.uniform(0.1, 0.5), draw.uniform(0.1, 0.5)}});
    case 1:
      return Shape::of(Convex{make_random_convex(0.5, 12, draw.next()).vertices});
    case 2:
      return Shape::mesh(make_icosphere(0.4, 1));
    case 3:
      return Shape::of(Capsule{0.2, 0.3});
    case 4:
      return Shape::of(Cylinder{0.3, 0.3});
    default: {
      Compound nested;
      for (int i = draw.small(1, 3); i > 0; --i)
        nested.pieces.push_back({random_piece(draw, 0), random_pose(draw, 1)});
      return Shape::of(nested);
    }
  }
}

Compound random_compound(Draw& draw, int pieces, double spread) {
  Compound compound;
  for (int i = 0; i < pieces; ++i)
    compound.pieces.push_back({random_piece(draw, 1), random_pose(draw, spread)});
  return compound;
}

/// All pieces against all pieces.
std::vector<FacePair> brute_force(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  std::vector<FacePair> pairs;
  const auto &of_a = std::get<Compound>(a.kind()).pieces, &of_b = std::get<Compound>(b.kind()).pieces;
  for (std::uint32_t i = 0; i < of_a.size(); ++i) {
    for (std::uint32_t j = 0; j < of_b.size(); ++j) {
      if (collides(of_a[i].shape, X_WA * of_a[i].pose, of_b[j].shape, X_WB * of_b[j].pose))
        pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(Compound, EqualsAllPieces) {
  Draw draw(300);
  int meet = 0;
  const int cases = oracle::scaled_count(60);
  for (int i = 0; i < cases; ++i) {
    const Shape a = Shape::of(random_compound(draw, draw.small(1, 8), 1)),
                b = Shape::of(random_compound(draw, draw.small(1, 20), 2));
    const Pose X_WA = random_pose(draw, 1), X_WB = random_pose(draw, 2.2);
    const auto expected = brute_force(a, X_WA, b, X_WB);
    ASSERT_EQ(face_pairs(a, X_WA, b, X_WB), expected) << i;
    const auto witness = first_face_pair(a, X_WA, b, X_WB);
    ASSERT_EQ(witness.has_value(), !expected.empty()) << i;
    if (witness) {
      EXPECT_NE(std::find(expected.begin(), expected.end(), *witness), expected.end());
    }
    meet += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(meet, 0.3 * cases);
  EXPECT_LT(meet, 0.8 * cases);
}

TEST(Compound, PiecesMoveWithoutARebuild) {
  Draw draw(301);
  const Shape scene = Shape::of(random_compound(draw, 60, 4));
  Compound hand = random_compound(draw, 20, 0.5);
  Shape body = Shape::of(hand);
  int meet = 0;
  for (int i = 0; i < 30; ++i) {
    std::vector<Pose> poses;
    for (Piece& piece : hand.pieces) poses.push_back(piece.pose = random_pose(draw, 0.8));
    body = body.with_poses(poses);
    ASSERT_NO_THROW(body.impl().compound->validate(std::get<Compound>(body.kind())));
    const Pose X = random_pose(draw, 4);
    const auto pairs = face_pairs(body, X, scene, {});
    ASSERT_EQ(pairs, face_pairs(Shape::of(hand), X, scene, {}));
    ASSERT_EQ(pairs, brute_force(body, X, scene, {}));
    meet += pairs.empty() ? 0 : 1;
  }
  EXPECT_GT(meet, 3);
  EXPECT_THROW(body.with_poses({}), Error);
  EXPECT_THROW(Shape::of(Sphere{1}).with_poses({}), Error);
}

TEST(Compound, MayBeEmpty) {
  const Shape nothing = Shape::of(Compound{});
  EXPECT_FALSE(collides(nothing, {}, nothing, {}));
  EXPECT_FALSE(collides(nothing, {}, Shape::of(Sphere{1}), {}));
  EXPECT_FALSE(collides(Shape::mesh(make_icosphere(1, 0)), {}, nothing, {}));
  EXPECT_FALSE(collides(Shape::of(Compound{{{nothing, {}}}}), {}, Shape::of(Box{}), {}));
}

}  // namespace
}  // namespace graze
