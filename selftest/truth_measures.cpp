// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/truth_measures.h"

#include <cmath>

#include "oracle/cast_oracle.h"
#include "oracle/measure.h"
#include "selftest/parts.h"

namespace graze::selftest {
namespace {

/// Does √square, or -√square, lie in [low, high]?
bool root_within(const mpq_class& square, bool negative, const mpq_class& low, const mpq_class& high) {
  if (negative) return root_within(square, false, -high, -low);
  return high >= 0 && square <= high * high && (low <= 0 || low * low <= square);
}

}  // namespace

std::optional<bool> distance_holds(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                   double distance, double error) {
  if (!has_parts(a) || !has_parts(b) || count_parts(a) != 1 || count_parts(b) != 1) return std::nullopt;
  if (!std::isfinite(distance) || !std::isfinite(error)) return false;
  const Parts parts(a, X_WA, b, X_WB);
  const Part &of_a = parts.of(0)[0], &of_b = parts.of(1)[0];
  // In the unit of the points. A radius shortens the distance of the cores by itself, where these are apart.
  const mpq_class unit = mpq_class(parts.unit()) / mpq_class(parts.unit_length());
  const mpq_class reach = of_a.radius + of_b.radius;
  const mpq_class low = (mpq_class(distance) - mpq_class(error)) * unit + reach;
  const mpq_class high = (mpq_class(distance) + mpq_class(error)) * unit + reach;
  const mpq_class square = oracle::squared_distance(of_a.points, of_b.points);
  if (square > 0) return root_within(square, false, low, high);
  // All normals that two differences span are tried: many for bodies with many corners.
  if (of_a.points.size() + of_b.points.size() > 10) return std::nullopt;
  return root_within(oracle::squared_depth(of_a.points, of_b.points), true, low, high);
}

bool is_nearer_than(const Shape& shape, const Pose& X, const Eigen::Vector3d& p, double length) {
  if (!(length > 0)) return false;
  const Shape point = Shape::of(Convex{{p}});
  const Parts parts(shape, X, point, {});
  const mpq_class within = mpq_class(length) * mpq_class(parts.unit()) / mpq_class(parts.unit_length());
  for (const Part& part : parts.of(0)) {
    const mpq_class most = within + part.radius;
    if (oracle::squared_distance(part.points, parts.of(1)[0].points) < most * most) return true;
  }
  return false;
}

CastTruth cast_truth(const Mesh& mesh, const Pose& X, const Path& path) {
  CastTruth truth;
  std::optional<mpq_class> least;
  for (std::size_t i = 0; i < mesh.faces.size(); ++i) {
    const Face& f = mesh.faces[i];
    const PosedTriangle face{{mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]}, &X};
    const std::optional<mpq_class> s = oracle::first_touch(path, face);
    if (!s) continue;
    truth.faces.push_back(static_cast<std::uint32_t>(i));
    if (least && *s >= *least) continue;
    least = s;
    truth.first = static_cast<std::uint32_t>(i);
  }
  return truth;
}

}  // namespace graze::selftest
