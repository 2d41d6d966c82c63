// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "world/shape_table.h"

namespace graze {

/// The bodies of a world, an array for each thing that is known of them, and what has changed since the last step.
class Bodies {
 public:
  void reserve(std::size_t bodies);
  BodyId add(const Shape& shape, const Pose& pose, const BodyOptions& options);
  void remove(Slot slot);
  void move(Slot slot, const Pose& pose);
  void set_shape(Slot slot, const Shape& shape);
  void set_options(Slot slot, const BodyOptions& options);

  /// Throws Error if the body is gone or never was.
  Slot slot(BodyId id) const;
  bool contains(BodyId id) const;
  BodyId id(Slot slot) const { return {slot, generations_[slot]}; }
  std::size_t size() const { return poses_.size() - free_.size(); }
  std::size_t slots() const { return poses_.size(); }
  bool in_use(Slot slot) const { return (states_[slot] & used) != 0; }

  const Shape& shape(Slot slot) const { return shapes_[shape_numbers_[slot]].shape; }
  const LocalBounds& bounds(Slot slot) const { return shapes_[shape_numbers_[slot]].bounds; }
  const Pose& pose(Slot slot) const { return poses_[slot]; }
  BodyOptions options(Slot slot) const { return {mobilities_[slot], layers_[slot], collides_with_[slot]}; }
  bool layers_allow(SlotPair p) const {
    return (layers_[p.a] & collides_with_[p.b]) != 0 && (layers_[p.b] & collides_with_[p.a]) != 0;
  }

  /// Has it changed between the last two steps? May say yes for one that has not, never no for one that has.
  bool has_changed(Slot slot) const { return changed_at_[slot] == step_; }

  /// Computes the boxes of all that have changed; returns how many. Begins a step.
  std::size_t update_boxes(BodyBoxes kind, double growth, int threads, Workers* workers = nullptr);
  /// The box of the last update, or of now if the body has changed since.
  BroadBox current_box(Slot slot, BodyBoxes kind) const;

  /// What has changed, for the broad phase; to be called once a step, after update_boxes.
  BroadFrame changes();
  void changes_are_known();

  std::size_t memory() const;

 private:
  enum State : std::uint8_t {
    used = 1,
    known = 2,     ///< to the broad phase
    outdated = 4,  ///< its box is; the slot is in changed_
  };
  void change(Slot slot);
  void forget(Slot slot);
  void sort_changed();

  ShapeTable shapes_;
  std::vector<Pose> poses_;
  std::vector<BroadBox> boxes_;
  std::vector<std::uint32_t> shape_numbers_, generations_, layers_, collides_with_;
  std::vector<Mobility> mobilities_;
  std::vector<std::uint8_t> states_;
  std::vector<std::uint8_t> changed_at_;  ///< the step, as far as it goes into eight bits
  std::uint8_t step_ = 0;
  std::vector<Slot> free_;
  // Since the last step: slots whose boxes are outdated; known ones that are gone or came back as another body.
  std::vector<Slot> changed_, removed_;
  // In a step: changed_ in two, sorted.
  std::vector<Slot> added_, moved_;
};

}  // namespace graze
