// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_pair.h"

#include <algorithm>
#include <cmath>

#include "elementary/triangle_triangle.h"

namespace graze {
namespace {

/// Of a sum of three squares of differences, which may have lost up to three denormals.
double rounded_up_root(double square) {
  return std::sqrt(square) * (1 + 0x1p-48) + 0x1p-535;
}

}  // namespace

MeshBounds::MeshBounds(const Mesh& mesh) {
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) box.include(mesh.vertices[v]);
  }
  *this = MeshBounds(box);
  if (mesh.faces.empty()) return;
  double square = 0;
  for (const Face& face : mesh.faces) {
    for (const std::uint32_t v : face) square = std::max(square, (mesh.vertices[v] - centre).squaredNorm());
  }
  radius = rounded_up_root(square);
}

MeshBounds::MeshBounds(const AxisBox& around_faces) : box(around_faces) {
  if (!(box.low.array() <= box.high.array()).all()) return;
  reach = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
  centre = 0.5 * box.low + 0.5 * box.high;
  half = (box.high - centre).cwiseMax(centre - box.low);
  radius = rounded_up_root(half.squaredNorm());
}

namespace {

/// The boxes' middles are `between` apart, from A's to B's. Along a direction n of the world a box reaches from its middle by
/// the sum of |Rᵀn|ᵢ·halfᵢ. For n a column of its own R, Rᵀn is an axis but for 1e-6.
bool boxes_apart(const Eigen::Vector3d& half_a, const Pose& X_WA, const Eigen::Vector3d& half_b,
                 const Pose& X_WB, const Eigen::Vector3d& between, double rounding) {
  const Eigen::Matrix3d R_AB = (X_WA.R.transpose() * X_WB.R).cwiseAbs();
  const Eigen::Array3d slack = Eigen::Array3d::Constant(4e-6 * (half_a.sum() + half_b.sum()) + rounding);
  const Eigen::Array3d along_a = (X_WA.R.transpose() * between).cwiseAbs(),
                       along_b = (X_WB.R.transpose() * between).cwiseAbs();
  const Eigen::Array3d reach_a = (half_a + R_AB * half_b).array() + slack,
                       reach_b = (half_b + R_AB.transpose() * half_a).array() + slack;
  return (along_a > reach_a).any() || (along_b > reach_b).any();  // false for NaN
}

}  // namespace

bool bounds_apart(const MeshBounds& a, const Pose& X_WA, const MeshBounds& b, const Pose& X_WB) {
  const Eigen::Vector3d between = X_WB * b.centre - X_WA * a.centre;
  // A valid pose stretches by less than 2e-6, a product of such by little more. The rest is far more than what is rounded
  // here.
  const double sizes = a.reach + b.reach + X_WA.t.cwiseAbs().maxCoeff() + X_WB.t.cwiseAbs().maxCoeff();
  const double rounding = 0x1p-45 * sizes, reach = (a.radius + b.radius) * (1 + 1e-4) + rounding;
  // Below, squares underflow. Where they overflow, NaN and two infinities say no.
  constexpr double least = 1e-140;
  if (reach > least && between.squaredNorm() > reach * reach) return true;
  return boxes_apart(a.half, X_WA, b.half, X_WB, between, rounding);
}

MeshPair::MeshPair(const Mesh& mesh_a, const MeshBounds& bounds_a, const Pose& pose_a, const Mesh& mesh_b,
                   const MeshBounds& bounds_b, const Pose& pose_b)
    // Under one and the same pose the meshes may as well be compared in their own frame, where nothing is
    // rounded.
    : a{mesh_a, bounds_a, pose_a == pose_b ? nullptr : &pose_a},
      b{mesh_b, bounds_b, pose_a == pose_b ? nullptr : &pose_b},
      X_AB(pose_a, pose_b),
      error(X_AB.point_error(bounds_b.reach)) {}

bool MeshPair::faces_meet(std::uint32_t i, std::uint32_t j, Counters& counters) const {
  const Triangle t = b.triangle(j);
  ++counters.double_tests;
  switch (triangles_meet_filter(a.triangle(i), {X_AB * t[0], X_AB * t[1], X_AB * t[2]}, error)) {
    case Verdict::apart:
      return false;
    case Verdict::meet:
      return true;
    case Verdict::unsure:
      break;
  }
  ++counters.exact_fallbacks;
  return triangles_meet_exact(a.posed(i), b.posed(j));
}

void find_pairs_blindly(const MeshPair& pair, Counters& counters, Findings& findings) {
  for (std::uint32_t i = 0; i < pair.a.mesh.faces.size(); ++i) {
    for (std::uint32_t j = 0; j < pair.b.mesh.faces.size(); ++j) {
      ++counters.face_tests;
      if (pair.faces_meet(i, j, counters) && findings.add({i, j})) return;
    }
  }
}

}  // namespace graze
