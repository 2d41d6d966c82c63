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

/// What is said of a point holds for all that are off it by the error, beside planes along the cells and across them.
TEST(InsideGrid, HoldsForAllPointsWithinTheError) {
  Random random(2);
  for (int round = 0; round < 8; ++round) {
    const Eigen::Vector3d half(1, random.uniform(0.3, 1), random.uniform(0.3, 1));
    const Eigen::Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1));
    const Eigen::Matrix3d R =
        round == 0 ? Eigen::Matrix3d::Identity().eval()
                   : Eigen::AngleAxisd(random.uniform(-3, 3), axis.normalized()).toRotationMatrix();
    Mesh mesh = make_box(half);
    for (Eigen::Vector3d& v : mesh.vertices) v = R * v;
    const MeshBounds bounds(mesh);
    const InsideGrid grid(mesh, bounds);
    double error = 1e-2;  // the largest with which something is known
    while (grid.side({0, 0, 0}, error) == Side::unknown) error *= 0.99;
    for (int i = 0; i < 40000; ++i) {
      Eigen::Vector3d p;  // close to a side
      for (int k = 0; k < 3; ++k) p[k] = random.uniform(-1, 1) * half[k];
      const auto k = static_cast<int>(random.below(3));
      p[k] = std::copysign(half[k], p[k]) + random.uniform(-1, 1) * 3 * error;
      const Eigen::Vector3d q = R * p;
      const Side side = grid.side(q, error);
      if (side == Side::unknown) continue;
      for (int corner = 0; corner < 8; ++corner) {
        const Eigen::Vector3d off(corner & 1 ? error : -error, corner & 2 ? error : -error,
                                  corner & 4 ? error : -error);
        const Eigen::Vector3d truth = R.transpose() * (q + off);
        ASSERT_EQ(side == Side::inside, (truth.cwiseAbs().array() < half.array()).all())
            << "round " << round << ": " << q.transpose();
      }
    }
  }
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

/// Closed as far as edges go: every face twice.
Mesh doubled(Mesh mesh) {
  mesh.faces.insert(mesh.faces.end(), mesh.faces.begin(), mesh.faces.end());
  return mesh;
}

Mesh turned(Mesh mesh) {
  const Eigen::Matrix3d R =
      Eigen::AngleAxisd(0.9553, Eigen::Vector3d(1, -1, 0.1).normalized()).toRotationMatrix();
  for (Eigen::Vector3d& v : mesh.vertices) v = R * v;
  return mesh;
}

/// Whatever faces there are, building takes no more than what the head of inside_grid.h says.
TEST(InsideGrid, TakesBoundedWorkForAnyMesh) {
  Random random(4);
  const auto point = [&] {
    return Eigen::Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  };
  Mesh slivers, fan, soup;
  fan.vertices.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < 200000; ++i) {
    const Eigen::Vector3d p = point(), q = point();
    slivers.vertices.insert(slivers.vertices.end(), {p, q, q + 1e-4 * point()});
    slivers.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    soup.vertices.insert(soup.vertices.end(), {p, q, point()});
    soup.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    fan.vertices.push_back(p);
    if (i > 0) fan.faces.push_back({0, i, i + 1});
  }
  const Mesh box = make_box({1, 1, 1});
  for (const Mesh& mesh :
       {doubled(slivers), doubled(fan), doubled(soup), turned(make_cylinder(1, 50, 100000, 1)),
        turned(make_cylinder(1, 1, 100000, 1)), turned(make_cylinder(1, 0.01, 100000, 1)), box, turned(box),
        make_icosphere(1, 3), turned(make_icosphere(1, 6)), turned(make_torus(1, 0.01, 400, 400))}) {
    const std::size_t faces = mesh.faces.size();
    const InsideGrid grid = grid_of(mesh);
    EXPECT_LE(grid.work().marking, 2 * InsideGrid::most_marking(faces)) << faces;
    EXPECT_LE(grid.work().cells, InsideGrid::most_cells(faces)) << faces;
    EXPECT_LE(grid.work().crossing, InsideGrid::most_crossing(faces)) << faces;
  }
}

/// Bodies of long thin faces are not given up as long as a coarser grid will do.
TEST(InsideGrid, KnowsBodiesOfLongThinFaces) {
  for (const int n : {24, 500, 20000}) {
    const auto in = [](const Eigen::Vector3d& p) {
      return std::hypot(p.x(), p.y()) < 0.9999 && std::abs(p.z()) < 1;
    };
    const InsideGrid grid = grid_of(make_cylinder(1, 1, n, 1));
    EXPECT_EQ(grid.side({0, 0, 0}, 1e-9), Side::inside) << n;
    EXPECT_EQ(grid.side({0, 0, 1.5}, 1e-9), Side::outside) << n;
    EXPECT_EQ(grid.side({0.97, 0.97, 0}, 1e-9), Side::outside) << n;
    Random random(1);
    for (int i = 0; i < 5000; ++i) {
      const Eigen::Vector3d p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      const Side side = grid.side(p, 1e-9);
      if (n >= 500 && side != Side::unknown) {
        ASSERT_EQ(side == Side::inside, in(p)) << p.transpose();
      }
    }
  }
}

/// Faces larger than a few cells are marked column by column: no point of the surface is in a cell that is known.
TEST(InsideGrid, KnowsNoCellThatAFaceTouches) {
  Random random(6);
  for (int round = 0; round < 40; ++round) {
    // A few large faces and slivers in all directions, each of them twice.
    Mesh mesh;
    const std::uint32_t count = 1 + static_cast<std::uint32_t>(random.below(6));
    for (std::uint32_t i = 0; i < 3 * count; ++i) {
      mesh.vertices.emplace_back(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      if (i % 3 == 2 && round % 2 == 0) {
        mesh.vertices[i] = mesh.vertices[i - 1] + 1e-3 * (mesh.vertices[i] - mesh.vertices[i - 1]);
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    const InsideGrid grid = grid_of(doubled(mesh));
    ASSERT_EQ(grid.side({9, 9, 9}, 0), Side::outside);
    for (int i = 0; i < 20000; ++i) {
      const Face& f = mesh.faces[random.below(count)];
      double u = random.uniform(0, 1), v = random.uniform(0, 1);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Eigen::Vector3d& a = mesh.vertices[f[0]];
      const Eigen::Vector3d p = a + u * (mesh.vertices[f[1]] - a) + v * (mesh.vertices[f[2]] - a);
      ASSERT_EQ(grid.side(p, 1e-9), Side::unknown) << "round " << round << ": " << p.transpose();
    }
  }
}

/// Points that are not finite are nowhere, one by one and side by side.
TEST(InsideGrid, KnowsNothingOfPointsThatAreNotFinite) {
  const Mesh ball = make_icosphere(1, 4);
  const InsideGrid grid = grid_of(ball);
  ASSERT_TRUE(grid.has_inside());
  for (const double x : {std::nan(""), -std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    for (int axis = 0; axis < 3; ++axis) {
      Eigen::Vector3d p(0, 0, 0);
      p[axis] = x;
      EXPECT_EQ(grid.side(p, 1e-9), Side::unknown);
      const InsideGrid::Found found = grid.find(grid, Eigen::Matrix3d::Identity(), p, 1e-9, 7);
      EXPECT_FALSE(found.inside || found.outside);
      const InsideGrid::Found turned =
          grid.find(grid, x * Eigen::Matrix3d::Identity(), {0, 0, 0}, 1e-9, 1000000);
      EXPECT_FALSE(turned.inside || turned.outside);
    }
  }
}

/// Samples are spread at all scales, and where squares of distances would overflow or underflow.
TEST(InsideGrid, SpreadsSamplesAtAllScales) {
  for (const double scale : {1e-305, 1e-200, 1.0, 1e200, 1e300}) {
    Mesh mesh = make_icosphere(1, 3);
    for (Eigen::Vector3d& v : mesh.vertices) v *= scale;
    const InsideGrid grid = grid_of(mesh);
    EXPECT_GE(grid.samples().size(), 100u) << scale;
    EXPECT_EQ(grid.has_inside(), scale > 1e-280 && scale < 1e280) << scale;
  }
}

}  // namespace
}  // namespace graze
