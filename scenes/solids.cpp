// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "solids.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace graze::scenes {
namespace {

using std::numbers::pi;

std::uint32_t add_vertex(Mesh& mesh, const Vector3d& p) {
  mesh.vertices.push_back(p);
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

Vector3d middle_of(const std::vector<Vector3d>& points) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

/// Vertex numbers of a section.
using Ring = std::vector<std::uint32_t>;

Ring add_ring(Mesh& mesh, const std::vector<Vector3d>& section) {
  Ring ring;
  for (const Vector3d& p : section) ring.push_back(add_vertex(mesh, p));
  return ring;
}

/// Between rings of equal size, or a ring and a point; `up` lies towards the end.
void join(Mesh& mesh, const Ring& down, const Ring& up) {
  const std::size_t n = std::max(down.size(), up.size());
  assert(down.size() == n || down.size() == 1);
  assert(up.size() == n || up.size() == 1);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = (k + 1) % n;
    if (down.size() == 1) {
      mesh.faces.push_back({down[0], up[next], up[k]});
    } else if (up.size() == 1) {
      mesh.faces.push_back({down[k], down[next], up[0]});
    } else {
      mesh.faces.push_back({down[k], down[next], up[next]});
      mesh.faces.push_back({down[k], up[next], up[k]});
    }
  }
}

/// Rounds the turning of a section's frame out over a path: each frame is the last one turned by the least
/// rotation that brings it across (parallel transport), so that tubes do not twist.
std::vector<std::vector<Vector3d>> sections_along(const std::vector<Vector3d>& path,
                                                  const std::vector<double>& radii, int sides, bool looped) {
  const std::size_t n = path.size();
  std::vector<std::vector<Vector3d>> sections;
  Vector3d last_direction = Vector3d::Zero();
  Vector3d u = Vector3d::Zero();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector3d& before = i > 0 ? path[i - 1] : looped ? path[n - 1] : path[i];
    const Vector3d& after = i + 1 < n ? path[i + 1] : looped ? path[0] : path[i];
    const Vector3d direction =
        ((path[i] - before).normalized() + (after - path[i]).normalized()).normalized();
    if (i == 0) {
      u = direction.unitOrthogonal();
    } else {
      u = Eigen::Quaterniond::FromTwoVectors(last_direction, direction) * u;
      u = (u - u.dot(direction) * direction).normalized();
    }
    last_direction = direction;
    const Vector3d v = direction.cross(u);
    const double r = radii.size() == 1 ? radii[0] : radii[i];
    std::vector<Vector3d> section;
    for (const Vector2d& c : circle(r, sides)) section.push_back(path[i] + c.x() * u + c.y() * v);
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace

Placement at(const Vector3d& p) {
  return Placement(Eigen::Translation3d(p));
}

Placement at(const Vector3d& p, double degrees, const Vector3d& axis) {
  return Eigen::Translation3d(p) * Eigen::AngleAxisd(degrees * pi / 180, axis.normalized());
}

Placement stretched(const Vector3d& p, const Vector3d& factors) {
  return Eigen::Translation3d(p) * Eigen::Scaling(factors);
}

Placement pointing(const Vector3d& p, const Vector3d& direction) {
  return Eigen::Translation3d(p) * Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), direction);
}

void append(Mesh& mesh, const Mesh& part, const Placement& placement) {
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  const bool mirrors = placement.linear().determinant() < 0;
  for (const Vector3d& p : part.vertices) mesh.vertices.push_back(placement * p);
  for (Face face : part.faces) {
    if (mirrors) std::swap(face[1], face[2]);
    mesh.faces.push_back({face[0] + n, face[1] + n, face[2] + n});
  }
}

Mesh loft(const std::vector<std::vector<Vector3d>>& sections) {
  Mesh mesh;
  std::vector<Ring> rings;
  if (sections.front().size() > 1) rings.push_back({add_vertex(mesh, middle_of(sections.front()))});
  for (const std::vector<Vector3d>& section : sections) rings.push_back(add_ring(mesh, section));
  if (sections.back().size() > 1) rings.push_back({add_vertex(mesh, middle_of(sections.back()))});
  for (std::size_t i = 0; i + 1 < rings.size(); ++i) join(mesh, rings[i], rings[i + 1]);
  return mesh;
}

Mesh looped_loft(const std::vector<std::vector<Vector3d>>& sections) {
  Mesh mesh;
  std::vector<Ring> rings;
  for (const std::vector<Vector3d>& section : sections) rings.push_back(add_ring(mesh, section));
  for (std::size_t i = 0; i < rings.size(); ++i) join(mesh, rings[i], rings[(i + 1) % rings.size()]);
  return mesh;
}

namespace {

std::vector<std::vector<Vector3d>> turned_sections(const std::vector<Vector2d>& profile, int sides) {
  std::vector<std::vector<Vector3d>> sections;
  for (const Vector2d& p : profile) {
    std::vector<Vector3d> section;
    if (p.x() == 0) {
      section.emplace_back(0, 0, p.y());
    } else {
      for (const Vector2d& c : circle(p.x(), sides)) section.emplace_back(c.x(), c.y(), p.y());
    }
    sections.push_back(std::move(section));
  }
  return sections;
}

}  // namespace

Mesh lathe(const std::vector<Vector2d>& profile, int sides) {
  return loft(turned_sections(profile, sides));
}

Mesh looped_lathe(const std::vector<Vector2d>& profile, int sides) {
  return looped_loft(turned_sections(profile, sides));
}

Mesh tube(const std::vector<Vector3d>& path, const std::vector<double>& radii, int sides) {
  return loft(sections_along(path, radii, sides, false));
}

Mesh looped_tube(const std::vector<Vector3d>& path, double radius, int sides) {
  return looped_loft(sections_along(path, {radius}, sides, true));
}

Mesh cushion(const Vector3d& half, double power, int sides, int bands) {
  const auto rounded_out = [power](double c) { return std::copysign(std::pow(std::abs(c), 2 / power), c); };
  std::vector<std::vector<Vector3d>> sections;
  for (int i = 0; i <= bands; ++i) {
    if (i == 0 || i == bands) {
      sections.push_back({{0, 0, i == 0 ? -half.z() : half.z()}});
      continue;
    }
    const double latitude = pi * (static_cast<double>(i) / bands - 0.5);
    const double r = rounded_out(std::cos(latitude));
    std::vector<Vector3d> section;
    for (int k = 0; k < sides; ++k) {
      const double t = 2 * pi * (k + 0.5) / sides;  // half a step off the axes: corners instead of spikes
      section.emplace_back(half.x() * r * rounded_out(std::cos(t)), half.y() * r * rounded_out(std::sin(t)),
                           half.z() * rounded_out(std::sin(latitude)));
    }
    sections.push_back(std::move(section));
  }
  return loft(sections);
}

Mesh sheet(int nu, int nv, const std::function<Vector3d(double, double)>& surface,
           const std::function<bool(double, double)>& keep) {
  Mesh mesh;
  constexpr std::uint32_t none = -1;
  std::vector<std::uint32_t> number(std::size_t(nu + 1) * (nv + 1), none);
  const auto vertex = [&](int i, int j) {
    std::uint32_t& v = number[std::size_t(i) * (nv + 1) + j];
    if (v == none) v = add_vertex(mesh, surface(double(i) / nu, double(j) / nv));
    return v;
  };
  for (int i = 0; i < nu; ++i) {
    for (int j = 0; j < nv; ++j) {
      if (!keep((i + 0.5) / nu, (j + 0.5) / nv)) continue;
      const std::uint32_t a = vertex(i, j);
      const std::uint32_t b = vertex(i + 1, j);
      const std::uint32_t c = vertex(i + 1, j + 1);
      const std::uint32_t d = vertex(i, j + 1);
      mesh.faces.push_back({a, b, c});
      mesh.faces.push_back({a, c, d});
    }
  }
  return mesh;
}

std::vector<Vector2d> circle(double radius, int sides, const Vector2d& centre) {
  std::vector<Vector2d> points;
  for (int k = 0; k < sides; ++k) {
    const double t = 2 * pi * k / sides;
    points.emplace_back(centre.x() + radius * std::cos(t), centre.y() + radius * std::sin(t));
  }
  return points;
}

std::vector<Vector2d> rectangle(double half_x, double half_y, const Vector2d& centre) {
  const Vector2d a(half_x, half_y);
  const Vector2d b(half_x, -half_y);
  return {centre - a, centre + b, centre + a, centre - b};
}

std::vector<Vector2d> reversed(std::vector<Vector2d> outline) {
  std::reverse(outline.begin(), outline.end());
  return outline;
}

std::vector<Vector3d> helix(double radius, double pitch, double turns, int steps_per_turn) {
  std::vector<Vector3d> path;
  const int steps = static_cast<int>(turns * steps_per_turn);
  for (int i = 0; i <= steps; ++i) {
    const double t = 2 * pi * i / steps_per_turn;
    path.emplace_back(radius * std::cos(t), radius * std::sin(t), pitch * i / steps_per_turn);
  }
  return path;
}

std::vector<Vector3d> rounded(const std::vector<Vector3d>& corners, double radius, int steps) {
  std::vector<Vector3d> path = {corners.front()};
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const Vector3d in = corners[i] - corners[i - 1];
    const Vector3d out = corners[i + 1] - corners[i];
    const double reach = std::min({radius, 0.49 * in.norm(), 0.49 * out.norm()});
    const Vector3d start = corners[i] - reach * in.normalized();
    const Vector3d end = corners[i] + reach * out.normalized();
    if (in.normalized().dot(out.normalized()) > 0.999) {
      path.push_back(corners[i]);
      continue;
    }
    for (int k = 0; k <= steps; ++k) {  // a quadratic curve: near enough to an arc
      const double t = static_cast<double>(k) / steps;
      path.push_back((1 - t) * (1 - t) * start + 2 * t * (1 - t) * corners[i] + t * t * end);
    }
  }
  path.push_back(corners.back());
  return path;
}

double smooth_step(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

double bump(double x, double width) {
  return std::exp(-(x / width) * (x / width));
}

}  // namespace graze::scenes
