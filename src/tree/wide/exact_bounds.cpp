// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide/exact_bounds.h"

#include <array>

#include "exact/signs.h"

namespace graze {
namespace {

/// Corner i of a box is high along axis k where bit k of i is set.
void put_corners(const PosedBox& posed, exact::Point* corners) {
  for (int i = 0; i < 8; ++i) {
    for (int k = 0; k < 3; ++k) corners[i].p[k] = (i >> k & 1) != 0 ? posed.box.high[k] : posed.box.low[k];
    corners[i].X = posed.X;
    corners[i].outer = posed.outer;
  }
}

/// Do the points from `first` to before `end` lie strictly on side `side` of the plane through a, b and c?
template <class Signs>
bool all_on_side(Signs& signs, int a, int b, int c, int first, int end, int side) {
  if (side == 0) return false;
  for (int i = first; i < end; ++i) {
    if (signs.orient3d(a, b, c, i) != side) return false;
  }
  return true;
}

/// Do the points from `first` to before `end` lie strictly beyond a side of the box whose corners begin at `box`?
template <class Signs>
bool beyond_a_side(Signs& signs, int box, int first, int end) {
  for (int k = 0; k < 3; ++k) {
    const int u = 1 << (k + 1) % 3, v = 1 << (k + 2) % 3;
    for (const int at : {0, 1 << k}) {
      const int corner = box + at, opposite = box + (at ^ 1 << k);
      const int inward = signs.orient3d(corner, corner + u, corner + v, opposite);
      if (all_on_side(signs, corner, corner + u, corner + v, first, end, -inward)) return true;
    }
  }
  return false;
}

bool is_finite(const PosedBox& posed) {
  return posed.box.low.allFinite() && posed.box.high.allFinite();
}

template <int Limbs>
bool boxes_apart_by_signs(const PosedBox& a, const PosedBox& b) {
  std::array<exact::Point, 16> points;
  put_corners(a, points.data());
  put_corners(b, points.data() + 8);
  exact::Signs<16, Limbs> signs(points);
  return beyond_a_side(signs, 0, 8, 16) || beyond_a_side(signs, 8, 0, 8);
}

template <int Limbs>
bool face_and_box_apart_by_signs(const PosedTriangle& face, const PosedBox& box) {
  std::array<exact::Point, 11> points;
  for (std::size_t i = 0; i < 3; ++i) points[i] = {face.p[i], face.X, face.outer};
  put_corners(box, points.data() + 3);
  exact::Signs<11, Limbs> signs(points);
  return all_on_side(signs, 0, 1, 2, 3, 11, signs.orient3d(0, 1, 2, 3)) || beyond_a_side(signs, 3, 0, 3);
}

}  // namespace

// A coordinate q of the tree's frame stands for origin + q/scale. q is off by at most 2^-53 (tree_frame.h), the quotient is
// exact unless it underflows, and the sum rounds by 2^-53 of itself.
AxisBox slot_box(const WideBvh& tree, WideBvh::Slot slot) {
  const WideBvh::Node& node = tree.nodes()[slot / WideBvh::width];
  const std::uint32_t lane = slot % WideBvh::width;
  const TreeFrame& frame = tree.frame();
  AxisBox box;
  for (int k = 0; k < 3; ++k) {
    const double c = static_cast<double>(node.c[k][lane]), h = static_cast<double>(node.h[k][lane]) + 0x1p-50;
    const double pad = 0x1p-51 * (std::abs(frame.origin[k]) + 2 / frame.scale) + 0x1p-1070;
    box.low[k] = frame.origin[k] + (c - h) / frame.scale - pad;
    box.high[k] = frame.origin[k] + (c + h) / frame.scale + pad;
  }
  return box;
}

bool boxes_apart_exactly(const PosedBox& a, const PosedBox& b) {
  if (!is_finite(a) || !is_finite(b)) return false;
  if (a.outer == nullptr && b.outer == nullptr) return boxes_apart_by_signs<exact::limbs_of_coordinate>(a, b);
  return boxes_apart_by_signs<exact::limbs_of_chained_coordinate>(a, b);
}

bool face_and_box_apart_exactly(const PosedTriangle& face, const PosedBox& box) {
  if (!is_finite(box)) return false;
  if (face.outer == nullptr && box.outer == nullptr)
    return face_and_box_apart_by_signs<exact::limbs_of_coordinate>(face, box);
  return face_and_box_apart_by_signs<exact::limbs_of_chained_coordinate>(face, box);
}

bool ExactBounds::apart(WideBvh::Slot slot_a, WideBvh::Slot slot_b) const {
  const auto& [pair, a, b, to_a, to_b] = trees_;
  const PosedBox box_a = {slot_box(a, slot_a), pair.a.X, pair.a.outer},
                 box_b = {slot_box(b, slot_b), pair.b.X, pair.b.outer};
  if (a_is_blunt_ && b_is_blunt_ && boxes_apart_exactly(box_a, box_b)) return true;
  const auto leaf = [](const WideBvh& tree, WideBvh::Slot slot) -> const WideBvh::Leaf* {
    const std::uint32_t child = tree.nodes()[slot / WideBvh::width].child[slot % WideBvh::width];
    return (child & WideBvh::leaf_flag) != 0 ? &tree.leaves()[child & ~WideBvh::leaf_flag] : nullptr;
  };
  const auto all_apart = [](const WideBvh& tree, const WideBvh::Leaf& in, const PosedMesh& mesh,
                            const PosedBox& box) {
    for (const std::uint32_t face : tree.faces().subspan(in.first, in.count)) {
      if (!face_and_box_apart_exactly(mesh.posed(face), box)) return false;
    }
    return true;
  };
  // Where B's frame is blunt, A's leaf is large for it: its faces against B's box.
  const WideBvh::Leaf *leaf_a = leaf(a, slot_a), *leaf_b = leaf(b, slot_b);
  if (b_is_blunt_ && leaf_a != nullptr && all_apart(a, *leaf_a, pair.a, box_b)) return true;
  return a_is_blunt_ && leaf_b != nullptr && all_apart(b, *leaf_b, pair.b, box_a);
}

}  // namespace graze
