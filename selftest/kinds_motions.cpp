// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Short motions towards a contact, each of a kind that spends what a cache knows.
#include <graze/generate.h>

#include <cmath>
#include <numbers>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

/// A body with faces and edges to lie on, filled two times in three.
Shape polytope(Draw& draw) {
  const Grid g = draw_grid(draw);
  switch (draw.small(0, 5)) {
    case 0:
      return Shape::of(Convex{draw.one_in(3) ? many_hull_points(draw) : hull_points(draw, g)});
    case 1:
      return Shape::of(Convex{make_box(half_lengths(draw, g)).vertices});
    case 2:
      return Shape::of(Convex{make_cylinder(0.5, 1, draw.small(3, 8), 1).vertices});
    case 3:
      return Shape::of(Box{half_lengths(draw, g)});
    default:
      return mesh_or_deformable(small_mesh(draw, g), draw);
  }
}

/// A long body, whose ends move much where it turns.
Shape long_body(Draw& draw) {
  const double thin = std::pow(10, -draw.uniform(0.5, 3));
  switch (draw.small(0, 3)) {
    case 0:
      return mesh_or_deformable(make_box({1, thin, thin}), draw);
    case 1:
      return mesh_or_deformable(make_box({1, draw.uniform(0.1, 1), thin}), draw);
    case 2:
      return mesh_or_deformable({{{-1, 0, 0}, {1, 0, 0}, {draw.uniform(-1, 1), thin, 0}}, {{0, 1, 2}}}, draw);
    default: {
      Mesh mesh = small_mesh(draw, Grid::fine);
      for (Vector3d& v : mesh.vertices) v = v.cwiseProduct(Vector3d(1, 4 * thin, 4 * thin));
      return mesh_or_deformable(std::move(mesh), draw);
    }
  }
}

/// What a long body turns beside, below the plane z = 0, which it touches.
Shape wall(Draw& draw) {
  const double thick = draw.pick(std::array{0.01, 0.1, 1.0});
  Mesh mesh;
  switch (draw.small(0, 2)) {
    case 0:
      mesh = make_box({4, 4, thick});
      break;
    case 1:
      mesh = make_box({thick, 2, thick});
      break;
    default:
      mesh = {{{-4, -4, thick}, {4, -4, thick}, {0, 4, thick}}, {{0, 1, 2}}};
  }
  for (Vector3d& v : mesh.vertices) v.z() -= thick;
  return mesh_or_deformable(std::move(mesh), draw);
}

Matrix3d turned_by(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

}  // namespace

Case approaching(Draw& draw) {
  const Shape a = polytope(draw), b = draw.one_in(4) ? a : polytope(draw);
  const Pose X_WA = draw.one_in(3) ? Pose() : anywhere(draw, 2);
  const Matrix3d R = draw.coin() ? Matrix3d(X_WA.R * quarter_turns(draw)) : turn(draw);
  const Vector3d d =
      draw.coin() ? Vector3d(X_WA.R * blunt_direction(a, draw)) : Vector3d(R * blunt_direction(b, draw));
  const Pose touch = touching_along(a, X_WA, b, R, d, draw, 0);
  const Vector3d along = d.cross(unit_vector(draw));
  // Of the way, what the first body makes.
  const double share = draw.coin() ? 0 : draw.uniform(0, 1);
  const auto first = [&](double height) { return Pose(X_WA.R, X_WA.t - share * height * d); };
  const auto second = [&](double height) { return Pose(R, touch.t + (1 - share) * height * d); };
  double height = draw.pick(std::array{1.0, 0.1, 1e-3});
  Case c = case_of({body(a, first(height)), body(b, second(height))});
  for (int i = draw.small(4, 10); i > 0; --i) {
    height = draw.one_in(6) ? draw.uniform(0, 1) : gap(draw, draw.coin() ? 1 : 1e-3);
    if (draw.one_in(4)) height = -std::abs(height);
    const double slide = draw.one_in(3) ? draw.uniform(-0.1, 0.1) : 0;
    Pose X_WB = second(height);
    X_WB.t += slide * along;
    c.scene.frames.push_back({{1, X_WB, {}}});
    if (share > 0) c.scene.frames.back().push_back({0, first(height), {}});
  }
  return c;
}

Case turning(Draw& draw) {
  constexpr double pi = std::numbers::pi;
  const Shape rod = long_body(draw);
  // Not bent: products of poses must be poses.
  const Pose X_W = draw.coin() ? Pose() : Pose{rotation(draw), 2 * point(draw, Grid::fine)};
  // It begins beside the wall, with its length along it, and turns about its middle or an end.
  const Matrix3d R = turned_by(draw.uniform(-pi, pi), Vector3d::UnitZ());
  const Vector3d pivot(draw.one_in(3) ? draw.uniform(-1, 1) : 0, 0, 0);
  const Vector3d place = R * pivot + draw.uniform(0.02, 1) * Vector3d::UnitZ();
  const Vector3d axis = draw.one_in(4) ? unit_vector(draw) : Vector3d(R.col(1));
  const double step = draw.pick(std::array{0.1, 0.3, draw.uniform(0, 0.8), draw.uniform(0, pi)});
  const auto turned = [&](double angle) {
    const Matrix3d now = turned_by(angle, axis) * R;
    return X_W * Pose(now, place - now * pivot);
  };
  const bool wall_first = draw.coin();
  const SceneBody still = body(wall(draw), X_W), mover = body(rod, turned(0));
  Case c = wall_first ? case_of({still, mover}) : case_of({mover, still});
  double angle = 0;
  for (int i = draw.small(4, 16); i > 0; --i) {
    angle = draw.one_in(8) ? 0 : draw.one_in(8) ? draw.uniform(-pi, pi) : angle + step;
    Pose X = turned(angle);
    if (draw.one_in(8)) X.t += draw.uniform(0, 4) * X_W.R.col(2);
    c.scene.frames.push_back({{wall_first ? 1U : 0U, X, {}}});
  }
  return c;
}

}  // namespace graze::selftest::kinds
