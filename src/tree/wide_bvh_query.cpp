// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two wide trees.
//
//   1. A stack of pairs of slots whose bounds overlap. The larger of the two is opened: the other's box, seen
//   in its frame, against its
//      eight children at once, along the axes of both boxes and across the slabs of both.
//   2. Two leaves: the triangles of the one in the frame of the other, first their boxes against the leaf's
//   box, then
//      those that are left against its triangles, eight at once. Lanes that are not certain go to double,
//      then to exact signs.
//
// Bounds are computed in float and may be off by what `Frame::margin` adds; see there.
#include "tree/wide_bvh.h"

#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide_bvh_query.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "tree/traverse.h"

#ifndef GRAZE_TREE_WIDE_BVH_FRAME
#define GRAZE_TREE_WIDE_BVH_FRAME
namespace graze {
namespace {

/// Tree X's frame seen from tree Y's: x ↦ R·x + t, where R = k·(a rotation), k a power of two.
struct Frame {
  Eigen::Matrix3d R;
  Eigen::Vector3d t;
  double error;  // of a mapped point, from the poses

  float r[3][3];  // R in float
  float abs_r[3][3];
  float u[3][3];  // R/k: column j is X's axis j
  float abs_u[3][3];
  float o[3];  // t in float
  float k;
  float margin;

  /// X_YX maps mesh coordinates, with point errors `point_error`.
  Frame(const WideBvh& y, const WideBvh& x, const Eigen::Matrix3d& rotation,
        const Eigen::Vector3d& translation, double point_error) {
    const double ratio = y.scale() / x.scale();
    R = ratio * rotation;
    t = (rotation * x.origin() + translation - y.origin()) * y.scale();
    // The origin goes through the pose, too; a coordinate of it is off by no more than any other point's.
    const double magnitude = (x.origin().cwiseAbs().maxCoeff() * 1.75 + translation.cwiseAbs().maxCoeff() +
                              y.origin().cwiseAbs().maxCoeff()) *
                             y.scale();
    error = point_error * y.scale() + 8 * 0x1p-53 * (magnitude + 1.75 * ratio);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        r[i][j] = static_cast<float>(R(i, j));
        u[i][j] = static_cast<float>(rotation(i, j));
        abs_r[i][j] = std::abs(r[i][j]);
        abs_u[i][j] = std::abs(u[i][j]);
      }
      o[i] = static_cast<float>(t[i]);
    }
    k = static_cast<float>(ratio);
    // With v = 2^-24, points of X's tree at most 1 and of Y's at most 1 in each coordinate:
    //   a mapped centre is off by at most 6v(1.75k + |t|), a mapped half extent by 6v·1.75k;
    //   projecting a difference of at most 1 + 1.75k + |t| on an axis or slab direction adds 6v·1.75 of that;
    //   X's axes are not quite at right angles: δ = max|RᵀR/k² - I| moves its extents by at most 3.1δk.
    // Their sum is below v(40 + 60k + 24|t|) + 4δk; the poses' own error comes on top.
    const double off =
        (rotation.transpose() * rotation - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() + 0x1p-50;
    const double sum =
        0x1p-24 * (40 + 60 * ratio + 24 * t.cwiseAbs().maxCoeff()) + 4 * off * ratio + 4 * error;
    margin = std::isfinite(sum) && sum < 1e30 ? static_cast<float>(sum * 1.0001) : INFINITY;
  }
};

/// A slot's bounds, as scalars.
struct Bounds {
  float c[3], h[3], n[3], s, w;
  Bounds(const WideBvh& tree, WideBvh::Slot slot) {
    const WideBvh::Node& node = tree.nodes()[slot / WideBvh::width];
    const std::uint32_t lane = slot % WideBvh::width;
    for (int i = 0; i < 3; ++i) {
      c[i] = node.c[i][lane];
      h[i] = node.h[i][lane];
      n[i] = node.n[i][lane];
    }
    s = node.s[lane];
    w = node.w[lane];
  }
  float size() const { return h[0] + h[1] + h[2]; }
};

}  // namespace
}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// Which children of a node of Y the bounds x of X's tree may share a point with, one bit each.
HWY_INLINE unsigned overlapping_children(const WideBvh::Node& node, const Bounds& x, const Frame& frame) {
  const LaneTag d;
  float c[3], h[3], v[3], own[3];
  for (int i = 0; i < 3; ++i) {
    c[i] = frame.r[i][0] * x.c[0] + frame.r[i][1] * x.c[1] + frame.r[i][2] * x.c[2] + frame.o[i];
    h[i] =
        frame.abs_r[i][0] * x.h[0] + frame.abs_r[i][1] * x.h[1] + frame.abs_r[i][2] * x.h[2] + frame.margin;
    v[i] = frame.u[i][0] * x.n[0] + frame.u[i][1] * x.n[1] + frame.u[i][2] * x.n[2];
    own[i] = frame.k * x.h[i] + frame.margin;
  }
  const float slab_centre = frame.k * x.s, slab_half = frame.k * x.w + frame.margin;
  unsigned result = 0;
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    Lane delta[3], half[3];
    for (int i = 0; i < 3; ++i) {
      delta[i] = hn::Sub(hn::Load(d, node.c[i] + first), hn::Set(d, c[i]));
      half[i] = hn::Load(d, node.h[i] + first);
    }
    // Along Y's axes.
    LaneMask mask = hn::Le(hn::Abs(delta[0]), hn::Add(half[0], hn::Set(d, h[0])));
    mask = hn::And(mask, hn::Le(hn::Abs(delta[1]), hn::Add(half[1], hn::Set(d, h[1]))));
    mask = hn::And(mask, hn::Le(hn::Abs(delta[2]), hn::Add(half[2], hn::Set(d, h[2]))));
    // Along X's axes.
    for (int j = 0; j < 3; ++j) {
      const Lane along = hn::MulAdd(
          delta[0], hn::Set(d, frame.u[0][j]),
          hn::MulAdd(delta[1], hn::Set(d, frame.u[1][j]), hn::Mul(delta[2], hn::Set(d, frame.u[2][j]))));
      const Lane reach =
          hn::MulAdd(half[0], hn::Set(d, frame.abs_u[0][j]),
                     hn::MulAdd(half[1], hn::Set(d, frame.abs_u[1][j]),
                                hn::MulAdd(half[2], hn::Set(d, frame.abs_u[2][j]), hn::Set(d, own[j]))));
      mask = hn::And(mask, hn::Le(hn::Abs(along), reach));
    }
    if (!hn::AllFalse(d, mask)) {
      // Across X's slab, direction v. A child's extent along v = α·n + r is that of its slab times α and of
      // its box along r.
      const Lane n[3] = {hn::Load(d, node.n[0] + first), hn::Load(d, node.n[1] + first),
                         hn::Load(d, node.n[2] + first)};
      const Lane alpha = hn::MulAdd(n[0], hn::Set(d, v[0]),
                                    hn::MulAdd(n[1], hn::Set(d, v[1]), hn::Mul(n[2], hn::Set(d, v[2]))));
      const Lane s = hn::Load(d, node.s + first), w = hn::Load(d, node.w + first);
      Lane along = hn::Sub(hn::Mul(alpha, s), hn::Set(d, slab_centre));
      Lane reach = hn::MulAdd(hn::Abs(alpha), w, hn::Set(d, slab_half));
      for (int i = 0; i < 3; ++i) {
        along = hn::MulAdd(delta[i], hn::Set(d, v[i]), along);
        const Lane rest = hn::NegMulAdd(alpha, n[i], hn::Set(d, v[i]));
        reach = hn::MulAdd(hn::Abs(rest), half[i], reach);
      }
      mask = hn::And(mask, hn::Le(hn::Abs(along), reach));
      // Across the children's slabs, direction n = α·v + r, in the same way.
      Lane along_n = hn::NegMulAdd(alpha, hn::Set(d, slab_centre), s);
      Lane reach_n = hn::MulAdd(hn::Abs(alpha), hn::Set(d, slab_half), w);
      Lane rest[3];
      for (int i = 0; i < 3; ++i) {
        along_n = hn::MulAdd(delta[i], n[i], along_n);
        rest[i] = hn::NegMulAdd(alpha, hn::Set(d, v[i]), n[i]);
      }
      for (int j = 0; j < 3; ++j) {
        const Lane turned = hn::MulAdd(
            rest[0], hn::Set(d, frame.u[0][j]),
            hn::MulAdd(rest[1], hn::Set(d, frame.u[1][j]), hn::Mul(rest[2], hn::Set(d, frame.u[2][j]))));
        reach_n = hn::MulAdd(hn::Abs(turned), hn::Set(d, own[j]), reach_n);
      }
      mask = hn::And(mask, hn::Le(hn::Abs(along_n), hn::Add(reach_n, hn::Set(d, frame.margin))));
      result |= bits(d, mask) << first;
    }
  }
  return result;
}

/// The triangles of a leaf of X in the frame of a leaf of Y, lane by lane.
struct MappedLeaf {
  alignas(32) float p[9][WideBvh::width];
  float bound;          // for signs, as in elementary/blocks.h
  unsigned inside = 0;  // lanes whose box reaches into Y's leaf

  HWY_INLINE MappedLeaf(const WideBvh& tree_x, const WideBvh::Leaf& leaf, const Bounds& x, const Bounds& y,
                        const Frame& frame) {
    const LaneTag d;
    float offset[3];
    float offset_size = 0;
    for (int i = 0; i < 3; ++i) {
      // In double: the leaves are close to each other, so that what is left is small.
      const double o =
          frame.R(i, 0) * x.c[0] + frame.R(i, 1) * x.c[1] + frame.R(i, 2) * x.c[2] + frame.t[i] - y.c[i];
      offset[i] = static_cast<float>(o);
      offset_size = std::max(offset_size, std::abs(offset[i]));
    }
    // With v = 2^-24 and X's leaf of reach b, Y's of reach a: storing the corners is off by v(1.75kb + a),
    // rounding R and the offset by v(1.75kb + |o|), the evaluation by 4v(1.75kb + |o|), the offset in double
    // by much less than frame.error.
    const double a = std::max({y.h[0], y.h[1], y.h[2]}),
                 b = frame.k * 1.75 * std::max({x.h[0], x.h[1], x.h[2]});
    const double reach = std::max(a, b + offset_size),
                 error = 0x1p-24 * (7 * b + a + 6 * offset_size) + 2 * frame.error;
    bound = reach < 0x1p20 && error < 0x1p-16 * reach && reach > 0x1p-30
                ? static_cast<float>(4 * reach * reach * (57 * 0x1p-24 * 2 * reach + 41 * error))
                : INFINITY;
    const float slack = static_cast<float>(2 * error);
    for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
      Lane low[3], high[3];
      for (int corner = 0; corner < 3; ++corner) {
        const Lane q[3] = {hn::LoadU(d, tree_x.lanes(leaf, corner, 0) + first),
                           hn::LoadU(d, tree_x.lanes(leaf, corner, 1) + first),
                           hn::LoadU(d, tree_x.lanes(leaf, corner, 2) + first)};
        for (int i = 0; i < 3; ++i) {
          const Lane value =
              hn::MulAdd(q[0], hn::Set(d, frame.r[i][0]),
                         hn::MulAdd(q[1], hn::Set(d, frame.r[i][1]),
                                    hn::MulAdd(q[2], hn::Set(d, frame.r[i][2]), hn::Set(d, offset[i]))));
          hn::Store(value, d, p[3 * corner + i] + first);
          low[i] = corner == 0 ? value : hn::Min(low[i], value);
          high[i] = corner == 0 ? value : hn::Max(high[i], value);
        }
      }
      // Not (beyond): so that NaN counts as inside.
      LaneMask beyond = hn::Gt(low[0], hn::Set(d, y.h[0] + slack));
      for (int i = 0; i < 3; ++i) {
        beyond = hn::Or(beyond, hn::Gt(low[i], hn::Set(d, y.h[i] + slack)));
        beyond = hn::Or(beyond, hn::Lt(high[i], hn::Set(d, -y.h[i] - slack)));
      }
      inside |= bits(d, hn::Not(beyond)) << first;
    }
    inside &= (1u << leaf.count) - 1;
  }
};

/// Triangles of X's leaf against those of Y's. `report(i, j)`: triangle i of X's leaf and j of Y's have this
/// verdict; true to stop.
template <class Report>
HWY_INLINE bool leaf_against_leaf(const WideBvh& tree_x, const WideBvh::Leaf& leaf_x, const Bounds& x,
                                  const WideBvh& tree_y, const WideBvh::Leaf& leaf_y, const Bounds& y,
                                  const Frame& frame, const Report& report) {
  const MappedLeaf mapped(tree_x, leaf_x, x, y, frame);
  const LaneTriangles lanes = {tree_y.lanes(leaf_y, 0, 0), leaf_y.count};
  for (unsigned open = mapped.inside; open != 0; open &= open - 1) {
    const int i = __builtin_ctz(open);
    float t[3][3];
    for (int corner = 0; corner < 3; ++corner) {
      for (int axis = 0; axis < 3; ++axis) t[corner][axis] = mapped.p[3 * corner + axis][i];
    }
    const Verdicts verdicts = triangle_against_lanes(t, mapped.bound, lanes);
    for (unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << leaf_y.count) - 1); left != 0;
         left &= left - 1) {
      const int j = __builtin_ctz(left);
      if (report(i, j, (verdicts.meet >> j & 1) != 0)) return true;
    }
  }
  return false;
}

/// The policy for traverse.h. An entry is a slot of A in its high half and a slot of B in its low half.
class WidePair {
 public:
  using Entry = std::uint64_t;
  static constexpr int max_children = WideBvh::width;

  WidePair(const WideBvh& a, const WideBvh& b, const Frame& to_a, const Frame& to_b)
      : a_(a), b_(b), to_a_(to_a), to_b_(to_b), a_size_(static_cast<float>(b.scale() / a.scale())) {}

  std::uint64_t boxes = 0;  // tested so far

  Entry root() const { return 0; }
  std::size_t stack_bound() const {
    return max_children * static_cast<std::size_t>(a_.depth() + b_.depth() + 1);
  }
  bool both_leaves(Entry entry) const {
    return (child(a_, slot_a(entry)) & child(b_, slot_b(entry)) & WideBvh::leaf_flag) != 0;
  }

  int open(Entry entry, Entry* out) {
    const std::uint32_t child_a = child(a_, slot_a(entry)), child_b = child(b_, slot_b(entry));
    const Bounds bounds_a(a_, slot_a(entry)), bounds_b(b_, slot_b(entry));
    boxes += WideBvh::width;
    Entry* const start = out;
    const bool leaf_a = (child_a & WideBvh::leaf_flag) != 0, leaf_b = (child_b & WideBvh::leaf_flag) != 0;
    if (leaf_b || (!leaf_a && bounds_a.size() * a_size_ >= bounds_b.size())) {
      for (unsigned hit = overlapping_children(a_.nodes()[child_a], bounds_b, to_a_); hit != 0;
           hit &= hit - 1) {
        *out++ = (Entry{child_a * WideBvh::width + __builtin_ctz(hit)} << 32) | slot_b(entry);
      }
    } else {
      for (unsigned hit = overlapping_children(b_.nodes()[child_b], bounds_a, to_b_); hit != 0;
           hit &= hit - 1) {
        *out++ = (Entry{slot_a(entry)} << 32) | (child_b * WideBvh::width + __builtin_ctz(hit));
      }
    }
    return static_cast<int>(out - start);
  }

  static WideBvh::Slot slot_a(Entry entry) { return static_cast<WideBvh::Slot>(entry >> 32); }
  static WideBvh::Slot slot_b(Entry entry) { return static_cast<WideBvh::Slot>(entry); }
  static std::uint32_t child(const WideBvh& tree, WideBvh::Slot slot) {
    return tree.nodes()[slot / WideBvh::width].child[slot % WideBvh::width];
  }

 private:
  const WideBvh& a_;
  const WideBvh& b_;
  const Frame& to_a_;
  const Frame& to_b_;
  float a_size_;  // brings sizes in A's tree to the units of B's
};

/// The elementary operation: the faces of two leaves that share a point.
class WideLeaves {
 public:
  WideLeaves(const MeshPair& pair, const WideBvh& a, const WideBvh& b, const Frame& to_a, const Frame& to_b,
             Counters& counters, Findings& findings)
      : pair_(pair), a_(a), b_(b), to_a_(to_a), to_b_(to_b), counters_(counters), findings_(findings) {}

  bool operator()(WidePair::Entry entry) {
    const WideBvh::Slot slot_a = WidePair::slot_a(entry), slot_b = WidePair::slot_b(entry);
    const WideBvh::Leaf& in_a = a_.leaves()[WidePair::child(a_, slot_a) & ~WideBvh::leaf_flag];
    const WideBvh::Leaf& in_b = b_.leaves()[WidePair::child(b_, slot_b) & ~WideBvh::leaf_flag];
    counters_.face_tests += in_a.count * in_b.count;
    const auto decide = [&](int i, int j, bool certain) {
      const std::uint32_t face_a = a_.faces()[in_a.first + i], face_b = b_.faces()[in_b.first + j];
      if (!certain && !pair_.faces_meet(face_a, face_b, counters_)) return false;
      return findings_.add({face_a, face_b});
    };
    // The smaller one is mapped and taken triangle by triangle.
    const Bounds bounds_a(a_, slot_a), bounds_b(b_, slot_b);
    if (in_a.count < in_b.count)
      return leaf_against_leaf(a_, in_a, bounds_a, b_, in_b, bounds_b, to_b_, decide);
    return leaf_against_leaf(b_, in_b, bounds_b, a_, in_a, bounds_a, to_a_,
                             [&](int j, int i, bool certain) { return decide(i, j, certain); });
  }

 private:
  const MeshPair& pair_;
  const WideBvh& a_;
  const WideBvh& b_;
  const Frame& to_a_;
  const Frame& to_b_;
  Counters& counters_;
  Findings& findings_;
};

void find_pairs_lanes(const MeshPair& pair, const WideBvh& a, const WideBvh& b, const Frame& to_a,
                      const Frame& to_b, std::vector<std::uint64_t>& stack, Counters& counters,
                      Findings& findings) {
  WidePair trees(a, b, to_a, to_b);
  traverse_depth_first(trees, stack, WideLeaves(pair, a, b, to_a, to_b, counters, findings));
  counters.box_tests += trees.boxes;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_pairs_lanes);
}  // namespace

void find_pairs(const MeshPair& pair, const WideBvh& a, const WideBvh& b, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings) {
  if (a.nodes().empty() || b.nodes().empty()) return;
  const RelativePose &X_AB = pair.X_AB, X_BA(pair.X_WB, pair.X_WA);
  const Frame to_a(a, b, X_AB.R, X_AB.t, pair.error);
  const Frame to_b(b, a, X_BA.R, X_BA.t, X_BA.point_error(pair.a.bounds.reach));
  if (!std::isfinite(to_a.margin) || !std::isfinite(to_b.margin))
    return find_pairs_blindly(pair, counters, findings);
  HWY_DYNAMIC_DISPATCH(find_pairs_lanes)(pair, a, b, to_a, to_b, stack, counters, findings);
}

}  // namespace graze
#endif
