// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Worlds with every broad phase, and with several threads, live through the same random history; all of them must
// say on every frame what asking every pair of bodies says.
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

using Eigen::Vector3d;

struct Body {
  Shape shape;
  Pose pose;
  BodyOptions options;
};

/// The same bodies in plain containers.
struct Model {
  std::map<BodyId, Body> bodies;
  enum class List { none, allowed, forbidden } list = List::none;
  std::set<BodyPair> listed;
  std::set<BodyPair> touching;

  bool wants(BodyId a, const Body& x, BodyId b, const Body& y) const {
    if (x.options.mobility == Mobility::fixed && y.options.mobility == Mobility::fixed) return false;
    if ((x.options.layers & y.options.collides_with) == 0 ||
        (y.options.layers & x.options.collides_with) == 0)
      return false;
    return list == List::none || listed.contains({a, b}) == (list == List::allowed);
  }
  std::set<BodyPair> colliding() const {
    std::set<BodyPair> pairs;
    for (auto x = bodies.begin(); x != bodies.end(); ++x) {
      for (auto y = std::next(x); y != bodies.end(); ++y) {
        if (!wants(x->first, x->second, y->first, y->second)) continue;
        if ((x->second.pose.t - y->second.pose.t).norm() > 6) continue;  // larger than any two bodies
        if (collides(x->second.shape, x->second.pose, y->second.shape, y->second.pose)) {
          pairs.insert({x->first, y->first});
        }
      }
    }
    return pairs;
  }
};

class Soak {
 public:
  explicit Soak(std::uint64_t seed) : random_(seed) {
    for (const BroadPhaseKind kind : all_broad_phases())
      worlds_.emplace_back(WorldOptions{.broad_phase = kind});
    worlds_.emplace_back(WorldOptions{.boxes = BodyBoxes::cubes, .box_growth = 0.5, .threads = 2});
    worlds_.emplace_back(WorldOptions{.faces = FaceReport::first, .boxes = BodyBoxes::climbed, .threads = 8});
    worlds_.emplace_back(WorldOptions{.faces = FaceReport::all, .caches = false});
    for (int i = 0; i < 6; ++i)
      shapes_.push_back(Shape::mesh(make_random_convex(0.6 + 0.2 * i, 12, random_.next())));
    shapes_.push_back(Shape::mesh(make_torus(1, 0.3, 8, 6)));
    shapes_.push_back(Shape::mesh({}));
    shapes_.push_back(Shape::of(Deformable{make_box({0.5, 0.8, 1})}));
    while (model_.bodies.size() < 25) change();
  }

  void frame(int number) {
    for (std::uint64_t i = random_.below(random_.below(12) == 0 ? 40 : 8); i > 0; --i) change();
    const std::set<BodyPair> expected = model_.colliding();
    for (World& world : worlds_) {
      const Frame& frame = world.step();
      std::set<BodyPair> found, begun, ended(frame.ended.begin(), frame.ended.end());
      for (const Collision& c : frame.collisions) {
        found.insert({c.a, c.b});
        if (c.begins) begun.insert({c.a, c.b});
      }
      ASSERT_TRUE(
          std::is_sorted(frame.collisions.begin(), frame.collisions.end(), [](const auto& x, const auto& y) {
            return BodyPair{x.a, x.b} < BodyPair{y.a, y.b};
          }));
      ASSERT_EQ(found.size(), frame.collisions.size());
      ASSERT_TRUE(found == expected) << "frame " << number << ": " << found.size() << " instead of "
                                     << expected.size();
      ASSERT_TRUE(begun == difference(expected, model_.touching)) << "frame " << number;
      ASSERT_TRUE(ended == difference(model_.touching, expected)) << "frame " << number;
    }
    model_.touching = expected;
    collisions_ += expected.size();
  }

  std::size_t collisions() const { return collisions_; }
  std::size_t memory() const {
    std::size_t bytes = 0;
    for (const World& world : worlds_) bytes += world.memory();
    return bytes;
  }

 private:
  static std::set<BodyPair> difference(const std::set<BodyPair>& a, const std::set<BodyPair>& b) {
    std::set<BodyPair> only;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::inserter(only, only.end()));
    return only;
  }
  Pose random_pose() {
    const Vector3d axis(random_.uniform(-1, 1), random_.uniform(-1, 1), random_.uniform(0.1, 1));
    return {Eigen::AngleAxisd(random_.uniform(-3, 3), axis.normalized()).toRotationMatrix(),
            {random_.uniform(0, 5), random_.uniform(0, 5), random_.uniform(0, 5)}};
  }
  BodyOptions random_options() {
    BodyOptions options;
    options.mobility = static_cast<Mobility>(random_.below(3));
    if (random_.below(3) == 0) options.layers = static_cast<std::uint32_t>(random_.below(4));
    if (random_.below(3) == 0) options.collides_with = static_cast<std::uint32_t>(random_.below(4));
    return options;
  }
  BodyId some() {
    auto it = model_.bodies.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(random_.below(model_.bodies.size())));
    return it->first;
  }
  template <class Do>
  void in_all_worlds(const Do& act) {
    for (World& world : worlds_) act(world);
  }

  void change() {
    const std::uint64_t what = random_.below(20);
    constexpr std::size_t most = 40;
    if (model_.bodies.empty() || (what < 4 && model_.bodies.size() < most)) {
      const Body body = {shapes_[random_.below(shapes_.size())], random_pose(), random_options()};
      BodyId id;
      in_all_worlds([&](World& world) { id = world.add(body.shape, body.pose, body.options); });
      model_.bodies.emplace(id, body);
      return;
    }
    const BodyId id = some();
    Body& body = model_.bodies.at(id);
    if (what < 6) {
      in_all_worlds([&](World& world) { world.remove(id); });
      model_.bodies.erase(id);
    } else if (what < 7) {
      body.shape = shapes_[random_.below(shapes_.size())];
      in_all_worlds([&](World& world) { world.set_shape(id, body.shape); });
    } else if (what < 8) {
      body.options = random_options();
      in_all_worlds([&](World& world) { world.set_options(id, body.options); });
    } else if (what < 9) {
      deform(id, body);
    } else if (what < 10) {
      change_filter();
    } else {
      const Pose next = random_pose();
      if (random_.below(3) == 0) body.pose.R = next.R;
      if (random_.below(10) == 0) body.pose = next;
      body.pose.t += 0.1 * (next.t - Vector3d::Constant(2.5));
      in_all_worlds([&](World& world) { world.move(id, body.pose); });
    }
  }
  void deform(BodyId id, Body& body) {
    const auto* kind = std::get_if<Deformable>(&body.shape.kind());
    if (kind == nullptr) return;
    std::vector<Vector3d> vertices = kind->mesh.vertices;
    for (Vector3d& v : vertices) v *= random_.uniform(0.9, 1.1);
    if (vertices[0].norm() > 3) vertices = make_box({0.5, 0.8, 1}).vertices;
    body.shape = Shape::of(Deformable{Mesh{vertices, kind->mesh.faces}});
    in_all_worlds([&](World& world) { world.deform(id, vertices); });
  }
  void change_filter() {
    model_.list = static_cast<Model::List>(std::max<int>(0, static_cast<int>(random_.below(6)) - 3));
    model_.listed.clear();
    for (int i = 0; i < 200; ++i) {
      const BodyId a = some(), b = some();
      if (a < b) model_.listed.insert({a, b});
    }
    const std::vector<BodyPair> list(model_.listed.begin(), model_.listed.end());
    in_all_worlds([&](World& world) {
      if (model_.list == Model::List::none) world.allow_all_pairs();
      if (model_.list == Model::List::allowed) world.allow_only(list);
      if (model_.list == Model::List::forbidden) world.forbid(list);
    });
  }

  Random random_;
  Model model_;
  std::vector<World> worlds_;
  std::vector<Shape> shapes_;
  std::size_t collisions_ = 0;
};

TEST(Soak, EqualsBruteForceOnEveryFrame) {
  // Many short lives and, when the scale is large, one long one: 10^5 frames at a scale of 400.
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Soak soak(seed);
    const int frames = seed == 1 ? oracle::scaled_count(250) : 60;
    std::size_t early = 0;
    for (int i = 0; i < frames; ++i) {
      ASSERT_NO_FATAL_FAILURE(soak.frame(i)) << "seed " << seed;
      if (i == frames / 2) early = soak.memory();
    }
    EXPECT_GT(soak.collisions(), static_cast<std::size_t>(frames));
    if (frames > 1000) {
      EXPECT_LE(soak.memory(), early * 5 / 4) << "grows";
    }
  }
}

}  // namespace
}  // namespace graze
