// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/growth.h"

#include <graze/deform.h>
#include <graze/generate.h>

#include <cstdio>

#include "deform/timing.h"
#include "math/random.h"
#include "mesh/mesh_pair.h"
#include "models.h"
#include "plot.h"

namespace graze::bench {
namespace {

using Eigen::Vector3d;

/// Bodies of 528 faces, turned at random, on a grid.
std::vector<BodyView> bodies_on_grid(const Shape& shape, int count, double spacing) {
  Random random(3);
  std::vector<BodyView> bodies;
  for (int i = 0; i < count; ++i) {
    const Vector3d cell(i % 2 + 2 * (i / 8 % 2), i / 2 % 2, i / 4 % 2 + 2 * (i / 16));
    const Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const double angle = random.uniform(0, 6);
    bodies.push_back(
        {shape, {Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix(), spacing * cell}});
  }
  return bodies;
}

/// Two deforming bodies, frame by frame: taking new vertices, and all pairs of faces.
struct FrameTimes {
  double vertices, query;
  std::size_t pairs;
};
FrameTimes frame_times(const Mesh& mesh_a, const Mesh& mesh_b) {
  Deformer deformer_a(mesh_a), deformer_b(mesh_b);
  Scratch scratch;
  std::vector<FacePair> pairs;
  const auto [vertices, query] = times_of(
      [&] {
        deformer_a.deform(mesh_a.vertices);
        deformer_b.deform(mesh_b.vertices);
      },
      [&] { face_pairs(deformer_a.shape(), {}, deformer_b.shape(), {}, {.scratch = &scratch}, pairs); });
  return {vertices, query, pairs.size()};
}

/// The same by the face octree, and how much memory it uses.
struct OctreeTime {
  double query;
  std::size_t bytes;
};
OctreeTime octree_time(const Mesh& mesh_a, const Mesh& mesh_b) {
  const Shape a = Shape::deformable(mesh_a), b = Shape::deformable(mesh_b);
  Scratch scratch;
  std::vector<FacePair> pairs;
  const double query =
      time_of([&] { face_pairs(a, {}, b, {}, {.method = Method::face_octree, .scratch = &scratch}, pairs); });
  return {query, scratch_bytes(scratch)};
}

/// A ball, which will meet another, and a ring that meets nothing.
Mesh ball_and_ring(int n, const Mesh& ball) {
  Mesh mesh = make_torus(4, 1, 4 * n, n);
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vector3d& v : ball.vertices) mesh.vertices.emplace_back(v + Vector3d(8, 0, 0));
  for (const Face& f : ball.faces) mesh.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  return mesh;
}

Mesh moved(Mesh mesh, const Pose& X) {
  for (Vector3d& v : mesh.vertices) v = X * v;
  return mesh;
}

void grow_overlap(const std::filesystem::path& out) {
  Curve octree = {"face octree", {}}, refit = {"default: refitted, with new vertices", {}};
  const Pose X{Eigen::AngleAxisd(0.5, Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {0.3, 0.2, 0.1}};
  for (const int n : {16, 32, 64, 128, 256}) {
    const Mesh a = make_sphere(1, 2 * n, n + 1), b = moved(a, X);
    const auto [vertices, query, pairs] = frame_times(a, b);
    const auto [time, bytes] = octree_time(a, b);
    const auto faces = static_cast<double>(a.faces.size()), thousands = faces / 1000;
    refit.points.emplace_back(faces, 1e6 * (vertices + query) / thousands);
    octree.points.emplace_back(faces, 1e6 * time / thousands);
    std::printf(
        "%.0f faces, all in the overlap, %zu pairs: face octree %.1f us, %.1f us per 1000 faces, %zu bytes; "
        "default %.1f us, %.1f us per 1000 faces\n",
        faces, pairs, 1e6 * time, 1e6 * time / thousands, bytes, 1e6 * (vertices + query),
        1e6 * (vertices + query) / thousands);
  }
  if (!out.empty())
    write_plot(out / "deform_overlap.svg", "All faces overlap: microseconds a frame per 1000 faces",
               "faces of a body", {octree, refit});
}

void grow_apart(const std::filesystem::path& out) {
  Curve octree = {"face octree", {}}, refit = {"default: refitted", {}},
        whole = {"default, with taking new vertices", {}};
  const Mesh ball = make_sphere(0.25, 32, 16);
  for (const int n : {16, 32, 64, 128, 256}) {
    const Mesh a = ball_and_ring(n, ball);
    Mesh b = a;
    for (Vector3d& v : b.vertices) v = Vector3d(16.1 - v.x(), 0.1 - v.y(), 0.05 + v.z());
    const auto [vertices, query, pairs] = frame_times(a, b);
    const auto [time, bytes] = octree_time(a, b);
    const auto faces = static_cast<double>(a.faces.size());
    octree.points.emplace_back(faces, 1e6 * time);
    refit.points.emplace_back(faces, 1e6 * query);
    whole.points.emplace_back(faces, 1e6 * (vertices + query));
    std::printf(
        "%.0f faces, %zu of each in the overlap, %zu pairs: face octree %.1f us, %.2f ns a face, %zu bytes; "
        "default %.1f us, %.2f ns a face, and new vertices %.1f us\n",
        faces, ball.faces.size(), pairs, 1e6 * time, 1e9 * time / (2 * faces), bytes, 1e6 * query,
        1e9 * query / (2 * faces), 1e6 * vertices);
  }
  if (!out.empty())
    write_plot(out / "deform_apart.svg", "960 faces of each body overlap: microseconds a frame",
               "faces of a body", {octree, refit, whole});
}

}  // namespace

/// As in the paper: the grid is drawn together until two of fifteen bodies meet; many boxes overlap by then.
void run_many(const std::filesystem::path& out) {
  const Shape shuttle = Shape::mesh(scenes::make_shuttle());
  const MeshBounds bounds(std::get<Mesh>(shuttle.kind()));
  Scratch scratch;
  std::vector<BodyFacePair> pairs;
  double meeting = 0, apart = 2 * (bounds.box.high - bounds.box.low).maxCoeff();
  for (int i = 0; i < 30; ++i) {
    const double middle = 0.5 * (meeting + apart);
    face_pairs_among(bodies_on_grid(shuttle, 15, middle), {.scratch = &scratch}, pairs);
    (pairs.empty() ? apart : meeting) = middle;
  }
  const std::vector<BodyView> all = bodies_on_grid(shuttle, 240, 0.998 * meeting);
  Curve curve = {"face octree", {}};
  const auto time_among = [&](std::span<const BodyView> bodies) {
    return time_of([&] { face_pairs_among(bodies, {.scratch = &scratch}, pairs); });
  };
  face_pairs_among(std::span(all).first(15), {.scratch = &scratch}, pairs);
  const std::pair<std::size_t, std::size_t> most = {pairs.at(0).body_a, pairs.at(0).body_b};
  const std::vector<BodyView> both = {all[most.first], all[most.second]};
  const double two = time_among(both);
  std::printf("2 bodies of 528 faces: %.1f us, %zu pairs\n", 1e6 * two, pairs.size());
  for (const std::size_t count : {15, 30, 60, 120, 240}) {
    const double time = time_among(std::span(all).first(count));
    curve.points.emplace_back(static_cast<double>(count), 1e6 * time / static_cast<double>(count));
    std::printf("%zu bodies: %.1f us, x%.2f of two, %.1f us a body, %zu pairs%s\n", count, 1e6 * time,
                time / two, 1e6 * time / static_cast<double>(count), pairs.size(),
                count == 15 ? " (the paper: less than 7.5 times)" : "");
  }
  if (!out.empty())
    write_plot(out / "deform_bodies.svg", "Face octree, bodies of 528 faces: microseconds a frame and body",
               "bodies", {curve});
}

void run_growth(const std::filesystem::path& out) {
  grow_overlap(out);
  grow_apart(out);
}

}  // namespace graze::bench
