// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/path_cases.h"

#include <cstdio>
#include <limits>

#include "exact/signs.h"

namespace graze::oracle {

std::optional<Path> path_along_edge(const PairCase& c, Draw& draw) {
  using Eigen::Vector3d;
  const Pose* X = c.X_a ? &*c.X_a : nullptr;
  Vector3d p = exact::approximate({c.a[0], X}).p, q = exact::approximate({c.a[1], X}).p;
  if (draw.coin()) std::swap(p, q);
  const Vector3d d = q - p;
  if (draw.one_in(2) || !d.allFinite() || d.isZero(0)) {
    if (draw.one_in(16)) q = p;
    return p.allFinite() && q.allFinite() ? std::optional<Path>(LineSegment{p, q}) : std::nullopt;
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double lengths[] = {infinity, infinity, infinity, 1, 0.5, 2, 0, 1e-3, 1e100};
  const Vector3d origin = draw.one_in(4) ? Vector3d(p - d) : p;
  const double length = draw.pick(lengths);
  return origin.allFinite() ? std::optional<Path>(Ray{origin, d, length}) : std::nullopt;
}

std::string to_text(const Path& path) {
  std::string text;
  const auto append = [&text](const char* label, const Eigen::Vector3d& p) {
    char buffer[160];
    std::snprintf(buffer, sizeof buffer, "%s %a %a %a\n", label, p.x(), p.y(), p.z());
    text += buffer;
  };
  if (const Ray* ray = std::get_if<Ray>(&path)) {
    append("origin", ray->origin);
    append("direction", ray->direction);
    char buffer[60];
    std::snprintf(buffer, sizeof buffer, "length %a\n", ray->length);
    return text + buffer;
  }
  append("from", std::get<LineSegment>(path).from);
  append("to", std::get<LineSegment>(path).to);
  return text;
}

}  // namespace graze::oracle
