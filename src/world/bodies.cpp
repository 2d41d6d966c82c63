// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/bodies.h"

#include <graze/error.h>

#include <algorithm>

#include "math/message.h"
#include "math/parallel.h"
#include "math/pose_check.h"

namespace graze {
namespace {

template <class T>
std::size_t bytes(const std::vector<T>& v) {
  return v.capacity() * sizeof(T);
}

/// Grows by an eighth and not to the double, to save memory with a million bodies.
template <class... Vectors>
void make_room(Vectors&... vectors) {
  const auto one = [](auto& v) {
    if (v.size() == v.capacity()) v.reserve(v.size() + v.size() / 8 + 16);
  };
  (one(vectors), ...);
}

}  // namespace

void Bodies::reserve(std::size_t bodies) {
  if (bodies > most_bodies)
    throw Error(message("room for ", bodies, " bodies: a world holds at most ", most_bodies));
  poses_.reserve(bodies);
  boxes_.reserve(bodies);
  shape_numbers_.reserve(bodies);
  generations_.reserve(bodies);
  mobilities_.reserve(bodies);
  states_.reserve(bodies);
  changed_at_.reserve(bodies);
  changed_.reserve(bodies);
  if (boxes_kind_ == BodyBoxes::climbed) extremes_.reserve(bodies);
}

namespace {

void validate(const BodyOptions& options) {
  if (options.mobility > Mobility::interactive) {
    throw Error(message("there is no mobility number ", static_cast<int>(options.mobility)));
  }
}

}  // namespace

BodyId Bodies::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
  validate_pose(pose, "the pose of a body to add");
  validate(options);
  const Slot slot = next_slot();
  const bool is_new = slot == slots();
  if (slot >= most_bodies) throw Error(message("a world holds at most ", most_bodies, " bodies"));
  // What may fail comes first.
  if (is_new) make_room(poses_, boxes_, shape_numbers_, generations_, mobilities_, states_, changed_at_);
  make_room_for_change();
  make_room_for_layers(slot, options);
  if (boxes_kind_ == BodyBoxes::climbed && extremes_.size() <= slot) {
    make_room(extremes_);
    extremes_.resize(slot + 1);
  }
  const std::uint32_t number = shapes_.acquire(shape);
  if (is_new) {
    poses_.emplace_back();
    boxes_.emplace_back();
    shape_numbers_.emplace_back();
    generations_.emplace_back();
    mobilities_.emplace_back();
    states_.emplace_back();
    changed_at_.emplace_back();
  } else {
    free_.pop_back();
  }
  poses_[slot] = pose;
  shape_numbers_[slot] = number;
  set_layers(slot, options);
  mobilities_[slot] = options.mobility;
  states_[slot] |= used;
  change(slot);
  if (boxes_kind_ == BodyBoxes::climbed) extremes_[slot] = {};
  return id(slot);
}

void Bodies::remove(Slot slot) {
  make_room_for_change();
  make_room(free_);
  forget(slot);
  states_[slot] &= static_cast<std::uint8_t>(~used);
  shapes_.release(shape_numbers_[slot]);
  if (generations_[slot] == std::numeric_limits<std::uint32_t>::max()) {
    ++retired_;  // so that no id is given twice
  } else {
    ++generations_[slot];
    free_.push_back(slot);
  }
}

void Bodies::move(Slot slot, const Pose& pose) {
  validate_pose(pose, "the pose of body ", id(slot).number);
  make_room_for_change();
  poses_[slot] = pose;
  change(slot);
}

void Bodies::set_shape(Slot slot, const Shape& shape) {
  make_room_for_change();
  const std::uint32_t number = shapes_.acquire(shape);
  shapes_.release(shape_numbers_[slot]);
  shape_numbers_[slot] = number;
  if (boxes_kind_ == BodyBoxes::climbed) extremes_[slot] = {};
  change(slot);
}

void Bodies::set_options(Slot slot, const BodyOptions& options) {
  validate(options);
  make_room_for_change();
  make_room_for_layers(slot, options);
  set_layers(slot, options);
  if (mobilities_[slot] == options.mobility) return;
  forget(slot);  // the broad phase treats it as removed and added
  mobilities_[slot] = options.mobility;
  change(slot);
}

void Bodies::make_room_for_layers(Slot slot, const BodyOptions& options) {
  const Layers wanted = {options.layers, options.collides_with};
  if (layers_.size() > slot || (layers_.empty() && wanted == Layers())) return;
  make_room(layers_);
  layers_.resize(std::max<std::size_t>(slots(), slot + 1));
}

void Bodies::set_layers(Slot slot, const BodyOptions& options) {
  if (slot < layers_.size()) layers_[slot] = {options.layers, options.collides_with};
}

void Bodies::make_room_for_change() {
  make_room(changed_, removed_);
}

void Bodies::change(Slot slot) {
  if ((states_[slot] & outdated) != 0) return;
  states_[slot] |= outdated;
  changed_.push_back(slot);
}

void Bodies::forget(Slot slot) {
  if ((states_[slot] & known) == 0) return;
  states_[slot] &= static_cast<std::uint8_t>(~known);
  states_[slot] |= left;  // once: it is not known again before the next step
  removed_.push_back(slot);
}

void Bodies::all_are_new() {
  changed_.reserve(slots());
  changed_.clear();
  removed_.clear();
  for (Slot slot = 0; slot < slots(); ++slot) {
    states_[slot] = in_use(slot) ? used | outdated : 0;
    if (in_use(slot)) changed_.push_back(slot);
  }
}

bool Bodies::contains(BodyId id) const {
  return id.number < slots() && in_use(id.number) && generations_[id.number] == id.generation;
}

Slot Bodies::slot(BodyId id) const {
  if (contains(id)) return id.number;
  const bool never = id.number >= slots() || id.generation > generations_[id.number];
  throw Error(message("body ", id.number, " of generation ", id.generation,
                      never ? " never was in this world" : " has been removed from this world"));
}

/// Sorts a list that holds just the slots with this bit.
void Bodies::sort(std::vector<Slot>& slots_with, State bit) const {
  if (std::is_sorted(slots_with.begin(), slots_with.end())) return;
  if (slots_with.size() < slots() / 64) {
    std::sort(slots_with.begin(), slots_with.end());
    return;
  }
  // A scan of all slots finds many in order faster than they can be sorted.
  slots_with.clear();
  for (Slot slot = 0; slot < slots(); ++slot) {
    if ((states_[slot] & bit) != 0) slots_with.push_back(slot);
  }
}

/// If boxes are climbed, updates `extremes`.
BroadBox Bodies::new_box(Slot slot, Extremes& extremes) const {
  const ShapeTable::Entry& entry = shapes_[shape_numbers_[slot]];
  if (entry.hull) return climbed_box(*entry.hull, poses_[slot], extremes);
  return body_box(entry.bounds, poses_[slot], boxes_kind_);
}

std::size_t Bodies::update_boxes(double growth, int threads, Workers* workers) {
  constexpr std::size_t a_job = 1024;
  constexpr std::size_t ahead = 8;  // bodies to prefetch: those that changed may be scattered over memory
  const auto bring_near = [&](Slot slot) {
    __builtin_prefetch(&poses_[slot].R);
    __builtin_prefetch(&poses_[slot].t);
    __builtin_prefetch(&shape_numbers_[slot]);
    __builtin_prefetch(&boxes_[slot], 1);
  };
  if (++step_ == long_ago) {
    std::fill(changed_at_.begin(), changed_at_.end(), long_ago);
    ++step_;
  }
  std::erase_if(changed_, [&](Slot slot) {
    if (in_use(slot)) return false;
    states_[slot] &= static_cast<std::uint8_t>(~outdated);
    return true;
  });
  sort(changed_, outdated);
  const std::size_t jobs = (changed_.size() + a_job - 1) / a_job;
  parallel_for(workers, jobs < 8 ? 1 : threads, jobs, [&](std::size_t job, int) {
    for (std::size_t i = job * a_job; i < std::min(changed_.size(), (job + 1) * a_job); ++i) {
      const Slot slot = changed_[i];
      if (i + ahead < changed_.size()) bring_near(changed_[i + ahead]);
      Extremes none;
      BroadBox box = new_box(slot, extremes_.empty() ? none : extremes_[slot]);
      if (growth > 0 && (states_[slot] & known) != 0 && !box.empty() && !boxes_[slot].empty()) {
        float way = 0;
        for (int k = 0; k < 3; ++k) {
          const float moved =
              0.5F * (box.low[k] - boxes_[slot].low[k]) + 0.5F * (box.high[k] - boxes_[slot].high[k]);
          way = std::max(way, std::abs(moved));  // NaN, of infinite boxes, is left out
        }
        const double by = std::min(growth * way, static_cast<double>(std::numeric_limits<float>::max()));
        box = grown(box, static_cast<float>(by));
      }
      boxes_[slot] = box;
      changed_at_[slot] = step_;
    }
  });
  return changed_.size();
}

BroadBox Bodies::current_box(Slot slot) const {
  if ((states_[slot] & outdated) == 0) return boxes_[slot];
  Extremes extremes = extremes_.empty() ? Extremes() : extremes_[slot];
  return new_box(slot, extremes);
}

BroadFrame Bodies::changes() {
  sort(removed_, left);
  added_.clear();
  moved_.clear();
  BroadFrame frame;
  frame.boxes = boxes_;
  frame.mobilities = mobilities_;
  frame.removed = removed_;
  const auto is_known = [&](Slot slot) { return (states_[slot] & known) != 0; };
  const auto known_ones = std::count_if(changed_.begin(), changed_.end(), is_known);
  if (known_ones == 0 || known_ones == std::ssize(changed_)) {  // the common case: no copy
    (known_ones == 0 ? frame.added : frame.moved) = changed_;
    return frame;
  }
  std::partition_copy(changed_.begin(), changed_.end(), std::back_inserter(moved_),
                      std::back_inserter(added_), is_known);
  frame.added = added_;
  frame.moved = moved_;
  return frame;
}

void Bodies::changes_are_known() {
  for (const Slot slot : changed_) {
    states_[slot] |= known;
    states_[slot] &= static_cast<std::uint8_t>(~outdated);
  }
  for (const Slot slot : removed_) states_[slot] &= static_cast<std::uint8_t>(~left);
  changed_.clear();
  removed_.clear();
}

std::size_t Bodies::memory() const {
  return bytes(poses_) + bytes(boxes_) + bytes(shape_numbers_) + bytes(generations_) + bytes(layers_) +
         bytes(extremes_) + bytes(mobilities_) + bytes(states_) + bytes(changed_at_) + bytes(free_) +
         bytes(changed_) + bytes(removed_) + bytes(added_) + bytes(moved_);
}

}  // namespace graze
