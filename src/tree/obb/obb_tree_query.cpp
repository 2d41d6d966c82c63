// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two OBB-trees (gottschalk1996, section 5). a, b, R, T: the paper's letters, for
// the half extents of two boxes and the second one's axes and centre in the frame of the first.
//
//   1. A stack of pairs of boxes that may overlap. The larger box is opened.
//   2. R and T of a pair: B's box into the frame of A's tree, then into that of A's box.
//   3. The fifteen axes, three at once: A's, B's, and for each of A's axes its cross products with B's.
//   4. Two leaves: their faces, exactly.
// Here A is the larger of the two bodies: in its frame the other's boxes are small, and so are their errors.
//
// We deviate: boxes are kept in their tree's frame rather than in their parent's. That costs a second product
// of matrices where B is opened (nine instructions), and in return no error grows with depth: RAPID's 1e-6
// becomes the bound that `ObbFrame` derives.
//
// Cost: at most 21 instructions on four floats for R and T, 75 for the axes.
#include <cmath>
#include <cstring>
#include <utility>

#include "math/four.h"
#include "math/orthonormal.h"
#include "math/slack.h"
#include "mesh/brute_force.h"
#include "tree/obb/obb_tree.h"
#include "tree/traverse.h"

namespace graze {
namespace {

/// B's tree frame seen from A's, in float, and what that may be off.
///
/// Let Ra and Rb be the boxes' axes as stored, M = k·R and t the map, D = 3.01(1 + k) + |t| a bound on
/// distances of centres (|c| ≤ 3, since each of its three projections is at most √3), v = 2^-24, and off =
/// max|RᵀR - I|. In coordinates y = Raᵀ(x - c_A), which are exactly linear in x, A's box is |y| ≤ a, and
/// points of B's are y = T + k·C·z + Raᵀe with |z| ≤ b, |e| ≤ error, T = Raᵀ(M·c_B + t - c_A), C =
/// Raᵀ·R·Rb⁻ᵀ. Counting roundings,
///   computed T is off by at most v(48k + 16|t| + 21),
///   computed C, as Raᵀ·R·Rb, by 10v, and by 14v with Rb for Rb⁻ᵀ; its Gram matrix is off I by g ≤ 48v
///   + 3.01off, and its cofactors are off its entries by 3.3g.
/// For any direction L, boxes that meet have |L·T| ≤ Σ aᵢ|Lᵢ| + k·Σ bⱼ|L·cⱼ| + |L|₁·(errors of T, C and e),
/// where |L|₁ ≤ √3 for unit vectors, for columns of C and for cross products of the two. So all fifteen tests
/// hold with
///   constant + relative·k(b₀ + b₁ + b₂)
/// on their right, where the sums' own rounding, at most 5.2vD on the left and 8v of all terms on the right,
/// is included:
///   constant = v(104k + 36|t| + 104) + 3.2error      relative = 192v + 10.5off.
struct ObbFrame {
  alignas(16) float M[3][3][4];   // entry ij of R three times, then of k·R
  alignas(16) float t[3][4];      // the last lane alone
  alignas(16) float constant[4];  // infinite in the last lane, as everywhere if floats can't express the map
  alignas(16) float relative[4];
  float k;

  explicit ObbFrame(const TreeFrameMap& map) : M{}, t{} {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        for (int l = 0; l < 4; ++l) M[i][j][l] = static_cast<float>((l < 3 ? 1 : map.k) * map.R(i, j));
      }
      t[i][3] = static_cast<float>(map.t[i]);
    }
    const double off = measured_off_orthonormal(map.R) + gram_rounding;
    const double sum =
        float_roundoff * (104 * map.k + 36 * map.t.cwiseAbs().maxCoeff() + 104) + 3.2 * map.error;
    k = static_cast<float>(map.k);
    for (int l = 0; l < 4; ++l) {
      const bool bounded = l < 3 && sum < 1e20;  // not for NaN
      constant[l] = bounded ? static_cast<float>(sum * 1.0001 + 0x1p-110) : INFINITY;
      relative[l] = static_cast<float>((192 * float_roundoff + 10.5 * off) * 1.0001);
    }
  }
};

using FourBits = std::int32_t __attribute__((vector_size(16)));

template <int lane>
Four lane_of(Four x) {
  return __builtin_shufflevector(x, x, lane, lane, lane, lane);
}
Four next_lanes(Four x) {
  return __builtin_shufflevector(x, x, 1, 2, 0, 3);
}
Four last_lanes(Four x) {
  return __builtin_shufflevector(x, x, 2, 0, 1, 3);
}
Four absolute(Four x) {
  return reinterpret_cast<Four>(reinterpret_cast<FourBits>(x) & 0x7fffffff);
}
bool any(FourBits mask) {
  using Halves = std::int64_t __attribute__((vector_size(16)));
  const auto halves = reinterpret_cast<Halves>(mask);
  return (halves[0] | halves[1]) != 0;
}

/// Three entries of R and one of c; or, of row 3, half extents and a child's number.
Four row(const ObbTree::Node& node, int i) {
  Four x;
  std::memcpy(&x, reinterpret_cast<const char*>(&node) + 16 * i, sizeof x);
  return x;
}

/// Without the number beside them: as a float it is denormal, which makes arithmetic with it slow.
Four extents(const ObbTree::Node& node) {
  return reinterpret_cast<Four>(reinterpret_cast<FourBits>(row(node, 3)) & FourBits{-1, -1, -1, 0});
}

/// B's box in the frame of A's tree.
struct MappedBox {
  Four row[3];  // axes and centre, as in a node
  Four b;       // half extents in A's units
  Four slack;   // of all comparisons; infinite in the fourth lane
};

MappedBox map_box(const ObbTree::Node& box, const ObbFrame& frame) {
  MappedBox result;
  const Four r0 = row(box, 0), r1 = row(box, 1), r2 = row(box, 2);
  for (int i = 0; i < 3; ++i) {
    result.row[i] =
        load(frame.M[i][0]) * r0 + load(frame.M[i][1]) * r1 + load(frame.M[i][2]) * r2 + load(frame.t[i]);
  }
  result.b = four(frame.k) * extents(box);
  const float sum = box.h[0] + box.h[1] + box.h[2];
  result.slack = four(sum * frame.k) * load(frame.relative) + load(frame.constant);
  return result;
}

/// True where no axis tells the boxes apart. The fourth lane holds anything, but its reach is infinite or not
/// a number, so that it is never apart.
bool overlap(const ObbTree::Node& box_a, const MappedBox& box_b) {
  const Four slack = box_b.slack, b = box_b.b;

  // Columns of R, and T: lane i belongs to A's axis i.
  const Four x = row(box_a, 0), y = row(box_a, 1), z = row(box_a, 2);
  const Four &u = box_b.row[0], &v = box_b.row[1], &w = box_b.row[2];
  const Four r0 = x * lane_of<0>(u) + y * lane_of<0>(v) + z * lane_of<0>(w);
  const Four r1 = x * lane_of<1>(u) + y * lane_of<1>(v) + z * lane_of<1>(w);
  const Four r2 = x * lane_of<2>(u) + y * lane_of<2>(v) + z * lane_of<2>(w);
  const Four T = x * (lane_of<3>(u) - lane_of<3>(x)) + y * (lane_of<3>(v) - lane_of<3>(y)) +
                 z * (lane_of<3>(w) - lane_of<3>(z));
  if (any(absolute(T) > extents(box_a) + slack + absolute(r0) * lane_of<0>(b) + absolute(r1) * lane_of<1>(b) +
                            absolute(r2) * lane_of<2>(b))) {
    return false;
  }

  // Rows of R, each with its entry of T: lane j belongs to B's axis j.
  const Four low_01 = __builtin_shufflevector(r0, r1, 0, 4, 1, 5),
             low_2T = __builtin_shufflevector(r2, T, 0, 4, 1, 5);
  const Four R[3] = {__builtin_shufflevector(low_01, low_2T, 0, 1, 4, 5),
                     __builtin_shufflevector(low_01, low_2T, 2, 3, 6, 7),
                     __builtin_shufflevector(__builtin_shufflevector(r0, r1, 2, 6, 3, 7),
                                             __builtin_shufflevector(r2, T, 2, 6, 3, 7), 0, 1, 4, 5)};
  const Four t[3] = {lane_of<3>(R[0]), lane_of<3>(R[1]), lane_of<3>(R[2])};
  const Four abs_R[3] = {absolute(R[0]), absolute(R[1]), absolute(R[2])};
  const Four a[3] = {four(box_a.h[0]), four(box_a.h[1]), four(box_a.h[2])};
  if (any(absolute(t[0] * R[0] + t[1] * R[1] + t[2] * R[2]) >
          b + slack + a[0] * abs_R[0] + a[1] * abs_R[1] + a[2] * abs_R[2])) {
    return false;
  }

  // A's axis i times B's axis j, in lane j.
  const Four b_next = next_lanes(b), b_last = last_lanes(b);
  const auto apart = [&](int i, int i1, int i2) {
    return absolute(t[i2] * R[i1] - t[i1] * R[i2]) > slack + a[i1] * abs_R[i2] + a[i2] * abs_R[i1] +
                                                         b_next * last_lanes(abs_R[i]) +
                                                         b_last * next_lanes(abs_R[i]);
  };
  return !any(apart(0, 1, 2) | apart(1, 2, 0) | apart(2, 0, 1));
}

/// The policy for traverse.h. An entry is a box of A in its high half and a box of B in its low half.
class ObbPair {
 public:
  using Entry = std::uint64_t;
  static constexpr int max_children = 2;

  ObbPair(const ObbTree& a, const ObbTree& b, const ObbFrame& frame) : a_(a), b_(b), frame_(frame) {}

  std::uint64_t tests = 0;  // of pairs of boxes so far

  Entry root() const { return 0; }
  std::size_t stack_bound() const {
    return max_children * static_cast<std::size_t>(a_.depth() + b_.depth() + 1);
  }
  const ObbTree::Node& box_a(Entry e) const { return a_.nodes()[e >> 32]; }
  const ObbTree::Node& box_b(Entry e) const { return b_.nodes()[static_cast<std::uint32_t>(e)]; }
  bool both_leaves(Entry e) const { return (box_a(e).child & box_b(e).child & ObbTree::leaf_flag) != 0; }

  int open(Entry e, Entry* out) {
    const ObbTree::Node &a = box_a(e), &b = box_b(e);
    const bool leaf_a = (a.child & ObbTree::leaf_flag) != 0, leaf_b = (b.child & ObbTree::leaf_flag) != 0;
    Entry* const start = out;
    tests += 2;
    if (leaf_b || (!leaf_a && size(a) >= frame_.k * size(b))) {
      const MappedBox mapped = map_box(b, frame_);
      for (std::uint32_t child = a.child; child < a.child + 2; ++child) {
        *out = Entry{child} << 32 | static_cast<std::uint32_t>(e);
        out += overlap(a_.nodes()[child], mapped) ? 1 : 0;
      }
    } else {
      for (std::uint32_t child = b.child; child < b.child + 2; ++child) {
        *out = (e & ~Entry{0xffffffffu}) | child;
        out += overlap(a, map_box(b_.nodes()[child], frame_)) ? 1 : 0;
      }
    }
    return static_cast<int>(out - start);
  }

 private:
  static float size(const ObbTree::Node& box) { return box.h[0] + box.h[1] + box.h[2]; }

  const ObbTree& a_;
  const ObbTree& b_;
  const ObbFrame& frame_;
};

}  // namespace

void find_pairs(const MeshPair& pair, const ObbTree& a, const ObbTree& b, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings) {
  if (a.nodes().empty() || b.nodes().empty()) return;
  const bool b_is_larger = is_larger(b.frame(), a.frame());
  const ObbFrame frame(map_to_larger(pair, a.frame(), b.frame()));
  if (!std::isfinite(frame.constant[0])) return find_pairs_brute_force(pair, counters, findings);
  const ObbTree &larger = b_is_larger ? b : a, &smaller = b_is_larger ? a : b;
  ObbPair trees(larger, smaller, frame);
  traverse_depth_first(trees, stack, findings.limits(), [&](std::uint64_t entry) {
    std::uint32_t face_a = trees.box_a(entry).child & ~ObbTree::leaf_flag;
    std::uint32_t face_b = trees.box_b(entry).child & ~ObbTree::leaf_flag;
    if (b_is_larger) std::swap(face_a, face_b);
    ++counters.face_tests;
    return pair.faces_meet(face_a, face_b, counters) && findings.add({face_a, face_b});
  });
  counters.box_tests += trees.tests;
}

}  // namespace graze
