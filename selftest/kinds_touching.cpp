// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include <cmath>
#include <limits>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

/// The simplest body that reaches into the corners of its box.
Mesh rectangle(Draw& draw, Grid grid) {
  const Vector3d half = half_lengths(draw, grid);
  const Matrix3d R = quarter_turns(draw);
  const Vector3d u = half.x() * R.col(0), v = half.y() * R.col(1), middle = half.z() * R.col(2);
  return {{middle - u - v, middle + u - v, middle + u + v, middle - u + v}, {{0, 1, 2}, {0, 2, 3}}};
}

/// Two boxes, filled or not, of which an edge crosses an edge. Where they are apart, none but the product of these edges
/// separates them.
Case crossing_edges(Draw& draw) {
  const Vector3d half_a = half_lengths(draw, draw_grid(draw)), half_b = half_lengths(draw, draw_grid(draw));
  const Pose X_WA(draw.coin() ? quarter_turns(draw) : rotation(draw), point(draw, Grid::coarse));
  const Matrix3d R = rotation(draw);
  const int i = draw.small(0, 2), j = draw.small(0, 2);
  const Vector3d across = X_WA.R.col(i).cross(R.col(j));
  const Vector3d n = across.norm() > 0.1 ? Vector3d(across.normalized()) : unit_vector(draw);
  const auto point_of_edge = [&](const Matrix3d& turned, const Vector3d& half, int along, const Vector3d& d) {
    Vector3d p = support(Shape::of(Box{half}), turned.transpose() * d);
    p[along] *= draw.uniform(-0.9, 0.9);
    return Vector3d(turned * p);
  };
  const Vector3d t = X_WA.t + point_of_edge(X_WA.R, half_a, i, n) - point_of_edge(R, half_b, j, -n);
  const auto box = [&](const Vector3d& half) {
    return draw.one_in(3) ? mesh_or_deformable(make_box(half), draw) : Shape::of(Box{half});
  };
  return case_of({body(box(half_a), X_WA), body(box(half_b), {R, t + gap(draw, 1) * n})});
}

/// A needle as long as its bounding ball is wide, stretched along itself, that lies along an axis of the world and touches with
/// its tip.
Case stretched_needle(Draw& draw) {
  const Vector3d s(draw.coin() ? 1 : -1, draw.coin() ? 1 : -1, draw.coin() ? 1 : -1);
  const Vector3d axis = Vector3d::Unit(draw.small(0, 2)) * (draw.coin() ? 1 : -1);
  const Matrix3d R = Eigen::Quaterniond::FromTwoVectors(s, axis).toRotationMatrix() *
                     stretched(s, draw.coin() ? 0.99 : -0.99);
  const Shape needle = draw.coin() ? Shape::of(Convex{{s, -s}})
                                   : Shape::mesh({{s, -s, 0.01 * Vector3d::Unit(0)}, {{0, 1, 2}}});
  const Shape other = sharp_shape(draw, Grid::coarse);
  const Vector3d tip = R * s, of_other = support(other, -axis);
  const double bend = draw.pick(std::array{0.0, -1e-7, -3e-7, -6e-7, -1e-6, 1e-7});
  return case_of({body(needle, {R, Vector3d::Zero()}),
                  body(other, {Matrix3d::Identity(), tip - of_other + bend * axis})});
}

/// Two bodies that reach farthest along a diagonal, along which they are stretched: corner to corner.
Case stretched_corners(Draw& draw) {
  const auto sign = [&] { return draw.coin() ? 1.0 : -1.0; };
  const Vector3d s(sign(), sign(), sign()), half = Vector3d::Constant(draw.pick(std::array{0.5, 1.0}));
  const auto cube = [&]() -> Shape {
    switch (draw.small(0, 2)) {
      case 0:
        return Shape::of(Box{half});
      case 1:
        return Shape::of(Convex{{s.cwiseProduct(half), -s.cwiseProduct(half)}});
      default:
        return mesh_or_deformable(make_box(half), draw);
    }
  };
  Shape a = cube(), b = cube();
  Matrix3d R_A = stretched(s, draw.one_in(3) ? -1 : 1);
  const Matrix3d R_B = stretched(s, draw.one_in(3) ? -1 : 1);
  // In compounds, each of which stretches it once more.
  constexpr int most_nesting = 16;
  for (int i = draw.coin() ? 0 : draw.small(1, draw.coin() ? 2 : most_nesting); i > 0; --i)
    a = Shape::of(Compound{{{a, {R_A, Vector3d::Zero()}}}});
  const double g = draw.pick(std::array{0.0, 1e-16, -1e-16, 1e-7, -1e-7, -5e-7, -1e-6, -2e-6});
  const Vector3d corner_a = support(a, s), corner_b = support(b, -s);
  const Pose X_WA(R_A, Vector3d::Zero());
  return case_of({body(a, X_WA), body(b, {R_B, X_WA * corner_a - R_B * corner_b + g * s})});
}

/// A vector of integers of integer length, its entries in any order and with any signs.
struct Triple {
  Vector3d v;
  double length;
};
Triple draw_triple(Draw& draw) {
  static constexpr std::array<std::array<int, 4>, 8> some = {{{1, 0, 0, 1},
                                                              {1, 0, 0, 1},
                                                              {3, 4, 0, 5},
                                                              {1, 2, 2, 3},
                                                              {2, 3, 6, 7},
                                                              {1, 4, 8, 9},
                                                              {2, 6, 9, 11},
                                                              {8, 9, 12, 17}}};
  const auto t = draw.pick(some);
  return {quarter_turns(draw) * Vector3d(t[0], t[1], t[2]) * (draw.coin() ? 1 : -1), double(t[3])};
}

/// A body that touches the plane across n through the origin there, on the side of n, exactly: each number has a few bits.
SceneBody on_tangent_plane(const Triple& n, bool is_round, Draw& draw) {
  const double unit = std::exp2(draw.one_in(3) ? draw.small(-60, 0) : draw.small(-4, 0));
  const double s = unit * draw.small(1, draw.coin() ? 8 : 1 << 20);
  if (is_round) {
    if (draw.coin()) return body(Shape::of(Sphere{s * n.length}), {quarter_turns(draw), s * n.v});
    const Matrix3d R = quarter_turns(draw);
    const double half = unit * draw.small(1, 8);
    const Vector3d along = R.col(2) * (R.col(2).dot(n.v) < 0 ? -half : half);
    return body(Shape::of(Capsule{s * n.length, half}), {R, s * n.v + along});
  }
  // Points of the plane, and one beyond it.
  const Vector3d u(n.v.y(), -n.v.x(), 0), v(0, n.v.z(), -n.v.y()), w(n.v.z(), 0, -n.v.x());
  Convex hull{{draw.pick(std::array{u, v, w}), s * n.v}};
  hull.vertices.push_back(draw.coin() ? Vector3d(-hull.vertices[0]) : Vector3d::Zero());
  if (draw.coin()) hull.vertices.insert(hull.vertices.end(), {u + v, -u, -v, w});
  for (Vector3d& p : hull.vertices) p *= unit;
  return body(Shape::of(std::move(hull)), {});
}

/// The same of a cylinder or an ellipsoid: with its side, an end, or the end of an axis.
SceneBody smooth_on_tangent_plane(const Triple& n, Draw& draw) {
  const double unit = std::exp2(draw.small(-4, 0)), s = unit * draw.small(1, 8);
  const auto length = [&] { return unit * draw.small(1, 8); };
  for (;;) {
    const Matrix3d R = quarter_turns(draw);
    const Vector3d local = R.transpose() * n.v;
    if (n.length == 1 && draw.coin()) {
      const Vector3d half = local.cwiseAbs().unaryExpr([&](double x) { return x > 0 ? s : length(); });
      return body(Shape::of(Ellipsoid{half}), {R, s * n.v});
    }
    if (local.z() == 0) return body(Shape::of(Cylinder{s * n.length, length()}), {R, s * n.v});
    if (n.length == 1) return body(Shape::of(Cylinder{length(), s}), {R, s * n.v});
  }
}

/// Moves a radius to the next double.
void nudge_radius(SceneBody& b, Draw& draw) {
  ShapeKind kind = b.shape.kind();
  const double to = draw.coin() ? 0 : std::numeric_limits<double>::infinity();
  if (auto* sphere = std::get_if<Sphere>(&kind)) sphere->radius = std::nextafter(sphere->radius, to);
  if (auto* capsule = std::get_if<Capsule>(&kind)) capsule->radius = std::nextafter(capsule->radius, to);
  b.shape = Shape::of(std::move(kind));
}

}  // namespace

Case tangent(Draw& draw) {
  const Triple n = draw_triple(draw);
  SceneBody a = on_tangent_plane(n, true, draw);
  SceneBody b = on_tangent_plane({-n.v, n.length}, !draw.one_in(3), draw);
  if (draw.one_in(3)) nudge_radius(draw.coin() ? a : b, draw);
  if (draw.one_in(3)) nudge(draw.coin() ? a.pose : b.pose, draw);
  Case c = case_of({a, b});
  if (draw.one_in(4)) scale(c, std::exp2(draw.small(-900, 900)));
  return c;
}

Case smooth_tangent(Draw& draw) {
  Triple n{quarter_turns(draw) * Vector3d(1, 0, 0), 1};
  if (draw.coin()) n = {quarter_turns(draw) * Vector3d(3, 4, 0), 5};
  const SceneBody b = on_tangent_plane({-n.v, n.length}, draw.one_in(3), draw);
  SceneBody a = smooth_on_tangent_plane(n, draw);
  if (draw.one_in(3)) a.pose.t += draw.uniform(-0.5, 0.5) * n.v;
  return case_of({a, b});
}

Case face_to_face(Draw& draw) {
  const Grid g = draw_grid(draw);
  const auto shape = [&] {
    if (draw.one_in(3)) return sharp_shape(draw, g);
    return mesh_or_deformable(draw.one_in(3) ? make_box(half_lengths(draw, g)) : rectangle(draw, g), draw);
  };
  const Shape a = shape(), b = shape();
  const Pose X_WA{draw.coin() ? rotation(draw) : turn(draw), point(draw, g)};
  const Matrix3d R = draw.coin() ? Matrix3d(X_WA.R * quarter_turns(draw)) : rotation(draw);
  const Vector3d d = X_WA.R.col(draw.small(0, 2)) * (draw.coin() ? 1 : -1);
  return case_of({body(a, X_WA), body(b, touching_along(a, X_WA, b, R, d, draw, gap(draw, 1)))});
}

Case touching(Draw& draw) {
  if (draw.one_in(6)) return crossing_edges(draw);
  if (draw.one_in(6)) {
    Case c = face_to_face(draw);
    add_rattle(c, draw, draw.small(0, 4));
    return c;
  }
  const Grid g = draw.one_in(3) ? Grid::fine : Grid::coarse;
  const Shape a = sharp_shape(draw, g), b = sharp_shape(draw, g);
  // Half of them on the grid, where touching is exact.
  if (draw.coin()) return near_touch(a, b, draw);
  const Pose X_WA(quarter_turns(draw), point(draw, Grid::coarse));
  Pose X_WB = touching_pose(a, X_WA, b, quarter_turns(draw), draw, 0);
  nudge(X_WB, draw);
  return case_of({body(a, X_WA), body(b, X_WB)});
}

Case bent_poses(Draw& draw) {
  if (draw.one_in(3)) return stretched_corners(draw);
  if (draw.one_in(4)) return stretched_needle(draw);
  const Grid g = draw_grid(draw);
  const Shape a = sharp_shape(draw, g), b = sharp_shape(draw, g);
  const Pose X_WA(bent(draw.coin() ? rotation(draw) : quarter_turns(draw), draw), Vector3d::Zero());
  const Matrix3d R = bent(draw.coin() ? rotation(draw) : quarter_turns(draw), draw);
  const double bend = draw.pick(std::array{0.0, 1e-6, -1e-6, 5e-7, -5e-7, 1.5e-6, -1.5e-6});
  const Pose X_WB = draw.one_in(4) ? crossing_pose(a, X_WA, b, R, draw, gap(draw, 1))
                                   : touching_pose(a, X_WA, b, R, draw, draw.coin() ? bend : gap(draw, 1));
  Case c = case_of({body(a, X_WA), body(b, X_WB)});
  if (draw.coin()) {
    for (int i = draw.small(2, 8); i > 0; --i) {
      c.scene.frames.push_back({{1, Pose(bent(rotation(draw), draw), X_WB.t), {}}});
      if (draw.coin()) c.scene.frames.back()[0].pose = X_WB;
    }
  }
  return c;
}

}  // namespace graze::selftest::kinds
