// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two DOP-trees (zachmann-doptree, sections 3 and 4.1).
//
//   1. How B's nodes are enclosed by DOPs aligned with A's: once a query (dop_orientations.h).
//   2. A stack of pairs of nodes. Of two inner nodes both are opened: B's two children are aligned, then
//      compared with A's two, slab by slab, all slabs at once.
//   3. Two leaves: their faces, exactly.
// Here A is the larger of the two bodies: in its frame the other's DOPs are small, and so are their errors.
//
// We deviate: the weights are spread out as a matrix with three numbers a row other than zero, and a node is
// aligned column by column. That multiplies by many zeros, but a column is one or two instructions for all
// slabs, and nothing has to be gathered.
#include "tree/dop/dop_tree.h"

#include "mesh/brute_force.h"

#include <cassert>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/dop/dop_tree_query.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "tree/traverse.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <int slabs>
constexpr int lanes_of = slabs <= 4   ? 4
                         : slabs <= 8 ? 8
                                      : DopAlignment::max_lanes;

/// The policy for traverse.h. An entry is a node of A in its high half and a node of B in its low half.
template <int slabs>
class DopPair {
 public:
  using Entry = std::uint64_t;
  static constexpr int max_children = 4;

  DopPair(const DopTree& a, const DopTree& b, const DopAlignment& alignment)
      : a_(a), b_(b), alignment_(alignment) {
    for (int i = 0; i < slabs; ++i) {
      for (int l = 0; l < 3; ++l) column_[alignment.j[i][l]][i] = alignment.w[i][l];
    }
  }

  std::uint64_t tests = 0;  // of pairs of DOPs so far

  Entry root() const { return entry(DopTree::root, DopTree::root); }
  std::size_t stack_bound() const {
    return max_children * static_cast<std::size_t>(a_.depth() + b_.depth() + 1);
  }
  bool both_leaves(Entry e) const {
    return (a_.child(node_a(e)) & b_.child(node_b(e)) & DopTree::leaf_flag) != 0;
  }

  int open(Entry e, Entry* out) {
    const std::uint32_t child_a = a_.child(node_a(e)), child_b = b_.child(node_b(e));
    const bool leaf_a = (child_a & DopTree::leaf_flag) != 0, leaf_b = (child_b & DopTree::leaf_flag) != 0;
    const std::uint32_t first_a = leaf_a ? node_a(e) : child_a, end_a = leaf_a ? first_a + 1 : first_a + 2;
    const std::uint32_t first_b = leaf_b ? node_b(e) : child_b, end_b = leaf_b ? first_b + 1 : first_b + 2;
    Entry* const start = out;
    for (std::uint32_t b = first_b; b < end_b; ++b) {
      const Slabs aligned = align(b);
      for (std::uint32_t a = first_a; a < end_a; ++a) {
        *out = entry(a, b);
        out += overlap(a, aligned) ? 1 : 0;
      }
    }
    tests += (end_a - first_a) * (end_b - first_b);
    return static_cast<int>(out - start);
  }

  static std::uint32_t node_a(Entry e) { return static_cast<std::uint32_t>(e >> 32); }
  static std::uint32_t node_b(Entry e) { return static_cast<std::uint32_t>(e); }

 private:
  static constexpr int lanes = lanes_of<slabs>;
  using Tag = hn::CappedTag < float, lanes<8 ? lanes : 8>;
  using Lane = hn::Vec<Tag>;
  static constexpr int vectors = lanes / static_cast<int>(hn::MaxLanes(Tag()));

  struct Slabs {
    Lane middle[vectors];
    Lane half_width[vectors];
  };

  static Entry entry(std::uint32_t a, std::uint32_t b) { return Entry{a} << 32 | b; }

  HWY_INLINE Slabs align(std::uint32_t node) const {
    const Tag d;
    const float *c = b_.middles(node), *h = b_.half_widths(node);
    Slabs result;
    for (int v = 0; v < vectors; ++v) {
      result.middle[v] = hn::Load(d, alignment_.offset + v * hn::MaxLanes(d));
      result.half_width[v] = hn::Load(d, alignment_.margin + v * hn::MaxLanes(d));
    }
    for (int j = 0; j < slabs; ++j) {
      const Lane c_j = hn::Set(d, c[j]), h_j = hn::Set(d, h[j]);
      for (int v = 0; v < vectors; ++v) {
        const Lane w = hn::Load(d, column_[j] + v * hn::MaxLanes(d));
        result.middle[v] = hn::MulAdd(w, c_j, result.middle[v]);
        result.half_width[v] = hn::MulAdd(hn::Abs(w), h_j, result.half_width[v]);
      }
    }
    return result;
  }

  /// Lanes beyond the last slab hold anything, but their half width is infinite or not a number, so that they
  /// are never apart.
  HWY_INLINE bool overlap(std::uint32_t node, const Slabs& aligned) const {
    const Tag d;
    const float *c = a_.middles(node), *h = a_.half_widths(node);
    for (int v = 0; v < vectors; ++v) {
      const Lane distance = hn::Abs(hn::Sub(hn::LoadU(d, c + v * hn::MaxLanes(d)), aligned.middle[v]));
      const Lane reach = hn::Add(hn::LoadU(d, h + v * hn::MaxLanes(d)), aligned.half_width[v]);
      if (!hn::AllFalse(d, hn::Gt(distance, reach))) return false;
    }
    return true;
  }

  const DopTree& a_;
  const DopTree& b_;
  const DopAlignment& alignment_;
  alignas(64) float column_[slabs][lanes] = {};  // column_[j][i]: what slab j adds to slab i
};

template <int slabs>
void find_with(const MeshPair& pair, const DopTree& a, const DopTree& b, const DopAlignment& alignment,
               std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings) {
  using Trees = DopPair<slabs>;
  const bool b_is_larger = is_larger(b.frame(), a.frame());
  const DopTree &larger = b_is_larger ? b : a, &smaller = b_is_larger ? a : b;
  Trees trees(larger, smaller, alignment);
  traverse_depth_first(trees, stack, findings.limits(), [&](std::uint64_t entry) {
    std::uint32_t face_a = larger.child(Trees::node_a(entry)) & ~DopTree::leaf_flag;
    std::uint32_t face_b = smaller.child(Trees::node_b(entry)) & ~DopTree::leaf_flag;
    if (b_is_larger) std::swap(face_a, face_b);
    ++counters.face_tests;
    return pair.faces_meet(face_a, face_b, counters) && findings.add({face_a, face_b});
  });
  counters.box_tests += trees.tests;
}

void find_dop_pairs(const MeshPair& pair, const DopTree& a, const DopTree& b, const DopAlignment& alignment,
                    std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings) {
  with_slabs(a.orientations() / 2,
             [&](auto slabs) { find_with<slabs()>(pair, a, b, alignment, stack, counters, findings); });
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_dop_pairs);
}  // namespace

void find_pairs(const MeshPair& pair, const DopTree& a, const DopTree& b, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings) {
  assert(a.orientations() == b.orientations());
  if (a.empty() || b.empty()) return;
  const DopAlignment alignment(DopOrientations::of(a.orientations()),
                               map_to_larger(pair, a.frame(), b.frame()));
  if (!alignment.usable()) return find_pairs_brute_force(pair, counters, findings);
  HWY_DYNAMIC_DISPATCH(find_dop_pairs)(pair, a, b, alignment, stack, counters, findings);
}

}  // namespace graze
#endif
