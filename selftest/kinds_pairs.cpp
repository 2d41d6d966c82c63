// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include <cmath>
#include <limits>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

/// A case of two bodies that reach into each other, or nearly. For thin ones, which touching at an end tells little about.
Case across(const Shape& a, const Shape& b, Draw& draw, double thin) {
  const Pose X_WA = near_or_far(draw);
  Case c = case_of({body(a, X_WA), body(b, crossing_pose(a, X_WA, b, turn(draw), draw, gap(draw, thin)))});
  if (draw.one_in(3)) add_motion(c, draw, draw.small(1, 6));
  return c;
}

/// Points on a line or in a plane, each coordinate of some off by a rounding or a little.
std::vector<Vector3d> flat_points(Draw& draw, int dimensions, int count) {
  const Vector3d origin = point(draw, Grid::fine), u = unit_vector(draw), v = unit_vector(draw);
  const double off = draw.pick(std::array{0.0, 1e-16, 1e-15, 1e-12, 1e-8});
  std::vector<Vector3d> points;
  for (int i = 0; i < count; ++i) {
    const double along = draw.uniform(-1, 1), across = dimensions > 1 ? draw.uniform(-1, 1) : 0;
    points.push_back(origin + along * u + across * v + off * point(draw, Grid::fine));
  }
  return points;
}

/// The corners of a cube, and points that divide its edges into n parts.
std::vector<Vector3d> subdivided_edges(int n) {
  std::vector<Vector3d> points;
  for (int i = 0; i <= n; ++i) {
    for (int k = 0; k < 4; ++k) {
      const double s = 2.0 * i / n - 1, u = k % 2 == 0 ? -1 : 1, v = k < 2 ? -1 : 1;
      points.push_back({s, u, v});
      points.push_back({u, s, v});
      points.push_back({u, v, s});
    }
  }
  return points;
}

Mesh turned(Mesh mesh, const Matrix3d& R) {
  for (Vector3d& v : mesh.vertices) v = R * v;
  return mesh;
}

/// So many small pieces, all about, that the tree over them is deep; and a small body at one of them.
Case among_pieces(Draw& draw) {
  const Grid g = draw_grid(draw);
  Compound compound;
  for (int i = draw.small(8, draw.one_in(4) ? 40 : 16); i > 0; --i)
    compound.pieces.push_back({scaled(sharp_shape(draw, g), 0.25), {turn(draw), 1.5 * point(draw, g)}});
  const Piece at = draw.pick(compound.pieces);
  const Shape b = scaled(sharp_shape(draw, g), 0.25);
  const Pose X_WA(draw.coin() ? quarter_turns(draw) : rotation(draw), point(draw, g));
  const Pose X_WB = crossing_pose(at.shape, X_WA * at.pose, b, turn(draw), draw, gap(draw, 1));
  return case_of({body(Shape::of(std::move(compound)), X_WA), body(b, X_WB)});
}

/// A coordinate on or near a corner, edge or face of the mesh, in the world.
Vector3d point_of_mesh(const Mesh& mesh, const Pose& X, Draw& draw) {
  const Face& f = draw.pick(mesh.faces);
  const std::array w = {0.25 * draw.small(0, 4), 0.5 * draw.small(0, 2), 0.25 * draw.small(0, 4)};
  const double sum = w[0] + w[1] + w[2];
  if (!(sum > 0)) return X * mesh.vertices[f[0]];
  return X * Vector3d((w[0] * mesh.vertices[f[0]] + w[1] * mesh.vertices[f[1]] + w[2] * mesh.vertices[f[2]]) /
                      sum);
}

/// Along the way, at whose end or middle there may be a face: it ends there or one rounding off, has hardly any length, or goes
/// on. Its direction may be as short or long as doubles go.
Ray draw_ray(const Vector3d& from, const Vector3d& way, Draw& draw) {
  constexpr double infinity = std::numeric_limits<double>::infinity(),
                   least = std::numeric_limits<double>::denorm_min();
  // The longest and shortest ones take rational arithmetic much longer.
  const int k = draw.coin()      ? 0
                : draw.one_in(6) ? draw.pick(std::array{500, -500, 1000, -1000, -1060})
                                 : draw.pick(std::array{1, -1, 60, -60});
  double length = std::ldexp(draw.pick(std::array{infinity, infinity, 1.0, 0.5, 1e300, 0.0}), -k);
  if (draw.one_in(3)) length = std::nextafter(length, draw.coin() ? infinity : 0);
  if (draw.one_in(12)) length = least;
  const Vector3d direction = way.unaryExpr([k](double x) { return std::ldexp(x, k); });
  const bool legal = direction.allFinite() && !direction.isZero(0);
  return {from, legal ? direction : way, length};
}

}  // namespace

Case soups(Draw& draw) {
  const Grid g = draw_grid(draw);
  std::vector<SceneBody> bodies;
  for (int i = draw.one_in(4) ? 3 : 2; i > 0; --i)
    bodies.push_back(body(sharp_shape(draw, g), anywhere(draw, 0.8)));
  return case_of(std::move(bodies));
}

Case concentric(Draw& draw) {
  const Grid g = draw_grid(draw);
  // Mostly surfaces: bodies that are filled meet whatever is inside them.
  const Shape a = draw.one_in(3)   ? any_shape(draw, g)
                  : draw.one_in(3) ? sharp_shape(draw, g)
                                   : mesh_or_deformable(small_mesh(draw, g), draw);
  const double f = draw.pick(std::array{1.0, 0.5, 0.9, draw.uniform(0.3, 1), draw.uniform(0.1, 1), 1e-3});
  const Shape b = draw.coin() ? scaled(a, f) : scaled(any_shape(draw, g), f);
  const Pose X = near_or_far(draw);
  const Pose X_WB = draw.coin() ? X : Pose(turn(draw), X.t);
  Case c = case_of({body(a, X), body(b, X_WB)});
  if (draw.coin()) return c;
  const Matrix3d step = Eigen::AngleAxisd(draw.uniform(0, 0.5), unit_vector(draw)).toRotationMatrix();
  Matrix3d R = X_WB.R;
  for (int i = draw.small(4, 12); i > 0; --i) {
    R = Eigen::AngleAxisd(Matrix3d(R * step)).toRotationMatrix();
    c.scene.frames.push_back({});
    if (draw.coin()) c.scene.frames.back().push_back({1, Pose(R, X.t), {}});
  }
  return c;
}

Case ratios(Draw& draw) {
  const Grid g = draw_grid(draw);
  const double range = draw.coin() ? 40 : 300;
  const double f = std::pow(10, -draw.uniform(1, range));
  const Shape a = sharp_shape(draw, g), b = scaled(sharp_shape(draw, g), f);
  const Pose X_WA = draw.coin() ? Pose() : anywhere(draw, 1);
  const double apart = gap(draw, f);
  Pose X_WB = touching_pose(a, X_WA, b, turn(draw), draw, draw.one_in(3) ? -std::abs(apart) : apart);
  if (draw.one_in(4)) X_WB.t = X_WA.t;
  Case c = case_of({body(a, X_WA), body(b, X_WB)});
  if (draw.one_in(3)) add_motion(c, draw, 4);
  if (draw.one_in(4)) scale(c, std::pow(10, draw.uniform(0, 290)));
  return c;
}

Case points(Draw& draw) {
  const Grid g = draw.one_in(4) ? Grid::fine : Grid::coarse;
  const auto flat = [&] {
    Mesh mesh;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(draw.small(1, 6)); ++i) {
      mesh.vertices.push_back(point(draw, g));
      const auto other = static_cast<std::uint32_t>(draw.small(0, static_cast<int>(i)));
      mesh.faces.push_back(draw.coin() ? Face{i, i, i} : Face{i, other, draw.coin() ? i : other});
    }
    return mesh;
  };
  const Shape a = draw.one_in(3) ? sharp_shape(draw, g) : mesh_or_deformable(flat(), draw);
  const Shape b = mesh_or_deformable(flat(), draw);
  const Pose X_WA(quarter_turns(draw), point(draw, Grid::coarse));
  Pose X_WB(quarter_turns(draw), point(draw, Grid::coarse));
  if (const Mesh* mesh = mesh_of(a); mesh != nullptr && draw.coin())
    X_WB.t = point_of_mesh(*mesh, X_WA, draw) - X_WB.R * mesh_of(b)->vertices[0];
  if (draw.one_in(3)) nudge(X_WB, draw);
  return case_of({body(a, X_WA), body(b, X_WB)});
}

Case flat_hulls(Draw& draw) {
  const Shape a = Shape::of(Convex{flat_points(draw, draw.small(1, 2), draw.small(3, 8))});
  const Shape b = draw.one_in(3) ? a
                  : draw.coin()  ? sharp_shape(draw, Grid::fine)
                                 : Shape::of(Convex{flat_points(draw, draw.small(1, 2), draw.small(3, 8))});
  if (!draw.one_in(3)) return draw.one_in(4) ? near_touch(a, b, draw) : across(a, b, draw, 0.5);
  const Pose X = draw.coin() ? Pose() : anywhere(draw, 1);
  return case_of({body(a, X), body(b, draw.coin() ? X : Pose(turn(draw), X.t))});
}

Case rods(Draw& draw) {
  const double thin = std::pow(10, -draw.uniform(1, 12));
  const auto rod = [&] {
    switch (draw.small(0, 3)) {
      case 0:
        return Shape::of(Box{Vector3d(thin, thin, 1)});
      case 1:
        return Shape::of(Convex{flat_points(draw, 1, 4)});
      case 2:
        return mesh_or_deformable(turned(make_cylinder(thin, 1, 3, 1), turn(draw)), draw);
      default:
        return mesh_or_deformable(turned(make_box({thin, 1, thin}), turn(draw)), draw);
    }
  };
  const Shape a = rod(), b = rod();
  return draw.one_in(4) ? near_touch(a, b, draw) : across(a, b, draw, 8 * thin);
}

Case subdivided(Draw& draw) {
  const Matrix3d R = turn(draw);
  const auto cube = [&]() -> Shape {
    if (draw.coin()) {
      Mesh mesh = refined_to(make_box({1, 1, 1}), static_cast<std::size_t>(12 * draw.small(1, 4)));
      return mesh_or_deformable(turned(std::move(mesh), R), draw);
    }
    std::vector<Vector3d> points = subdivided_edges(draw.small(1, 3));
    for (Vector3d& p : points) p = R * p;
    return Shape::of(Convex{std::move(points)});
  };
  const Shape a = cube(), b = cube();
  if (draw.coin()) return near_touch(a, b, draw);
  // On top of each other: faces, edges and corners coincide.
  const Vector3d t(2.0 * draw.small(-1, 1), 2.0 * draw.small(-1, 1), draw.small(-3, 3));
  return case_of({body(a), body(b, {Matrix3d::Identity(), R * t})});
}

Case slivers(Draw& draw) {
  const auto sliver = [&] {
    Mesh mesh;
    for (int i = draw.small(1, 4); i > 0; --i) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      const Vector3d from = point(draw, Grid::fine), along = 2 * unit_vector(draw);
      const double thin = std::pow(10, -draw.uniform(2, 16));
      mesh.vertices.push_back(from - along);
      mesh.vertices.push_back(from + along);
      mesh.vertices.push_back(from + draw.uniform(-1, 1) * along + thin * unit_vector(draw));
      mesh.faces.push_back({first, first + 1, first + 2});
    }
    return mesh;
  };
  const Mesh a = sliver();
  const Shape b = draw.coin() ? mesh_or_deformable(sliver(), draw) : sharp_shape(draw, Grid::fine);
  const Pose X_WA = anywhere(draw, 0.5);
  Pose X_WB(turn(draw), Vector3d::Zero());
  X_WB.t = point_of_mesh(a, X_WA, draw);
  if (const Mesh* mesh = mesh_of(b)) X_WB.t -= X_WB.R * point_of_mesh(*mesh, {}, draw);
  X_WB.t += unit_vector(draw) * gap(draw, 0.01);
  return case_of({body(mesh_or_deformable(a, draw), X_WA), body(b, X_WB)});
}

Case nested(Draw& draw) {
  const Grid g = draw_grid(draw);
  // A shell, and in it a body that ends near the shell, or a shell again.
  const Mesh shell = draw.coin() ? make_icosphere(2, 0) : make_box({2, 2, 2});
  std::vector<SceneBody> bodies = {body(mesh_or_deformable(shell, draw))};
  double room = 2;
  for (int i = draw.small(1, 2); i > 0; --i) {
    room *= draw.uniform(0.4, 0.9);
    const Shape inner = draw.coin() ? mesh_or_deformable(shell, draw) : any_shape(draw, g);
    const double size = std::max(1e-3, support(inner, Vector3d::UnitX()).norm());
    const double off = std::max(0.0, 2 - room) * draw.uniform(0, 1);
    bodies.push_back(body(scaled(inner, room / size), {turn(draw), off * unit_vector(draw)}));
  }
  Case c = case_of(std::move(bodies));
  if (draw.one_in(3)) add_motion(c, draw, draw.small(1, 6));
  return c;
}

Case scales(Draw& draw) {
  static constexpr std::array some = {soups,  touching, concentric, points,      rods,
                                      nested, slivers,  compounds,  face_to_face};
  Case c = draw.pick(some)(draw);
  scale(c, draw_scale(draw));
  return c;
}

Case denormals(Draw& draw) {
  static constexpr std::array some = {soups, touching, concentric, points, rods, compounds};
  Case c = draw.one_in(4) ? draw.pick(some)(draw) : face_to_face(draw);
  scale(c, std::pow(10, draw.uniform(-323, -318)));
  if (c.scene.frames.empty()) add_rattle(c, draw, draw.small(0, 6));
  return c;
}

Case round(Draw& draw) {
  if (draw.one_in(4)) return tangent(draw);
  if (draw.one_in(4)) return smooth_tangent(draw);
  const Grid g = draw_grid(draw);
  const auto round_shape = [&] {
    for (;;) {
      Shape shape = any_shape(draw, g);
      if (mesh_of(shape) == nullptr) return shape;
    }
  };
  const Shape a = round_shape(), b = draw.coin() ? round_shape() : any_shape(draw, g);
  if (draw.coin()) return near_touch(a, b, draw);
  Case c = case_of({body(a, anywhere(draw, 0.7)), body(b, anywhere(draw, 0.7))});
  if (draw.one_in(4)) add_motion(c, draw, 4);
  return c;
}

Case compounds(Draw& draw) {
  if (draw.one_in(4)) return among_pieces(draw);
  const Grid g = draw_grid(draw);
  const Shape a = draw_compound(draw, g, draw.one_in(8) ? 8 : 3);
  const Shape b = draw.coin() ? sharp_shape(draw, g) : draw_compound(draw, g, 2);
  if (!draw.one_in(3)) return near_touch(a, b, draw);
  const double far = draw.coin() ? 1 : 1000;
  const Vector3d t = far * point(draw, g);
  Case c = case_of({body(a, {turn(draw), t}), body(b, {turn(draw), t + point(draw, g)})});
  if (draw.one_in(3)) add_motion(c, draw, 4);
  return c;
}

Case rays(Draw& draw) {
  const Grid g = draw_grid(draw);
  const Mesh mesh = draw.one_in(16)   ? make_torus(1, 0.4, draw.small(8, 20), draw.small(6, 10))
                    : draw.one_in(16) ? make_icosphere(1, draw.small(1, 2))
                                      : small_mesh(draw, g);
  const Pose X = draw.coin() ? Pose(quarter_turns(draw), point(draw, Grid::coarse)) : anywhere(draw, 1);
  Case c = case_of({body(mesh_or_deformable(mesh, draw), X)});
  for (int i = draw.small(3, 8); i > 0; --i) {
    const Vector3d to = point_of_mesh(mesh, X, draw);
    Vector3d from = draw.coin() ? point_of_mesh(mesh, X, draw) : Vector3d(X * point(draw, g));
    if (draw.one_in(3)) from += 2 * (from - to);
    if (draw.coin()) from += 2 * point(draw, g);
    Vector3d end = draw.coin() ? to : Vector3d(to + (to - from));
    if (draw.one_in(3)) {
      double& x = end[draw.small(0, 2)];
      x = std::nextafter(x, draw.coin() ? 1e300 : -1e300);
    }
    const double by = draw.one_in(3) ? gap(draw, 1) : draw.uniform(0, 2);
    const Vector3d aside = by * unit_vector(draw);
    switch (draw.small(0, 3)) {
      case 0:  // beside the mesh
        from += aside;
        end += aside;
        break;
      case 1:  // at an angle
        end += aside;
        break;
      case 2:  // not as far
        end += draw.uniform(0, 1) * (from - end);
        break;
      default:
        break;
    }
    if (draw.coin() || end == from) {
      c.paths.push_back(LineSegment{from, end});
    } else {
      c.paths.push_back(draw_ray(from, end - from, draw));
    }
  }
  if (mesh.faces.size() <= 100 && draw.one_in(4)) {  // casts at a tree that was refitted
    std::vector<Vector3d> vertices = mesh.vertices;
    for (Vector3d& v : vertices) v += 0.3 * point(draw, g);
    c.scene.frames.push_back({{0, std::nullopt, std::move(vertices)}});
  }
  if (draw.one_in(4)) scale(c, draw_scale(draw));
  return c;
}

}  // namespace graze::selftest::kinds
