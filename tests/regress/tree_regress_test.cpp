// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What went wrong in trees and in what is built beside them, one test each.
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <graze/shape.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "mesh/inside_grid.h"
#include "mesh/sizes.h"
#include "tree/wide/reach_map.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {
namespace {

constexpr std::array tree_methods = {Method::automatic, Method::wide_bvh, Method::dop_tree,
                                     Method::obb_tree,  Method::box_tree, Method::simple};

/// All methods, both orders and all questions against `naive`.
void expect_same_answers(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                         const std::string& what) {
  const std::vector<FacePair> truth = face_pairs(a, X_WA, b, X_WB, {.method = Method::naive});
  for (const Method method : tree_methods) {
    const QueryOptions options = {.method = method};
    ASSERT_EQ(face_pairs(a, X_WA, b, X_WB, options), truth) << what << ", " << method_name(method);
    ASSERT_EQ(collides(a, X_WA, b, X_WB, options), !truth.empty()) << what << ", " << method_name(method);
    ASSERT_EQ(first_face_pair(b, X_WB, a, X_WA, options).has_value(), !truth.empty())
        << what << ", the other way round, " << method_name(method);
  }
}

Mesh along_diagonal(Mesh mesh) {
  const Eigen::Matrix3d R =
      Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), Eigen::Vector3d(1, 1, 1))
          .toRotationMatrix();
  for (Eigen::Vector3d& v : mesh.vertices) v = R * v;
  return mesh;
}

/// A child that is not there was told by half extents of -1e30, which margins of a body 1e33 times as large exceeded: the
/// traversal followed its number into memory that is not the tree's.
TEST(TreeRegress, ABoxTenToThe33TimesAsLargeCrashed) {
  Pose turned;
  turned.R = Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
  const Shape unit = Shape::mesh(make_box({1, 1, 1}));
  for (int i = -600; i <= 600; i += 1 + (std::abs(i) > 90 ? 12 : 0)) {
    const double size = std::pow(10.0, 0.5 * i);
    if (!(size >= smallest_size && size <= largest_size)) continue;
    const Shape other = Shape::mesh(make_box({size, size, size}));
    const std::string what = "half length 1e" + std::to_string(0.5 * i);
    for (Pose X : {Pose(), turned}) {
      expect_same_answers(unit, Pose(), other, X, what + " inside");
      X.t = {1, 0.25, 0.125};
      expect_same_answers(unit, Pose(), other, X, what + " on a face");
      X.t = {1, 1, 1};
      expect_same_answers(unit, X, other, Pose(), what + " on a corner");
    }
  }
}

/// The reach along a direction that is zero or NaN was looked up at a place that is NaN.
/// A body 2^128 times as large as the other: k·R is infinite in float, and faces that were mapped to infinity counted as beyond the
/// other's leaf. The poses of a compound cancel and make both frames blunt, so that the large body's leaf is mapped.
TEST(TreeRegress, FacesThatAreInfiniteInTheOtherFrameWereLost) {
  constexpr double e = 0x1p-128;
  Mesh large{{{.25, .125, .25}, {.625, .25, .125}, {.125, .625, .625}}, {{0, 1, 2}, {3, 4, 5}}};
  for (int i = 0; i < 3; ++i) large.vertices.push_back(-large.vertices[i]);
  const Mesh small{{{0, 0, 0}, {.75 * e, .5 * e, .5 * e}, {-.75 * e, .625 * e, .5 * e}}, {{0, 1, 2}}};
  const MeshBounds of_large(large), of_small(small);
  const WideBvh tree_large(large, of_large), tree_small(small, of_small);
  const Eigen::Matrix3d turned = (Eigen::AngleAxisd(0.9553, Eigen::Vector3d(1, -1, 0).normalized()) *
                                  Eigen::AngleAxisd(0.6, Eigen::Vector3d::UnitZ()))
                                     .toRotationMatrix();
  int blunt = 0;
  for (const Eigen::Matrix3d& R : {turned, Eigen::Matrix3d(Eigen::Matrix3d::Identity())}) {
    for (double far = 0x1p44; far < 0x1p47; far = std::floor(far * 1.01)) {
      const Pose X_large, outer(Eigen::Matrix3d::Identity(), Eigen::Vector3d::Constant(far)),
          local(R.transpose(), large.vertices[0] - outer.t);
      const Placement of_a(X_large), of_compound(outer);
      const PiecePlacement of_b(of_compound, local);
      const MeshPair pair(large, of_large, of_a, small, of_small, of_b);
      const WideBvhPair trees(pair, tree_large, tree_small);
      blunt += trees.to_a.is_blunt() && trees.to_b.is_blunt() ? 1 : 0;
      Counters counters;
      ASSERT_TRUE(pair.faces_meet(0, 0, counters)) << far;
      WideScratch scratch;
      WideMemory memory;
      Limits limits;
      EXPECT_TRUE(find_first(trees, scratch, counters, memory, limits)) << far;
    }
  }
  EXPECT_GT(blunt, 10);
}

TEST(TreeRegress, TheReachAlongNoDirectionCrashed) {
  const Mesh mesh = make_icosphere(0.6, 3);
  const ReachMap map{WideBvh(mesh, MeshBounds(mesh))};
  const double nan = std::nan(""), inf = INFINITY, tiny = 5e-324;
  for (const Eigen::Vector3d& n : std::initializer_list<Eigen::Vector3d>{{0, 0, 0},
                                                                         {nan, nan, nan},
                                                                         {nan, 0, 0},
                                                                         {0, nan, 0},
                                                                         {1, 0, nan},
                                                                         {1, nan, 2},
                                                                         {inf, 0, 0},
                                                                         {0, -inf, 1},
                                                                         {inf, inf, -inf},
                                                                         {1, 2, inf},
                                                                         {nan, inf, 0}}) {
    EXPECT_EQ(map.reach(n).most, INFINITY) << n.transpose();
  }
  for (const Eigen::Vector3d& n : {Eigen::Vector3d(tiny, 0, 0), Eigen::Vector3d(0, -tiny, tiny)}) {
    EXPECT_GE(map.reach(n).most, 0) << n.transpose();
    EXPECT_LE(map.reach(n).most, 2 * tiny) << n.transpose();
  }
  const Mesh larger = make_icosphere(2, 3);
  EXPECT_EQ(ReachMap(WideBvh(larger, MeshBounds(larger))).reach({1.7e308, 1.7e308, 0}).most, INFINITY);
  EXPECT_EQ(ReachMap(WideBvh({}, MeshBounds(Mesh{}))).reach({1, 0, 0}).most, INFINITY);
}

/// The grid was marked over the boxes of faces: a quarter of a million cells for each face of a long thin body askew.
TEST(TreeRegress, AnInsideGridOfLongThinFacesTookMinutes) {
  for (const int n : {1000, 10000, 100000}) {
    const Mesh mesh = along_diagonal(make_cylinder(1, 50, n, 1));
    const std::size_t faces = mesh.faces.size();
    const InsideGrid grid(mesh, MeshBounds(mesh));
    ASSERT_LE(grid.work().marking, 2 * InsideGrid::most_marking(faces)) << faces;
    ASSERT_LE(grid.work().cells, InsideGrid::most_cells(faces)) << faces;
    ASSERT_LE(grid.work().crossing, InsideGrid::most_crossing(faces)) << faces;
  }
}

/// Coordinates of the triangles of a leaf were numbered with 32 bits, and wrapped beyond 477 million faces.
TEST(TreeRegress, LeavesBeyond477MillionFacesWrappedRound) {
  const Mesh mesh = make_box({1, 1, 1});
  const WideBvh tree(mesh, MeshBounds(mesh));
  const auto address = [&](std::uint32_t first) {
    return reinterpret_cast<std::uintptr_t>(tree.lanes({first, 8}, 0, 0));
  };
  constexpr std::uint32_t last = most_faces - 8;
  EXPECT_EQ(address(last) - address(0), 9 * sizeof(float) * std::uintptr_t{last});
  EXPECT_NO_THROW(require_countable(most_vertices, most_faces, "mesh"));
  // Without these limits the torus would take 240 GB.
  ASSERT_THROW(require_countable(0, most_faces + 1, "mesh"), Error);
  ASSERT_THROW(require_countable(most_vertices + 1, 0, "mesh"), Error);
  EXPECT_THROW(make_torus(1, 0.3, 100000, 100000), Error);
}

Mesh scaled(Mesh mesh, double by) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= by;
  return mesh;
}

Pose quarter_turn(double x) {
  Pose X;
  X.R << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  X.t = {x, 0, 0};
  return X;
}

/// Bounds that float says nothing about went to integers at once, 16 corners for each pair of nodes, although double decides
/// all faces; and leaves were tested face by face, whatever their boxes said.
TEST(TreeRegress, BoundsThatDoubleDecidesWentToIntegers) {
  Mesh mesh = make_torus(1, 0.3, 40, 20);
  for (Eigen::Vector3d& v : mesh.vertices) v[0] += 1e13;
  const Shape torus = Shape::mesh(mesh);
  Pose X = quarter_turn(1), Y;
  for (const bool askew : {false, true}) {
    if (askew) {
      Y.R = Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
      X.R = Y.R * quarter_turn(0).R;
      X.t = Y.R * Eigen::Vector3d(1e13 + 1, 0, 0) - X.R * Eigen::Vector3d(1e13, 0, 0);
    }
    Counters counters;
    EXPECT_FALSE(collides(torus, Y, torus, X, {.counters = &counters}));
    EXPECT_EQ(counters.exact_fallbacks, 0U);
    EXPECT_LE(counters.box_tests, 8000U);
    EXPECT_LE(counters.face_tests, 18000U);
  }
}

/// Along two axes of a mesh that is 1e302 long, floats show nothing: all faces side by side were tested with each other, by
/// integers.
TEST(TreeRegress, AGridOf1eMinus300By1e300TookMinutes) {
  constexpr std::uint32_t n = 40;
  Mesh mesh;
  for (std::uint32_t i = 0; i <= n; ++i) {
    for (std::uint32_t j = 0; j <= n; ++j) mesh.vertices.emplace_back(i * 1e-300, j * 1e300, i * j);
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t at = i * (n + 1) + j;
      mesh.faces.push_back({at, at + n + 1, at + 1});
      mesh.faces.push_back({at + 1, at + n + 1, at + n + 2});
    }
  }
  const Shape grid = Shape::mesh(mesh);
  const Pose raised(Eigen::Matrix3d::Identity(), {0, 0, 1e-5});
  Counters counters;
  EXPECT_FALSE(collides(grid, Pose(), grid, raised, {.counters = &counters}));
  EXPECT_LE(counters.exact_fallbacks, 30 * mesh.faces.size());
  EXPECT_LE(counters.face_tests, 1000 * mesh.faces.size());
}

/// Near the ends of the range a mesh did not fill its tree's frame, or the error of the relative pose overflowed: then all pairs
/// of faces were tested, by integers.
TEST(TreeRegress, LinkedToriAtTheEndsOfTheRangeTookSeconds) {
  const auto counted = [](double size) {
    const Shape torus = Shape::mesh(scaled(make_torus(1, 0.3, 40, 20), size));
    Counters counters;
    EXPECT_FALSE(collides(torus, Pose(), torus, quarter_turn(size), {.counters = &counters})) << size;
    return counters;
  };
  const Counters usual = counted(1);
  for (const double size : {1e-300, 1e-305, 1e-308, 1e-310, 1e-312, 1e300, 1e306, 1e307, 4e307}) {
    const Counters counters = counted(size);
    EXPECT_LE(counters.box_tests, 4 * usual.box_tests + 64) << size;
    EXPECT_LE(counters.face_tests, 4 * usual.face_tests + 64) << size;
    EXPECT_LE(counters.exact_fallbacks, 64U) << size;
  }
  // As small as doubles go, where a torus is made of a few coordinates, and where images overflow: bounded by its size.
  for (const double size : {1e-314, 1e-316, 1e-318, 1e-320, 9e307}) {
    const Shape torus = Shape::mesh(scaled(make_torus(1, 0.3, 40, 20), size));
    Counters counters;
    collides(torus, Pose(), torus, quarter_turn(size), {.counters = &counters});
    EXPECT_LE(counters.exact_fallbacks, 16000U) << size;
  }
}

/// Vertices 1e15 from the origin: the relative pose is known to within a few units, so that bounds and faces go to integers.
TEST(TreeRegress, LinkedToriFarFromTheOriginTookLong) {
  Mesh mesh = make_torus(1, 0.3, 40, 20);
  for (Eigen::Vector3d& v : mesh.vertices) v[0] += 1e15;
  const Shape torus = Shape::mesh(mesh);
  Counters counters;
  EXPECT_FALSE(collides(torus, Pose(), torus, quarter_turn(1), {.counters = &counters}));
  EXPECT_LE(counters.exact_fallbacks, 2000U);
}

}  // namespace
}  // namespace graze
