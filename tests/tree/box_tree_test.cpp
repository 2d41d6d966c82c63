// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The BoxTree's three promises: nothing is lost in building, no two boxes that overlap are taken for apart,
// and cutting a box gives the intervals that computing them anew would.
#include "tree/box/box_tree.h"
#include "mesh/brute_force.h"

#include <graze/error.h>
#include <graze/generate.h>
#include <gtest/gtest.h>

#include <set>

#include "math/random.h"
#include "tree/box/box_pair.h"
#include "tree/traverse.h"

namespace graze {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Mesh make_soup(int faces, std::uint64_t seed) {
  Random random(seed);
  Mesh mesh;
  const auto coordinate = [&] { return std::round(random.uniform(-8, 8)) / 8; };
  for (int i = 0; i < faces; ++i) mesh.vertices.emplace_back(coordinate(), coordinate(), coordinate());
  const auto pick = [&] { return static_cast<std::uint32_t>(random.below(faces)); };
  for (int i = 0; i < faces; ++i) mesh.faces.push_back({pick(), pick(), pick()});
  mesh.faces.push_back({0, 0, 0});
  mesh.faces.push_back({0, 1, 0});
  mesh.faces.push_back(mesh.faces[0]);
  return mesh;
}

/// A mesh with all that a tree is built from.
struct Body {
  Mesh mesh;
  Adjacency adjacency;
  MeshBounds bounds;
  BoxTree tree;

  explicit Body(Mesh m, const BoxTreeConfig& config = {})
      : mesh(std::move(m)),
        adjacency(graze::adjacency(mesh.faces, mesh.vertices.size())),
        bounds(mesh),
        tree(mesh, adjacency, bounds, config) {}
};

std::vector<Mesh> meshes() {
  return {make_sphere(1, 24, 12),
          make_icosphere(1, 3),
          make_torus(0.8, 0.3, 28, 14),
          make_cylinder(0.6, 1, 24, 8),
          make_hyperboloid(0.3, 0.8, 1, 24, 12),
          make_box({1, 0.5, 0.75}),
          refined_to(make_box({1, 0.5, 0.75}), 300),
          make_tetraflake(1, 3),
          make_random_convex(1, 200, 7),
          make_soup(150, 11),
          {{{-1, 0, 0}, {1, 0.25, 0}, {0, 1, 0.5}}, {{0, 1, 2}}},
          {{{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}},
          {{{0.5, 0, 0}}, {{0, 0, 0}}},
          {}};
}

/// The default, and some that cut finer or otherwise.
std::vector<BoxTreeConfig> configs() {
  std::vector<BoxTreeConfig> list(6);
  list[1].cut = BoxTreeConfig::Cut::balance;
  list[2].true_intersection = false;
  list[3].empty_share = 1;
  list[4].max_depth = 20;
  list[4].min_faces = 1;
  list[4].lambda = 0.95;
  list[4].empty_share = 0.02;
  list[5] = list[4];
  list[5].delta = 0x1p-8F;
  return list;
}

Pose random_pose(Random& random, double distance) {
  Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                       random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(),
          distance * Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1))};
}

/// The identity, quarters of a turn, and turns so small that r is next to nothing.
Pose nearly_aligned_pose(Random& random, double most_eighths = 12) {
  const double angles[] = {0, EIGEN_PI / 2, EIGEN_PI, 1e-18, 1e-12, 1e-8, 1e-6, 1e-3};
  const auto eighth = [&] { return std::round(random.uniform(-most_eighths, most_eighths)) / 8; };
  const Matrix3d R = Eigen::AngleAxisd(angles[random.below(8)], Vector3d::UnitX()).toRotationMatrix() *
                     Eigen::AngleAxisd(angles[random.below(8)], Vector3d::UnitZ()).toRotationMatrix();
  return {R, {eighth(), eighth(), eighth()}};
}

/// Two bodies and their traversal.
struct Scene {
  const Body& a;
  const Body& b;
  Pose X_WA, X_WB;
  MeshPair pair;
  RelativePose X_BA;
  BoxMap a_to_b, b_to_a;
  BoxPair boxes;

  Scene(const Body& first, const Body& second, const Pose& pose_a, const Pose& pose_b)
      : a(first),
        b(second),
        X_WA(pose_a),
        X_WB(pose_b),
        pair(a.mesh, a.bounds, X_WA, b.mesh, b.bounds, X_WB),
        X_BA(X_WB, X_WA),
        a_to_b(b.tree, a.tree, X_BA, X_BA.point_error(a.bounds.reach)),
        b_to_a(a.tree, b.tree, pair.X_AB, pair.error),
        boxes(a.tree, b.tree, a_to_b, b_to_a) {}
};

/// By how much two boxes are apart along the best of the fifteen axes, in A's frame; negative where they
/// overlap.
double separation(const BoxPairEntry& entry, const BoxMap& b_to_a) {
  Vector3d c[2], h[2];
  for (int side = 0; side < 2; ++side) {
    for (int k = 0; k < 3; ++k) {
      const double low = entry.bounds[side][k][0], high = entry.bounds[side][k][1];
      c[side][k] = (low + high) / 2;
      h[side][k] = (high - low) / 2;
    }
  }
  const Eigen::Matrix3d R = b_to_a.k * b_to_a.R;
  const Vector3d d = R * c[1] + b_to_a.t - c[0];
  double most = -INFINITY;
  const auto along = [&](const Vector3d& axis) {
    if (axis.norm() < 1e-6) return;
    const Vector3d n = axis.normalized();
    const double reach = n.cwiseAbs().dot(h[0]) + (R.transpose() * n).cwiseAbs().dot(h[1]);
    most = std::max(most, std::abs(n.dot(d)) - reach);
  };
  for (int i = 0; i < 3; ++i) {
    along(Vector3d::Unit(i));
    along(R.col(i));
    for (int j = 0; j < 3; ++j) along(Vector3d::Unit(i).cross(Vector3d(R.col(j))));
  }
  return most;
}

std::set<FacePair> naive_pairs(const MeshPair& pair) {
  Counters counters;
  std::vector<FacePair> list;
  Findings findings = Findings::all(list);
  find_pairs_brute_force(pair, counters, findings);
  return {list.begin(), list.end()};
}

TEST(BoxTree, LosesNothing) {
  for (const Mesh& mesh : meshes()) {
    for (const BoxTreeConfig& config : configs()) {
      const Body body(mesh, config);
      EXPECT_NO_THROW(body.tree.validate(body.mesh, body.adjacency)) << mesh.faces.size() << " faces";
      EXPECT_EQ(body.tree.nodes().empty(), mesh.faces.empty());
      EXPECT_GE(body.tree.bytes(), 4 * mesh.faces.size());
    }
  }
}

TEST(BoxTree, ValidateNoticesAFaceOfAnotherMesh) {
  const Body body(make_torus(0.8, 0.3, 28, 14));
  Mesh moved = body.mesh;
  moved.vertices[5] *= -1;
  EXPECT_THROW(body.tree.validate(moved, body.adjacency), Error);
}

TEST(BoxTree, TorusHasEmptyBoxesAndFewCrossings) {
  for (const int m : {20, 40, 80, 160}) {
    const Body torus(make_torus(0.7, 0.3, m, m / 2));
    std::printf("torus of %6zu faces: depth %2d, %5zu leaves, empty %4.1f %%, crossing factor %.2f\n",
                torus.mesh.faces.size(), torus.tree.depth(), torus.tree.leaves().size(),
                100 * torus.tree.empty_volume(), torus.tree.crossing_factor());
    if (m >= 80) {
      EXPECT_GT(torus.tree.empty_volume(), 0.4);  // the paper: 40 to 60 %
    }
    EXPECT_GE(torus.tree.crossing_factor(), 1);
    EXPECT_LT(torus.tree.crossing_factor(), 1.6);
    BoxTreeConfig config;
    config.empty_share = 1;
    EXPECT_EQ(Body(torus.mesh, config).tree.empty_volume(), 0);
  }
}

TEST(BoxTree, ThicknessForgivesNoise) {
  Mesh mesh = make_torus(0.7, 0.3, 64, 32);
  BoxTreeConfig thin;
  thin.delta = 0;
  const double clean = Body(mesh).tree.crossing_factor();
  Random random(1);
  for (Vector3d& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) v[k] += random.uniform(-2e-7, 2e-7);
  }
  EXPECT_LT(Body(mesh).tree.crossing_factor(), 1.05 * clean);
  EXPECT_GT(Body(mesh, thin).tree.crossing_factor(), 1.1 * clean);
  EXPECT_NO_THROW(Body(mesh, thin).tree.validate(mesh, Body(mesh).adjacency));
}

TEST(BoxTree, DepthIsNearThePapers) {
  for (const auto& [faces, depth] : box_tree_depths_of_paper) EXPECT_NEAR(box_tree_depth(faces), depth, 2);
  EXPECT_EQ(box_tree_depth(0), 0);
  EXPECT_GT(box_tree_depth(100000), box_tree_depth(10000));
}

TEST(BoxIntervals, DecideLikeFifteenAxes) {
  const Body a(make_torus(0.8, 0.3, 20, 10)), b(make_sphere(0.5, 20, 10));
  Random random(3);
  int apart = 0, overlapping = 0, inside = 0, close = 0;
  for (int round = 0; round < 4000; ++round) {
    const Pose X_WA = round % 3 == 0 ? nearly_aligned_pose(random, 4) : random_pose(random, 0.3);
    const Pose X_WB = round % 3 == 0 ? nearly_aligned_pose(random, 4) : random_pose(random, 0.3);
    const Scene scene(a, b, X_WA, X_WB);
    ASSERT_TRUE(scene.a_to_b.usable && scene.b_to_a.usable);
    for (int i = 0; i < 8; ++i) {
      BoxPairEntry entry = scene.boxes.root();
      for (auto& side : entry.bounds) {
        for (auto& ends : side) {
          const double span = static_cast<double>(ends[1] - ends[0]);
          // Large ones, and among them some thin, some small.
          const double from = random.uniform(0, 0.5);
          const double size = random.below(4) == 0 ? 0.1 * random.uniform() : random.uniform(0.4, 1);
          const float low = ends[0];
          // Multiples of an eighth, so that aligned boxes touch; flat ones as well.
          const auto grid = [&](double x) { return std::round(8 * (low + span * x)) / 8; };
          ends[0] = static_cast<float>(i % 2 == 0 ? low + span * from : grid(from));
          ends[1] = std::max(ends[0], static_cast<float>(i % 2 == 0 ? low + span * std::min(1.0, from + size)
                                                                    : grid(std::min(1.0, from + size))));
        }
      }
      scene.boxes.clip(entry);
      const double distance = separation(entry, scene.b_to_a),
                   margin = static_cast<double>(scene.b_to_a.margin);
      const bool said_apart = BoxPair::apart(entry);
      if (distance < 1e-12) {
        ++overlapping;
        ASSERT_FALSE(said_apart) << "round " << round << ", separation " << distance;
        double enter[2] = {1, 1};
        for (int side = 0; side < 2; ++side) {
          for (int k = 0; k < 12; ++k) {
            if (entry.enter[side][k / 4][k % 4] <= entry.leave[side][k / 4][k % 4]) enter[side] = 0;
          }
        }
        inside += enter[0] != enter[1] ? 1 : 0;
      } else if (distance > 20 * margin) {
        ++apart;
        ASSERT_TRUE(said_apart) << "round " << round << ", separation " << distance << ", margin " << margin;
      } else {
        ++close;
      }
    }
  }
  std::printf("%d apart, %d overlapping, of these %d by the edges of one box alone, %d too close to call\n",
              apart, overlapping, inside, close);
  EXPECT_GT(apart, 10000);
  EXPECT_GT(overlapping, 10000);
  EXPECT_GT(inside, 300);
  EXPECT_LT(close, 1000);
}

TEST(BoxIntervals, CuttingEqualsComputingAnew) {
  BoxTreeConfig fine;
  fine.max_depth = 12;
  fine.min_faces = 1;
  fine.empty_share = 0.05;
  const Body a(make_torus(0.8, 0.3, 40, 20), fine), b(make_hyperboloid(0.3, 0.8, 1, 30, 20), fine);
  Random random(4);
  int compared = 0, deepest = 0;
  for (int round = 0; round < 300; ++round) {
    Scene scene(a, b, random_pose(random, 0.5), random_pose(random, 0.5));
    if (scene.a_to_b.R.cwiseAbs().minCoeff() < 0.05) continue;
    if (scene.b_to_a.R.cwiseAbs().minCoeff() < 0.05) continue;
    BoxPairEntry entry = scene.boxes.root();
    for (int cuts = 0;; ++cuts) {
      deepest = std::max(deepest, cuts);
      BoxPairEntry anew = entry;
      scene.boxes.clip(anew);
      for (int side = 0; side < 2; ++side) {
        const float tolerance = 0.5F * (side == 0 ? scene.a_to_b : scene.b_to_a).margin / 0.05F;
        for (int i = 0; i < 3; ++i) {
          for (int lane = 0; lane < 4; ++lane) {
            const float enter = entry.enter[side][i][lane], leave = entry.leave[side][i][lane];
            ASSERT_NEAR(enter, anew.enter[side][i][lane], tolerance) << "cut " << cuts;
            ASSERT_NEAR(leave, anew.leave[side][i][lane], tolerance) << "cut " << cuts;
            ++compared;
          }
        }
      }
      const bool cut_a = a.tree.nodes()[entry.node[0]].kind < BoxTree::Kind::leaf;
      const bool cut_b = b.tree.nodes()[entry.node[1]].kind < BoxTree::Kind::leaf;
      if (!cut_a && !cut_b) break;
      const int side = !cut_a ? 1 : !cut_b ? 0 : static_cast<int>(random.below(2));
      BoxPairEntry parts[2];
      const int count = scene.boxes.cut(entry, side, parts);
      if (count == 0) break;
      entry = parts[random.below(count)];
    }
  }
  EXPECT_GT(compared, 10000);
  EXPECT_GT(deepest, 8);
}

/// Cutting never loses a part that overlaps, whatever the poses.
TEST(BoxIntervals, CuttingKeepsAllThatOverlaps) {
  BoxTreeConfig fine;
  fine.max_depth = 12;
  fine.min_faces = 1;
  const Body a(make_torus(0.8, 0.3, 20, 10), fine), b(make_box({0.5, 0.25, 0.75}), fine);
  Random random(6);
  int kept = 0, dropped = 0;
  for (int round = 0; round < 600; ++round) {
    const bool aligned = round % 2 == 0;
    Scene scene(a, b, aligned ? nearly_aligned_pose(random) : random_pose(random, 0.5),
                aligned ? nearly_aligned_pose(random) : random_pose(random, 0.5));
    std::vector<BoxPairEntry> open = {scene.boxes.root()};
    for (int step = 0; step < 200 && !open.empty(); ++step) {
      const BoxPairEntry entry = open.back();
      open.pop_back();
      for (int side = 0; side < 2; ++side) {
        const BoxTree& tree = side == 0 ? a.tree : b.tree;
        const BoxTree::Node node = tree.nodes()[entry.node[side]];
        if (node.kind >= BoxTree::Kind::leaf) continue;
        BoxPairEntry parts[2];
        const int count = scene.boxes.cut(entry, side, parts);
        open.insert(open.end(), parts, parts + count);
        for (std::uint32_t part = 0; part < 2; ++part) {
          if (tree.nodes()[node.child + part].kind == BoxTree::Kind::empty) continue;
          const bool found = std::any_of(
              parts, parts + count, [&](const BoxPairEntry& p) { return p.node[side] == node.child + part; });
          BoxPairEntry box = entry;
          box.bounds[side][static_cast<int>(node.kind)][1 - part] = node.cut;
          ++(found ? kept : dropped);
          ASSERT_TRUE(found || separation(box, scene.b_to_a) >= 1e-12) << "round " << round;
        }
        break;
      }
    }
  }
  EXPECT_GT(kept, 2000);
  EXPECT_GT(dropped, 2000);
}

TEST(BoxTreeQuery, FindsWhatNaiveFinds) {
  Random random(8);
  const std::vector<Mesh> list = {make_torus(0.8, 0.3, 16, 8), refined_to(make_box({0.5, 0.5, 0.5}), 120),
                                  make_soup(60, 5), make_sphere(0.7, 12, 8)};
  std::vector<BoxPairEntry> stack;
  for (const BoxTreeConfig& config : configs()) {
    for (const Mesh& mesh_a : list) {
      for (const Mesh& mesh_b : list) {
        const Body a(mesh_a, config), b(mesh_b, config);
        for (int i = 0; i < 4; ++i) {
          const Scene scene(a, b, i % 2 == 0 ? nearly_aligned_pose(random) : random_pose(random, 1),
                            i % 2 == 0 ? nearly_aligned_pose(random) : random_pose(random, 1));
          Counters counters;
          std::vector<FacePair> found;
          Findings findings = Findings::all(found);
          find_pairs(scene.pair, {a.tree, a.adjacency}, {b.tree, b.adjacency}, stack, counters, findings);
          ASSERT_EQ(std::set<FacePair>(found.begin(), found.end()), naive_pairs(scene.pair));
        }
      }
    }
  }
}

TEST(BoxTreeQuery, OtherSemantics) {
  const Body a(make_torus(0.8, 0.3, 30, 16)), b(make_sphere(0.6, 24, 12));
  Random random(9);
  std::vector<BoxPairEntry> stack;
  std::size_t pairs_of_leaves = 0;
  for (int i = 0; i < 20; ++i) {
    Scene scene(a, b, random_pose(random, 0.6), random_pose(random, 0.6));
    Counters counters;
    // Collecting: where faces meet, one of them is met with an edge of the other.
    using Met = std::pair<std::uint32_t, std::uint32_t>;
    std::set<Met> edge_face, face_edge, leaves;
    const bool stopped = visit_leaf_pairs(scene.pair, a.tree, b.tree, stack, counters,
                                          [&](const BoxTree::Leaf& in_a, const BoxTree::Leaf& in_b) {
                                            leaves.emplace(in_a.first_face, in_b.first_face);
                                            for (const std::uint32_t e : a.tree.edges(in_a)) {
                                              for (const std::uint32_t f : b.tree.faces(in_b))
                                                edge_face.emplace(e, f);
                                            }
                                            for (const std::uint32_t f : a.tree.faces(in_a)) {
                                              for (const std::uint32_t e : b.tree.edges(in_b))
                                                face_edge.emplace(f, e);
                                            }
                                            return false;
                                          });
    EXPECT_FALSE(stopped);
    EXPECT_GT(counters.box_tests, 0u);
    for (const FacePair& met : naive_pairs(scene.pair)) {
      bool together = false;
      for (const std::uint32_t e : a.adjacency.edges_of_face[met.a])
        together |= edge_face.count({e, met.b}) > 0;
      for (const std::uint32_t e : b.adjacency.edges_of_face[met.b])
        together |= face_edge.count({met.a, e}) > 0;
      EXPECT_TRUE(together);
    }
    // Counting, stopped half way.
    std::size_t calls = 0;
    const std::size_t enough = leaves.size() / 2 + 1;
    EXPECT_EQ(visit_leaf_pairs(scene.pair, a.tree, b.tree, stack, counters,
                               [&](const BoxTree::Leaf&, const BoxTree::Leaf&) { return ++calls == enough; }),
              enough <= leaves.size());
    // Breadth first, in instalments: the same leaves.
    std::set<Met> level_by_level;
    Frontier<BoxPairEntry> frontier;
    frontier.start(scene.boxes.root());
    while (frontier.open() > 0) {
      traverse_breadth_first(
          scene.boxes, frontier,
          [&](const BoxPairEntry& entry) {
            level_by_level.emplace(a.tree.leaves()[a.tree.nodes()[entry.node[0]].child].first_face,
                                   b.tree.leaves()[b.tree.nodes()[entry.node[1]].child].first_face);
            return false;
          },
          [] { return true; });
    }
    EXPECT_EQ(level_by_level, leaves);
    pairs_of_leaves += leaves.size();
  }
  EXPECT_GT(pairs_of_leaves, 100u);
}

}  // namespace
}  // namespace graze
