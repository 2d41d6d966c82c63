// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What a World remembers of pairs of convex bodies from frame to frame.
#include <gtest/gtest.h>

#include "polytope_crowd.h"

namespace graze {
namespace {

struct Frames {
  Counters queries;
  std::vector<std::vector<BodyPair>> collisions;  ///< by frame
};

Frames frames_of(Method method, bool caches, FaceReport faces = FaceReport::none) {
  scenes::PolytopeCrowd crowd(
      {.bodies = 200, .density = 0.05},
      {.method = method, .faces = faces, .caches = caches, .shortcuts = ShortcutSet::all()});
  Frames result;
  for (int i = 0; i < 20; ++i) {
    const Frame& frame = crowd.advance();
    result.queries += frame.counters.queries;
    std::vector<BodyPair>& pairs = result.collisions.emplace_back();
    for (const Collision& c : frame.collisions) pairs.push_back({c.a, c.b});
  }
  return result;
}

TEST(WorldMemory, WalksBeginAtTheLastFeatures) {
  const Frames with = frames_of(Method::lin_canny, true), without = frames_of(Method::lin_canny, false);
  EXPECT_EQ(with.collisions, without.collisions);
  EXPECT_LT(2 * with.queries.walk_steps, without.queries.walk_steps);
  EXPECT_EQ(frames_of(Method::lin_canny, true, FaceReport::all).queries.walk_steps, with.queries.walk_steps);
}

TEST(WorldMemory, PlanesAreTriedAgain) {
  const Frames with = frames_of(Method::separating_plane, true),
               without = frames_of(Method::separating_plane, false);
  EXPECT_EQ(with.collisions, without.collisions);
  EXPECT_GT(with.queries[Shortcut::separating_plane], 500U);
  EXPECT_EQ(without.queries[Shortcut::separating_plane], 0U);
}

TEST(WorldMemory, TheDefaultDoesWithout) {
  EXPECT_EQ(frames_of(Method::automatic, true).collisions, frames_of(Method::lin_canny, true).collisions);
}

}  // namespace
}  // namespace graze
