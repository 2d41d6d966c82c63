// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/tube.h"

#include <algorithm>
#include <cmath>

#include "broad/float_ends.h"
#include "math/slack.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Between these, squares of lengths and of durations, and products of four of them, neither overflow nor lose bits to
/// underflow. No tube is made for other lengths. A float is never so large, and no smaller but for zero.
constexpr double least_length = 0x1p-250, largest_length = 0x1p250;
bool is_tractable(double radius, double size) {
  return radius >= least_length && size <= largest_length;  // false for NaN
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
  // The tube must hold the box as it is now, which may have been enlarged or deviate from the path.
  const double reach = std::sqrt(farthest_corner(box, tube.c));
  const double given = std::sqrt(3.0) * motion.radius + d0;
  if (!(reach <= given + 2 * half_diagonal(box))) return std::nullopt;
  tube.radius = std::max(given, reach) + e + bulge;
  size += tube.radius + tube.growth * duration;
  if (!is_tractable(tube.radius, size)) return std::nullopt;
  tube.slack = rounding(size);
  // Boxes are rounded to float, and TubeWatch computes in float: with this margin it is seldom in doubt.
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
  tube.radius = std::sqrt(farthest_corner(box, tube.c));
  size += tube.radius;
  tube.slack = rounding(size);
  tube.radius += std::max(2 * tube.slack, least_length);  // for a box that is a point
  if (!is_tractable(tube.radius, size)) return std::nullopt;
  return tube;
}

bool holds(const Tube& tube, const BroadBox& box, double time) {
  if (!(tube.begin <= time && time <= tube.end)) return false;
  const double p[3] = {tube.centre(0, time), tube.centre(1, time), tube.centre(2, time)};
  // The centre is off by at most slack, and so is the radius, and both sides below by less than another slack.
  const double r = tube.radius_at(time) - 3 * tube.slack;
  return r > 0 && farthest_corner(box, p) <= r * r;
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
  // Where squares overflow or underflow in float, infinity would not exceed infinity, nor zero zero. `radius` stays
  // negative then, and the watch says no.
  const auto is_for_floats = [](double x) { return x > 0x1p-40 && x < 0x1p50; };  // false for NaN
  if (!is_for_floats(tube.radius) || !is_for_floats(size) || !is_for_floats(duration)) return;
  // With v = 2^-24: the centre is off by 4v·size, in all axes together; differences, squares, their sum and its root by
  // 4v·radius; the radius by 5v of itself. Underflow adds less than 2^-149·(1 + size/duration + duration) <
  // 2^-48·v·size. 16v·size is more.
  radius = static_cast<float>(tube.radius - 0x1p-20 * size);
}

BroadBox swept_box(const Tube& tube, double from) {
  BroadBox box;
  const double r0 = tube.radius_at(from) + 2 * tube.slack, r1 = tube.radius_at(tube.end) + 2 * tube.slack;
  for (int k = 0; k < 3; ++k) {
    const double c0 = tube.centre(k, from), c1 = tube.centre(k, tube.end);
    box.low[static_cast<std::size_t>(k)] = float_below(std::min(c0 - r0, c1 - r1) - tube.slack);
    box.high[static_cast<std::size_t>(k)] = float_above(std::max(c0 + r0, c1 + r1) + tube.slack);
  }
  return box;
}

Meeting meeting(const Tube& a, const Tube& b, double now) {
  // Time is counted in units of the span that is left to both tubes, so that q, w, s and g below are lengths, bounded
  // by the tubes' sizes. q + w·τ is the difference of centres and s + g·τ the sum of radii at now + τ·span: off by at
  // most the two slacks for centres and for radii, which s takes up.
  const double span = std::max(0.0, std::min(a.end, b.end) - now);
  double qq = 0, ww = 0, qw = 0, abs_qw = 0;
  for (int k = 0; k < 3; ++k) {
    const double q = a.centre(k, now) - b.centre(k, now), w = (a.w[k] - b.w[k]) * span;
    qq += q * q;
    ww += w * w;
    qw += q * w;
    abs_qw += std::abs(q * w);
  }
  const double s = a.radius_at(now) + b.radius_at(now) + 4 * (a.slack + b.slack);
  const double g = (a.growth + b.growth) * span;
  // P(τ) = A·τ² + 2·B·τ + C. Each coefficient is off by at most 12u of the sum of its terms, and by a few denormals,
  // which are far below 4u·s².
  constexpr double u16 = 16 * unit_roundoff;
  const double A = ww - g * g, B = qw - s * g, C = qq - s * s;
  const double tiny = u16 / 2 * s * s;
  const double eA = u16 * (ww + g * g), eB = u16 * (abs_qw + s * g), eC = u16 * (qq + s * s) + tiny;
  // Where P meets zero from above, τ = C / (-B + √(B² - A·C)). A lower bound of it has a smaller numerator and a larger
  // denominator. NaN, where values overflow, means "now".
  const double discriminant = B * B - A * C +
                              2 * (2 * std::abs(B) * eB + std::abs(A) * eC + std::abs(C) * eA + eB * eB +
                                   eA * eC + u16 * (B * B + std::abs(A * C)));
  const Meeting never = {infinity, infinity};
  const bool apart = C - eC > 0;
  if (apart && discriminant < 0) return never;
  const double root = std::sqrt(discriminant) * (1 + u16);
  const double last = A > 0 ? now + span * ((root - B) / A) : infinity;
  if (!apart) return {now, last};
  const double denominator = (eB - B + root) * (1 + u16);
  if (denominator <= 0) return never;
  const double wait = (C - eC) / denominator * (1 - u16) * span;
  if (!(wait > 0)) return {now, last};
  const double first = now + wait - 4 * unit_roundoff * (std::abs(now) + wait);
  if (first > a.end || first > b.end) return never;
  return {std::max(first, now), last};
}

}  // namespace graze
