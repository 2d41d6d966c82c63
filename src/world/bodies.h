// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "world/shape_table.h"

namespace graze {

/// The bodies of a world as a structure of arrays, and their changes since the last step.
class Bodies {
 public:
  explicit Bodies(BodyBoxes kind = BodyBoxes::turned)
      : boxes_kind_(kind), shapes_(kind == BodyBoxes::climbed) {}

  void reserve(std::size_t bodies);
  // Where one of these throws, nothing has changed.
  BodyId add(const Shape& shape, const Pose& pose, const BodyOptions& options);
  void remove(Slot slot);
  void move(Slot slot, const Pose& pose);
  void set_shape(Slot slot, const Shape& shape);
  void set_options(Slot slot, const BodyOptions& options);

  Slot next_slot() const { return free_.empty() ? static_cast<Slot>(slots()) : free_.back(); }  ///< of `add`

  /// Throws Error if the body is gone or never was.
  Slot slot(BodyId id) const;
  bool contains(BodyId id) const;
  BodyId id(Slot slot) const { return {slot, generations_[slot]}; }
  std::size_t size() const { return poses_.size() - free_.size() - retired_; }
  std::size_t slots() const { return poses_.size(); }
  bool in_use(Slot slot) const { return (states_[slot] & used) != 0; }

  const Shape& shape(Slot slot) const { return shapes_[shape_numbers_[slot]].shape; }
  const LocalBounds& bounds(Slot slot) const { return shapes_[shape_numbers_[slot]].bounds; }
  const Pose& pose(Slot slot) const { return poses_[slot]; }
  BodyOptions options(Slot slot) const {
    const Layers l = layers_.empty() ? Layers() : layers_[slot];
    return {mobilities_[slot], l.layers, l.collides_with};
  }
  /// All bodies have the default layers, which allow every pair.
  bool layers_allow_all() const { return layers_.empty(); }
  bool layers_allow(SlotPair p) const {
    if (layers_allow_all()) return true;
    const Layers &a = layers_[p.a], &b = layers_[p.b];
    return (a.layers & b.collides_with) != 0 && (b.layers & a.collides_with) != 0;
  }

  /// Has the body changed since the step before this one? To be asked after update_boxes.
  bool has_changed(Slot slot) const { return changed_at_[slot] == step_; }

  /// Computes the boxes of all that have changed; returns how many. Begins a step.
  std::size_t update_boxes(double growth, int threads, Workers* workers = nullptr);
  /// The box of the last update, or of now if the body has changed since.
  BroadBox current_box(Slot slot) const;

  /// What has changed, for the broad phase; to be called once a step, after update_boxes.
  BroadFrame changes();
  void changes_are_known();
  /// For a broad phase that knows no body yet: all are added by the next step.
  void all_are_new();

  std::size_t memory() const;

 private:
  enum State : std::uint8_t {
    used = 1,
    known = 2,     ///< to the broad phase
    outdated = 4,  ///< has changed since the last step that knew its changes; the slot is in changed_
    left = 8,      ///< the slot is in removed_
  };
  struct Layers {
    std::uint32_t layers = BodyOptions().layers;
    std::uint32_t collides_with = BodyOptions().collides_with;
    bool operator==(const Layers&) const = default;
  };
  BroadBox new_box(Slot slot, Extremes& extremes) const;
  void make_room_for_layers(Slot slot, const BodyOptions& options);
  void set_layers(Slot slot, const BodyOptions& options);
  void make_room_for_change();
  void change(Slot slot);
  void forget(Slot slot);
  void sort(std::vector<Slot>& slots, State bit) const;

  BodyBoxes boxes_kind_;
  ShapeTable shapes_;
  std::vector<Pose> poses_;
  std::vector<BroadBox> boxes_;
  std::vector<std::uint32_t> shape_numbers_, generations_;
  std::vector<Extremes> extremes_;  ///< of the last boxes, if they are climbed to
  std::vector<Layers> layers_;      ///< empty until a body has others than those of BodyOptions
  std::vector<Mobility> mobilities_;
  std::vector<std::uint8_t> states_;
  std::vector<std::uint8_t>
      changed_at_;  ///< the step of the last change; long_ago: the numbers have begun anew since
  static constexpr std::uint8_t long_ago = 0;
  std::uint8_t step_ = long_ago;  ///< 1 to 255, then 1 again
  std::vector<Slot> free_;
  std::size_t retired_ = 0;  ///< free slots that have used up all generations
  // Since the last step: slots whose boxes are outdated; known ones that are gone or came back as another body.
  std::vector<Slot> changed_, removed_;
  // In a step: changed_, sorted and split in two.
  std::vector<Slot> added_, moved_;
};

}  // namespace graze
