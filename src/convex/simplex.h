// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The point nearest to the origin of a simplex of up to four points, in double, by signed volumes: a facet is a
// candidate where the origin lies beyond it, that is, where the barycentric coordinate of the corner opposite is not
// positive; of the candidates the nearest counts. Coordinates come from products of edges with normals, which keep
// their sign for slivers much longer than those from dot products alone.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>
#include <limits>

namespace graze {

/// A point Σ λ·w of a simplex.
struct NearestPoint {
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  double square = std::numeric_limits<double>::infinity();  ///< |v|²
  double lambda[4] = {0, 0, 0, 0};
  unsigned used = 0;  ///< bit i: λᵢ > 0

  void consider(const NearestPoint& other) {
    if (other.square < square) *this = other;
  }
};

inline NearestPoint nearest_of_point(const Eigen::Vector3d* w, int i) {
  NearestPoint p;
  p.v = w[i];
  p.square = p.v.squaredNorm();
  p.lambda[i] = 1;
  p.used = 1u << i;
  return p;
}

inline NearestPoint nearest_of_edge(const Eigen::Vector3d* w, int i, int j) {
  const Eigen::Vector3d e = w[j] - w[i];
  const double t = -w[i].dot(e), length = e.squaredNorm();
  if (!(t > 0)) return nearest_of_point(w, i);
  if (!(t < length)) return nearest_of_point(w, j);
  NearestPoint p;
  const double s = t / length;
  p.v = w[i] + s * e;
  p.square = p.v.squaredNorm();
  p.lambda[i] = 1 - s;
  p.lambda[j] = s;
  p.used = 1u << i | 1u << j;
  return p;
}

inline NearestPoint nearest_of_triangle(const Eigen::Vector3d* w, int i, int j, int k) {
  const Eigen::Vector3d ij = w[j] - w[i], ik = w[k] - w[i];
  const Eigen::Vector3d n = ij.cross(ik);
  const double square = n.squaredNorm();
  const double vi = n.dot(w[j].cross(w[k])), vj = n.dot(w[k].cross(w[i])), vk = n.dot(w[i].cross(w[j]));
  // A triangle that is flat but for rounding has no normal worth the name.
  const bool flat = !(square > 1e-26 * ij.squaredNorm() * ik.squaredNorm());
  NearestPoint p;
  if (!flat && vi > 0 && vj > 0 && vk > 0) {
    const double sum = (vi + vj) + vk;
    p.v = n * (n.dot(w[i]) / square);
    p.square = p.v.squaredNorm();
    p.lambda[i] = vi / sum;
    p.lambda[j] = vj / sum;
    p.lambda[k] = vk / sum;
    p.used = 1u << i | 1u << j | 1u << k;
    return p;
  }
  if (flat || !(vi > 0)) p = nearest_of_edge(w, j, k);
  if (flat || !(vj > 0)) p.consider(nearest_of_edge(w, k, i));
  if (flat || !(vk > 0)) p.consider(nearest_of_edge(w, i, j));
  return p;
}

/// Twice three volumes: of the tetrahedra of the origin and three corners, each with the sign that it has where the
/// origin is inside and the corners 0, 1, 2, 3 run the positive way round.
struct TetrahedronVolumes {
  double opposite[4];  ///< to corner i

  explicit TetrahedronVolumes(const Eigen::Vector3d* w) {
    const Eigen::Vector3d c01 = w[0].cross(w[1]), c23 = w[2].cross(w[3]);
    opposite[0] = w[1].dot(c23);
    opposite[1] = -w[0].dot(c23);
    opposite[2] = w[3].dot(c01);
    opposite[3] = -w[2].dot(c01);
  }
  /// The origin lies inside, by more than `margin` in each volume.
  bool inside(double margin) const {
    const double* o = opposite;
    return (o[0] > margin && o[1] > margin && o[2] > margin && o[3] > margin) ||
           (o[0] < -margin && o[1] < -margin && o[2] < -margin && o[3] < -margin);
  }
};

/// With `used` = 15 and the origin itself where it is inside.
inline NearestPoint nearest_of_tetrahedron(const Eigen::Vector3d* w, const TetrahedronVolumes& volumes) {
  NearestPoint p;
  const double* o = volumes.opposite;
  const double whole = (o[0] + o[1]) + (o[2] + o[3]);
  if (volumes.inside(0)) {
    p.square = 0;
    p.used = 15;
    for (int i = 0; i < 4; ++i) p.lambda[i] = o[i] / whole;
    return p;
  }
  const double largest = std::max({std::abs(o[0]), std::abs(o[1]), std::abs(o[2]), std::abs(o[3])});
  const bool flat = !(std::abs(whole) > 1e-13 * largest);
  const auto beyond = [&](int i) { return flat || !(whole > 0 ? o[i] > 0 : o[i] < 0); };
  if (beyond(3)) p = nearest_of_triangle(w, 0, 1, 2);
  if (beyond(2)) p.consider(nearest_of_triangle(w, 0, 1, 3));
  if (beyond(1)) p.consider(nearest_of_triangle(w, 0, 2, 3));
  if (beyond(0)) p.consider(nearest_of_triangle(w, 1, 2, 3));
  return p;
}

}  // namespace graze
