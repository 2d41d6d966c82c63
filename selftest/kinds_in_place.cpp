// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Meshes as files of parts have them: each vertex is where it belongs in the assembly, and poses are the identity, or one and the
// same, or translations. Here the library need not round at all, and has shortcuts that rest on that.
#include <cmath>

#include "selftest/bodies.h"
#include "selftest/kinds.h"

namespace graze::selftest::kinds {
namespace {

/// A mesh, and the translation of its pose. The other bodies' poses have the same rotation.
struct Placed {
  Mesh mesh;
  Vector3d t = Vector3d::Zero();
};

Mesh coarse_mesh(Draw& draw) {
  Mesh mesh = small_mesh(draw, Grid::coarse);
  for (Vector3d& v : mesh.vertices) v = (8 * v).array().round() / 8;
  return mesh;
}

/// Bodies of which corners, edges and planes coincide, exactly.
std::vector<Placed> coarse_parts(Draw& draw) {
  std::vector<Placed> parts = {{coarse_mesh(draw)}};
  const Shape first = Shape::mesh(parts[0].mesh);
  for (int i = draw.one_in(4) ? 2 : 1; i > 0; --i) {
    Placed part{coarse_mesh(draw)};
    const Vector3d d = point(draw, Grid::coarse);
    const Matrix3d R = quarter_turns(draw);
    const Pose X = draw.coin() ? touching_along(first, {}, Shape::mesh(part.mesh), R, d, draw, 0)
                               : Pose(R, point(draw, Grid::coarse));
    for (Vector3d& v : part.mesh.vertices) v = X * v;
    parts.push_back(std::move(part));
  }
  if (draw.coin()) return parts;
  // A vertex is the origin.
  const Vector3d origin = draw.pick(parts[0].mesh.vertices);
  for (Placed& part : parts) {
    for (Vector3d& v : part.mesh.vertices) v -= origin;
  }
  return parts;
}

/// One body where no coordinate is positive, one where none is negative: they share the origin, if both reach it, and nothing
/// else.
std::vector<Placed> opposite_octants(Draw& draw) {
  const Grid g = draw_grid(draw);
  std::vector<Placed> parts = {{small_mesh(draw, g)}, {small_mesh(draw, g)}};
  for (const double side : {-1.0, 1.0}) {
    Mesh& mesh = parts[side < 0 ? 0 : 1].mesh;
    for (Vector3d& v : mesh.vertices) v = side * v.cwiseAbs();
    const double off = draw.one_in(3) ? draw.pick(std::array{5e-324, 1e-300, 1e-30, 1e-15, 0.1}) : 0;
    mesh.vertices[mesh.faces[draw.below(mesh.faces.size())][0]] =
        side * (draw.coin() ? off : -off) * Vector3d::Ones();
  }
  return parts;
}

/// A matrix whose entries are multiples of 2^-bits. It brings what is on a coarse grid to one of so many bits; what touches there,
/// or is coplanar, stays so exactly.
Matrix3d skewed_grid(Draw& draw, int bits) {
  const std::int64_t most = std::int64_t{1} << bits;
  for (;;) {
    Matrix3d M;
    for (double& x : M.reshaped()) x = std::ldexp(static_cast<double>(draw.integer(-most, most)), -bits);
    if (std::abs(M.determinant()) > 0.05) return M;
  }
}

void skew(std::vector<Placed>& parts, Draw& draw) {
  const int bits = draw.small(2, 24);
  const Matrix3d M = skewed_grid(draw, bits);
  for (Placed& part : parts) {
    part.t = M * part.t;
    for (Vector3d& v : part.mesh.vertices) v = M * v;
  }
  if (draw.coin()) return;
  // Of one vertex a coordinate is off by one step of the grid.
  Mesh& mesh = parts[draw.below(parts.size())].mesh;
  Vector3d& v = mesh.vertices[draw.below(mesh.vertices.size())];
  v[draw.small(0, 2)] += std::ldexp(draw.coin() ? 1 : -1, -bits - 3);
}

/// Far from the origin, coordinates have few bits left for what bodies look like, and their sums with lengths are rounded.
void put_far_out(std::vector<Placed>& parts, Draw& draw) {
  const double far = std::exp2(draw.uniform(draw.coin() ? 20 : 48, 53));
  const Vector3d shift = far * point(draw, draw_grid(draw));
  for (Placed& part : parts) {
    for (Vector3d& v : part.mesh.vertices) v += shift;
  }
}

/// Each part gets a pose, and vertices that it brings to where they were.
void split_off_translations(std::vector<Placed>& parts, Draw& draw) {
  for (Placed& part : parts) {
    part.t = point(draw, Grid::coarse);
    for (Vector3d& v : part.mesh.vertices) v -= part.t;
  }
}

Case assembled(std::vector<Placed> parts, Draw& draw) {
  const Pose X = draw.one_in(4) ? anywhere(draw, 2) : Pose();
  std::vector<SceneBody> bodies;
  for (Placed& part : parts)
    bodies.push_back(body(mesh_or_deformable(std::move(part.mesh), draw), {X.R, X.t + X.R * part.t}));
  return case_of(std::move(bodies));
}

}  // namespace

Case in_place(Draw& draw) {
  if (draw.one_in(3)) {
    Case c = assembled(opposite_octants(draw), draw);
    scale(c, draw.coin() ? std::pow(10, draw.uniform(0, 40)) : draw_scale(draw));
    return c;
  }
  std::vector<Placed> parts = coarse_parts(draw);
  if (draw.one_in(4)) split_off_translations(parts, draw);
  if (!draw.one_in(3)) skew(parts, draw);
  if (draw.coin()) put_far_out(parts, draw);
  Case c = assembled(std::move(parts), draw);
  if (draw.one_in(4)) scale(c, draw_scale(draw));
  return c;
}

}  // namespace graze::selftest::kinds
