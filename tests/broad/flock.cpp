// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/flock.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::testing {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

BroadBox box_at(const double (&centre)[3], double half) {
  BroadBox box;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = static_cast<float>(centre[k] - half);
    box.high[k] = static_cast<float>(centre[k] + half);
  }
  return box;
}

bool is_empty(const BroadBox& box) {
  return box.low[0] > box.high[0] || box.low[1] > box.high[1] || box.low[2] > box.high[2];
}

}  // namespace

std::string name(Scene scene) {
  constexpr const char* names[] = {"uniform", "clustered", "plane", "sizes", "equal", "touching", "extreme"};
  return names[static_cast<int>(scene)];
}

Flock::Flock(Scene scene, int bodies, std::uint64_t seed)
    : scene_(scene),
      random_(seed),
      // Half of the bodies meet another if a cube of twice the size holds 0.7 others on average.
      side_(std::cbrt(bodies * 8 / 0.7)),
      flat_axis_(static_cast<int>(random_.below(3))) {
  for (int i = 0; i < bodies; ++i) add(Bustle().fixed);
  publish();
}

Mobility Flock::draw_mobility(double fixed) {
  if (random_.uniform() < fixed) return Mobility::fixed;
  return random_.below(10) == 0 ? Mobility::interactive : Mobility::moving;
}

BroadBox Flock::new_box() {
  double centre[3];
  for (double& c : centre) c = random_.uniform(0, side_);
  switch (scene_) {
    case Scene::uniform:
      return box_at(centre, random_.uniform(0.4, 0.6));
    case Scene::clustered: {
      const double heap = static_cast<double>(random_.below(5));
      for (double& c : centre) c = heap * side_ + c / 4;
      return box_at(centre, random_.uniform(0.2, 0.6));
    }
    case Scene::plane:
      centre[flat_axis_] *= 0.01;
      for (double& c : centre) c *= 3;
      return box_at(centre, random_.uniform(0.4, 0.6));
    case Scene::sizes:
      return box_at(centre, 4 * std::pow(10, random_.uniform(-3, 0)));
    case Scene::equal:
      return box_at({1, 2, 3}, 0.5);
    case Scene::touching: {
      BroadBox box;
      for (std::size_t k = 0; k < 3; ++k) {
        box.low[k] = static_cast<float>(random_.below(static_cast<std::uint64_t>(side_)));
        box.high[k] = box.low[k] + 1;
        if (random_.below(4) == 0) box.low[k] = std::nextafter(box.low[k], infinity);
      }
      return box;
    }
    case Scene::extreme:
      break;
  }
  const auto coordinate = [this] {
    switch (random_.below(8)) {
      case 0:
        return -infinity;
      case 1:
        return infinity;
      case 2:
        return 0.0F;
      case 3:
        return -0.0F;
      case 4:
        return static_cast<float>(random_.uniform(-1, 1)) * std::numeric_limits<float>::max();
      case 5:
        return static_cast<float>(random_.uniform(-1, 1)) * std::numeric_limits<float>::min();
      default:
        return static_cast<float>(random_.uniform(-10, 10));
    }
  };
  BroadBox box;
  const bool may_be_empty = random_.below(4) == 0;
  for (std::size_t k = 0; k < 3; ++k) {
    box.low[k] = coordinate();
    box.high[k] = random_.below(8) == 0 ? box.low[k] : coordinate();
    if (box.low[k] > box.high[k] && !may_be_empty) std::swap(box.low[k], box.high[k]);
  }
  return box;
}

BroadBox Flock::moved_box(const BroadBox& box, double step) {
  if (scene_ == Scene::touching || scene_ == Scene::extreme || random_.below(100) == 0) return new_box();
  BroadBox moved = box;
  for (std::size_t k = 0; k < 3; ++k) {
    const double by = random_.uniform(-step, step) * (box.high[k] - box.low[k]);
    moved.low[k] = static_cast<float>(box.low[k] + by);
    moved.high[k] = static_cast<float>(box.high[k] + by);
  }
  return moved;
}

Slot Flock::add(double fixed) {
  Slot slot = static_cast<Slot>(boxes_.size());
  if (free_.empty()) {
    boxes_.emplace_back();
    mobilities_.emplace_back();
    used_.emplace_back();
  } else {
    const std::size_t pick = random_.below(free_.size());
    slot = free_[pick];
    free_[pick] = free_.back();
    free_.pop_back();
  }
  boxes_[slot] = new_box();
  mobilities_[slot] = draw_mobility(fixed);
  used_[slot] = true;
  ++used_count_;
  added_.push_back(slot);
  return slot;
}

void Flock::remove(Slot slot) {
  used_[slot] = false;
  --used_count_;
  free_.push_back(slot);
  removed_.push_back(slot);
}

void Flock::publish() {
  for (auto* list : {&removed_, &added_, &moved_}) std::sort(list->begin(), list->end());
  frame_ = {.boxes = boxes_,
            .mobilities = mobilities_,
            .motions = {},
            .time = frame_.time + 1,
            .removed = removed_,
            .added = added_,
            .moved = moved_};
}

const BroadFrame& Flock::rest() {
  removed_.clear();
  added_.clear();
  moved_.clear();
  publish();
  return frame_;
}

const BroadFrame& Flock::clear() {
  removed_.clear();
  added_.clear();
  moved_.clear();
  for (Slot slot = 0; slot < boxes_.size(); ++slot) {
    if (used_[slot]) remove(slot);
  }
  publish();
  return frame_;
}

const BroadFrame& Flock::next(const Bustle& bustle) {
  removed_.clear();
  added_.clear();
  moved_.clear();
  std::size_t to_add = 0;
  for (Slot slot = 0; slot < boxes_.size(); ++slot) {
    if (!used_[slot]) continue;
    if (random_.uniform() < bustle.replaced) {
      remove(slot);
      ++to_add;
    } else if (random_.uniform() < bustle.changed) {
      mobilities_[slot] = draw_mobility(bustle.fixed);
      boxes_[slot] = new_box();
      removed_.push_back(slot);
      added_.push_back(slot);
    } else if (mobilities_[slot] != Mobility::fixed && random_.uniform() < bustle.moved) {
      boxes_[slot] = moved_box(boxes_[slot], bustle.step);
      moved_.push_back(slot);
    }
  }
  for (std::size_t i = 0; i < to_add; ++i) add(bustle.fixed);
  publish();
  return frame_;
}

std::vector<SlotPair> Flock::expected() const {
  std::vector<SlotPair> pairs;
  for (Slot a = 0; a < boxes_.size(); ++a) {
    if (!used_[a] || is_empty(boxes_[a])) continue;
    for (Slot b = a + 1; b < boxes_.size(); ++b) {
      if (!used_[b] || is_empty(boxes_[b])) continue;
      if (mobilities_[a] == Mobility::fixed && mobilities_[b] == Mobility::fixed) continue;
      if (boxes_[a].overlaps(boxes_[b])) pairs.push_back({a, b});
    }
  }
  return pairs;
}

std::string difference(const std::vector<SlotPair>& pairs, const std::vector<SlotPair>& expected) {
  const auto text = [](const std::vector<SlotPair>& list, std::size_t i) {
    return i < list.size() ? std::to_string(list[i].a) + "-" + std::to_string(list[i].b)
                           : std::string("no pair");
  };
  for (std::size_t i = 0; i < std::max(pairs.size(), expected.size()); ++i) {
    if (i >= pairs.size() || i >= expected.size() || pairs[i] != expected[i]) {
      return text(pairs, i) + " instead of " + text(expected, i);
    }
  }
  return "";
}

void Tape::add(const BroadFrame& frame) {
  const auto copy = [](const auto& span) { return std::vector(span.begin(), span.end()); };
  const Kept& kept = kept_.emplace_back(Kept{copy(frame.boxes), copy(frame.mobilities), copy(frame.motions),
                                             copy(frame.removed), copy(frame.added), copy(frame.moved)});
  frames_.push_back({.boxes = kept.boxes,
                     .mobilities = kept.mobilities,
                     .motions = kept.motions,
                     .time = frame.time,
                     .removed = kept.removed,
                     .added = kept.added,
                     .moved = kept.moved});
}

}  // namespace graze::testing
