// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

Mesh large_mesh(Draw& draw) {
  switch (draw.small(0, 5)) {
    case 0:
      return make_torus(1, draw.pick(std::array{0.3, 0.5}), draw.small(8, 48), draw.small(6, 24));
    case 1:
      return make_icosphere(draw.uniform(0.4, 1), draw.small(1, 3));
    case 2:
      return make_cylinder(0.5, 1, draw.small(6, 60), draw.small(1, 10));
    case 3:
      return make_box({draw.uniform(0.3, 1), draw.uniform(0.3, 1), 1});
    case 4:
      return make_random_convex(1, 2 * draw.small(10, 60), draw.next());
    default:
      return make_sphere(1, draw.small(6, 24), draw.small(6, 24));
  }
}

/// A body goes through the surface of another one that is closed, in and out again, so slowly that caches find what they
/// remember: points inside and outside, the faces that met last, and distances before and after.
Case plunging(Draw& draw) {
  const double radius = draw.uniform(0.2, 0.6);
  const auto closed = [&](double size) {
    return draw.coin() ? make_icosphere(size, draw.small(1, 3)) : make_box(Vector3d::Constant(0.6 * size));
  };
  const Shape a = mesh_or_deformable(closed(1), draw), b = mesh_or_deformable(closed(radius), draw);
  const Vector3d way = unit_vector(draw);
  const int frames = draw.small(24, 60);
  const auto place = [&](int i) {
    return Pose(rotation(draw), (1.1 + radius) * std::cos(2 * std::numbers::pi * i / frames) * way);
  };
  const bool turns = draw.coin();
  const Matrix3d R = rotation(draw);
  Case c = case_of({body(a), body(b, place(0))});
  for (int i = 1; i <= frames; ++i) {
    const Pose X = place(i);
    c.scene.frames.push_back({{1, turns ? X : Pose(R, X.t), {}}});
  }
  return c;
}

/// Two balls as one body. They go through a shell for a while, so slowly that caches remember points inside it; then one of them is
/// inside and one outside, and none meets the shell.
Case straddling(Draw& draw) {
  const Mesh ball = make_icosphere(draw.uniform(0.1, 0.25), draw.small(1, 2));
  Mesh balls = ball;
  const Vector3d apart = draw.uniform(2.5, 4) * unit_vector(draw);
  for (const Vector3d& v : ball.vertices) balls.vertices.push_back(v + apart);
  for (Face f : ball.faces) {
    for (std::uint32_t& v : f) v += static_cast<std::uint32_t>(ball.vertices.size());
    balls.faces.push_back(f);
  }
  const Shape shell = mesh_or_deformable(make_icosphere(1, draw.small(2, 3)), draw);
  const Shape b = mesh_or_deformable(std::move(balls), draw);
  const Vector3d way = apart.normalized();
  const auto place = [&](double along) { return Pose(Matrix3d::Identity(), along * way); };
  const bool shell_first = draw.coin();
  const SceneBody mover = body(b, place(1));
  Case c = shell_first ? case_of({body(shell), mover}) : case_of({mover, body(shell)});
  const int meets = draw.small(8, 20), frames = meets + draw.small(4, 12);
  for (int i = 1; i <= frames; ++i) {
    const double along = i < meets ? 1 + 0.002 * i : draw.uniform(-0.6, 0.6);
    c.scene.frames.push_back({{shell_first ? 1U : 0U, place(along), {}}});
  }
  return c;
}

/// Surfaces that are near each other and parallel everywhere, and do not meet: trees are searched down to all leaves.
Case parallel_surfaces(Draw& draw) {
  const double smaller = draw.uniform(0.97, 0.99);
  const int detail = draw.small(24, 40);
  const Mesh mesh = draw.coin() ? make_icosphere(1, 3) : make_sphere(1, detail, 2 * detail);
  const Shape a = Shape::mesh(mesh), b = scaled(a, smaller);
  const Pose X(turn(draw), Vector3d::Zero());
  return draw.coin() ? case_of({body(a, X), body(b, X)}) : case_of({body(b, X), body(a, X)});
}

/// The vertices shaken a little; often moved far, too.
std::vector<Vector3d> shaken(std::vector<Vector3d> vertices, Draw& draw) {
  const double noise = draw.pick(std::array{0.0, 0.001, 0.02});
  const Pose far = draw.coin() ? Pose() : Pose(rotation(draw), 3 * point(draw, Grid::fine));
  const double growth = draw.coin() ? 1 : draw.uniform(0.2, 1.5);
  for (Vector3d& v : vertices) v = far * Vector3d(growth * v + noise * point(draw, Grid::fine));
  return vertices;
}

/// Four faces that share no vertex, all about.
Mesh four_faces(double size, Draw& draw) {
  Mesh mesh{{}, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10, 11}}};
  for (int i = 0; i < 12; ++i) mesh.vertices.push_back(size * unit_vector(draw));
  return mesh;
}

/// A torus of so many vertices and faces that copies and refits are shared among threads, too, and so few others that the truth
/// compares every face with every face. These cut through all of the torus, or are near one of its vertices.
Case huge(Draw& draw) {
  const Mesh torus = make_torus(1, 0.4, draw.small(222, 230), draw.small(150, 160));
  const bool deforms = !draw.one_in(4), near = draw.coin();
  const Shape a = deforms ? Shape::deformable(torus) : Shape::mesh(torus);
  const double size = near ? draw.uniform(0.05, 0.3) : 2;
  const auto place = [&](const std::vector<Vector3d>& vertices) {
    Vector3d middle = Vector3d::Zero();
    for (const Vector3d& v : vertices) middle += v / static_cast<double>(vertices.size());
    const Vector3d centre = near ? vertices[draw.below(vertices.size())] : middle;
    return Pose(rotation(draw), centre + 0.3 * size * point(draw, Grid::fine));
  };
  Case c = case_of({body(a), body(mesh_or_deformable(four_faces(size, draw), draw), place(torus.vertices))});
  // A tree is built for the first of these and refitted for the others.
  for (int i = draw.small(3, 6); i > 0; --i) {
    std::vector<Vector3d> vertices = deforms ? shaken(torus.vertices, draw) : torus.vertices;
    SceneFrame frame = {{1, place(vertices), {}}};
    if (deforms) frame.push_back({0, std::nullopt, std::move(vertices)});
    c.scene.frames.push_back(std::move(frame));
  }
  return c;
}

/// Squares over the plane z = 0, cut in two, whose corners have heights that repeat every other square. All numbers have a few bits.
Mesh waves(int squares, Draw& draw) {
  const std::array heights = {0.125 * draw.small(-4, 4), 0.125 * draw.small(-4, 4), 0.125 * draw.small(-4, 4),
                              0.125 * draw.small(-4, 4)};
  Mesh mesh;
  const auto side = static_cast<std::uint32_t>(squares + 1);
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const std::uint32_t x = i % side, y = i / side;
    mesh.vertices.push_back({double(x), double(y), heights[x % 2 + 2 * (y % 2)]});
    if (x + 1 == side || y + 1 == side) continue;
    mesh.faces.push_back({i, i + 1, i + side});
    mesh.faces.push_back({i + side, i + 1, i + side + 1});
  }
  return mesh;
}

}  // namespace

Case sequences(Draw& draw) {
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  const Shape a = draw.one_in(4) ? any_shape(draw, g) : sharp_shape(draw, g);
  const Shape b = draw.one_in(4) ? a : draw.one_in(4) ? any_shape(draw, g) : sharp_shape(draw, g);
  const Pose X_WA(turn(draw), point(draw, g));
  Pose X_WB = draw.one_in(3) ? X_WA : touching_pose(a, X_WA, b, turn(draw), draw, gap(draw, 1));
  Case c = case_of({body(a, X_WA), body(b, X_WB)});
  add_motion(c, draw, draw.small(10, 60));
  if (draw.one_in(3)) scale(c, draw_scale(draw));
  return c;
}

Case large(Draw& draw) {
  if (draw.one_in(5)) return plunging(draw);
  if (draw.one_in(6)) return straddling(draw);
  const bool bearing = draw.one_in(3);
  const Shape a = bearing ? Shape::mesh(make_torus(1, 0.3, draw.small(8, 48), draw.small(6, 24)))
                          : mesh_or_deformable(large_mesh(draw), draw);
  const Shape b = bearing          ? Shape::mesh(make_icosphere(draw.uniform(0.5, 0.72), draw.small(1, 3)))
                  : draw.one_in(3) ? a
                  : draw.one_in(4) ? any_shape(draw, Grid::fine)
                                   : mesh_or_deformable(large_mesh(draw), draw);
  const Pose X_WA(draw.coin() ? Matrix3d(Matrix3d::Identity()) : rotation(draw), Vector3d::Zero());
  Pose X_WB = X_WA;
  if (!bearing && !draw.one_in(4)) {
    X_WB = draw.coin() ? Pose(rotation(draw), 1.5 * point(draw, Grid::fine))
                       : touching_pose(a, X_WA, b, rotation(draw), draw, gap(draw, 1));
  }
  Case c = case_of({body(a, X_WA), body(b, X_WB)});
  add_motion(c, draw, draw.small(9, 40));
  // Not among denormals: of thousands of faces nearly all would touch there, which takes minutes by any method.
  if (draw.one_in(4)) scale(c, std::clamp(draw_scale(draw), 1e-290, 1e290));
  return c;
}

Case threads(Draw& draw) {
  if (draw.one_in(10)) return huge(draw);
  // Enough faces for every search and sort that several threads share.
  const auto mesh = [&](double size, int n) {
    return draw.coin() ? make_torus(size, 0.4 * size, 2 * n, n) : make_sphere(size, n, 2 * n);
  };
  const bool deforms = draw.coin(), inside = draw.coin();
  const int n = draw.small(24, 64);
  const Mesh first = inside ? make_sphere(1, n, 2 * n) : mesh(1, n);
  const Shape a = deforms ? Shape::deformable(first) : Shape::mesh(first);
  const double size = inside ? draw.uniform(0.3, 0.65) : 1;
  const Shape b = mesh_or_deformable(mesh(size, draw.small(8, 20)), draw);
  const Pose X_WB(rotation(draw), (inside ? 0 : draw.uniform(0, 1.5)) * unit_vector(draw));
  Case c = case_of({body(a), body(b, X_WB)});
  for (int i = draw.small(0, 2); i > 0; --i) {
    SceneFrame frame = {{1, Pose(rotation(draw), X_WB.t), {}}};
    if (deforms) {
      std::vector<Vector3d> vertices = first.vertices;
      for (Vector3d& v : vertices) v += 0.02 * point(draw, Grid::fine);
      frame.push_back({0, std::nullopt, std::move(vertices)});
    }
    c.scene.frames.push_back(std::move(frame));
  }
  return c;
}

Case overlaid(Draw& draw) {
  const bool flat = draw.coin();
  const Mesh mesh =
      flat ? waves(draw.small(32, 50), draw) : make_torus(1, 0.4, draw.small(40, 70), draw.small(26, 36));
  const Shape a = mesh_or_deformable(mesh, draw), b = draw.coin() ? a : Shape::mesh(mesh);
  const Pose X = draw.coin() ? Pose() : anywhere(draw, 2);
  // On itself, or shifted by periods; now and then above itself by a little or a lot.
  Vector3d shift = Vector3d::Zero();
  if (flat) shift = {2.0 * draw.small(-2, 2), 2.0 * draw.small(-2, 2), 0};
  if (draw.coin()) shift.z() += draw.pick(std::array{1e-12, 1e-3, 0.1, 3.0});
  return case_of({body(a, X), body(b, {X.R, X * shift})});
}

Case budgets(Draw& draw) {
  const Case c = [&] {
    if (draw.one_in(8)) return parallel_surfaces(draw);
    const Shape a = Shape::mesh(large_mesh(draw)), b = mesh_or_deformable(large_mesh(draw), draw);
    const Pose X_WB = draw.coin() ? Pose(rotation(draw), 1.5 * point(draw, Grid::fine))
                                  : touching_pose(a, {}, b, turn(draw), draw, gap(draw, 1));
    return case_of({body(a), body(b, X_WB)});
  }();
  return {c.scene, c.paths, Call::progressive};
}

}  // namespace graze::selftest::kinds
