// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Failures of deforming bodies and of the octrees, one test each.
#include <graze/deform.h>
#include <graze/generate.h>
#include <graze/world.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "deform/octree_update.h"
#include "math/random.h"
#include "support/targets.h"
#include "support/watchdog.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graze {
namespace {

using Eigen::Vector3d;
using Vertices = std::vector<Vector3d>;

Mesh one_face(const Vector3d& p, const Vector3d& q, const Vector3d& r) {
  return {{p, q, r}, {{0, 1, 2}}};
}

Mesh moved(Mesh mesh, const Vector3d& by) {
  for (Vector3d& v : mesh.vertices) v += by;
  return mesh;
}
Mesh scaled(Mesh mesh, double by) {
  for (Vector3d& v : mesh.vertices) v *= by;
  return mesh;
}

Vector3d random_vector(Random& random, double reach) {
  return {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
}

Pose random_pose(Random& random, double reach) {
  const Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                             random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(), random_vector(random, reach)};
}

/// What `naive` says, as pairs of bodies 0 and 1.
std::vector<BodyFacePair> naive_pairs(const BodyView& a, const BodyView& b) {
  std::vector<BodyFacePair> pairs;
  for (const FacePair& p : face_pairs(a.shape, a.pose, b.shape, b.pose, {.method = Method::naive}))
    pairs.push_back({0, 1, p.a, p.b});
  return pairs;
}

// --- The face octree with a given cube: where low + side is rounded, faces fell outside the root.

TEST(FaceOctreeWorld, KeepsAVertexThatRoundingPutsOutsideTheCube) {
  const Shape a = Shape::mesh(one_face({1e16 + 4, 0, 0}, {1e16, 1, 0}, {1e16, 0, 1})),
              b = Shape::mesh(one_face({1e16 + 4, 0, 0}, {1e16 + 8, 1, 0}, {1e16 + 8, 0, 1}));
  const BodyView bodies[] = {{a, {}}, {b, {}}};
  for (const std::optional<int> level : {std::optional<int>(), std::optional(0), std::optional(5)}) {
    for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
      const auto pairs = face_pairs_among(
          bodies, {.world = Cube{{1e16, 0, 0}, 3}, .level = level, .subdivision = subdivision});
      EXPECT_EQ(pairs.size(), 1u) << "level " << level.value_or(-1);
    }
  }
}

TEST(FaceOctreeWorld, SmallCubesFarOutLoseNothing) {
  Random random(1);
  int hits = 0;
  for (int round = 0; round < 400; ++round) {
    // Faces that share one vertex, on or near the border of the cube.
    const double side = 5e-4;
    const Vector3d low = 8e8 * Vector3d::Ones() + random_vector(random, 1e8);
    Vector3d shared = low;
    for (int k = 0; k < 3; ++k) shared[k] += side * static_cast<double>(random.below(3)) / 2;
    const auto corner = [&] { return Vector3d(shared + random_vector(random, side)); };
    const Shape a = Shape::mesh(one_face(shared, corner(), corner())),
                b = Shape::mesh(one_face(shared, corner(), corner()));
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    for (const int level : {0, 1, 4})
      ASSERT_EQ(face_pairs_among(bodies, {.world = Cube{low, side}, .level = level}), expected) << round;
  }
  EXPECT_GT(hits, 100);
}

TEST(FaceOctreeWorld, AnyCubeGivesTheSamePairs) {
  Random random(2);
  int hits = 0;
  constexpr int rounds = 3000;
  for (int round = 0; round < rounds; ++round) {
    const double place = std::exp2(random.uniform(-100, 100)),
                 size = place * std::exp2(random.uniform(-54, 8));
    const Vector3d centre = random_vector(random, place);
    const auto mesh = [&] {
      Mesh soup;
      for (int i = 0; i < 4; ++i) {
        for (int corner = 0; corner < 3; ++corner)
          soup.vertices.emplace_back(centre + random_vector(random, size));
      }
      for (std::uint32_t f = 0; f < 8; ++f) {
        const auto pick = [&] { return static_cast<std::uint32_t>(random.below(soup.vertices.size())); };
        soup.faces.push_back({pick(), pick(), pick()});
      }
      return soup;
    };
    const Shape a = Shape::mesh(mesh()), b = Shape::mesh(mesh());
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    const double side = size * std::exp2(random.uniform(-6, 6));
    const Cube world = {centre + random_vector(random, 2 * std::max(side, size)), side};
    const auto level = static_cast<int>(random.below(4));
    ASSERT_EQ(face_pairs_among(bodies, {.world = world, .level = level}), expected) << "round " << round;
    ASSERT_EQ(face_pairs_among(bodies, {.world = world}), expected) << "round " << round;
    ASSERT_EQ(face_pairs_among(bodies), expected) << "round " << round;
  }
  EXPECT_GT(hits, rounds / 4);
  EXPECT_LT(hits, rounds);
}

/// One face 1e13 times as large as the cells: products overflow in float.
TEST(FaceOctreeWorld, KeepsFacesFarLargerThanCells) {
  Random random(3);
  int hits = 0;
  for (int round = 0; round < 200; ++round) {
    const double large = std::exp2(random.uniform(10, 51));
    Mesh mesh_a, mesh_b = make_icosphere(1, 2);
    for (int i = 0; i < 3; ++i) mesh_a.vertices.emplace_back(random_vector(random, large));
    // Through the small ball.
    mesh_a.vertices[2] = random_vector(random, 0.5) - mesh_a.vertices[0] - mesh_a.vertices[1];
    mesh_a.faces = {{0, 1, 2}};
    const Mesh dust = make_icosphere(0.3, 2);
    for (const Face& f : dust.faces) mesh_a.faces.push_back({f[0] + 3, f[1] + 3, f[2] + 3});
    mesh_a.vertices.insert(mesh_a.vertices.end(), dust.vertices.begin(), dust.vertices.end());
    const Shape a = Shape::mesh(mesh_a), b = Shape::mesh(mesh_b);
    const BodyView bodies[] = {{a, {}}, {b, {}}};
    const auto expected = naive_pairs(bodies[0], bodies[1]);
    hits += expected.empty() ? 0 : 1;
    ASSERT_EQ(face_pairs_among(bodies), expected) << "size " << large;
    ASSERT_EQ(face_pairs_among(bodies, {.world = Cube{{-2, -2, -2}, 4}, .level = 4}), expected)
        << "size " << large;
  }
  EXPECT_GT(hits, 100);
}

/// Large coplanar faces fill every cell of a deep octree. Cells must not be cut on and on.
TEST(FaceOctreeWorld, DeepLevelsEnd) {
  const testing::Watchdog watchdog(std::chrono::seconds(60), "level 20");
  const Shape a = Shape::mesh(one_face({-1, -1, 0}, {1, -1, 0}, {0, 1, 0})),
              b = Shape::mesh(one_face({-1, 1, 0}, {1, 1, 0}, {0, -1, 0}));
  const BodyView bodies[] = {{a, {}}, {b, {}}};
  for (const Subdivision subdivision : {Subdivision::octree, Subdivision::bintree}) {
    for (const int threads : {1, 2})
      EXPECT_EQ(
          face_pairs_among(bodies, {.level = 20, .subdivision = subdivision, .threads = threads}).size(), 1u);
  }
  // A tiny cube is doubled until it holds the bodies, and each time its level grows.
  EXPECT_EQ(face_pairs_among(bodies, {.world = Cube{{0, 0, 0}, 1e-6}, .level = 1}).size(), 1u);
}

// --- octree_update.

TEST(OctreeUpdate, FindsBodiesThatTouchInTheOrigin) {
  for (const double size : {1.0, 1e6, 1e8, 1e9, 1e12, 1e100}) {
    const Shape a = Shape::mesh(one_face({0, 0, 0}, {-size, 0, -size}, {-size, -size, 0})),
                b = Shape::mesh(one_face({0, 0, 0}, {size, 0, size}, {size, size, 0}));
    const std::vector<FacePair> expected = {{0, 0}};
    EXPECT_EQ(face_pairs(a, {}, b, {}, {.method = Method::octree_update}), expected) << size;
    EXPECT_EQ(face_pairs(a, {}, b, {}, {.method = Method::face_octree}), expected) << size;

    const Mesh box = make_box({size, size, size});
    const Shape low = Shape::mesh(moved(box, Vector3d::Constant(-size))),
                high = Shape::mesh(moved(box, Vector3d::Constant(size)));
    const auto naive = face_pairs(low, {}, high, {}, {.method = Method::naive});
    ASSERT_FALSE(naive.empty());
    EXPECT_EQ(face_pairs(low, {}, high, {}, {.method = Method::octree_update}), naive) << size;
    EXPECT_EQ(face_pairs(low, {}, high, {}, {.method = Method::face_octree}), naive) << size;
  }
}

/// Meshes that are points, next to where they are: neither time nor memory may grow with the number of cells.
TEST(OctreeUpdate, PointLikeMeshesTakeLittle) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "octree_update on point-like meshes");
  Random random(4);
  const Mesh ball = make_icosphere(1, 2);
  std::uint64_t most = 0;
  std::size_t bytes = 0;
  for (int round = 0; round < 60; ++round) {
    const double size = std::exp2(random.uniform(-70, 0)), other = std::exp2(random.uniform(-70, 0));
    const Vector3d place = random_vector(random, 1);
    const Shape a = Shape::mesh(moved(scaled(ball, size), place)),
                b = Shape::mesh(moved(scaled(ball, other), -place));
    const Pose turn = round % 2 == 0 ? Pose() : random_pose(random, 0);
    Pose back = turn;
    back.t =
        turn.R * (2 * place) + (round % 3 == 0 ? Vector3d(Vector3d::Zero()) : random_vector(random, size));
    Scratch scratch;
    Counters counters;
    const auto pairs = face_pairs(
        a, turn, b, back, {.method = Method::octree_update, .scratch = &scratch, .counters = &counters});
    most = std::max(most, counters.box_tests + counters.face_tests);
    bytes = std::max(bytes, scratch_bytes(scratch));
    if (round % 4 == 0) {
      ASSERT_EQ(pairs, face_pairs(a, turn, b, back, {.method = Method::naive})) << round;
    }
  }
  const std::uint64_t pairs = ball.faces.size() * ball.faces.size();
  EXPECT_LT(most, 32 * pairs);
  EXPECT_LT(bytes, std::size_t{64} << 20);
}

/// Many faces that are points, and some that are as large as the body: the level follows the mean size of a face, and
/// the large ones were in a quarter of all cells.
TEST(OctreeUpdate, LargeFacesAmongPointsTakeLittle) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "octree_update on few large faces");
  Mesh mesh;
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    for (int corner = 0; corner < 3; ++corner) mesh.vertices.emplace_back(random_vector(random, 1));
    const auto first = static_cast<std::uint32_t>(3 * i);
    mesh.faces.push_back({first, first + 1, first + 2});
    for (int points = 0; points < 30; ++points) mesh.faces.push_back({first, first, first});
  }
  const BlackNodes nodes(mesh, MeshBounds(mesh));
  EXPECT_LE(nodes.faces().size(), 32 * mesh.faces.size());
  EXPECT_GT(nodes.nodes().size(), 100u);
  const Shape a = Shape::mesh(mesh), b = Shape::mesh(make_icosphere(1, 2));
  Scratch scratch;
  Counters counters;
  const auto pairs =
      face_pairs(a, {}, b, {}, {.method = Method::octree_update, .scratch = &scratch, .counters = &counters});
  EXPECT_EQ(pairs, face_pairs(a, {}, b, {}));
  EXPECT_LT(counters.box_tests, std::uint64_t{4000} * (mesh.faces.size() + 320));
  EXPECT_LT(scratch_bytes(scratch), std::size_t{64} << 20);
}

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

/// Two threads, the same bodies in opposite order, new vertices each frame; fewer frames where the machine is busy.
void ask_in_both_orders(int detail, int most_frames) {
  const testing::Watchdog watchdog(std::chrono::seconds(120), "face_pairs(a, b) beside face_pairs(b, a)");
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
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
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

// --- Refitting.

/// Vertices of a ball after a change of form.
using Change = std::function<void(const Mesh& rest, Random& random, Vertices& out)>;

Change pull_cap(double to) {
  return [to](const Mesh& rest, Random& random, Vertices& out) {
    const Vector3d pole = random_vector(random, 1).normalized();
    const double height = random.uniform(0.3, 0.95);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Vector3d& v = rest.vertices[i];
      out[i] = v.dot(pole) > height ? Vector3d(pole + to * (v - pole)) : v;
    }
  };
}
Change linear(const Eigen::Matrix3d& map) {
  return [map](const Mesh& rest, Random&, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = map * rest.vertices[i];
  };
}

std::vector<std::pair<std::string, Change>> changes() {
  std::vector<std::pair<std::string, Change>> list;
  const auto add = [&](std::string name, Change change) {
    list.emplace_back(std::move(name), std::move(change));
  };
  const auto diagonal = [](double x, double y, double z) {
    return linear(Vector3d(x, y, z).asDiagonal().toDenseMatrix());
  };
  for (const double to : {1e-6, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-16, 1e-30, 1e-200, 1e-320, 0.0}) {
    const std::string size = std::to_string(std::log10(to));
    add("cap to 1e" + size, pull_cap(to));
    add("all to 1e" + size, diagonal(to, to, to));
    add("to a segment of 1e" + size, diagonal(1, to, to));
    add("to a plane of 1e" + size, diagonal(1, 1, to));
  }
  add("explosion", diagonal(1e30, 1e30, 1e30));
  add("explosion of one vertex", [](const Mesh& rest, Random& random, Vertices& out) {
    out = rest.vertices;
    out[random.below(out.size())] *= 1e30;
  });
  add("explosion of half", [](const Mesh& rest, Random& random, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (random.below(2) == 0 ? 1 : 1e30) * rest.vertices[i];
  });
  add("denormal", diagonal(1e-310, 1e-312, 1e-310));
  add("every other vertex to the centre", [](const Mesh& rest, Random&, Vertices& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = (i % 2 == 0 ? 1e-10 : 1.0) * rest.vertices[i];
  });
  return list;
}

/// Frames of one body beside a probe; `naive` is the truth.
void expect_as_naive(Deformer& deformer, const Vertices& vertices, const Shape& probe, const Pose& X,
                     Scratch& scratch, const std::string& where) {
  const Shape body = deformer.deform(vertices);
  const auto expected = face_pairs(body, {}, probe, X, {.method = Method::naive, .scratch = &scratch});
  ASSERT_EQ(face_pairs(body, {}, probe, X, {.scratch = &scratch}), expected) << where << ", part";
  ASSERT_EQ(face_pairs(body, {}, probe, X, {.method = Method::wide_bvh, .scratch = &scratch}), expected)
      << where << ", whole";
  ASSERT_EQ(collides(body, {}, probe, X, {.scratch = &scratch}), !expected.empty()) << where;
}

TEST(Refit, KeepsNeighboursThatHaveShrunkToAPoint) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape probe = Shape::mesh(make_icosphere(0.4, 1));
  for_each_target([&](const char* target) {
    Random random(9);
    Deformer deformer(rest);
    Scratch scratch;
    Vertices vertices = rest.vertices;
    for (int frame = 0; frame < 300; ++frame) {
      pull_cap(std::pow(10, -random.uniform(8, 12)))(rest, random, vertices);
      Pose X = random_pose(random, 0);
      X.t = 1.1 * random_vector(random, 1).normalized();
      ASSERT_NO_FATAL_FAILURE(expect_as_naive(deformer, vertices, probe, X, scratch,
                                              std::string(target) + ", frame " + std::to_string(frame)));
    }
  });
}

TEST(Refit, SurvivesEveryCollapseAndComesBack) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape probe = Shape::mesh(make_icosphere(0.4, 1));
  for_each_target([&](const char* target) {
    Random random(10);
    Deformer deformer(rest);
    Scratch scratch;
    Vertices vertices = rest.vertices;
    const auto ask = [&](const std::string& where) {
      // On the surface, and around the origin, where most collapses end.
      Pose X = random_pose(random, 0);
      X.t = random.uniform(0.9, 1.1) * random_vector(random, 1).normalized();
      expect_as_naive(deformer, vertices, probe, X, scratch, where);
      X.t = random_vector(random, 0.45);
      expect_as_naive(deformer, vertices, probe, X, scratch, where + ", at the origin");
    };
    for (const auto& [name, change] : changes()) {
      for (int frame = 0; frame < 3; ++frame) {
        change(rest, random, vertices);
        ask(std::string(target) + ", " + name);
        vertices = rest.vertices;
        ask(std::string(target) + ", back from " + name);
        if (HasFatalFailure()) return;
      }
    }
  });
}

/// A tree that was built while all vertices were in one point is no good afterwards.
TEST(Refit, ATreeBuiltInAPointIsReplaced) {
  Random random(11);
  Mesh ball = make_icosphere(1, 4);
  for (std::size_t i = ball.faces.size(); i > 1; --i)
    std::swap(ball.faces[i - 1], ball.faces[random.below(i)]);
  const Shape probe = Shape::mesh(make_icosphere(0.2, 2));
  const Pose X{Eigen::Matrix3d::Identity(), {1, 0, 0}};
  const auto tests = [&](Deformer& deformer) {
    Counters counters;
    face_pairs(deformer.shape(), {}, probe, X, {.method = Method::wide_bvh, .counters = &counters});
    return counters.box_tests + counters.face_tests;
  };
  Deformer fresh(ball), collapsed(ball);
  fresh.deform(ball.vertices);
  collapsed.deform(Vertices(ball.vertices.size(), Vector3d(1, 0, 0)));
  tests(collapsed);
  collapsed.deform(ball.vertices);
  EXPECT_LE(tests(collapsed), 2 * tests(fresh));
}

/// Meshes of a kind that is rare: no faces, one face, vertices that no face uses, faces of very different sizes.
TEST(Refit, OddMeshes) {
  Random random(12);
  Mesh unused = make_icosphere(1, 1);
  unused.vertices.emplace_back(1e300, -1e300, 1e300);
  Mesh sizes = make_icosphere(1, 1);
  for (std::size_t i = 0; i < 40; ++i) {
    const double size = std::exp2(random.uniform(-200, 0));
    const auto first = static_cast<std::uint32_t>(sizes.vertices.size());
    const Vector3d at = random_vector(random, 1);
    for (int corner = 0; corner < 3; ++corner) sizes.vertices.emplace_back(at + random_vector(random, size));
    sizes.faces.push_back({first, first + 1, first + 2});
  }
  const Shape probe = Shape::mesh(make_icosphere(0.7, 2));
  for (const Mesh& mesh : {Mesh{}, Mesh{{{1, 2, 3}}, {}}, one_face({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), unused,
                           sizes, Mesh{{{0.7, 0, 0}}, {{0, 0, 0}}}}) {
    Deformer deformer(mesh);
    Scratch scratch;
    for (int frame = 0; frame < 60; ++frame) {
      Vertices vertices = mesh.vertices;
      const double scale = frame % 7 == 6 ? std::exp2(random.uniform(-1000, 500)) : 1;
      for (Vector3d& v : vertices)
        v = (v.x() > 1e200 ? random.uniform(0, 1) : scale * random.uniform(0.8, 1.2)) * v;
      const Pose X = random_pose(random, 0.3);
      ASSERT_NO_FATAL_FAILURE(expect_as_naive(deformer, vertices, probe, X, scratch, std::to_string(frame)));
    }
  }
}

// --- World::deform.

TEST(WorldDeform, SharedShapesStayWhatTheyWere) {
  const Mesh rest = make_icosphere(1, 2);
  const Shape shared = Shape::deformable(rest);
  World world;
  const BodyId a = world.add(shared, {}), b = world.add(shared, {Eigen::Matrix3d::Identity(), {5, 0, 0}});
  std::vector<Shape> given;
  for (int frame = 1; frame < 5; ++frame) {
    Vertices vertices = rest.vertices;
    for (Vector3d& v : vertices) v *= frame;
    world.deform(a, vertices);
    given.push_back(world.shape(a));
    world.step();
    for (std::size_t i = 0; i < given.size(); ++i) {
      const Mesh& mesh = std::get<Deformable>(given[i].kind()).mesh;
      EXPECT_EQ(mesh.vertices[7], static_cast<double>(i + 1) * rest.vertices[7]);
      EXPECT_EQ(mesh.faces, rest.faces);
    }
    EXPECT_EQ(std::get<Deformable>(shared.kind()).mesh, rest);
    EXPECT_EQ(std::get<Deformable>(world.shape(b).kind()).mesh, rest);
  }
}

// --- Bodies beyond what an octree holds were tested face by face, and boxes that ended a pair were not counted.

TEST(FaceOctreeExtremes, OneHugeBodyCostNoBruteForce) {
  const Shape huge = Shape::mesh(scaled(make_icosphere(1, 4), 1e292)),
              torus = Shape::mesh(make_torus(1, 0.3, 40, 20));
  const Pose aside(Eigen::Matrix3d::Identity(), {3e292, 0, 0}),
      beside(Eigen::Matrix3d::Identity(), {0.9, 0, 0});
  const BodyView views[] = {{huge, Pose()}, {torus, Pose()}, {torus, beside}, {huge, aside}};
  Counters counters;
  const std::vector<BodyFacePair> found = face_pairs_among(views, {.counters = &counters});
  std::vector<BodyFacePair> expected;
  for (const FacePair& p : face_pairs(torus, Pose(), torus, beside, {.method = Method::naive}))
    expected.push_back({1, 2, p.a, p.b});
  EXPECT_FALSE(found.empty());
  EXPECT_EQ(found, expected);
  EXPECT_LE(counters.face_tests, 200000U);
  if (default_shortcuts().has(Shortcut::balls)) {
    EXPECT_GE(counters[Shortcut::balls] + counters[Shortcut::boxes], 3U);
  }
  counters = {};
  EXPECT_FALSE(collides(huge, Pose(), torus, Pose(), {.method = Method::face_octree, .counters = &counters}));
  EXPECT_LE(counters.face_tests, 10000U);
}

// --- A Deformer computed in the caller's floating-point environment, and threw its first tree away.

TEST(DeformerRegress, ItsFirstTreeIsRefitted) {
  const Mesh rest = make_icosphere(1, 3);
  const Shape probe = Shape::mesh(make_torus(0.9, 0.2, 40, 20));
  Deformer deformer(rest);
  EXPECT_TRUE(collides(deformer.shape(), {}, probe, {}));
  EXPECT_EQ(deformer.tree_builds(), 1U);
  EXPECT_TRUE(collides(deformer.deform(scaled(rest, 0.95).vertices), {}, probe, {}));
  EXPECT_EQ(deformer.tree_builds(), 1U);
}

#if defined(__x86_64__)
TEST(DeformerRegress, DenormalVerticesWhereDenormalsAreZero) {
  Random random(5);
  constexpr unsigned flush_and_zero = 0x8040;
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const auto soup = [&] {
      Mesh mesh;
      for (int k = 0; k < 6; ++k) mesh.vertices.push_back(random_vector(random, 1e-308));
      for (std::uint32_t k = 0; k < 6; k += 3) mesh.faces.push_back({k, k + 1, k + 2});
      return mesh;
    };
    const Mesh first = soup(), second = soup();
    const Shape other = Shape::mesh(soup()), start = Shape::deformable(first);
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | flush_and_zero);
    Deformer deformer(start);
    World world;
    const BodyId id = world.add(start, Pose());
    world.add(other, Pose());
    world.deform(id, second.vertices);
    _mm_setcsr(before);
    const bool at_first = collides(start, {}, other, {}, {.method = Method::naive}),
               later = collides(Shape::mesh(second), {}, other, {}, {.method = Method::naive});
    ASSERT_EQ(collides(deformer.shape(), {}, other, {}), at_first) << i;
    ASSERT_EQ(!world.step().collisions.empty(), later) << i;
    hits += at_first ? 1 : 0;
  }
  EXPECT_GT(hits, 30);
  EXPECT_LT(hits, 270);
}
#endif

}  // namespace
}  // namespace graze
