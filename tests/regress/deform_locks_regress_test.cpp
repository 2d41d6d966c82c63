// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of deforming bodies that several threads ask about, one test each.
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "math/random.h"
#include "oracle/test_scale.h"
#include "support/watchdog.h"

namespace graze {
namespace {

using Eigen::Vector3d;
using Vertices = std::vector<Vector3d>;

// --- Locks of deforming trees.

/// A barrier whose threads go on within some ten nanoseconds of each other: they look out and do not sleep.
class SpinBarrier {
 public:
  explicit SpinBarrier(int threads) : threads_(threads) {}
  void wait() {
    const int round = round_.load();
    if (arrived_.fetch_add(1) + 1 == threads_) {
      arrived_ = 0;
      ++round_;
      return;
    }
    for (int spins = 0; round_.load() == round; ++spins) {
      if (spins > 1000) std::this_thread::yield();
    }
  }

 private:
  int threads_;
  std::atomic<int> arrived_ = 0, round_ = 0;
};

/// Two threads, the same bodies in opposite order, new vertices each frame; fewer frames where the machine is busy. With
/// GRAZE_TEST_SCALE both the frames and the time are so many times as many.
void ask_in_both_orders(int detail, int frames) {
  const int most_frames = oracle::scaled_count(frames);
  const testing::Watchdog watchdog(std::chrono::seconds(120 + oracle::scaled_count(60)),
                                   "face_pairs(a, b) beside face_pairs(b, a)");
  const Mesh rest = make_icosphere(1, detail);
  Deformer deformer_a(rest), deformer_b(rest);
  std::optional<Shape> a, b;
  const Pose X_a, X_b{Eigen::Matrix3d::Identity(), {1.6, 0.1, 0.2}};
  Random random(6);
  Vertices vertices = rest.vertices;
  const auto next = [&](Deformer& deformer) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      vertices[i] = random.uniform(0.97, 1.03) * rest.vertices[i];
    return deformer.deform(vertices);
  };
  SpinBarrier barrier(2);
  std::vector<FacePair> in_order, swapped;
  std::atomic<bool> stop = false;
  const std::jthread other([&] {
    Scratch scratch;
    while (true) {
      barrier.wait();
      if (stop) return;
      face_pairs(*b, X_b, *a, X_a, {.scratch = &scratch}, swapped);
      barrier.wait();
    }
  });
  Scratch scratch;
  int wrong = 0, hits = 0, frame = 0;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(oracle::scaled_count(4));
  for (; frame < most_frames && std::chrono::steady_clock::now() < end; ++frame) {
    a.reset();
    b.reset();
    a = next(deformer_a);
    b = next(deformer_b);
    barrier.wait();
    face_pairs(*a, X_a, *b, X_b, {.scratch = &scratch}, in_order);
    barrier.wait();
    for (FacePair& pair : swapped) std::swap(pair.a, pair.b);
    std::sort(swapped.begin(), swapped.end());
    wrong += in_order == swapped ? 0 : 1;
    hits += in_order.empty() ? 0 : 1;
    if (frame % 100 == 0)
      wrong += in_order == face_pairs(*a, X_a, *b, X_b, {.method = Method::naive}) ? 0 : 1;
  }
  stop = true;
  barrier.wait();
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(hits, frame / 2);
  ::testing::Test::RecordProperty("frames", frame);
}
TEST(DeformingLocks, TwoBodiesInBothOrders) {
  ask_in_both_orders(2, 5'000);
}
/// Queries that take so little that they often begin at the same moment.
TEST(DeformingLocks, TwoSmallBodiesInBothOrders) {
  ask_in_both_orders(0, 20'000);
}

/// Clusters of three bodies that all overlap each other, in a world with threads.
TEST(DeformingLocks, AWorldOfThreesWithThreads) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "a world of deforming bodies");
  const Mesh rest = make_icosphere(1, 1);
  constexpr int clusters = 24, frames = 200;
  // With a limit, here of a week, threads take single pairs: those of one cluster at the same time.
  World world({.faces = FaceReport::all, .threads = 4, .budget_seconds = 6e5});
  World alone({.faces = FaceReport::all});
  std::vector<Deformer> deformers;
  std::vector<BodyId> ids, alone_ids;
  for (int i = 0; i < 3 * clusters; ++i) {
    deformers.emplace_back(rest);
    const Pose pose{Eigen::Matrix3d::Identity(),
                    {5.0 * (i / 3), 0.9 * (i % 3 == 1 ? 1 : 0), 0.9 * (i % 3 == 2 ? 1 : 0)}};
    ids.push_back(world.add(deformers.back().shape(), pose));
    alone_ids.push_back(alone.add(deformers.back().shape(), pose));
  }
  Random random(7);
  Vertices vertices = rest.vertices;
  for (int frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      for (std::size_t v = 0; v < vertices.size(); ++v)
        vertices[v] = random.uniform(0.9, 1.1) * rest.vertices[v];
      const Shape shape = deformers[i].deform(vertices);
      world.set_shape(ids[i], shape);
      if (frame % 50 == 0) alone.set_shape(alone_ids[i], shape);
    }
    const Frame& found = world.step();
    ASSERT_EQ(found.collisions.size(), static_cast<std::size_t>(3 * clusters));
    if (frame % 50 == 0) {
      ASSERT_EQ(found.face_pairs, alone.step().face_pairs);
    }
  }
}

/// Which pair is found first must not depend on queries of other threads that go on at the same time.
TEST(DeformingLocks, AWitnessDoesNotDependOnOtherThreads) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "witnesses");
  const Mesh rest = make_icosphere(1, 2);
  constexpr int frames = 600;
  const Pose X_a, X_b{Eigen::Matrix3d::Identity(), {1.5, 0.1, 0.2}};
  // Each frame the same queries: three of all pairs, then a witness; alone, or on three threads.
  const auto run = [&](bool with_threads) {
    Random random(8);
    Deformer deformer_a(rest), deformer_b(rest);
    Vertices vertices = rest.vertices;
    std::vector<std::optional<FacePair>> witnesses;
    const auto next = [&](Deformer& deformer, double grown) {
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vector3d& v = rest.vertices[i];
        vertices[i] = {v.x(), v.y() * (1 + grown), v.z() * random.uniform(0.9, 1.1)};
      }
      return deformer.deform(vertices);
    };
    for (int frame = 0; frame < frames; ++frame) {
      // Slowly out of shape, so that trees are built anew now and then.
      const Shape a = next(deformer_a, 0.01 * frame), b = next(deformer_b, 2 * std::sin(0.1 * frame) + 2);
      const int queries = 1 + frame % 3;
      const auto ask = [&](int i) {
        std::vector<FacePair> pairs;
        if (i % 2 == 0) {
          face_pairs(a, X_a, b, X_b, {}, pairs);
        } else {
          face_pairs(b, X_b, a, X_a, {}, pairs);
        }
      };
      if (with_threads) {
        std::vector<std::jthread> threads;
        for (int i = 0; i < queries; ++i) threads.emplace_back([&, i] { ask(i); });
      } else {
        for (int i = 0; i < queries; ++i) ask(i);
      }
      if (frame % 5 == 0) witnesses.push_back(first_face_pair(a, X_a, b, X_b));
    }
    return witnesses;
  };
  const auto alone = run(false);
  for (int repeat = 0; repeat < 2; ++repeat) EXPECT_EQ(run(true), alone);
}

}  // namespace
}  // namespace graze
