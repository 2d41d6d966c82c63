// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/motions.h"

#include <algorithm>

namespace graze {
namespace {

constexpr double horizon_in_steps = 8;    // of a fitted motion
constexpr std::size_t least_samples = 4;  // for a fit: any three points lie on a curve of degree two

Eigen::Vector3d centre_of(const Bodies& bodies, Slot slot) {
  return bodies.pose(slot) * bodies.bounds(slot).centre();
}

}  // namespace

void Motions::set_path(const Bodies& bodies, Slot slot, const PredictedPath& path, double now) {
  make_room(bodies);
  motions_[slot] = {now,
                    now + path.duration,
                    centre_of(bodies, slot),
                    path.velocity,
                    path.acceleration,
                    path.deviation,
                    bodies.bounds(slot).radius};
  tracks_[slot].told = true;
}

/// One for each slot. Each list is looked at, since the last call may have failed between them.
void Motions::make_room(const Bodies& bodies) {
  motions_.resize(bodies.slots());
  tracks_.resize(bodies.slots());
}

void Motions::update(const Bodies& bodies, const BroadFrame& frame, double now) {
  make_room(bodies);
  moved_.reserve(bodies.slots());  // what may fail comes first: no body is followed twice
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
      moved_.push_back(slot);  // it stands still, although its motion said otherwise
      continue;
    }
    if (has_moved) moved_.push_back(slot);
  }
}

/// Adds a sample. Returns false if the body has left its motion, which is then replaced by a fitted one or none.
bool Motions::follow(const Bodies& bodies, Slot slot, double now) {
  Track& track = tracks_[slot];
  Motion& motion = motions_[slot];
  const Eigen::Vector3d centre = centre_of(bodies, slot);
  const double radius = bodies.bounds(slot).radius;
  track.fit.add(now, centre);
  if (motion.radius == radius && keeps_to(motion, now, centre)) return true;
  track.told = false;
  motion = {};
  motion.radius = radius;
  if (track.fit.size() >= least_samples)
    motion = track.fit.motion(radius, horizon_in_steps * track.fit.mean_step());
  return false;
}

/// Starts with one sample, and no motion unless the application has given one that holds or the body is fixed.
void Motions::restart(const Bodies& bodies, Slot slot, Mobility mobility, double now) {
  Track& track = tracks_[slot];
  const Eigen::Vector3d centre = centre_of(bodies, slot);
  track.fit.clear();
  track.fit.add(now, centre);
  if (track.told && keeps_to(motions_[slot], now, centre)) return;
  track.told = false;
  motions_[slot] = {};
  motions_[slot].radius = bodies.bounds(slot).radius;
  if (mobility != Mobility::fixed) return;
  motions_[slot].begin = now;
  motions_[slot].end = std::numeric_limits<double>::infinity();
  motions_[slot].s = centre;
}

std::size_t Motions::memory() const {
  return motions_.capacity() * sizeof(Motion) + tracks_.capacity() * sizeof(Track) +
         moved_.capacity() * sizeof(Slot);
}

}  // namespace graze
