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

/// The vertices as they are in some frame of a collapse or an explosion, often about the vertex nearest to a point.
std::vector<Vector3d> deformed(const std::vector<Vector3d>& rest, const Vector3d& near, Draw& draw) {
  std::vector<Vector3d> vertices = rest;
  const auto distance = [&](const Vector3d& v) { return (v - near).squaredNorm(); };
  const Vector3d centre =
      draw.coin() ? *std::ranges::min_element(rest, {}, distance) : rest[draw.below(rest.size())];
  const double small = std::pow(10, -draw.uniform(1, 14));
  switch (draw.small(0, 5)) {
    case 0:  // to a point, nearly or exactly
      for (Vector3d& v : vertices) v = centre + (draw.coin() ? 0 : small) * (v - centre);
      break;
    case 1:  // what is near a vertex shrinks
      for (Vector3d& v : vertices) {
        if ((v - centre).norm() < 0.8) v = centre + small * (v - centre);
      }
      break;
    case 2:  // flat
      for (Vector3d& v : vertices) v.z() *= draw.one_in(2) ? 0 : small;
      break;
    case 3:  // explodes
      for (Vector3d& v : vertices) v *= std::pow(10, draw.uniform(0, draw.coin() ? 2 : 100));
      break;
    case 4:  // noise
      for (Vector3d& v : vertices) v += 0.3 * point(draw, Grid::fine);
      break;
    default:
      break;  // as it was
  }
  return vertices;
}

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

/// Bodies that stay where they are, of which one grows until they touch, and shrinks again.
Case breathing(Draw& draw) {
  const Mesh mesh = draw.coin() ? make_icosphere(1, draw.small(0, 2)) : small_mesh(draw, Grid::fine);
  const Shape a = Shape::deformable(mesh), b = Shape::mesh(large_mesh(draw));
  const Pose X_WB = touching_pose(a, {}, b, rotation(draw), draw, draw.uniform(0.01, 0.2));
  const bool first = draw.coin();
  Case c = first ? case_of({body(a), body(b, X_WB)}) : case_of({body(b, X_WB), body(a)});
  for (int i = 1, frames = draw.small(20, 40); i <= frames; ++i) {
    std::vector<Vector3d> vertices = mesh.vertices;
    const double growth = i % 10 == 0 ? draw.uniform(1, 1.5) : draw.uniform(0.8, 1.01);
    for (Vector3d& v : vertices) v *= growth;
    c.scene.frames.push_back({{first ? 0U : 1U, std::nullopt, std::move(vertices)}});
  }
  return c;
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
  // Enough faces for every search, refit and sort that several threads share.
  const auto mesh = [&](int n) {
    return draw.coin() ? make_torus(1, 0.4, 2 * n, n) : make_sphere(1, n, 2 * n);
  };
  const bool deforms = draw.coin();
  const Mesh first = mesh(draw.small(24, 64));
  const Shape a = deforms ? Shape::deformable(first) : Shape::mesh(first);
  const Shape b = mesh_or_deformable(mesh(draw.small(8, 20)), draw);
  const Pose X_WB(rotation(draw), draw.uniform(0, 1.5) * unit_vector(draw));
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

Case budgets(Draw& draw) {
  const Shape a = Shape::mesh(large_mesh(draw)), b = mesh_or_deformable(large_mesh(draw), draw);
  const Pose X_WB = draw.coin() ? Pose(rotation(draw), 1.5 * point(draw, Grid::fine))
                                : touching_pose(a, {}, b, turn(draw), draw, gap(draw, 1));
  Case c = case_of({body(a), body(b, X_WB)});
  c.mostly = Call::progressive;
  return c;
}

Case deforming(Draw& draw) {
  if (draw.one_in(5)) return breathing(draw);
  const Mesh mesh = draw.coin() ? make_icosphere(1, draw.small(0, 3)) : small_mesh(draw, Grid::fine);
  const Shape a = Shape::deformable(mesh);
  const Shape b =
      draw.coin() ? Shape::deformable(small_mesh(draw, Grid::fine)) : sharp_shape(draw, Grid::fine);
  const Pose X_WB = touching_pose(a, {}, b, turn(draw), draw, gap(draw, 1) - draw.uniform(0, 1));
  Case c = case_of({body(a), body(b, X_WB)});
  for (int i = draw.small(2, 10); i > 0; --i) {
    SceneFrame frame;
    if (!draw.one_in(4)) frame.push_back({0, std::nullopt, deformed(mesh.vertices, X_WB.t, draw)});
    const auto* other = std::get_if<Deformable>(&b.kind());
    if (other != nullptr && draw.coin())
      frame.push_back({1, std::nullopt, deformed(other->mesh.vertices, -X_WB.t, draw)});
    c.scene.frames.push_back(std::move(frame));
  }
  return c;
}

Case both_ways(Draw& draw) {
  const auto ball = [&] {
    return draw.coin() ? make_icosphere(1, draw.small(0, 2)) : small_mesh(draw, Grid::fine);
  };
  std::vector<Mesh> meshes = {ball(), ball()};
  if (draw.coin()) meshes.push_back(ball());
  std::vector<SceneBody> bodies;
  for (const Mesh& mesh : meshes)
    bodies.push_back(body(Shape::deformable(mesh), {turn(draw), 1.4 * point(draw, Grid::fine)}));
  Case c = case_of(std::move(bodies));
  c.mostly = Call::concurrent;
  for (int i = draw.small(3, 12); i > 0; --i) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t k = 0; k < meshes.size(); ++k) {
      std::vector<Vector3d> vertices = meshes[k].vertices;
      for (Vector3d& v : vertices) v += 0.1 * point(draw, Grid::fine);
      frame.push_back({k, std::nullopt, std::move(vertices)});
    }
  }
  return c;
}

namespace {

/// A thousand bodies or more, each of which meets a few others.
Case throng(Draw& draw) {
  const int count = draw.small(1000, 2000);
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  const std::array shapes = {Shape::of(Sphere{0.25}), Shape::of(Box{{0.25, 0.125, 0.25}}),
                             Shape::mesh(make_box({0.25, 0.25, 0.125})), scaled(sharp_shape(draw, g), 0.25)};
  const bool meshes = draw.coin();  // or anything
  const double spread = draw.pick(std::array{4.0, 6.0, 10.0});
  const auto place = [&] {
    return Pose(draw.coin() ? quarter_turns(draw) : rotation(draw), spread * point(draw, g));
  };
  std::vector<SceneBody> bodies;
  for (int i = 0; i < count; ++i) bodies.push_back(body(meshes ? shapes[2] : draw.pick(shapes), place()));
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  for (int f = draw.small(1, 2); f > 0; --f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    const int rest = draw.pick(std::array{1, 4, 100});
    for (std::size_t i = 0; i < c.scene.bodies.size(); ++i) {
      if (draw.one_in(rest)) frame.push_back({i, place(), {}});
    }
  }
  return c;
}

}  // namespace

Case crowd(Draw& draw) {
  if (draw.one_in(40)) return throng(draw);
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  const int count = draw.one_in(100)  ? draw.small(100, 160)
                    : draw.one_in(16) ? draw.small(20, 40)
                                      : draw.small(10, 12);
  const bool points = count >= 100;
  const Shape one = any_shape(draw, g);
  const double spread = draw.pick(std::array{0.0, 1e-12, 0.3, 0.6, 1.0, 2.0});
  std::vector<SceneBody> bodies;
  for (int i = 0; i < count; ++i) {
    const Shape shape = points        ? Shape::of(Sphere{0.125 * draw.small(1, 4)})
                        : draw.coin() ? one
                                      : Shape::of(Box{0.5 * half_lengths(draw, g)});
    bodies.push_back(body(shape, {turn(draw), spread * point(draw, g)}));
  }
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  if (draw.one_in(4)) scale(c, draw_scale(draw));
  if (points) return c;
  for (int f = draw.small(0, 2); f > 0; --f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < c.scene.bodies.size(); ++i) {
      if (draw.one_in(4))
        frame.push_back({i, Pose(turn(draw), c.scene.bodies[draw.below(i + 1)].pose.t), {}});
    }
  }
  return c;
}

Case histories(Draw& draw) {
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  std::vector<SceneBody> bodies;
  for (int i = draw.small(3, 8); i > 0; --i) {
    bodies.push_back(
        body(draw.one_in(4) ? any_shape(draw, g) : sharp_shape(draw, g), {turn(draw), 0.9 * point(draw, g)}));
  }
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  bool exploded = false;
  for (int f = draw.small(4, 16); f > 0; --f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < c.scene.bodies.size(); ++i) {
      if (!draw.one_in(3)) continue;
      SceneChange change{i, Pose(turn(draw), 0.9 * point(draw, g)), {}};
      const auto* deformable = std::get_if<Deformable>(&c.scene.bodies[i].shape.kind());
      if (deformable != nullptr && draw.coin())
        change.vertices = deformed(deformable->mesh.vertices, Vector3d::Zero(), draw);
      exploded = exploded || !change.vertices.empty();
      frame.push_back(std::move(change));
    }
  }
  if (!exploded && draw.one_in(3)) scale(c, draw_scale(draw));
  return c;
}

}  // namespace graze::selftest::kinds
