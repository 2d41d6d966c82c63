// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bounds of two wide trees where those in float say nothing, in double and by exact signs.
//
// When. A body far smaller than the other (from about 1 : 100,000), or far from the origins of both frames, is a point for
// the other tree: float, and from 1 : 10^16 on double too, cannot tell on which side of a face it lies, let alone which of
// its parts does. The tree is *blunt* then. Another tree may be fine as a whole, but the boxes of its faces all look alike in
// float, because the mesh is thin or because it is as small as doubles go. That shows when lanes of float leave many faces open.
//
// How, each stage for what the one before leaves open:
//   1. Boxes in double, of one tree in the frame of the other, with the error of the relative pose. For a leaf of a blunt tree
//      also its faces, one by one: the box beyond the face's plane, or the face beyond a side of the box.
//   2. The same by exact signs: a box as eight posed points, whose pose is not rounded, and a face of the other as three; they
//      are apart if all points of one lie strictly beyond a plane of the other. Separating planes through two edges are left
//      out, so that some boxes that are apart are opened.
// Coordinates of boxes are rounded outward. When many faces were left open by float, boxes are made anew from the vertices.
//
// Cost. Stage 1 takes about 0.2 µs for two boxes, and as much for a face and a box. Stage 2 takes up to 26 signs for a face
// and a box, 20 µs and more, as much as two pairs of faces that double leaves open. It is taken at most once for two such
// pairs, so that it never takes more time than the faces have taken. Boxes from vertices are made when the faces have taken as
// much time. For trees that are not blunt, these bounds are given up if they hardly tell anything apart.
// A search in slices of time keeps the bounds from slice to slice, and makes the boxes in pieces: a few nodes each time that it
// asks for bounds. Until all are made, it goes on with the boxes of the trees.
// Boxes from vertices take 48 bytes a slot. Where the query's memory does not allow them, those of the trees have to do.
#pragma once

#include <limits>
#include <optional>

#include "tree/wide/wide_bvh_pair.h"

namespace graze {

/// The box of a slot in the mesh's coordinates, rounded outward; not finite where they overflow.
AxisBox slot_box(const WideBvh& tree, WideBvh::Slot slot);

/// The exact image of a box, as PosedTriangle is that of a triangle.
struct PosedBox {
  AxisBox box;
  const Pose* X = nullptr;
  const PoseChain* outer = nullptr;
};

/// Is every point of one box strictly beyond a side of the other? False where coordinates are not finite.
bool boxes_apart_exactly(const PosedBox& a, const PosedBox& b);

/// Is the box strictly on one side of the face's plane, or the face strictly beyond a side of the box? The same.
bool face_and_box_apart_exactly(const PosedTriangle& face, const PosedBox& box);

/// The boxes of all slots of a tree, from the vertices and so without rounding, made a piece at a time.
class SlotBoxes {
 public:
  SlotBoxes(const WideBvh& tree, const Mesh& mesh, std::vector<AxisBox>& memory, ListShare& share)
      : tree_(tree),
        mesh_(mesh),
        boxes_(memory),
        share_(share),
        slots_(tree.nodes().size() * WideBvh::width),
        nodes_left_(tree.nodes().size()) {}

  /// To be called once, before any box is made. False if there is no memory for the boxes.
  bool try_start(Limits& limits);
  /// Makes those of so many nodes more, or of all that are left.
  void make(std::size_t nodes);
  bool are_made() const { return nodes_left_ == 0; }
  const AxisBox& operator[](std::size_t slot) const { return boxes_[slots_ - 1 - slot]; }

 private:
  AxisBox box_of_slot(std::size_t node, std::size_t lane) const;

  const WideBvh& tree_;
  const Mesh& mesh_;
  // The last slot first, which is the order in which they are made: so the list grows, and is not filled in advance, which
  // would be one large piece of work.
  std::vector<AxisBox>& boxes_;
  ListShare& share_;
  std::size_t slots_, nodes_left_;
};

/// Decides the bounds of entries (see find_below) of a pair of trees, for one thread.
class ExactBounds {
 public:
  enum class Boxes { at_once, in_pieces };  ///< how boxes from vertices are made

  ExactBounds(const WideBvhPair& trees, Counters& counters, WideScratch& scratch, Limits& limits,
              Boxes how = Boxes::at_once)
      : trees_(trees),
        counters_(counters),
        limits_(limits),
        how_(how),
        slots_a_(trees.a, trees.pair.a.mesh, scratch.boxes_a, scratch.of_boxes_a),
        slots_b_(trees.b, trees.pair.b.mesh, scratch.boxes_b, scratch.of_boxes_b),
        start_(counters.exact_fallbacks),
        many_from_(counters.double_tests + 1024 + (trees.a.faces().size() + trees.b.faces().size()) / 2),
        a_is_blunt_(trees.to_a.is_blunt()),
        b_is_blunt_(trees.to_b.is_blunt()),
        needed_from_(a_is_blunt_ || b_is_blunt_ ? 0 : many_from_) {}
  ExactBounds(const ExactBounds&) = delete;
  ExactBounds& operator=(const ExactBounds&) = delete;

  /// False where bounds in float tell parts of both trees apart. One comparison: it is asked for each entry.
  bool are_needed() const { return counters_.double_tests >= needed_from_; }

  /// So many of counters_.double_tests are not to be counted: bounds would have saved little or nothing.
  void leave_out(std::uint64_t tests) {
    many_from_ += tests;
    if (needed_from_ != 0 && needed_from_ != never) needed_from_ += tests;
  }

  /// Can no face below the one slot share a point with a face below the other?
  bool apart(WideBvh::Slot slot_a, WideBvh::Slot slot_b);

  /// Does double tell the boxes of two faces apart?
  bool faces_apart(std::uint32_t face_a, std::uint32_t face_b);

 private:
  bool is_apart(WideBvh::Slot slot_a, WideBvh::Slot slot_b);
  bool noted(bool is_apart);
  bool boxes_are_due() const;
  void make_boxes();
  /// Pairs of faces that double has left open so far.
  std::uint64_t fallbacks() const { return counters_.exact_fallbacks - start_ - own_; }
  bool exact_signs_pay() const { return 2 * own_ < fallbacks(); }
  const RelativePose& X_BA();
  bool is_exact();
  bool boxes_apart(const AxisBox& box_a, const AxisBox& box_b);
  bool apart_by_signs(WideBvh::Slot slot_a, const AxisBox& box_a, WideBvh::Slot slot_b, const AxisBox& box_b);

  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  const WideBvhPair& trees_;
  Counters& counters_;
  Limits& limits_;
  Boxes how_;
  SlotBoxes slots_a_, slots_b_;
  std::uint64_t start_, own_ = 0;  // of counters_.exact_fallbacks: before all, and of boxes
  std::uint64_t many_from_;        // of counters_.double_tests: that many are many
  bool a_is_blunt_, b_is_blunt_;
  std::uint64_t needed_from_;           // of counters_.double_tests
  std::uint64_t asked_ = 0, told_ = 0;  // how often, and how often something was told apart
  std::optional<bool> is_exact_;
  std::optional<RelativePose> X_BA_;
  bool makes_boxes_ = false, has_boxes_ = false;  // of all slots, from the vertices
  bool boxes_were_due_ = false;
};

}  // namespace graze
