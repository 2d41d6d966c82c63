// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every way to treat deforming bodies gives the pairs that `naive` gives, in thousands of frames of every
// scene.
#include <graze/deform.h>
#include <gtest/gtest.h>

#include <map>

#include "deforming.h"
#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

constexpr int frames_a_scene = 400;

/// A body of a scene on its way through time.
struct Actor {
  const scenes::DeformingBody& body;
  Deformer deformer;
  std::vector<Eigen::Vector3d> vertices;
  Pose pose;

  explicit Actor(const scenes::DeformingBody& of)
      : body(of), deformer(Shape::deformable(of.rest)), vertices(of.rest.vertices) {}

  void move(double time) {
    body.deform(time, vertices);
    deformer.deform(vertices);
    pose = body.pose(time);
  }
};

/// The middle and the end of the period among random times: there faces coincide and have no area.
double time_of(int frame, Random& random) {
  return frame % 16 == 0 ? 0.5 : frame % 16 == 1 ? 0.0 : random.uniform();
}

TEST(DeformingScenes, EveryWayEqualsNaive) {
  Random random(5);
  for (const scenes::DeformingScene& scene : scenes::deforming_scenes(1)) {
    Actor a(scene.bodies[0]), b(scene.bodies[1]);
    Scratch scratch;
    int hits = 0;
    const int frames = oracle::scaled_count(frames_a_scene);
    for (int frame = 0; frame < frames; ++frame) {
      const double time = time_of(frame, random);
      a.move(time);
      b.move(time);
      const Shape shape_a = a.deformer.shape(), shape_b = b.deformer.shape();
      const auto expected =
          face_pairs(shape_a, a.pose, shape_b, b.pose, {.method = Method::naive, .scratch = &scratch});
      hits += expected.empty() ? 0 : 1;
      const std::string where = std::string(scene.name) + " at " + std::to_string(time);
      for (const Method method : {Method::automatic, Method::wide_bvh, Method::face_octree}) {
        const QueryOptions options{.method = method, .scratch = &scratch};
        ASSERT_EQ(face_pairs(shape_a, a.pose, shape_b, b.pose, options), expected) << where;
        ASSERT_EQ(collides(shape_a, a.pose, shape_b, b.pose, options), !expected.empty()) << where;
      }
      std::vector<BodyFacePair> among;
      for (const FacePair& p : expected) among.push_back({0, 1, p.a, p.b});
      const std::vector<BodyView> views = {{shape_a, a.pose}, {shape_b, b.pose}};
      for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
        const std::optional<int> level = frame % 2 == 0 ? std::nullopt : std::optional(5);
        ASSERT_EQ(face_pairs_among(views, {.level = level, .subdivision = subdivision, .scratch = &scratch}),
                  among)
            << where;
      }
      // The rigid methods, on the form of the moment.
      if (frame % 8 == 0) {
        const Shape rigid_a = Shape::mesh({a.vertices, a.body.rest.faces}),
                    rigid_b = Shape::mesh({b.vertices, b.body.rest.faces});
        ASSERT_EQ(face_pairs(rigid_a, a.pose, rigid_b, b.pose, {.method = Method::octree_update}), expected)
            << where;
        ASSERT_EQ(face_pairs(rigid_a, a.pose, shape_b, b.pose), expected) << where;
      }
    }
    EXPECT_GT(hits, frames / 4) << scene.name;
    RecordProperty(std::string(scene.name), hits);
  }
}

/// All bodies of all scenes in one place, by one octree.
TEST(DeformingScenes, AllAtOnceEqualNaivePairs) {
  const std::vector<scenes::DeformingScene> all = scenes::deforming_scenes(1);
  std::vector<Actor> actors;
  for (const scenes::DeformingScene& scene : all) {
    if (scene.name.starts_with("hand")) continue;  // of another size
    for (const scenes::DeformingBody& body : scene.bodies) actors.emplace_back(body);
  }
  Scratch scratch;
  Random random(9);
  for (int frame = 0; frame < oracle::scaled_count(10); ++frame) {
    const double time = time_of(frame, random);
    std::vector<Shape> shapes;
    for (Actor& actor : actors) {
      actor.move(time);
      shapes.push_back(actor.deformer.shape());
    }
    std::vector<BodyView> views;
    for (std::size_t i = 0; i < actors.size(); ++i) views.push_back({shapes[i], actors[i].pose});
    std::vector<BodyFacePair> expected;
    for (std::uint32_t i = 0; i < views.size(); ++i) {
      for (std::uint32_t j = i + 1; j < views.size(); ++j) {
        for (const FacePair& p :
             face_pairs(shapes[i], views[i].pose, shapes[j], views[j].pose, {.method = Method::naive}))
          expected.push_back({i, j, p.a, p.b});
      }
    }
    ASSERT_GT(expected.size(), 100u);
    for (const int threads : {1, 2, 8})
      ASSERT_EQ(face_pairs_among(views, {.threads = threads, .scratch = &scratch}), expected)
          << "at " << time;
  }
}

/// The hand closes: its finger tips end up near its palm, and its surface keeps whole.
TEST(DeformingScenes, TheHandCloses) {
  const scenes::DeformingBody hand = scenes::make_moving_hand();
  std::vector<Eigen::Vector3d> open(hand.rest.vertices.size()), closed(open);
  hand.deform(0, open);
  hand.deform(0.5, closed);
  EXPECT_EQ(open, hand.rest.vertices);
  const auto top = [](const std::vector<Eigen::Vector3d>& points) {
    double z = 0;
    for (const Eigen::Vector3d& p : points) z = std::max(z, p.z());
    return z;
  };
  EXPECT_LT(top(closed), 0.75 * top(open));
}

}  // namespace
}  // namespace graze
