// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/inside_grid.h"

#include <graze/generate.h>
#include <gtest/gtest.h>

#include "math/random.h"

namespace graze {
namespace {

using Side = InsideGrid::Side;

InsideGrid grid_of(const Mesh& mesh) {
  return {mesh, MeshBounds(mesh)};
}

Mesh joined(Mesh a, const Mesh& b) {
  const auto offset = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Face& f : b.faces) a.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
  return a;
}

Mesh moved(Mesh mesh, const Eigen::Vector3d& by) {
  for (Eigen::Vector3d& v : mesh.vertices) v += by;
  return mesh;
}

/// Points in and around the mesh: what is known must be true, and most must be known.
void expect_sides(const Mesh& mesh, const auto& is_inside, double reach, double unit = 1,
                  const Eigen::Vector3d& at = Eigen::Vector3d::Zero()) {
  const InsideGrid grid = grid_of(mesh);
  Random random(1);
  int known = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d p(random.uniform(-reach, reach), random.uniform(-reach, reach),
                            random.uniform(-reach, reach));
    const Side side = grid.side(at + unit * p, 1e-9 * unit);
    if (side == Side::unknown) continue;
    ++known;
    ASSERT_EQ(side == Side::inside, is_inside(p)) << p.transpose();
  }
  EXPECT_GT(known, count / 2);
}

bool in_ball(const Eigen::Vector3d& p) {
  return p.norm() < 1;
}

TEST(InsideGrid, KnowsABallAtAnyScaleAndPlace) {
  const Mesh ball = make_icosphere(1, 5);
  expect_sides(ball, in_ball, 1.2);
  for (const double unit : {1e-150, 1e-30, 1e30, 1e150}) {
    Mesh scaled = ball;
    for (Eigen::Vector3d& v : scaled.vertices) v *= unit;
    expect_sides(scaled, in_ball, 1.2, unit);
  }
  expect_sides(moved(ball, {1e4, -1e4, 0}), in_ball, 1.2, 1, {1e4, -1e4, 0});
}

TEST(InsideGrid, KnowsShapesWithHolesAndFewFaces) {
  expect_sides(
      make_torus(1, 0.4, 60, 40),
      [](const Eigen::Vector3d& p) { return std::hypot(std::hypot(p.x(), p.y()) - 1, p.z()) < 0.4; }, 1.6);
  expect_sides(
      make_box({1, 0.5, 0.25}),
      [](const Eigen::Vector3d& p) {
        return std::abs(p.x()) < 1 && std::abs(p.y()) < 0.5 && std::abs(p.z()) < 0.25;
      },
      1.2);
}

/// A ball in a ball is a shell: inside the inner one, paths to the outside cross twice.
TEST(InsideGrid, CountsCrossings) {
  const Mesh shell = joined(make_icosphere(1, 5), make_icosphere(0.5, 4));
  expect_sides(
      shell, [](const Eigen::Vector3d& p) { return p.norm() < 1 && p.norm() > 0.5; }, 1.2);
  const Mesh twice = joined(make_icosphere(1, 4), make_icosphere(1, 4));
  EXPECT_FALSE(grid_of(twice).has_inside());
  const Mesh overlapping = joined(make_icosphere(1, 5), moved(make_icosphere(1, 5), {1, 0, 0}));
  expect_sides(
      overlapping,
      [](const Eigen::Vector3d& p) { return in_ball(p) != in_ball(p - Eigen::Vector3d(1, 0, 0)); }, 2);
}

TEST(InsideGrid, KnowsNothingOfWhatIsOpenOrTooExtreme) {
  Mesh open = make_icosphere(1, 4);
  open.faces.pop_back();
  EXPECT_EQ(grid_of(open).side({0, 0, 0}, 0), Side::unknown);
  EXPECT_EQ(grid_of(open).side({9, 0, 0}, 0), Side::unknown);
  EXPECT_EQ(grid_of({}).side({0, 0, 0}, 0), Side::unknown);
  EXPECT_EQ(grid_of(moved(make_icosphere(1, 3), {1e15, 0, 0})).side({1e15, 0, 0}, 0), Side::unknown);
  // A face that names a vertex twice closes nothing and opens nothing.
  Mesh closed = make_icosphere(1, 4);
  closed.faces.push_back({0, 0, 5});
  EXPECT_EQ(grid_of(closed).side({0, 0, 0}, 0), Side::inside);
}

TEST(InsideGrid, AllowsForErrors) {
  const InsideGrid grid = grid_of(make_icosphere(1, 4));
  EXPECT_EQ(grid.side({0, 0, 0}, 1e-6), Side::inside);
  EXPECT_EQ(grid.side({0, 0, 0}, 0.01), Side::unknown);
  EXPECT_EQ(grid.side({5, 0, 0}, 1), Side::outside);
  EXPECT_EQ(grid.side({5, 0, 0}, 4), Side::unknown);
  EXPECT_EQ(grid.side({0, 0, 0}, std::nan("")), Side::unknown);
}

/// Whoever takes samples relies on a way between any two of them on the surface.
TEST(InsideGrid, SamplesAreOfOnePart) {
  const Mesh mesh = joined(moved(make_icosphere(0.1, 2), {5, 0, 0}), make_icosphere(1, 3));
  const InsideGrid grid = grid_of(mesh);
  ASSERT_GT(grid.samples().size(), 60u);
  for (const Eigen::Vector3d& p : grid.samples()) EXPECT_LT(p.norm(), 1.1);
}

/// Samples found side by side are those that one by one would be; wherever the search begins.
TEST(InsideGrid, FindsSamplesAsIfOneByOne) {
  Random random(9);
  const InsideGrid ball = grid_of(make_icosphere(1, 4)), ring = grid_of(make_torus(0.6, 0.2, 40, 24));
  int both = 0, none = 0;
  for (int i = 0; i < 2000; ++i) {
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(random.uniform(0, 6), Eigen::Vector3d(1, 2, random.uniform(-3, 3)).normalized())
            .toRotationMatrix();
    const Eigen::Vector3d t = random.uniform(0, 1.5) * R.col(0);
    const auto side = [&](std::size_t sample) { return ball.side(R * ring.samples()[sample] + t, 1e-9); };
    const auto count = static_cast<std::uint32_t>(ring.samples().size());
    bool inside = false, outside = false;
    for (std::uint32_t k = 0; k < count; ++k) {
      inside = inside || side(k) == Side::inside;
      outside = outside || side(k) == Side::outside;
    }
    const InsideGrid::Found found =
        ball.find(ring, R, t, 1e-9, static_cast<std::uint32_t>(random.below(count)));
    ASSERT_EQ(found.both(), inside && outside);
    ASSERT_TRUE(!found.inside || side(*found.inside) == Side::inside);
    ASSERT_TRUE(!found.outside || side(*found.outside) == Side::outside);
    both += found.both() ? 1 : 0;
    none += found.both() ? 0 : 1;
  }
  EXPECT_GT(both, 500);
  EXPECT_GT(none, 200);
  const InsideGrid::Found in_doubt = ball.find(ring, Eigen::Matrix3d::Identity(), {0.9, 0, 0}, 0.01, 0);
  EXPECT_FALSE(in_doubt.inside || in_doubt.outside);
}

}  // namespace
}  // namespace graze
