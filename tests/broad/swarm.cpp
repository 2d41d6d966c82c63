// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/swarm.h"

#include <algorithm>
#include <cmath>

namespace graze::testing {

Swarm::Swarm(const SwarmOptions& options, std::uint64_t seed)
    : options_(options), random_(seed), side_(std::cbrt(options.bodies * 0.52 / options.density)) {
  const auto n = static_cast<std::size_t>(options.bodies);
  bodies_.resize(n);
  boxes_.resize(n);
  mobilities_.resize(n);
  motions_.resize(n);
  for (Slot slot = 0; slot < n; ++slot) {
    create(slot);
    added_.push_back(slot);
  }
  publish();
}

Eigen::Vector3d Swarm::draw(double size) {
  return {random_.uniform(-size, size), random_.uniform(-size, size), random_.uniform(-size, size)};
}

Eigen::Vector3d Swarm::on_sphere() {
  for (;;) {
    const Eigen::Vector3d p = draw(1);
    if (p.norm() > 0.1 && p.norm() < 1) return p.normalized();
  }
}

void Swarm::create(Slot slot) {
  Body& body = bodies_[slot];
  body = {};
  body.centre =
      Eigen::Vector3d::Constant(options_.place) + (draw(0.5) + Eigen::Vector3d::Constant(0.5)) * side_;
  body.velocity = draw(1);
  body.unknown = random_.uniform() < options_.unknown;
  body.fitted = !body.unknown && random_.uniform() < options_.fitted;
  const bool fixed = random_.uniform() < options_.fixed;
  mobilities_[slot] = fixed ? Mobility::fixed : body.fitted ? Mobility::interactive : Mobility::moving;
  motions_[slot] = {};
  motions_[slot].radius = random_.uniform(0.3, 0.5);
  if (!fixed && !body.unknown && !body.fitted) start_motion(slot);
  put_box(slot);
}

/// From where the body is, with its velocity.
void Swarm::start_motion(Slot slot) {
  Motion& motion = motions_[slot];
  motion.begin = time_;
  motion.end = time_ + random_.uniform(0.05, 5);
  motion.s = bodies_[slot].centre;
  motion.v = bodies_[slot].velocity;
  motion.a = draw(options_.acceleration);
  motion.d = Eigen::Vector3d(0.2, 0.1, 0.05) * (options_.deviation * random_.uniform());
}

/// Where the motion says, and at the edge of what it allows.
void Swarm::follow_motion(Slot slot) {
  Body& body = bodies_[slot];
  Motion& motion = motions_[slot];
  if (time_ > motion.end || time_ < motion.begin) {
    // It went as it was told to, until it was told no more. Walls turn it back.
    const double m = std::max(0.0, motion.end - motion.begin);
    body.velocity = (motion.v + m * motion.a).cwiseMax(-2).cwiseMin(2);
    for (int k = 0; k < 3; ++k) {
      const double x = body.centre[k] - options_.place;
      if (x < 0) body.velocity[k] = std::abs(body.velocity[k]);
      if (x > side_) body.velocity[k] = -std::abs(body.velocity[k]);
    }
    start_motion(slot);
  } else if (random_.uniform() < options_.replaced) {
    body.velocity = draw(1);
    start_motion(slot);
  }
  const double m = time_ - motion.begin;
  const double deviation = motion.d[0] + m * (motion.d[1] + m * motion.d[2]);
  body.centre = motion.s + m * (motion.v + m * motion.a / 2) + on_sphere() * deviation * (1 - 1e-12);
  if (random_.uniform() < options_.lies) body.centre += draw(2);
}

/// As a hand does, without a plan.
void Swarm::wander(Slot slot, double step) {
  Body& body = bodies_[slot];
  body.velocity = (body.velocity + draw(20) * step).cwiseMax(-1).cwiseMin(1);
  body.centre += body.velocity * step;
  for (int k = 0; k < 3; ++k) {
    if (body.centre[k] < options_.place) body.velocity[k] = 1;
    if (body.centre[k] > options_.place + side_) body.velocity[k] = -1;
  }
  if (!body.fitted) return;
  body.fit.add(time_, body.centre);
  if (!keeps_to(motions_[slot], time_, body.centre)) {
    motions_[slot] = body.fit.motion(motions_[slot].radius, 0.2);
  }
}

/// As if the body turned inside its sphere.
void Swarm::put_box(Slot slot) {
  for (int k = 0; k < 3; ++k) {
    const double half = motions_[slot].radius * random_.uniform(0.5, 1), c = bodies_[slot].centre[k];
    boxes_[slot].low[static_cast<std::size_t>(k)] = static_cast<float>(c - half);
    boxes_[slot].high[static_cast<std::size_t>(k)] = static_cast<float>(c + half);
  }
}

void Swarm::exchange_velocities() {
  for (const SlotPair& pair : expected()) {
    if (mobilities_[pair.a] != Mobility::moving || mobilities_[pair.b] != Mobility::moving) continue;
    std::swap(bodies_[pair.a].velocity, bodies_[pair.b].velocity);
    for (const Slot slot : {pair.a, pair.b}) {
      if (!bodies_[slot].unknown) start_motion(slot);
    }
  }
}

void Swarm::publish() {
  frame_ = {.boxes = boxes_,
            .mobilities = mobilities_,
            .motions = motions_,
            .time = time_,
            .removed = removed_,
            .added = added_,
            .moved = moved_};
}

const BroadFrame& Swarm::next() {
  if (options_.contacts) exchange_velocities();
  double step = options_.step * random_.uniform(0.5, 1.5);
  if (random_.uniform() < options_.odd_times)
    step = options_.step * (random_.below(3) == 0 ? 0 : random_.uniform(-3, 30));
  time_ += step;
  for (auto* list : {&removed_, &added_, &moved_}) list->clear();
  for (Slot slot = 0; slot < bodies_.size(); ++slot) {
    if (random_.uniform() < options_.removed) {
      create(slot);
      removed_.push_back(slot);
      added_.push_back(slot);
    } else if (mobilities_[slot] != Mobility::fixed) {
      if (bodies_[slot].unknown || bodies_[slot].fitted) {
        wander(slot, std::abs(step));
      } else {
        follow_motion(slot);
      }
      put_box(slot);
      moved_.push_back(slot);
    }
  }
  publish();
  return frame_;
}

const std::vector<SlotPair>& Swarm::expected() {
  expected_.clear();
  for (Slot a = 0; a < boxes_.size(); ++a) {
    for (Slot b = a + 1; b < boxes_.size(); ++b) {
      if (boxes_[a].overlaps(boxes_[b]) &&
          !(mobilities_[a] == Mobility::fixed && mobilities_[b] == Mobility::fixed)) {
        expected_.push_back({a, b});
      }
    }
  }
  return expected_;
}

}  // namespace graze::testing
