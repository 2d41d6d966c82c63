// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Collision detection with BoxTrees (zachmann-boxtree): traverse both at once (box_pair.h), and at two leaves
// take the simple algorithm for what they hold: edges of the one against faces of the other, and the reverse.
//
// Why that finds all. Faces f of A and g of B share a point if and only if some edge of one meets the other,
// in a point x. Say the edge e is A's. Some leaf of A has e and a box within slack of x, some leaf of B has g
// and a box within slack of x (box_tree.h). All boxes above these two contain theirs, so that no pair of them
// is taken for apart (box_map.h), whichever box is cut first, and the traversal comes to the two leaves.
// There e is passed over only if it stays away from B's box by more than the slack, which x does not.
//
// We deviate: edges are mapped and tested against eight faces at once in float, the unsure in double, the
// rest exactly; an edge that stays outside of the other leaf's box is passed over.
//
// Cost: 72 multiplications and additions for a cut of a box; about (edges·faces)/8 lanes' tests at two
// leaves.
#include "tree/box/box_tree.h"

#include <cmath>

#include "elementary/edge_face.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/box/box_tree_query.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "mesh/brute_force.h"
#include "tree/box/box_pair.h"
#include "tree/leaf_map.h"
#include "tree/traverse.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

/// The elementary operation: edges of one leaf against faces of the other, and the reverse.
class BoxLeaves {
 public:
  BoxLeaves(const MeshPair& pair, const BoxTreeOf& a, const BoxTreeOf& b, const BoxMap& a_to_b,
            const BoxMap& b_to_a, Counters& counters, Findings& findings)
      : pair_(pair), sides_{&a, &b}, maps_{&a_to_b, &b_to_a}, counters_(counters), findings_(findings) {}

  bool operator()(const BoxPairEntry& entry) { return edges_of(0, entry) || edges_of(1, entry); }

 private:
  /// True to stop.
  bool edges_of(int side, const BoxPairEntry& entry) {
    const BoxTree &tree_x = sides_[side]->tree, &tree_y = sides_[1 - side]->tree;
    const BoxTree::Leaf& x = tree_x.leaves()[tree_x.nodes()[entry.node[side]].child];
    const BoxTree::Leaf& y = tree_y.leaves()[tree_y.nodes()[entry.node[1 - side]].child];
    if (y.face_count == 0) return false;
    const LeafMap leaf_map(*maps_[side], x.centre, x.reach, y.centre, y.reach);
    // Of a mapped point against Y's box.
    const auto slack = static_cast<float>(1.001 * (static_cast<double>(tree_y.slack()) + 2 * leaf_map.error));
    for (std::uint32_t first = 0; first < x.edge_count; first += block_lanes) {
      alignas(32) float ends[6][block_lanes];
      unsigned open = map_edges(tree_x.edge_lanes(x) + first, x.edge_count, *maps_[side], leaf_map, slack, y,
                                entry.bounds[1 - side], ends);
      if (x.edge_count - first < block_lanes) open &= (1u << (x.edge_count - first)) - 1;
      for (; open != 0; open &= open - 1) {
        const int i = __builtin_ctz(open);
        float e[2][3];
        for (int k = 0; k < 6; ++k) e[k / 3][k % 3] = ends[k][i];
        if (edge_against_faces(side, tree_x.edges(x)[first + i], e, leaf_map.bound, tree_y, y)) return true;
      }
    }
    return false;
  }

  /// Eight edges of X into Y's leaf's frame; a bit for each that comes near its box.
  static HWY_INLINE unsigned map_edges(const float* lanes, std::size_t stride, const BoxMap& map,
                                       const LeafMap& leaf_map, float slack, const BoxTree::Leaf& y,
                                       const float (&box)[3][2], float (&ends)[6][block_lanes]) {
    const LaneTag d;
    unsigned near = 0;
    for (std::size_t first = 0; first < block_lanes; first += hn::Lanes(d)) {
      LaneMask beyond = hn::Lt(hn::Zero(d), hn::Zero(d));
      const auto load = [&](int row) { return hn::LoadU(d, lanes + row * stride + first); };
      const Lane p[3] = {load(0), load(1), load(2)}, q[3] = {load(3), load(4), load(5)};
      for (int i = 0; i < 3; ++i) {
        const Lane r0 = hn::Set(d, map.r[i][0]), r1 = hn::Set(d, map.r[i][1]), r2 = hn::Set(d, map.r[i][2]);
        const Lane offset = hn::Set(d, leaf_map.offset[i]);
        const Lane from = hn::MulAdd(p[0], r0, hn::MulAdd(p[1], r1, hn::MulAdd(p[2], r2, offset)));
        const Lane to = hn::MulAdd(q[0], r0, hn::MulAdd(q[1], r1, hn::MulAdd(q[2], r2, offset)));
        hn::Store(from, d, ends[i] + first);
        hn::Store(to, d, ends[3 + i] + first);
        // Beyond, not within: so that NaN counts as near.
        const Lane high = hn::Set(d, box[i][1] - y.centre[i] + slack);
        const Lane low = hn::Set(d, box[i][0] - y.centre[i] - slack);
        beyond = hn::Or(beyond, hn::Or(hn::Gt(hn::Min(from, to), high), hn::Lt(hn::Max(from, to), low)));
      }
      near |= bits(d, hn::Not(beyond)) << first;
    }
    return near;
  }

  bool edge_against_faces(int side, std::uint32_t edge, const float (&e)[2][3], float bound,
                          const BoxTree& tree_y, const BoxTree::Leaf& y) {
    counters_.face_tests += y.face_count;
    for (std::uint32_t first = 0; first < y.face_count; first += block_lanes) {
      findings_.look();  // leaves of faces that no cut divides may have any number of them
      const Verdicts verdicts = edge_against_lanes(e, bound, {tree_y.face_lanes(y) + first, y.face_count});
      unsigned left = ~static_cast<unsigned>(verdicts.apart) & 0xffu;
      if (y.face_count - first < block_lanes) left &= (1u << (y.face_count - first)) - 1;
      for (; left != 0; left &= left - 1) {
        const int lane = __builtin_ctz(left);
        const std::uint32_t face = tree_y.faces(y)[first + lane];
        if ((verdicts.meet >> lane & 1) == 0 && !meet(side, edge, face)) continue;
        if (report(side, edge, face)) return true;
      }
    }
    return false;
  }

  bool meet(int side, std::uint32_t edge, std::uint32_t face) {
    ++counters_.double_tests;
    const PosedMesh &x = side == 0 ? pair_.a : pair_.b, &y = side == 0 ? pair_.b : pair_.a;
    const Edge ends = sides_[side]->adjacency.edges[edge];
    const Segment segment = {x.mesh.vertices[ends.a], x.mesh.vertices[ends.b]};
    const Triangle triangle = y.triangle(face);
    const auto& X = pair_.X_AB;
    const Verdict verdict =
        side == 0 ? edge_meets_face_filter(segment, {X * triangle[0], X * triangle[1], X * triangle[2]},
                                           pair_.error)
                  : edge_meets_face_filter({X * segment[0], X * segment[1]}, triangle, pair_.error);
    if (verdict != Verdict::unsure) return verdict == Verdict::meet;
    ++counters_.exact_fallbacks;
    return edge_meets_face_exact({segment, x.X, x.outer}, {triangle, y.X, y.outer});
  }

  /// Every face at the edge meets the face.
  bool report(int side, std::uint32_t edge, std::uint32_t face) {
    for (const std::uint32_t own : sides_[side]->adjacency.faces_of(edge)) {
      if (findings_.add(side == 0 ? FacePair{own, face} : FacePair{face, own})) return true;
    }
    return false;
  }

  const MeshPair& pair_;
  const BoxTreeOf* sides_[2];
  const BoxMap* maps_[2];  // maps_[side]: that side's frame seen from the other's
  Counters& counters_;
  Findings& findings_;
};

void find_pairs_lanes(const MeshPair& pair, const BoxTreeOf& a, const BoxTreeOf& b, const BoxMap& a_to_b,
                      const BoxMap& b_to_a, std::vector<BoxPairEntry>& stack, Counters& counters,
                      Findings& findings) {
  BoxPair trees(a.tree, b.tree, a_to_b, b_to_a);
  traverse_depth_first(trees, stack, findings.limits(),
                       BoxLeaves(pair, a, b, a_to_b, b_to_a, counters, findings));
  counters.box_tests += trees.boxes;
}

bool visit_leaf_pairs_lanes(const BoxTree& a, const BoxTree& b, const BoxMap& a_to_b, const BoxMap& b_to_a,
                            std::vector<BoxPairEntry>& stack, Counters& counters, const LeafVisit& visit) {
  BoxPair trees(a, b, a_to_b, b_to_a);
  const Traversal end = traverse_depth_first(trees, stack, no_limits, [&](const BoxPairEntry& entry) {
    return visit(a.leaves()[a.nodes()[entry.node[0]].child], b.leaves()[b.nodes()[entry.node[1]].child]);
  });
  counters.box_tests += trees.boxes;
  return end == Traversal::stopped;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(find_pairs_lanes);
HWY_EXPORT(visit_leaf_pairs_lanes);

/// Each tree's frame seen from the other's.
struct BoxMaps {
  BoxMap a_to_b, b_to_a;

  BoxMaps(const MeshPair& pair, const BoxTree& a, const BoxTree& b) : BoxMaps(pair, pair.X_BA(), a, b) {}
  BoxMaps(const MeshPair& pair, const RelativePose& X_BA, const BoxTree& a, const BoxTree& b)
      : a_to_b(b, a, X_BA, X_BA.point_error(pair.a.bounds.reach)), b_to_a(a, b, pair.X_AB, pair.error) {}
  bool usable() const { return a_to_b.usable && b_to_a.usable; }
};
}  // namespace

void find_pairs(const MeshPair& pair, const BoxTreeOf& a, const BoxTreeOf& b,
                std::vector<BoxPairEntry>& stack, Counters& counters, Findings& findings) {
  if (a.tree.nodes().empty() || b.tree.nodes().empty()) return;
  const BoxMaps maps(pair, a.tree, b.tree);
  if (!maps.usable()) return find_pairs_brute_force(pair, counters, findings);
  HWY_DYNAMIC_DISPATCH(find_pairs_lanes)(pair, a, b, maps.a_to_b, maps.b_to_a, stack, counters, findings);
}

bool visit_leaf_pairs(const MeshPair& pair, const BoxTree& a, const BoxTree& b,
                      std::vector<BoxPairEntry>& stack, Counters& counters, const LeafVisit& visit) {
  if (a.nodes().empty() || b.nodes().empty()) return false;
  const BoxMaps maps(pair, a, b);
  if (!maps.usable()) {
    for (const BoxTree::Leaf& leaf_a : a.leaves()) {
      for (const BoxTree::Leaf& leaf_b : b.leaves()) {
        if (visit(leaf_a, leaf_b)) return true;
      }
    }
    return false;
  }
  return HWY_DYNAMIC_DISPATCH(visit_leaf_pairs_lanes)(a, b, maps.a_to_b, maps.b_to_a, stack, counters, visit);
}

}  // namespace graze
#endif
