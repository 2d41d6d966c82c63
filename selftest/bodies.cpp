// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/bodies.h"

#include <fmt/format.h>
#include <graze/generate.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::selftest {
namespace {

Mesh soup(Draw& draw, Grid grid) {
  Mesh mesh;
  const int faces = draw.small(1, 8), vertices = draw.small(3, 9);
  for (int i = 0; i < vertices; ++i) mesh.vertices.push_back(point(draw, grid));
  for (int i = 0; i < faces; ++i) {
    Face face;
    for (std::uint32_t& v : face) v = static_cast<std::uint32_t>(draw.small(0, vertices - 1));
    mesh.faces.push_back(face);
  }
  return mesh;
}

Mesh tetrahedron(Draw& draw, Grid grid) {
  Mesh mesh;
  for (int i = 0; i < 4; ++i) mesh.vertices.push_back(point(draw, grid));
  mesh.faces = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  return mesh;
}

/// Squares of one plane, cut into triangles.
Mesh patch(Draw& draw) {
  Mesh mesh;
  const int n = draw.small(1, 2);
  for (int i = 0; i <= n; ++i) {
    for (int k = 0; k <= n; ++k) mesh.vertices.push_back({double(i) / n, double(k) / n, 0});
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      const auto v = static_cast<std::uint32_t>(i * (n + 1) + k), w = v + static_cast<std::uint32_t>(n + 1);
      mesh.faces.push_back({v, w, v + 1});
      mesh.faces.push_back({w, w + 1, v + 1});
    }
  }
  return mesh;
}

/// A length times f, which stays positive if it is.
double length(double x, double f) {
  return x == 0 ? 0 : std::max(x * f, std::numeric_limits<double>::denorm_min());
}

struct Round {
  double radius, half_length;
};

Vector3d round_support(const Round& body, const Vector3d& d, bool flat_ends) {
  Vector3d across(d.x(), d.y(), flat_ends ? 0 : d.z());
  const double norm = across.norm();
  Vector3d p = norm > 0 ? Vector3d(across * (body.radius / norm)) : Vector3d::Zero();
  p.z() += d.z() > 0 ? body.half_length : -body.half_length;
  return p;
}

double largest(std::span<const Vector3d> points) {
  double result = 0;
  for (const Vector3d& p : points) result = std::max(result, p.lpNorm<Eigen::Infinity>());
  return result;
}

/// No coordinate or length of the case is larger, nor is a corner of a body about the origin of its frame.
double largest_number(const Case& c) {
  double result = 1;
  for (const SceneBody& b : c.scene.bodies)
    result = std::max({result, reach(b.shape), b.pose.t.lpNorm<Eigen::Infinity>()});
  for (const SceneFrame& frame : c.scene.frames) {
    for (const SceneChange& change : frame) {
      if (change.pose) result = std::max(result, change.pose->t.lpNorm<Eigen::Infinity>());
      result = std::max(result, largest(change.vertices));
    }
  }
  for (const Path& path : c.paths) {
    if (const auto* ray = std::get_if<Ray>(&path)) {
      result = std::max(result, largest(std::array{ray->origin}));
    } else {
      const auto& segment = std::get<LineSegment>(path);
      result = std::max(result, largest(std::array{segment.from, segment.to}));
    }
  }
  return result;
}

Vector3d farthest(std::span<const Vector3d> points, const Vector3d& d) {
  if (points.empty()) return Vector3d::Zero();
  return *std::ranges::max_element(points, {}, [&](const Vector3d& p) { return d.dot(p); });
}

}  // namespace

Grid draw_grid(Draw& draw) {
  return draw.coin() ? Grid::coarse : Grid::fine;
}

double coordinate(Draw& draw, Grid grid) {
  return grid == Grid::coarse ? 0.25 * draw.small(-4, 4) : draw.uniform(-1, 1);
}

Vector3d point(Draw& draw, Grid grid) {
  const double x = coordinate(draw, grid), y = coordinate(draw, grid);
  return {x, y, coordinate(draw, grid)};
}

Vector3d half_lengths(Draw& draw, Grid grid) {
  return point(draw, grid).cwiseAbs().cwiseMax(0.0625);
}

Vector3d unit_vector(Draw& draw) {
  for (;;) {
    const Vector3d v = point(draw, Grid::fine);
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

Mesh small_mesh(Draw& draw, Grid grid) {
  switch (draw.small(0, 6)) {
    case 0:
      return soup(draw, grid);
    case 1:
      return tetrahedron(draw, grid);
    case 2:
      return patch(draw);
    case 3:
      return make_box({0.25 * draw.small(1, 4), 0.25 * draw.small(1, 4), 0.25 * draw.small(1, 4)});
    case 4:
      return make_icosphere(1, draw.one_in(6) ? 1 : 0);
    case 5:
      return make_cylinder(0.5, 1, draw.small(3, 5), 1);
    default:
      return {{point(draw, grid), point(draw, grid), point(draw, grid)}, {{0, 1, 2}}};
  }
}

std::vector<Vector3d> hull_points(Draw& draw, Grid grid) {
  std::vector<Vector3d> points(
      static_cast<std::size_t>(draw.one_in(4) ? draw.small(1, 3) : draw.small(4, 8)));
  for (Vector3d& p : points) p = point(draw, grid);
  return points;
}

std::vector<Vector3d> many_hull_points(Draw& draw) {
  const Vector3d half(1, draw.pick(std::array{1.0, 0.5, 1e-3}), draw.pick(std::array{1.0, 0.5, 0.1}));
  std::vector<Vector3d> points(static_cast<std::size_t>(draw.small(66, 140)));
  for (Vector3d& p : points) p = half.cwiseProduct(unit_vector(draw));
  return points;
}

Shape mesh_or_deformable(Mesh mesh, Draw& draw) {
  return draw.one_in(4) ? Shape::deformable(std::move(mesh)) : Shape::mesh(std::move(mesh));
}

Shape sharp_shape(Draw& draw, Grid grid) {
  switch (draw.small(0, 5)) {
    case 0:
      return Shape::of(Convex{draw.one_in(6) ? many_hull_points(draw) : hull_points(draw, grid)});
    case 1: {
      Vector3d half = half_lengths(draw, grid);
      while (draw.one_in(6)) half[draw.small(0, 2)] = 0;  // a rectangle, segment or point
      return Shape::of(Box{half});
    }
    default:
      return mesh_or_deformable(small_mesh(draw, grid), draw);
  }
}

Shape any_shape(Draw& draw, Grid grid) {
  const double r = 0.125 * draw.small(1, 8), h = half_lengths(draw, grid).x();
  switch (draw.small(0, 9)) {
    case 0:
      return Shape::of(Sphere{draw.one_in(8) ? 0 : r});
    case 1: {
      const bool thin = draw.one_in(8), is_short = draw.one_in(8);
      return Shape::of(Capsule{thin ? 0 : r, is_short ? 0 : h});
    }
    case 2:
      return Shape::of(Cylinder{r, h});
    case 3:
      return Shape::of(Cone{r, h});
    case 4:
      return Shape::of(Ellipsoid{half_lengths(draw, grid)});
    default:
      return sharp_shape(draw, grid);
  }
}

Shape draw_compound(Draw& draw, Grid grid, int levels) {
  Compound compound;
  for (int i = draw.small(1, 3); i > 0; --i) {
    const Pose X(turn(draw), point(draw, grid));
    const bool deeper = levels > 1 && draw.coin();
    compound.pieces.push_back({deeper           ? draw_compound(draw, grid, levels - 1)
                               : draw.one_in(5) ? any_shape(draw, grid)
                                                : sharp_shape(draw, grid),
                               X});
  }
  return Shape::of(std::move(compound));
}

Shape scaled(const Shape& shape, double f) {
  ShapeKind kind = shape.kind();
  if (auto* mesh = std::get_if<Mesh>(&kind)) {
    for (Vector3d& v : mesh->vertices) v *= f;
  } else if (auto* deformable = std::get_if<Deformable>(&kind)) {
    for (Vector3d& v : deformable->mesh.vertices) v *= f;
  } else if (auto* convex = std::get_if<Convex>(&kind)) {
    for (Vector3d& v : convex->vertices) v *= f;
  } else if (auto* sphere = std::get_if<Sphere>(&kind)) {
    sphere->radius = length(sphere->radius, f);
  } else if (auto* box = std::get_if<Box>(&kind)) {
    for (double& x : box->half) x = length(x, f);
  } else if (auto* ellipsoid = std::get_if<Ellipsoid>(&kind)) {
    for (double& x : ellipsoid->half) x = length(x, f);
  } else if (auto* compound = std::get_if<Compound>(&kind)) {
    for (Piece& piece : compound->pieces) piece = {scaled(piece.shape, f), {piece.pose.R, piece.pose.t * f}};
  } else {
    std::visit(
        [f](auto& round) {
          if constexpr (requires { round.half_length; }) {
            round.radius = length(round.radius, f);
            round.half_length = length(round.half_length, f);
          }
        },
        kind);
  }
  return Shape::of(std::move(kind));
}

void scale(Case& c, double f) {
  f = std::min(f, 0.9 * std::numeric_limits<double>::max() / largest_number(c));
  for (SceneBody& b : c.scene.bodies) {
    b.shape = scaled(b.shape, f);
    b.pose.t *= f;
  }
  for (SceneFrame& frame : c.scene.frames) {
    for (SceneChange& change : frame) {
      if (change.pose) change.pose->t *= f;
      for (Vector3d& v : change.vertices) v *= f;
    }
  }
  for (Path& path : c.paths) {
    if (auto* ray = std::get_if<Ray>(&path)) {
      ray->origin *= f;
    } else {
      auto& segment = std::get<LineSegment>(path);
      segment.from *= f;
      segment.to *= f;
    }
  }
}

double draw_scale(Draw& draw) {
  const double tens = draw.pick(std::array{
      draw.uniform(-323, -300), draw.uniform(-165, -150), draw.uniform(-46, -36), draw.uniform(36, 40),
      draw.uniform(150, 156), draw.uniform(280, 308), draw.uniform(-300, 290), draw.uniform(-20, 20)});
  const double f = std::pow(10, tens);
  return draw.coin() && f > 0 ? std::exp2(std::floor(std::log2(f))) : f;
}

Vector3d support(const Shape& shape, const Vector3d& d) {
  const ShapeKind& kind = shape.kind();
  if (const Mesh* mesh = mesh_of(shape)) return farthest(mesh->vertices, d);
  if (const auto* convex = std::get_if<Convex>(&kind)) return farthest(convex->vertices, d);
  if (const auto* sphere = std::get_if<Sphere>(&kind)) return round_support({sphere->radius, 0}, d, false);
  if (const auto* box = std::get_if<Box>(&kind)) {
    return d.binaryExpr(box->half, [](double along, double half) { return along < 0 ? -half : half; });
  }
  if (const auto* capsule = std::get_if<Capsule>(&kind))
    return round_support({capsule->radius, capsule->half_length}, d, false);
  if (const auto* cylinder = std::get_if<Cylinder>(&kind))
    return round_support({cylinder->radius, cylinder->half_length}, d, true);
  if (const auto* cone = std::get_if<Cone>(&kind)) {
    const std::array tips = {Vector3d(0, 0, cone->half_length),
                             round_support({cone->radius, cone->half_length}, {d.x(), d.y(), -1}, true)};
    return farthest(tips, d);
  }
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&kind)) {
    const Vector3d stretched = d.cwiseProduct(ellipsoid->half);
    const double norm = stretched.stableNorm();
    return norm > 0 ? Vector3d((stretched / norm).cwiseProduct(ellipsoid->half)) : Vector3d::Zero();
  }
  std::vector<Vector3d> points;
  for (const Piece& piece : std::get<Compound>(kind).pieces)
    points.push_back(piece.pose * support(piece.shape, piece.pose.R.transpose() * d));
  return farthest(points, d);
}

double reach(const Shape& shape) {
  Vector3d most = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    for (const double sign : {-1.0, 1.0})
      most[k] = std::max(most[k], std::abs(support(shape, sign * Vector3d::Unit(k))[k]));
  }
  return most.stableNorm();
}

Shape box_between(const Vector3d& low, const Vector3d& high) {
  Convex corners;
  for (unsigned k = 0; k < 8; ++k) {
    Vector3d p = low;
    for (int axis = 0; axis < 3; ++axis) {
      if ((k >> axis & 1) != 0) p[axis] = high[axis];
    }
    corners.vertices.push_back(p);
  }
  return Shape::of(std::move(corners));
}

SceneBody body(Shape shape, Pose pose) {
  return {"", std::move(shape), pose};
}

Case case_of(std::vector<SceneBody> bodies) {
  Case c;
  c.scene.bodies = std::move(bodies);
  for (std::size_t i = 0; i < c.scene.bodies.size(); ++i) c.scene.bodies[i].name = fmt::format("body{}", i);
  return c;
}

}  // namespace graze::selftest
