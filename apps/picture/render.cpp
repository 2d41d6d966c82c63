// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "render.h"

#include <graze/error.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace graze::picture {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double degree = std::numbers::pi / 180;

/// sRGB to light and back, by the usual power instead of the exact curve.
Colour to_light(const Colour& c) {
  return c.array().pow(2.2);
}
Colour to_display(const Colour& c) {
  return c.cwiseMax(0).cwiseMin(1).array().pow(1 / 2.2);
}

/// The camera's frame: x to the right, y up, z towards the eye; and what makes a point land in the picture.
struct View {
  Eigen::Matrix3d axes;  // rows
  Vector3d eye;
  double focal;  // in samples
  Vector2d middle;

  Vector3d to_camera(const Vector3d& p) const { return axes * (p - eye); }
  Vector2d to_screen(const Vector3d& c) const { return middle + Vector2d(c.x(), -c.y()) * (focal / -c.z()); }
};

View fitted_view(std::span<const std::vector<Vector3d>> points, const Camera& camera) {
  const double turn = camera.turn * degree;
  const double tilt = camera.tilt * degree;
  const Vector3d towards_eye(-std::cos(tilt) * std::cos(turn), -std::cos(tilt) * std::sin(turn),
                             std::sin(tilt));
  const Vector3d right = Vector3d::UnitZ().cross(towards_eye).normalized();
  View view;
  view.axes.row(0) = right;
  view.axes.row(1) = towards_eye.cross(right);
  view.axes.row(2) = towards_eye;
  view.middle = Vector2d(camera.width, camera.height) * (camera.samples / 2.0);
  view.focal = camera.height * camera.samples / 2.0 / std::tan(camera.view_angle * degree / 2);

  // Along each axis of the picture the eye must lie behind the tangent of the view through every point. The
  // least such distance, and the shift that balances left and right, come from the extremes of (coordinate ±
  // slope · depth).
  const double slope_y = std::tan(camera.view_angle * degree / 2) * 0.94;
  const double slope_x = slope_y * camera.width / camera.height;
  constexpr double huge = std::numeric_limits<double>::infinity();
  Vector2d high(-huge, -huge);
  Vector2d low(huge, huge);
  for (const std::vector<Vector3d>& body : points) {
    for (const Vector3d& p : body) {
      const Vector3d c = view.axes * p;
      const Vector2d reach(slope_x * c.z(), slope_y * c.z());
      high = high.cwiseMax(c.head<2>() + reach);
      low = low.cwiseMin(c.head<2>() - reach);
    }
  }
  const Vector2d distance = (high - low).cwiseQuotient(Vector2d(2 * slope_x, 2 * slope_y));
  const double depth = distance.maxCoeff();
  const Vector2d shift = (high + low) / 2;
  view.eye = view.axes.transpose() * Vector3d(shift.x(), shift.y(), depth);
  view.focal *= camera.zoom;
  return view;
}

struct Target {
  int width, height;
  std::vector<float> depth;  // 1/z; larger is nearer
};

double edge(const Vector2d& a, const Vector2d& b, const Vector2d& p) {
  return (b.x() - a.x()) * (p.y() - a.y()) - (b.y() - a.y()) * (p.x() - a.x());
}

/// Calls paint(index, 1/z, the three weights) for each sample in the triangle that nothing drawn before
/// hides.
template <class Paint>
void rasterise(Target& target, const std::array<Vector2d, 3>& s, const std::array<double, 3>& inverse_z,
               const Paint& paint) {
  const double area = edge(s[0], s[1], s[2]);
  if (!(std::abs(area) > 1e-12)) return;
  const auto clipped = [](double v, int limit) {
    return static_cast<int>(std::clamp(v, 0.0, static_cast<double>(limit)));
  };
  const int x0 = clipped(std::floor(std::min({s[0].x(), s[1].x(), s[2].x()})), target.width);
  const int x1 = clipped(std::ceil(std::max({s[0].x(), s[1].x(), s[2].x()})), target.width);
  const int y0 = clipped(std::floor(std::min({s[0].y(), s[1].y(), s[2].y()})), target.height);
  const int y1 = clipped(std::ceil(std::max({s[0].y(), s[1].y(), s[2].y()})), target.height);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const Vector2d p(x + 0.5, y + 0.5);
      const Vector3d w(edge(s[1], s[2], p) / area, edge(s[2], s[0], p) / area, edge(s[0], s[1], p) / area);
      if (!(w.minCoeff() >= 0)) continue;
      const double depth = w[0] * inverse_z[0] + w[1] * inverse_z[1] + w[2] * inverse_z[2];
      const std::size_t index = static_cast<std::size_t>(y) * target.width + x;
      if (depth <= target.depth[index]) continue;
      target.depth[index] = static_cast<float>(depth);
      paint(index, w);
    }
  }
}

/// Lambert with a key light from above the eye's shoulder, a weak one from the other side, and some from all
/// around. Faces are lit on both sides, the back a little darker: an open sheet has no inside to be black.
Colour shaded(const Colour& colour, const Vector3d& normal, const Vector3d& towards_eye) {
  const bool is_back = normal.dot(towards_eye) < 0;
  const Vector3d n = is_back ? Vector3d(-normal) : normal;
  const double key = std::max(0.0, n.dot(Vector3d(-0.45, 0.65, 0.62).normalized()));
  const double fill = std::max(0.0, n.dot(Vector3d(0.8, 0.1, 0.4).normalized()));
  const double around = 0.5 + 0.5 * n.y();
  const double light = (0.16 + 0.16 * around + 0.74 * key + 0.16 * fill) * (is_back ? 0.72 : 1.0);
  return to_light(colour) * light;
}

}  // namespace

Image render(std::span<const RenderBody> bodies, const Camera& camera) {
  constexpr int largest = 16384;
  for (const int size : {camera.width, camera.height, camera.samples}) {
    if (size < 1 || size > largest)
      throw Error("a picture's size must be from 1 to 16384, not " + std::to_string(size));
  }
  std::vector<std::vector<Vector3d>> points;
  for (const RenderBody& body : bodies) {
    validate(body.mesh);
    std::vector<Vector3d>& placed = points.emplace_back();
    for (const Vector3d& p : body.mesh.vertices) placed.push_back(body.pose * p);
  }
  const View view = fitted_view(points, camera);
  Target target{camera.width * camera.samples, camera.height * camera.samples, {}};
  const std::size_t samples = static_cast<std::size_t>(target.width) * target.height;
  target.depth.assign(samples, 0);
  std::vector<Eigen::Vector3f> light(samples, to_light(camera.background).cast<float>());

  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const RenderBody& body = bodies[b];
    std::vector<bool> is_highlighted(body.mesh.faces.size(), false);
    for (const std::uint32_t f : body.highlighted) is_highlighted.at(f) = true;
    for (std::size_t f = 0; f < body.mesh.faces.size(); ++f) {
      std::array<Vector3d, 3> c;
      std::array<Vector2d, 3> s;
      std::array<double, 3> inverse_z{};
      for (int k = 0; k < 3; ++k) {
        c[k] = view.to_camera(points[b][body.mesh.faces[f][k]]);
        s[k] = view.to_screen(c[k]);
        inverse_z[k] = -1 / c[k].z();
      }
      if (!(std::max({c[0].z(), c[1].z(), c[2].z()}) < 0))
        continue;  // the eye is outside all bodies but for zoomed-in views
      const Vector3d normal = (c[1] - c[0]).cross(c[2] - c[0]).normalized();
      const Colour colour = is_highlighted[f] ? camera.highlight : body.colour;
      const Eigen::Vector3f face_light = shaded(colour, normal, -c[0].normalized()).cast<float>();
      const double height_share = camera.wireframe ? 1.1 * camera.samples : 0;
      const double area = std::abs(edge(s[0], s[1], s[2]));
      const Vector3d to_edges(area / (s[1] - s[2]).norm(), area / (s[2] - s[0]).norm(),
                              area / (s[0] - s[1]).norm());
      rasterise(target, s, inverse_z, [&](std::size_t index, const Vector3d& w) {
        const bool on_edge = w.cwiseProduct(to_edges).minCoeff() < height_share / 2;
        light[index] = on_edge ? Eigen::Vector3f(face_light * 0.45F) : face_light;
      });
    }
  }

  Image image{camera.width, camera.height, {}};
  image.rgb.reserve(3 * static_cast<std::size_t>(camera.width) * camera.height);
  for (int y = 0; y < camera.height; ++y) {
    for (int x = 0; x < camera.width; ++x) {
      Vector3d sum = Vector3d::Zero();
      for (int j = 0; j < camera.samples; ++j) {
        for (int i = 0; i < camera.samples; ++i) {
          const std::size_t row = static_cast<std::size_t>(y) * camera.samples + j;
          sum += light[row * target.width + static_cast<std::size_t>(x) * camera.samples + i].cast<double>();
        }
      }
      const Colour pixel = to_display(sum / (camera.samples * camera.samples));
      for (int k = 0; k < 3; ++k) image.rgb.push_back(static_cast<std::uint8_t>(std::lround(255 * pixel[k])));
    }
  }
  return image;
}

}  // namespace graze::picture
