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

/// Faces that share no vertex, so that the leaves of a tree have up to 24: all about, or in a few places.
Mesh unshared_soup(Draw& draw, int faces) {
  Mesh mesh;
  const int places = draw.coin() ? 0 : draw.small(1, 6);
  std::vector<Vector3d> centres;
  for (int i = 0; i < places; ++i) centres.push_back(point(draw, Grid::fine));
  const double size = draw.pick(std::array{0.05, 0.2, 0.6});
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(faces); ++i) {
    Vector3d centre = point(draw, Grid::fine);
    if (places > 0) centre = draw.pick(centres) + size * centre;
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(centre + size * point(draw, Grid::fine));
    mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Closed, of 20 to 1,280 faces; small; or a soup.
Mesh some_mesh(Draw& draw) {
  switch (draw.small(0, 3)) {
    case 0:
      return unshared_soup(draw, draw.one_in(4) ? draw.small(60, 200) : draw.small(20, 60));
    case 1:
      return small_mesh(draw, Grid::fine);
    default:
      return make_icosphere(1, draw.small(0, 3));
  }
}

/// Bodies that stay where they are, of which one grows until they touch, and shrinks again.
Case breathing(Draw& draw) {
  const Mesh mesh = draw.coin() ? make_icosphere(1, draw.small(0, 2)) : small_mesh(draw, Grid::fine);
  const Shape a = Shape::deformable(mesh), b = Shape::mesh(some_mesh(draw));
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

/// A small body goes from place to place on the faces of one that deforms.
Case probing(Draw& draw) {
  const Mesh mesh = draw.coin() ? unshared_soup(draw, draw.small(20, 60)) : some_mesh(draw);
  const double size = std::pow(10, -draw.uniform(0.3, 2));
  const Shape probe = scaled(sharp_shape(draw, Grid::fine), size);
  Case c = case_of({body(Shape::deformable(mesh)), body(probe)});
  for (int i = draw.small(3, 10); i > 0; --i) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    std::vector<Vector3d> vertices = deformed(mesh.vertices, Vector3d::Zero(), draw);
    const Face& face = mesh.faces[draw.below(mesh.faces.size())];
    const double s = draw.uniform(0, 1);
    const Vector3d on_face =
        draw.coin() ? vertices[face[0]] : Vector3d((1 - s) * vertices[face[1]] + s * vertices[face[2]]);
    const Shape place = Shape::of(Convex{{on_face}});
    const Matrix3d R = turn(draw);
    const Pose X = draw.one_in(3) ? touching_pose(place, {}, probe, R, draw, gap(draw, size))
                                  : crossing_pose(place, {}, probe, R, draw, gap(draw, size));
    frame = {{0, std::nullopt, std::move(vertices)}, {1, X, {}}};
  }
  return c;
}

/// Clusters of three bodies that overlap each other, in a world with threads.
Case threes(Draw& draw) {
  const int clusters = draw.small(22, 30);  // so many pairs that they are shared among threads
  const Mesh mesh = draw.coin() ? make_icosphere(1, 0) : small_mesh(draw, Grid::fine);
  std::vector<SceneBody> bodies;
  std::vector<std::array<std::size_t, 2>> pairs;
  for (int i = 0; i < clusters; ++i) {
    const std::size_t first = bodies.size();
    for (int k = 0; k < 3; ++k)
      bodies.push_back(
          body(Shape::deformable(mesh), {turn(draw), Vector3d(5 * i, 0, 0) + 0.5 * point(draw, Grid::fine)}));
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(0, 2), std::pair(1, 2)})
      pairs.push_back({first + static_cast<std::size_t>(a), first + static_cast<std::size_t>(b)});
  }
  Case c = case_of(std::move(bodies));
  c.scene.pairs = std::move(pairs);
  c.mostly = Call::concurrent;
  return c;
}

/// Every body has other vertices in each frame.
void add_noise(Case& c, Draw& draw, int frames) {
  for (; frames > 0; --frames) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < c.scene.bodies.size(); ++i) {
      std::vector<Vector3d> vertices = mesh_of(c.scene.bodies[i].shape)->vertices;
      for (Vector3d& v : vertices) v += 0.1 * point(draw, Grid::fine);
      frame.push_back({i, std::nullopt, std::move(vertices)});
    }
  }
}

}  // namespace

Case deforming(Draw& draw) {
  if (draw.one_in(8)) return breathing(draw);
  if (draw.one_in(3)) return probing(draw);
  const Mesh mesh = some_mesh(draw);
  const Shape a = Shape::deformable(mesh);
  const Shape b = draw.coin() ? Shape::deformable(draw.one_in(4) ? unshared_soup(draw, draw.small(20, 40))
                                                                 : small_mesh(draw, Grid::fine))
                              : sharp_shape(draw, Grid::fine);
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
  if (draw.one_in(12)) {
    Case c = threes(draw);
    add_noise(c, draw, draw.small(2, 4));
    return c;
  }
  const bool tiny =
      !draw.one_in(3);  // the less there is to do, the more often queries begin at the same moment
  const auto mesh = [&] {
    return !tiny && draw.coin() ? make_icosphere(1, draw.small(1, 2)) : small_mesh(draw, Grid::fine);
  };
  std::vector<SceneBody> bodies;
  for (int i = draw.small(2, 3); i > 0; --i)
    bodies.push_back(
        body(Shape::deformable(mesh()), {turn(draw), (tiny ? 0.6 : 1.4) * point(draw, Grid::fine)}));
  Case c = case_of(std::move(bodies));
  c.mostly = Call::concurrent;
  add_noise(c, draw, draw.small(3, 12));
  return c;
}

namespace {

/// A thousand bodies or more, each of which meets a few others.
Case throng(Draw& draw) {
  const Grid g = draw_grid(draw);
  const std::array shapes = {Shape::of(Sphere{0.25}), Shape::of(Box{{0.25, 0.125, 0.25}}),
                             Shape::mesh(make_box({0.25, 0.25, 0.125})), scaled(sharp_shape(draw, g), 0.25)};
  const bool meshes = draw.coin();  // or anything
  const double spread = draw.pick(std::array{4.0, 6.0, 10.0});
  const auto place = [&] {
    return Pose(draw.coin() ? quarter_turns(draw) : rotation(draw), spread * point(draw, g));
  };
  std::vector<SceneBody> bodies;
  for (int i = draw.small(1000, 2000); i > 0; --i)
    bodies.push_back(body(meshes ? shapes[2] : draw.pick(shapes), place()));
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

/// Some tens of bodies in one place that are tiny beside the nodes and cells of a broad phase: all are near the least floats, or a few
/// others are as large as usual. Few of them move, so that each of these looks for its pairs by itself.
Case tiny_crowd(Draw& draw) {
  const double size = std::pow(10, draw.coin() ? -draw.uniform(37, 41) : -draw.uniform(15, 32));
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  const double spread = draw.pick(std::array{0.5, 1.0, 1.0, 2.0});
  const std::array shapes = {Shape::of(Sphere{0.25 * size}), Shape::of(Box{size * half_lengths(draw, g)}),
                             scaled(sharp_shape(draw, g), size)};
  const auto place = [&] { return Pose(turn(draw), spread * size * point(draw, g)); };
  std::vector<SceneBody> bodies;
  for (int i = draw.small(18, 40); i > 0; --i) bodies.push_back(body(draw.pick(shapes), place()));
  const std::size_t tiny = bodies.size();
  for (int i = draw.small(0, 2); i > 0; --i)
    bodies.push_back(body(sharp_shape(draw, g), {turn(draw), 2 * point(draw, g)}));
  Case c = case_of(std::move(bodies));
  c.mostly = Call::world;
  for (int f = draw.small(1, 3); f > 0; --f) {
    SceneFrame& frame = c.scene.frames.emplace_back();
    for (std::size_t i = 0; i < tiny; ++i) {
      if (draw.one_in(12)) frame.push_back({i, place(), {}});
    }
  }
  return c;
}

}  // namespace

Case crowd(Draw& draw) {
  if (draw.one_in(40)) return throng(draw);
  if (draw.one_in(4)) return tiny_crowd(draw);
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
  if (draw.one_in(8)) return large_neighbours(draw);
  const Grid g = draw.coin() ? Grid::coarse : Grid::fine;
  std::vector<SceneBody> bodies;
  for (int i = draw.small(3, 8); i > 0; --i) {
    const Shape shape = draw.one_in(8)   ? draw_compound(draw, g, 2)
                        : draw.one_in(4) ? any_shape(draw, g)
                                         : sharp_shape(draw, g);
    bodies.push_back(body(shape, {turn(draw), 0.9 * point(draw, g)}));
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
