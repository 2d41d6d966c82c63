// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Least-squares paths (vogiannou2008, section 3.1): the last samples of a body's centre, fitted by a second-degree
// curve. The paper leaves the deviation open; here it is twice the largest residual and one hundredth of the radius, and
// doubles by the end of the guess.
#include "world/motions.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace graze {
namespace {

constexpr double horizon_in_steps = 8;

Eigen::Vector3d centre_of(const Bodies& bodies, Slot slot) {
  return bodies.pose(slot) * bodies.bounds(slot).centre;
}

bool holds(const Motion& motion, const Eigen::Vector3d& centre, double now) {
  const double m = now - motion.begin;
  if (m < 0 || now > motion.end) return false;
  const Eigen::Vector3d expected = motion.s + m * motion.v + 0.5 * m * m * motion.a;
  return (centre - expected).norm() <= motion.d[0] + motion.d[1] * m + motion.d[2] * m * m;  // false for NaN
}

}  // namespace

void Motions::set_path(const Bodies& bodies, Slot slot, const PredictedPath& path, double now) {
  if (motions_.size() < bodies.slots()) {
    motions_.resize(bodies.slots());
    tracks_.resize(bodies.slots());
  }
  motions_[slot] = {now,
                    now + path.duration,
                    centre_of(bodies, slot),
                    path.velocity,
                    path.acceleration,
                    path.deviation,
                    bodies.bounds(slot).radius};
  tracks_[slot].told = true;
}

void Motions::update(const Bodies& bodies, const BroadFrame& frame, double now) {
  motions_.resize(bodies.slots());
  tracks_.resize(bodies.slots());
  moved_.clear();
  auto added = frame.added.begin();
  auto moved = frame.moved.begin();
  for (Slot slot = 0; slot < bodies.slots(); ++slot) {
    if (added != frame.added.end() && *added == slot) {
      ++added;
      restart(bodies, slot, frame.mobilities[slot], now);
      continue;
    }
    const bool has_moved = moved != frame.moved.end() && *moved == slot;
    if (has_moved) ++moved;
    if (!bodies.in_use(slot)) continue;
    if (frame.mobilities[slot] == Mobility::fixed) {
      if (has_moved) restart(bodies, slot, Mobility::fixed, now);
    } else if (!follow(bodies, slot, now) && !has_moved) {
      moved_.push_back(slot);  // it stands still, against what was expected
      continue;
    }
    if (has_moved) moved_.push_back(slot);
  }
}

/// Notes where the body is. False: that is not where it was expected, and what was known of it is void.
bool Motions::follow(const Bodies& bodies, Slot slot, double now) {
  Track& track = tracks_[slot];
  Motion& motion = motions_[slot];
  const Eigen::Vector3d centre = centre_of(bodies, slot);
  track.centre[track.count % samples] = centre;
  track.time[track.count % samples] = now;
  ++track.count;
  if (motion.radius == bodies.bounds(slot).radius && holds(motion, centre, now)) return true;
  track.told = false;
  motion = {};
  motion.radius = bodies.bounds(slot).radius;
  guess(track, motion, now);
  return false;
}

/// A body that has just come in: one sample, and nothing known unless it was told or is fixed.
void Motions::restart(const Bodies& bodies, Slot slot, Mobility mobility, double now) {
  Track& track = tracks_[slot];
  track.count = 1;
  track.centre[0] = centre_of(bodies, slot);
  track.time[0] = now;
  if (track.told && holds(motions_[slot], track.centre[0], now)) return;
  track.told = false;
  motions_[slot] = {};
  motions_[slot].radius = bodies.bounds(slot).radius;
  if (mobility != Mobility::fixed) return;
  motions_[slot].begin = now;
  motions_[slot].end = std::numeric_limits<double>::infinity();
  motions_[slot].s = track.centre[0];
}

void Motions::guess(Track& track, Motion& motion, double now) const {
  const std::size_t count = std::min(track.count, samples);
  if (count < 4) return;  // three points lie on a curve whatever they are
  Eigen::Matrix3d normal = Eigen::Matrix3d::Zero();
  Eigen::Matrix3d right = Eigen::Matrix3d::Zero();  // a column a coordinate
  double oldest = now;
  for (std::size_t i = 0; i < count; ++i) {
    const double m = track.time[i] - now;
    const Eigen::Vector3d powers(1, m, m * m);
    normal += powers * powers.transpose();
    right += powers * track.centre[i].transpose();
    oldest = std::min(oldest, track.time[i]);
  }
  const Eigen::Matrix3d curve = normal.inverse() * right;
  if (!curve.allFinite()) return;
  double residual = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double m = track.time[i] - now;
    const Eigen::Vector3d fitted = curve.transpose() * Eigen::Vector3d(1, m, m * m);
    residual = std::max(residual, (fitted - track.centre[i]).norm());
  }
  const double duration = horizon_in_steps * (now - oldest) / static_cast<double>(count - 1);
  motion.begin = now;
  motion.end = now + duration;
  motion.s = curve.row(0);
  motion.v = curve.row(1);
  motion.a = 2 * curve.row(2);
  motion.d[0] = 2 * residual + 0.01 * motion.radius;
  motion.d[1] = motion.d[0] / duration;
}

std::size_t Motions::memory() const {
  return motions_.capacity() * sizeof(Motion) + tracks_.capacity() * sizeof(Track) +
         moved_.capacity() * sizeof(Slot);
}

}  // namespace graze
