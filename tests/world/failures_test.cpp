// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Where there is no memory for a change or a step, nothing has changed, and the world goes on as if it had not been asked.
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <map>
#include <new>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "support/allocations.h"

namespace graze {
namespace {

using Eigen::Vector3d;

class FailingWorld {
 public:
  FailingWorld(BroadPhaseKind kind, std::uint64_t seed)
      : world_({.broad_phase = kind, .faces = FaceReport::all}), random_(seed) {}

  void frame() {
    for (int i = 0; i < 12; ++i) change();
    while (!succeeds([&] { world_.step(); })) ASSERT_NO_FATAL_FAILURE(expect_unchanged());
    std::vector<BodyPair> expected, found;
    for (auto a = poses_.begin(); a != poses_.end(); ++a) {
      for (auto b = std::next(a); b != poses_.end(); ++b) {
        if (collides(cube_, a->second, cube_, b->second)) expected.push_back({a->first, b->first});
      }
    }
    for (const Collision& c : world_.frame().collisions) found.push_back({c.a, c.b});
    ASSERT_EQ(found, expected);
    collisions_ += found.size();
    // Queries of the index see the same bodies.
    const std::vector<BodyId> all = world_.bodies_in_box(Vector3d::Constant(-100), Vector3d::Constant(100));
    ASSERT_EQ(all.size(), poses_.size());
  }
  std::size_t collisions() const { return collisions_; }
  int failures() const { return failures_; }

 private:
  template <class Run>
  bool succeeds(const Run& run) {
    testing::fail_after(random_.below(2) == 0 ? static_cast<int>(random_.below(12)) : -1);
    try {
      run();
    } catch (const std::bad_alloc&) {
      testing::fail_after(-1);
      ++failures_;
      return false;
    }
    testing::fail_after(-1);
    return true;
  }
  Pose random_pose() {
    return {Eigen::Matrix3d::Identity(),
            {random_.uniform(0, 4), random_.uniform(0, 4), random_.uniform(0, 4)}};
  }
  BodyId some() {
    auto it = poses_.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(random_.below(poses_.size())));
    return it->first;
  }
  void change() {
    const Pose X = random_pose();
    const std::uint64_t what = random_.below(7);
    if (poses_.size() < 20 || (what == 0 && poses_.size() < 40)) {
      BodyId id;
      if (succeeds([&] { id = world_.add(cube_, X); })) poses_[id] = X;
    } else if (what == 1) {
      const BodyId id = some();
      if (succeeds([&] { world_.remove(id); })) poses_.erase(id);
    } else if (what == 2) {
      const BodyId id = some();
      succeeds([&] { world_.set_options(id, {.layers = random_.below(2) == 0 ? 1U : 3U}); });
    } else if (what == 3) {
      const BodyId id = some();
      succeeds([&] { world_.set_shape(id, cube_); });
    } else if (what == 4) {
      const BodyId id = some();
      succeeds([&] { world_.set_path(id, {.duration = 2, .deviation = {0.1, 0.1, 0.1}}); });
    } else {
      const BodyId id = some();
      if (succeeds([&] { world_.move(id, X); })) poses_[id] = X;
    }
    ASSERT_NO_FATAL_FAILURE(expect_unchanged());
  }
  void expect_unchanged() {
    ASSERT_EQ(world_.size(), poses_.size());
    for (const auto& [id, X] : poses_) {
      ASSERT_TRUE(world_.contains(id));
      ASSERT_TRUE(world_.pose(id) == X);
    }
  }

  World world_;
  Random random_;
  Shape cube_ = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  std::map<BodyId, Pose> poses_;
  std::size_t collisions_ = 0;
  int failures_ = 0;
};

TEST(Failures, OfMemoryChangeNothing) {
  for (const BroadPhaseKind kind : all_broad_phases()) {
    int failures = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      FailingWorld world(kind, seed);
      for (int i = 0; i < oracle::scaled_count(20); ++i) {
        ASSERT_NO_FATAL_FAILURE(world.frame())
            << broad_phase_name(kind) << ", seed " << seed << ", frame " << i;
      }
      EXPECT_GT(world.collisions(), static_cast<std::size_t>(oracle::scaled_count(20)));
      failures += world.failures();
    }
    EXPECT_GE(failures, oracle::scaled_count(100)) << broad_phase_name(kind);
  }
}

/// One of two lists grew, the other did not, and the next call took both for long enough.
TEST(Failures, OfMemoryWhileAPathIsToldLeaveRoomForIt) {
  int failures = 0;
  for (int allocation = 0; allocation < 4; ++allocation) {
    World world({.broad_phase = BroadPhaseKind::predictive});
    BodyId id;
    const Shape ball = Shape::of(Sphere{1});
    for (int i = 0; i < 10000; ++i) id = world.add(ball, {Eigen::Matrix3d::Identity(), {3.0 * i, 0, 0}});
    testing::fail_after(allocation);
    try {
      world.set_path(id, {.duration = 1});
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    testing::fail_after(-1);
    world.set_path(id, {.duration = 1});
    EXPECT_TRUE(world.step().collisions.empty());
  }
  EXPECT_EQ(failures, 2);
}

/// The index of queries between steps marked bodies as being in its tree before there was memory for it.
TEST(Failures, OfMemoryWhileTheIndexIsBuiltLoseNoBody) {
  constexpr std::size_t bodies = 200;
  int failures = 0;
  for (int allocation = 0; allocation < 12; ++allocation) {
    World world;
    const Shape cube = Shape::mesh(make_box({0.5, 0.5, 0.5}));
    for (std::size_t i = 0; i < bodies; ++i)
      world.add(cube, {Eigen::Matrix3d::Identity(), {2.0 * static_cast<double>(i), 0, 0}});
    const auto count = [&] {
      return world.bodies_in_box(Vector3d::Constant(-10), Vector3d::Constant(1000)).size();
    };
    for (int query = 0; query < 40; ++query) {
      testing::fail_after(allocation);
      try {
        count();
      } catch (const std::bad_alloc&) {
        ++failures;
      }
      testing::fail_after(-1);
      ASSERT_EQ(count(), bodies) << "allocation " << allocation << ", query " << query;
    }
  }
  EXPECT_GT(failures, 100);
}

}  // namespace
}  // namespace graze
