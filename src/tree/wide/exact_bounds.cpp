// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/wide/exact_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/signs.h"
#include "math/posed_box.h"
#include "math/slack.h"

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

/// NaN tells nothing apart.
bool strictly_apart(const AxisBox& a, const AxisBox& b) {
  return (a.low.array() > b.high.array()).any() || (b.low.array() > a.high.array()).any();
}

/// Where `is_exact`, R is the identity and t is not rounded: then an axis knows nothing of how large coordinates along others
/// are.
AxisBox image(const AxisBox& box, const RelativePose& X, bool is_exact) {
  return is_exact ? image_of(box, Pose(X.R, X.t)) : image_of(box, X);
}

bool is_exact_translation(const MeshPair& pair) {
  if (pair.b.X == nullptr) return true;
  const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
  if (pair.a.outer != nullptr || pair.b.outer != nullptr || pair.a.X->R != I || pair.b.X->R != I)
    return false;
  const Eigen::Vector3d &from = pair.a.X->t, &to = pair.b.X->t;
  return is_exact_difference(to, from) && pair.X_AB.t == to - from;
}

AxisBox box_of(const Triangle& t) {
  AxisBox box;
  for (const Eigen::Vector3d& p : t) box.include(p);
  return box;
}

/// Is the box, whose frame X maps to the face's, strictly on one side of the face's plane?
///
/// By the filter of exact/signs.h: the face's corners are as given, those of the box off by at most ε. Differences are scaled
/// by a power of two, so that the largest is from 1 to 2 and no product overflows; an entry that underflows then moves by
/// 2^-1075, far less than one rounding.
bool is_beyond_plane(const AxisBox& box, const RelativePose& X, const Triangle& face) {
  const double error = X.point_error(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff());
  std::array<Eigen::Vector3d, 10> from_corner = {face[1] - face[0], face[2] - face[0]};
  for (int i = 0; i < 8; ++i) {
    Eigen::Vector3d p;
    for (int k = 0; k < 3; ++k) p[k] = (i >> k & 1) != 0 ? box.high[k] : box.low[k];
    from_corner[2 + i] = X * p - face[0];
  }
  double largest = 0;
  for (const Eigen::Vector3d& d : from_corner) {
    if (!d.allFinite()) return false;
    largest = std::max(largest, d.cwiseAbs().maxCoeff());
  }
  if (!(largest > 0)) return false;
  const double scale = std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000));
  for (Eigen::Vector3d& d : from_corner) d *= scale;
  const double bound = exact::orient3d_bound(largest * scale, error * scale);
  const Eigen::Vector3d n = from_corner[0].cross(from_corner[1]);
  bool all_above = true, all_below = true;
  for (int i = 2; i < 10; ++i) {
    const double det = n.dot(from_corner[i]);
    all_above &= det > bound;
    all_below &= det < -bound;
  }
  return all_above || all_below;
}

/// A face in frame F and a box in frame G.
bool face_and_box_apart(const Triangle& face, const AxisBox& box, const RelativePose& X_FG,
                        const RelativePose& X_GF, bool is_exact) {
  if (strictly_apart(box_of(face), image(box, X_FG, is_exact))) return true;
  AxisBox in_g;
  for (const Eigen::Vector3d& p : face) in_g.include(image({p, p}, X_GF, is_exact));
  return strictly_apart(in_g, box) || is_beyond_plane(box, X_FG, face);
}

const WideBvh::Leaf* leaf_at(const WideBvh& tree, WideBvh::Slot slot) {
  const std::uint32_t child = tree.nodes()[slot / WideBvh::width].child[slot % WideBvh::width];
  return (child & WideBvh::leaf_flag) != 0 ? &tree.leaves()[child & ~WideBvh::leaf_flag] : nullptr;
}

/// Is it so of all faces of a leaf? Not, if the slot is none of a leaf.
template <class IsApart>
bool all_apart(const WideBvh& tree, WideBvh::Slot slot, const IsApart& is_apart) {
  const WideBvh::Leaf* const leaf = leaf_at(tree, slot);
  if (leaf == nullptr) return false;
  const auto faces = tree.faces().subspan(leaf->first, leaf->count);
  return std::all_of(faces.begin(), faces.end(), is_apart);
}

}  // namespace

// A coordinate q of the tree's frame stands for origin + q/scale. q is off by less than TreeFrame::error, the quotient is
// exact unless it underflows, and the sum rounds by 2^-53 of itself.
AxisBox slot_box(const WideBvh& tree, WideBvh::Slot slot) {
  const WideBvh::Node& node = tree.nodes()[slot / WideBvh::width];
  const std::uint32_t lane = slot % WideBvh::width;
  const TreeFrame& frame = tree.frame();
  AxisBox box;
  for (int k = 0; k < 3; ++k) {
    const double c = static_cast<double>(node.c[k][lane]),
                 h = static_cast<double>(node.h[k][lane]) + TreeFrame::error;
    const double pad =
        4 * unit_roundoff * std::abs(frame.origin[k]) + TreeFrame::error / frame.scale + few_underflows;
    box.low[k] = frame.origin[k] + (c - h) / frame.scale - pad;
    box.high[k] = frame.origin[k] + (c + h) / frame.scale + pad;
  }
  return box;
}

bool SlotBoxes::try_start(Limits& limits) {
  share_.start(limits);
  boxes_.clear();
  if (!share_.try_make_room_for(boxes_, slots_)) return false;
  boxes_.reserve(slots_);
  return true;
}

void SlotBoxes::make(std::size_t nodes) {
  // Children come after their parents: going backwards is going up.
  for (const std::size_t end = nodes_left_ - std::min(nodes, nodes_left_); nodes_left_ > end; --nodes_left_) {
    for (std::size_t lane = WideBvh::width; lane-- > 0;) boxes_.push_back(box_of_slot(nodes_left_ - 1, lane));
  }
}

AxisBox SlotBoxes::box_of_slot(std::size_t node, std::size_t lane) const {
  AxisBox box;
  if (tree_.nodes()[node].h[0][lane] < 0) return box;  // there is no child
  if (const WideBvh::Leaf* const leaf =
          leaf_at(tree_, static_cast<WideBvh::Slot>(node * WideBvh::width + lane))) {
    for (const std::uint32_t face : tree_.faces().subspan(leaf->first, leaf->count))
      box.include(box_of(triangle(mesh_, face)));
    return box;
  }
  const std::size_t first = std::size_t{tree_.nodes()[node].child[lane]} * WideBvh::width;
  for (std::size_t i = first; i < first + WideBvh::width; ++i) box.include((*this)[i]);
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

const RelativePose& ExactBounds::X_BA() {
  if (!X_BA_) X_BA_ = trees_.pair.X_BA();
  return *X_BA_;
}

/// Do the meshes differ by a translation that X_AB has without rounding?
bool ExactBounds::is_exact() {
  if (!is_exact_) is_exact_ = is_exact_translation(trees_.pair);
  return *is_exact_;
}

bool ExactBounds::boxes_are_due() const {
  // A face that double leaves open takes about 16 times as long as one that it decides.
  const std::size_t faces = trees_.a.faces().size() + trees_.b.faces().size();
  return counters_.double_tests >= many_from_ || fallbacks() >= 64 + faces / 32;
}

/// All of them, or a piece: then it takes about as long as a few bounds in double, some microseconds.
void ExactBounds::make_boxes() {
  if (!boxes_were_due_) {
    boxes_were_due_ = true;
    makes_boxes_ = slots_a_.try_start(limits_) && slots_b_.try_start(limits_);
  }
  constexpr std::size_t nodes_of_a_piece = 4;
  while (makes_boxes_) {
    limits_.look();
    (slots_a_.are_made() ? slots_b_ : slots_a_).make(nodes_of_a_piece);
    has_boxes_ = slots_a_.are_made() && slots_b_.are_made();
    makes_boxes_ = !has_boxes_;
    if (how_ == Boxes::in_pieces) return;
  }
}

bool ExactBounds::boxes_apart(const AxisBox& box_a, const AxisBox& box_b) {
  const MeshPair& pair = trees_.pair;
  return strictly_apart(box_a, image(box_b, pair.X_AB, is_exact())) ||
         strictly_apart(image(box_a, X_BA(), is_exact()), box_b);
}

/// Gives bounds up that are hardly ever of use. But where the error of the relative pose is as large as the meshes, which are
/// then as small as doubles go, bounds in double cannot be of use and exact signs may. Nothing is judged while boxes are being
/// made: those of the trees, which stand in for them, are of less use.
bool ExactBounds::noted(bool is_apart) {
  constexpr std::uint64_t enough = 256, one_in = 8;
  if (makes_boxes_) return is_apart;
  told_ += is_apart ? 1 : 0;
  if (++asked_ != enough || one_in * told_ >= enough || a_is_blunt_ || b_is_blunt_) return is_apart;
  const MeshPair& pair = trees_.pair;
  const double size = std::min(pair.a.bounds.half.maxCoeff(), pair.b.bounds.half.maxCoeff());
  if (64 * pair.error < size) {
    needed_from_ = never;
  } else {
    a_is_blunt_ = b_is_blunt_ = true;
  }
  return is_apart;
}

bool ExactBounds::faces_apart(std::uint32_t face_a, std::uint32_t face_b) {
  return noted(boxes_apart(box_of(trees_.pair.a.triangle(face_a)), box_of(trees_.pair.b.triangle(face_b))));
}

bool ExactBounds::apart(WideBvh::Slot slot_a, WideBvh::Slot slot_b) {
  return noted(is_apart(slot_a, slot_b));
}

bool ExactBounds::is_apart(WideBvh::Slot slot_a, WideBvh::Slot slot_b) {
  const MeshPair& pair = trees_.pair;
  const WideBvh &a = trees_.a, &b = trees_.b;
  if (makes_boxes_ || (!boxes_were_due_ && boxes_are_due())) make_boxes();
  const AxisBox box_a = has_boxes_ ? slots_a_[slot_a] : common(slot_box(a, slot_a), pair.a.bounds.box);
  const AxisBox box_b = has_boxes_ ? slots_b_[slot_b] : common(slot_box(b, slot_b), pair.b.bounds.box);
  if (boxes_apart(box_a, box_b)) return true;
  // Where B's frame is blunt, A's leaf is large for it: its faces against B's box.
  if (b_is_blunt_ && all_apart(a, slot_a, [&](std::uint32_t face) {
        return face_and_box_apart(pair.a.triangle(face), box_b, pair.X_AB, X_BA(), is_exact());
      }))
    return true;
  if (a_is_blunt_ && all_apart(b, slot_b, [&](std::uint32_t face) {
        return face_and_box_apart(pair.b.triangle(face), box_a, X_BA(), pair.X_AB, is_exact());
      }))
    return true;
  return (a_is_blunt_ || b_is_blunt_) && exact_signs_pay() && apart_by_signs(slot_a, box_a, slot_b, box_b);
}

bool ExactBounds::apart_by_signs(WideBvh::Slot slot_a, const AxisBox& box_a, WideBvh::Slot slot_b,
                                 const AxisBox& box_b) {
  const MeshPair& pair = trees_.pair;
  const PosedBox posed_a = {box_a, pair.a.X, pair.a.outer}, posed_b = {box_b, pair.b.X, pair.b.outer};
  const auto count = [&] {
    ++own_;
    ++counters_.exact_fallbacks;
  };
  const auto face_apart = [&](const PosedMesh& mesh, const PosedBox& box) {
    return [&](std::uint32_t face) {
      count();
      return face_and_box_apart_exactly(mesh.posed(face), box);
    };
  };
  if (a_is_blunt_ && b_is_blunt_) {
    count();
    if (boxes_apart_exactly(posed_a, posed_b)) return true;
  }
  if (b_is_blunt_ && all_apart(trees_.a, slot_a, face_apart(pair.a, posed_b))) return true;
  return a_is_blunt_ && all_apart(trees_.b, slot_b, face_apart(pair.b, posed_a));
}

}  // namespace graze
