// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two wide trees.
//
//   1. A stack of pairs of slots whose bounds overlap. The larger of the two is opened: the other's box, seen in its frame,
//      against its eight children at once, along the axes of both boxes and across the slabs of both.
//   2. Two leaves: the triangles of the one in the frame of the other, first their boxes against the leaf's box, then those
//      that are left against its triangles, eight at once. Lanes that are not certain go to double, then to exact signs. If the
//      meshes differ by an exact translation, lanes of double come in between (elementary/lattice_block.h).
#include "tree/wide/wide_bvh_pair.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide/wide_bvh_query.cpp"
#include <hwy/foreach_target.h>

#include <bit>
#include <optional>

#include "elementary/lattice_block.h"
#include "math/slack.h"
#include "tree/traverse.h"
#include "tree/wide/exact_bounds.h"
#include "tree/wide/wide_bvh_lanes.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// The policy for traverse.h. An entry is a slot of A in its high half and a slot of B in its low half.
class WidePair {
 public:
  using Entry = std::uint64_t;
  static constexpr int max_children = WideBvh::width;

  WidePair(const WideBvhPair& trees, ExactBounds* exact)
      : a_(trees.a),
        b_(trees.b),
        to_a_(trees.to_a),
        to_b_(trees.to_b),
        exact_(exact),
        a_size_(static_cast<float>(b_.frame().scale / a_.frame().scale)) {}

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
    if (HWY_UNLIKELY(exact_ != nullptr && exact_->are_needed())) {
      ++boxes;
      if (exact_->apart(slot_a(entry), slot_b(entry))) return 0;
    }
    boxes += WideBvh::width;
    const bool leaf_a = (child_a & WideBvh::leaf_flag) != 0, leaf_b = (child_b & WideBvh::leaf_flag) != 0;
    alignas(64) float gaps[WideBvh::width];
    if (leaf_b || (!leaf_a && bounds_a.size() * a_size_ >= bounds_b.size())) {
      const unsigned hit = overlapping_children(a_.nodes()[child_a], bounds_b, to_a_, nearest_a_, gaps);
      return write(hit, gaps, (Entry{child_a * WideBvh::width} << 32) | slot_b(entry), 32, out);
    }
    const unsigned hit = overlapping_children(b_.nodes()[child_b], bounds_a, to_b_, nearest_b_, gaps);
    return write(hit, gaps, (Entry{slot_a(entry)} << 32) | (child_b * WideBvh::width), 0, out);
  }

  /// One entry for each lane that hits, the one that reaches deepest last, so that it is next.
  static int write(unsigned hit, const float* gaps, Entry first, int shift, Entry* out) {
    Entry* const start = out;
    Entry* deepest = out;
    float depth = INFINITY;
    for (; hit != 0; hit &= hit - 1) {
      const int lane = __builtin_ctz(hit);
      *out = first + (Entry(lane) << shift);
      deepest = gaps[lane] < depth ? out : deepest;
      depth = std::min(depth, gaps[lane]);
      ++out;
    }
    if (out != start) std::swap(*deepest, out[-1]);
    return static_cast<int>(out - start);
  }

  /// How far apart the parts are that were passed over, in the units of the meshes.
  double gap() const {
    return std::min(static_cast<double>(nearest_a_.least()) / a_.frame().scale,
                    static_cast<double>(nearest_b_.least()) / b_.frame().scale);
  }

  static WideBvh::Slot slot_a(Entry entry) { return static_cast<WideBvh::Slot>(entry >> 32); }
  static WideBvh::Slot slot_b(Entry entry) { return static_cast<WideBvh::Slot>(entry); }
  static std::uint32_t child(const WideBvh& tree, WideBvh::Slot slot) {
    return tree.nodes()[slot / WideBvh::width].child[slot % WideBvh::width];
  }

 private:
  const WideBvh& a_;
  const WideBvh& b_;
  const WideFrame& to_a_;
  const WideFrame& to_b_;
  Nearest nearest_a_, nearest_b_;
  ExactBounds* exact_;  // none for those who ask how far apart the trees are: these bounds know no distance
  float a_size_;        // brings sizes in A's tree to the units of B's
};

/// The elementary operation: the faces of two leaves that share a point.
class WideLeaves {
 public:
  WideLeaves(const WideBvhPair& trees, ExactBounds& exact, Counters& counters, Findings& findings)
      : trees_(trees),
        exact_(exact),
        counters_(counters),
        findings_(findings),
        by_lattice_(trees.pair.lattice.decides_in_doubles() || trees.pair.lattice.has_exact_shift()) {}

  bool operator()(WidePair::Entry entry) {
    const MeshPair& pair = trees_.pair;
    const WideBvh &a = trees_.a, &b = trees_.b;
    const WideFrame &to_a = trees_.to_a, &to_b = trees_.to_b;
    const WideBvh::Slot slot_a = WidePair::slot_a(entry), slot_b = WidePair::slot_b(entry);
    const WideBvh::Leaf& in_a = a.leaves()[WidePair::child(a, slot_a) & ~WideBvh::leaf_flag];
    const WideBvh::Leaf& in_b = b.leaves()[WidePair::child(b, slot_b) & ~WideBvh::leaf_flag];
    if (HWY_UNLIKELY(exact_.are_needed())) {
      ++counters_.box_tests;
      if (exact_.apart(slot_a, slot_b)) return false;
    }
    counters_.face_tests += in_a.count * in_b.count;
    // The one with fewer triangles is mapped and taken triangle by triangle; but nothing is mapped into a frame in which it
    // would be too large for floats.
    const bool map_a = in_a.count < in_b.count ? !to_b.is_blunt() : to_a.is_blunt();
    const Bounds bounds_a(a, slot_a), bounds_b(b, slot_b);
    const auto add = [&](int i, int j, bool certain) {
      const std::uint32_t face_a = a.faces()[in_a.first + i], face_b = b.faces()[in_b.first + j];
      if (!certain && !faces_meet(face_a, face_b)) return false;
      if (!findings_.add({face_a, face_b})) return false;
      last_ = entry;
      return true;
    };
    if (map_a) {
      return leaf_against_leaf(
          a, in_a, bounds_a, b, in_b, bounds_b, to_b, [&](int i, unsigned left, unsigned meet) {
            if (by_lattice_ && left != meet)
              ask_lattice(pair.a.triangle(a.faces()[in_a.first + i]), pair.lattice.shift_to_b(), pair.b.mesh,
                          b, in_b, left, meet);
            return for_each_bit(left, [&](int j) { return add(i, j, (meet >> j & 1) != 0); });
          });
    }
    return leaf_against_leaf(
        b, in_b, bounds_b, a, in_a, bounds_a, to_a, [&](int j, unsigned left, unsigned meet) {
          if (by_lattice_ && left != meet)
            ask_lattice(pair.b.triangle(b.faces()[in_b.first + j]), pair.lattice.shift_to_a(), pair.a.mesh, a,
                        in_a, left, meet);
          return for_each_bit(left, [&](int i) { return add(i, j, (meet >> i & 1) != 0); });
        });
  }

  WidePair::Entry last() const { return last_; }  ///< the leaves that stopped the traversal

 private:
  bool faces_meet(std::uint32_t face_a, std::uint32_t face_b) {
    if (HWY_UNLIKELY(exact_.are_needed()) && exact_.faces_apart(face_a, face_b)) return false;
    return trees_.pair.faces_meet(face_a, face_b, counters_);
  }

  /// Until `f` returns true.
  template <class F>
  static bool for_each_bit(unsigned bits, const F& f) {
    for (; bits != 0; bits &= bits - 1) {
      if (f(__builtin_ctz(bits))) return true;
    }
    return false;
  }

  /// Decides lanes that are open between t, which `shift` brings into Y's frame, and the faces of Y's leaf.
  void ask_lattice(const Triangle& t, const Eigen::Vector3d& shift, const Mesh& mesh_y, const WideBvh& y,
                   const WideBvh::Leaf& leaf, unsigned& left, unsigned& meet) {
    if (block_of_ != &leaf) {  // often the one of the last leaves, which were close
      if (!block_) block_.emplace();
      block_->clear();
      for (std::uint32_t i = 0; i < leaf.count; ++i)
        block_->set(static_cast<int>(i), triangle(mesh_y, y.faces()[leaf.first + i]));
      block_of_ = &leaf;
    }
    const Lattice& lattice = trees_.pair.lattice;
    const unsigned open = left & ~meet;
    const Verdicts verdicts = lattice_triangle_against_8(lattice, t, shift, *block_, open);
    left &= ~static_cast<unsigned>(verdicts.apart);
    meet |= verdicts.meet;
    const unsigned met = std::popcount(verdicts.meet), apart = std::popcount(verdicts.apart);
    counters_.double_tests += met + apart;
    // No bounds are apart for faces that meet. To tell apart faces on a coarse lattice takes half the time that it takes else.
    exact_.leave_out(met + (lattice.decides_in_doubles() ? (apart + 1) / 2 : 0));
  }

  const WideBvhPair& trees_;
  ExactBounds& exact_;
  Counters& counters_;
  Findings& findings_;
  const bool by_lattice_;
  std::optional<LatticeBlock> block_;
  const WideBvh::Leaf* block_of_ = nullptr;
  WidePair::Entry last_ = 0;
};

Traversal find_lanes(const WideBvhPair& trees, std::uint64_t root, std::size_t max_steps, ExactBounds& exact,
                     std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings) {
  WidePair pair(trees, &exact);
  const Traversal end = traverse_depth_first(pair, root, stack, findings.limits(),
                                             WideLeaves(trees, exact, counters, findings), max_steps);
  counters.box_tests += pair.boxes;
  return end;
}

std::optional<FacePair> find_first_lanes(const WideBvhPair& trees, WideScratch& scratch, Counters& counters,
                                         WideMemory& memory, Limits& limits) {
  Findings findings = Findings::first(limits);
  ExactBounds exact(trees, counters, scratch, limits);
  WidePair pair(trees, &exact);
  WideLeaves leaves(trees, exact, counters, findings);
  // First around the leaves that met the last time, in wider and wider surroundings: most of what meets there now is
  // found in a few steps.
  if (memory) {
    for (const int levels : {0, 2}) {
      const WidePair::Entry nearby =
          (WidePair::Entry{trees.a.above(WidePair::slot_a(*memory), levels)} << 32) |
          trees.b.above(WidePair::slot_b(*memory), levels);
      constexpr std::size_t most_steps = 24;
      traverse_depth_first(pair, nearby, scratch.stack, limits, leaves, most_steps);
      if (findings.found()) {
        ++counters[Shortcut::witness];
        break;
      }
    }
  }
  if (!findings.found()) traverse_depth_first(pair, scratch.stack, limits, leaves);
  memory.reset();
  if (findings.found()) memory = leaves.last();
  counters.box_tests += pair.boxes;
  return findings.found();
}

std::optional<double> find_gap_lanes(const WideBvhPair& trees, std::size_t most_steps,
                                     std::vector<std::uint64_t>& stack, Counters& counters,
                                     const Limits& limits) {
  WidePair pair(trees, nullptr);
  const Traversal end = traverse_depth_first(
      pair, pair.root(), stack, limits, [](WidePair::Entry) { return true; }, most_steps);
  counters.box_tests += pair.boxes;
  return end == Traversal::finished ? std::optional(pair.gap()) : std::nullopt;
}

std::vector<std::uint64_t> open_lanes(const WideBvhPair& trees, const std::vector<std::uint64_t>& entries,
                                      std::size_t wanted, ExactBounds& exact, Counters& counters) {
  WidePair pair(trees, &exact);
  std::vector<std::uint64_t> list = opened(pair, entries, wanted);
  counters.box_tests += pair.boxes;
  return list;
}

Traversal find_until_lanes(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, ExactBounds& exact, Counters& counters,
                           Findings& findings) {
  WidePair pair(trees, &exact);
  const Traversal end = traverse_breadth_first(pair, frontier, WideLeaves(trees, exact, counters, findings),
                                               [&] { return is_past(deadline); });
  counters.box_tests += pair.boxes;
  return end;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_lanes);
HWY_EXPORT(find_first_lanes);
HWY_EXPORT(find_gap_lanes);
HWY_EXPORT(open_lanes);
HWY_EXPORT(find_until_lanes);

}  // namespace

WideBvhPair::WideBvhPair(const MeshPair& meshes, const WideBvh& tree_a, const WideBvh& tree_b,
                         const RelativePose::Inverse& inverse)
    : pair(meshes),
      a(tree_a),
      b(tree_b),
      to_a(TreeFrameMap(a.frame(), b.frame(), pair.X_AB, pair.error), inverse.off_orthonormal),
      to_b(TreeFrameMap(b.frame(), a.frame(), inverse.X, inverse.X.point_error(pair.a.bounds.reach)),
           inverse.off_orthonormal + 8 * inverse.X.rotation_error) {}

Traversal find_below(const WideBvhPair& trees, std::uint64_t entry, std::size_t max_steps, ExactBounds& exact,
                     std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings) {
  return HWY_DYNAMIC_DISPATCH(find_lanes)(trees, entry, max_steps, exact, stack, counters, findings);
}

std::vector<std::uint64_t> open_entries(const WideBvhPair& trees, const std::vector<std::uint64_t>& entries,
                                        std::size_t wanted, ExactBounds& exact, Counters& counters) {
  return HWY_DYNAMIC_DISPATCH(open_lanes)(trees, entries, wanted, exact, counters);
}

std::optional<FacePair> find_first(const WideBvhPair& trees, WideScratch& scratch, Counters& counters,
                                   WideMemory& memory, Limits& limits) {
  if (trees.empty()) {
    memory.reset();
    return std::nullopt;
  }
  return HWY_DYNAMIC_DISPATCH(find_first_lanes)(trees, scratch, counters, memory, limits);
}

// What is proven: bounds that are told apart are separated, along a direction of one of the trees' frames, by more than the
// margin was widened by, and by the least gap that was seen beyond it. The margin without widening covers the roundings of the
// test. A direction is an axis or the direction of a slab; its length is 1 to within 1e-5, and a frame's lengths are those of
// the world to within stretch(1), so that twice the sum of both covers their product.
std::optional<double> find_distance(const WideBvhPair& trees, double wanted, std::size_t most_steps,
                                    std::vector<std::uint64_t>& stack, Counters& counters,
                                    const Limits& limits) {
  if (trees.empty()) return std::nullopt;
  const WideBvhPair wide = trees.widened(wanted);
  const double sure = trees.widened_by(wide);
  // Infinite margins never find bounds apart; the first two leaves would be the answer.
  const bool finite = std::isfinite(wide.to_a.margin) && std::isfinite(wide.to_b.margin);
  if (!(sure > 0) || !finite) return std::nullopt;
  const auto gap = HWY_DYNAMIC_DISPATCH(find_gap_lanes)(wide, most_steps, stack, counters, limits);
  if (!gap || !(*gap >= 0) || !std::isfinite(*gap)) return std::nullopt;  // an infinite one is an overflow
  constexpr double direction_error = 1e-5;
  return (sure + *gap) * (1 - 2 * (direction_error + stretch()));
}

Traversal find_pairs_until(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, ExactBounds& exact, Counters& counters,
                           Findings& findings) {
  if (trees.empty()) return Traversal::finished;
  return HWY_DYNAMIC_DISPATCH(find_until_lanes)(trees, frontier, deadline, exact, counters, findings);
}

}  // namespace graze
#endif
