// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/tube.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Centre and radius are each two roundings away from exact, of terms that `size` bounds: 2^-53 · 4 · size would do.
double slack_of(double size) {
  return 0x1p-48 * size;
}

float round_down(double x) {
  const auto f = static_cast<float>(x);
  return static_cast<double>(f) > x ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}
float round_up(double x) {
  return -round_down(-x);
}

/// The square of the distance from a point to the farthest corner.
double farthest_corner(const BroadBox& box, const double (&p)[3]) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double far = std::max(box.high[k] - p[k], p[k] - box.low[k]);
    sum += far * far;
  }
  return sum;
}

double half_diagonal(const BroadBox& box) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double extent = static_cast<double>(box.high[k]) - box.low[k];
    sum += extent * extent;
  }
  return std::sqrt(sum) / 2;
}

}  // namespace

std::optional<Tube> tube_of(const Motion& motion, const BroadBox& box, double now, double span) {
  if (!(motion.begin <= now && now <= motion.end)) return std::nullopt;
  Tube tube;
  tube.begin = now;
  tube.end = std::min(motion.end, now + span);
  const double duration = tube.end - now;
  const double m0 = now - motion.begin, m1 = tube.end - motion.begin;
  const double e = motion.a.norm() * duration * duration / 8;
  const auto deviation = [&](double m) { return motion.d[0] + m * (motion.d[1] + m * motion.d[2]); };
  const double d0 = std::max(0.0, deviation(m0)), d1 = std::max(d0, deviation(m1));
  const double bulge = std::max(0.0, -motion.d[2]) * duration * duration / 4;
  double size = 0;
  for (int k = 0; k < 3; ++k) {
    const auto path = [&](double m) { return motion.s[k] + m * (motion.v[k] + m * (motion.a[k] / 2)); };
    tube.c[k] = path(m0);
    tube.w[k] = duration > 0 ? (path(m1) - path(m0)) / duration : 0;
    size += std::abs(tube.c[k]) + std::abs(tube.w[k]) * duration;
  }
  tube.growth = duration > 0 ? (d1 - d0) / duration : 0;
  // Where the box is now; it may have been enlarged, or lie off the path by the deviation.
  const double reach = std::sqrt(farthest_corner(box, tube.c));
  const double given = std::sqrt(3.0) * motion.radius + d0;
  if (!(reach <= given + 2 * half_diagonal(box))) return std::nullopt;
  tube.radius = std::max(given, reach) + e + bulge;
  size += tube.radius + tube.growth * duration;
  if (!std::isfinite(size)) return std::nullopt;
  tube.slack = slack_of(size);
  // Boxes are rounded to float, and so is the first look at them, which is not to be in doubt without need.
  const bool for_a_look = 0x1p-19 * size < 0.01 * tube.radius;
  tube.radius += (for_a_look ? 0x1p-19 : 0x1p-22) * size;
  return tube;
}

std::optional<Tube> resting_tube(const BroadBox& box) {
  Tube tube;
  tube.begin = 0;
  tube.end = infinity;
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    tube.c[k] = (static_cast<double>(box.low[k]) + box.high[k]) / 2;
    size += std::abs(tube.c[k]);
  }
  tube.radius = std::sqrt(farthest_corner(box, tube.c)) * (1 + 0x1p-48);
  size += tube.radius;
  if (!std::isfinite(size)) return std::nullopt;
  tube.slack = slack_of(size);
  tube.radius += tube.slack;
  return tube;
}

bool holds(const Tube& tube, const BroadBox& box, double time) {
  if (!(tube.begin <= time && time <= tube.end)) return false;
  const double p[3] = {tube.centre(0, time), tube.centre(1, time), tube.centre(2, time)};
  // The centre is off by at most slack, and so is the radius; the sum of squares by 8u of itself.
  const double r = tube.radius_at(time) - 2 * tube.slack;
  return r > 0 && farthest_corner(box, p) <= r * r * (1 - 0x1p-48);
}

TubeWatch::TubeWatch(const Tube& tube) : begin(tube.begin), end(tube.end) {
  const double duration = tube.end - tube.begin;
  double size = tube.radius + tube.growth * duration;
  for (int k = 0; k < 3; ++k) {
    c[k] = static_cast<float>(tube.c[k]);
    w[k] = static_cast<float>(tube.w[k]);
    size += std::abs(tube.c[k]) + std::abs(tube.w[k]) * duration;
  }
  growth = static_cast<float>(tube.growth);
  // With v = 2^-24: the centre is off by 4v·size, in all axes together; differences, squares, their sum and its root by
  // 4v·radius; the radius by 5v of itself. 16v·size is more.
  radius = static_cast<float>(tube.radius - 0x1p-20 * size);
}

BroadBox swept_box(const Tube& tube, double from) {
  BroadBox box;
  const double r0 = tube.radius_at(from) + 2 * tube.slack, r1 = tube.radius_at(tube.end) + 2 * tube.slack;
  for (int k = 0; k < 3; ++k) {
    const double c0 = tube.centre(k, from), c1 = tube.centre(k, tube.end);
    box.low[static_cast<std::size_t>(k)] = round_down(std::min(c0 - r0, c1 - r1) - tube.slack);
    box.high[static_cast<std::size_t>(k)] = round_up(std::max(c0 + r0, c1 + r1) + tube.slack);
  }
  return box;
}

Meeting meeting(const Tube& a, const Tube& b, double now) {
  // q + w·τ is the difference of centres and s + g·τ the sum of radii at now + τ: off by at most the two slacks for
  // centres and for radii, which s takes up.
  double qq = 0, ww = 0, qw = 0, abs_qw = 0;
  for (int k = 0; k < 3; ++k) {
    const double q = a.centre(k, now) - b.centre(k, now), w = a.w[k] - b.w[k];
    qq += q * q;
    ww += w * w;
    qw += q * w;
    abs_qw += std::abs(q * w);
  }
  const double s = a.radius_at(now) + b.radius_at(now) + 4 * (a.slack + b.slack);
  const double g = a.growth + b.growth;
  // P(τ) = A·τ² + 2·B·τ + C. Each coefficient is off by at most 8u of the sum of its terms.
  constexpr double u8 = 0x1p-50;
  const double A = ww - g * g, B = qw - s * g, C = qq - s * s;
  const double eA = u8 * (ww + g * g), eB = u8 * (abs_qw + s * g), eC = u8 * (qq + s * s);
  // Where P meets zero from above, τ = C / (-B + √(B² - A·C)). A lower bound of it has a smaller numerator and a larger
  // denominator. Not a number, for values that overflow, counts as now.
  const double discriminant = B * B - A * C +
                              2 * (2 * std::abs(B) * eB + std::abs(A) * eC + std::abs(C) * eA + eB * eB +
                                   eA * eC + u8 * (B * B + std::abs(A * C)));
  const Meeting never = {infinity, infinity};
  const bool apart = C - eC > 0;
  if (apart && discriminant < 0) return never;
  const double root = std::sqrt(discriminant) * (1 + u8);
  const double last = A > 0 ? now + (root - B) / A : infinity;
  if (!apart) return {now, last};
  const double denominator = (eB - B + root) * (1 + u8);
  if (denominator <= 0) return never;
  const double wait = (C - eC) / denominator * (1 - u8);
  if (!(wait > 0)) return {now, last};
  const double first = now + wait - 0x1p-52 * (std::abs(now) + wait);
  if (first > a.end || first > b.end) return never;
  return {std::max(first, now), last};
}

}  // namespace graze
