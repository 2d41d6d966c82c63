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
// Bounds are computed in float and may be off by what `WideFrame::margin` adds; see there.
#include <atomic>
#include <cmath>

#include "math/four.h"
#include "math/parallel.h"
#include "tree/wide_bvh_pair.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tree/wide_bvh_query.cpp"
#include <hwy/foreach_target.h>

#include "elementary/lanes.h"
#include "tree/traverse.h"

#ifndef GRAZE_TREE_WIDE_BVH_BOUNDS
#define GRAZE_TREE_WIDE_BVH_BOUNDS
namespace graze {
namespace {

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

/// Lane by lane, how far away what was passed over is at least, in the units of the tree that was opened.
struct Nearest {
  alignas(64) float gap[WideBvh::width];
  Nearest() { std::fill_n(gap, WideBvh::width, INFINITY); }
  float least() const { return *std::min_element(gap, gap + WideBvh::width); }
};

/// Which children of a node of Y the bounds x of X's tree may share a point with, one bit each.
HWY_INLINE unsigned overlapping_children(const WideBvh::Node& node, const Bounds& x, const WideFrame& frame,
                                         Nearest& nearest, float* gaps) {
  const LaneTag d;
  // x in Y's frame.
  const auto map = [](const float(&columns)[3][4], const float* by) HWY_ATTR {
    return load(columns[0]) * four(by[0]) + load(columns[1]) * four(by[1]) + load(columns[2]) * four(by[2]);
  };
  float c[4], h[4], v[4], own[3];
  store(map(frame.r, x.c) + load(frame.o), c);
  store(map(frame.abs_r, x.h) + four(frame.margin), h);
  store(map(frame.u, x.n), v);
  for (int i = 0; i < 3; ++i) own[i] = frame.k * x.h[i] + frame.margin;
  const float slab_centre = frame.k * x.s, slab_half = frame.k * x.w + frame.margin;
  const auto dot_with = [&](const Lane(&a)[3], float b0, float b1, float b2) HWY_ATTR {
    return hn::MulAdd(a[0], hn::Set(d, b0), hn::MulAdd(a[1], hn::Set(d, b1), hn::Mul(a[2], hn::Set(d, b2))));
  };
  unsigned result = 0;
  for (std::size_t first = 0; first < WideBvh::width; first += hn::Lanes(d)) {
    Lane delta[3], half[3];
    for (int i = 0; i < 3; ++i) {
      delta[i] = hn::Sub(hn::Load(d, node.c[i] + first), hn::Set(d, c[i]));
      half[i] = hn::Load(d, node.h[i] + first);
    }
    // How far apart they are along the direction that shows it best.
    Lane gap = hn::Set(d, -INFINITY);
    const auto look = [&](Lane along, Lane reach)
                          HWY_ATTR { gap = hn::Max(gap, hn::Sub(hn::Abs(along), reach)); };
    // Along Y's axes, then X's.
    for (int i = 0; i < 3; ++i) look(delta[i], hn::Add(half[i], hn::Set(d, h[i])));
    for (int j = 0; j < 3; ++j) {
      look(dot_with(delta, frame.u[j][0], frame.u[j][1], frame.u[j][2]),
           hn::Add(dot_with(half, frame.abs_u[j][0], frame.abs_u[j][1], frame.abs_u[j][2]),
                   hn::Set(d, own[j])));
    }
    if (!hn::AllFalse(d, hn::Le(gap, hn::Zero(d)))) {
      // Across X's slab, direction v. A child's extent along v = α·n + r is that of its slab times α and of
      // its box along r.
      const Lane n[3] = {hn::Load(d, node.n[0] + first), hn::Load(d, node.n[1] + first),
                         hn::Load(d, node.n[2] + first)};
      const Lane s = hn::Load(d, node.s + first), w = hn::Load(d, node.w + first);
      const Lane alpha = dot_with(n, v[0], v[1], v[2]), abs_alpha = hn::Abs(alpha);
      Lane reach = hn::MulAdd(abs_alpha, w, hn::Set(d, slab_half));
      for (int i = 0; i < 3; ++i)
        reach = hn::MulAdd(hn::Abs(hn::NegMulAdd(alpha, n[i], hn::Set(d, v[i]))), half[i], reach);
      look(hn::MulAdd(alpha, s, hn::Sub(dot_with(delta, v[0], v[1], v[2]), hn::Set(d, slab_centre))), reach);
      // Across the children's slabs, direction n = α·v + r, in the same way.
      const Lane rest[3] = {hn::NegMulAdd(alpha, hn::Set(d, v[0]), n[0]),
                            hn::NegMulAdd(alpha, hn::Set(d, v[1]), n[1]),
                            hn::NegMulAdd(alpha, hn::Set(d, v[2]), n[2])};
      Lane reach_n = hn::Add(hn::MulAdd(abs_alpha, hn::Set(d, slab_half), w), hn::Set(d, frame.margin));
      for (int j = 0; j < 3; ++j) {
        reach_n = hn::MulAdd(hn::Abs(dot_with(rest, frame.u[j][0], frame.u[j][1], frame.u[j][2])),
                             hn::Set(d, own[j]), reach_n);
      }
      const Lane along_n =
          hn::MulAdd(delta[0], n[0], hn::MulAdd(delta[1], n[1], hn::MulAdd(delta[2], n[2], s)));
      look(hn::NegMulAdd(alpha, hn::Set(d, slab_centre), along_n), reach_n);
      result |= bits(d, hn::Le(gap, hn::Zero(d))) << first;
    }
    hn::Store(gap, d, gaps + first);
    const Lane passed = hn::IfThenElse(hn::Le(gap, hn::Zero(d)), hn::Set(d, INFINITY), gap);
    hn::Store(hn::Min(hn::Load(d, nearest.gap + first), passed), d, nearest.gap + first);
  }
  return result;
}

/// The triangles of a leaf of X in the frame of a leaf of Y, lane by lane.
struct MappedLeaf {
  alignas(32) float p[9][WideBvh::width];
  float bound;          // for signs, as in elementary/blocks.h
  unsigned inside = 0;  // lanes whose box reaches into Y's leaf

  HWY_INLINE MappedLeaf(const WideBvh& tree_x, const WideBvh::Leaf& leaf, const Bounds& x, const Bounds& y,
                        const WideFrame& frame) {
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
              hn::MulAdd(q[0], hn::Set(d, frame.r[0][i]),
                         hn::MulAdd(q[1], hn::Set(d, frame.r[1][i]),
                                    hn::MulAdd(q[2], hn::Set(d, frame.r[2][i]), hn::Set(d, offset[i]))));
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
                                  const WideFrame& frame, const Report& report) {
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

  explicit WidePair(const WideBvhPair& trees)
      : a_(trees.a),
        b_(trees.b),
        to_a_(trees.to_a),
        to_b_(trees.to_b),
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
  float a_size_;  // brings sizes in A's tree to the units of B's
};

/// The elementary operation: the faces of two leaves that share a point.
class WideLeaves {
 public:
  WideLeaves(const WideBvhPair& trees, Counters& counters, Findings& findings)
      : trees_(trees), counters_(counters), findings_(findings) {}

  bool operator()(WidePair::Entry entry) {
    const auto& [pair, a, b, to_a, to_b] = trees_;
    const WideBvh::Slot slot_a = WidePair::slot_a(entry), slot_b = WidePair::slot_b(entry);
    const WideBvh::Leaf& in_a = a.leaves()[WidePair::child(a, slot_a) & ~WideBvh::leaf_flag];
    const WideBvh::Leaf& in_b = b.leaves()[WidePair::child(b, slot_b) & ~WideBvh::leaf_flag];
    counters_.face_tests += in_a.count * in_b.count;
    const auto decide = [&](int i, int j, bool certain) {
      const std::uint32_t face_a = trees_.a.faces()[in_a.first + i],
                          face_b = trees_.b.faces()[in_b.first + j];
      if (!certain && !trees_.pair.faces_meet(face_a, face_b, counters_)) return false;
      if (!findings_.add({face_a, face_b})) return false;
      last_ = entry;
      return true;
    };
    // The smaller one is mapped and taken triangle by triangle.
    const Bounds bounds_a(a, slot_a), bounds_b(b, slot_b);
    if (in_a.count < in_b.count) return leaf_against_leaf(a, in_a, bounds_a, b, in_b, bounds_b, to_b, decide);
    return leaf_against_leaf(b, in_b, bounds_b, a, in_a, bounds_a, to_a,
                             [&](int j, int i, bool certain) { return decide(i, j, certain); });
  }

  WidePair::Entry last() const { return last_; }  ///< the leaves that stopped the traversal

 private:
  const WideBvhPair& trees_;
  Counters& counters_;
  Findings& findings_;
  WidePair::Entry last_ = 0;
};

Traversal find_lanes(const WideBvhPair& trees, std::uint64_t root, std::size_t max_steps,
                     std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings) {
  WidePair pair(trees);
  const Traversal end =
      traverse_depth_first(pair, root, stack, WideLeaves(trees, counters, findings), max_steps);
  counters.box_tests += pair.boxes;
  return end;
}

std::optional<FacePair> find_first_lanes(const WideBvhPair& trees, std::vector<std::uint64_t>& stack,
                                         Counters& counters, WideMemory& memory) {
  Findings findings = Findings::first();
  WidePair pair(trees);
  WideLeaves leaves(trees, counters, findings);
  // First around the leaves that met the last time, in wider and wider surroundings: most of what meets there now is
  // found in a few steps.
  if (memory) {
    for (const int levels : {0, 2}) {
      const WidePair::Entry nearby =
          (WidePair::Entry{trees.a.above(WidePair::slot_a(*memory), levels)} << 32) |
          trees.b.above(WidePair::slot_b(*memory), levels);
      constexpr std::size_t most_steps = 24;
      traverse_depth_first(pair, nearby, stack, leaves, most_steps);
      if (findings.found()) break;
    }
  }
  if (!findings.found()) traverse_depth_first(pair, stack, leaves);
  memory.reset();
  if (findings.found()) memory = leaves.last();
  counters.box_tests += pair.boxes;
  return findings.found();
}

std::optional<double> find_gap_lanes(const WideBvhPair& trees, std::size_t most_steps,
                                     std::vector<std::uint64_t>& stack, Counters& counters) {
  WidePair pair(trees);
  const Traversal end = traverse_depth_first(
      pair, pair.root(), stack, [](WidePair::Entry) { return true; }, most_steps);
  counters.box_tests += pair.boxes;
  return end == Traversal::finished ? std::optional(pair.gap()) : std::nullopt;
}

std::vector<std::uint64_t> open_lanes(const WideBvhPair& trees, const std::vector<std::uint64_t>& entries,
                                      std::size_t wanted, Counters& counters) {
  WidePair pair(trees);
  std::vector<std::uint64_t> list = opened(pair, entries, wanted);
  counters.box_tests += pair.boxes;
  return list;
}

Traversal find_until_lanes(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, Counters& counters, Findings& findings) {
  WidePair pair(trees);
  const Traversal end = traverse_breadth_first(pair, frontier, WideLeaves(trees, counters, findings),
                                               [&] { return std::chrono::steady_clock::now() >= deadline; });
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

/// Jobs of a large query, in the order of depth first.
class Jobs {
 public:
  Jobs(const WideBvhPair& trees, std::vector<std::uint64_t> entries, int threads)
      : trees_(trees),
        entries_(std::move(entries)),
        stacks_(threads),
        left_(threads),
        counts_(threads),
        found_(threads) {}

  /// In whatever order. A job that turns out to be long is cut short, and what is left of it becomes jobs of the next
  /// round: so all threads are done at about the same time.
  void find_all(Workers& workers, Counters& counters, Findings& findings) {
    constexpr std::size_t most_steps = 512;
    while (!entries_.empty()) {
      workers.run(threads(), entries_.size(), [&](std::size_t i, int thread) {
        Findings own = Findings::all(found_[thread]);
        if (run(i, most_steps, thread, own) == Traversal::paused)
          left_[thread].insert(left_[thread].end(), stacks_[thread].begin(), stacks_[thread].end());
      });
      entries_.clear();
      for (std::vector<std::uint64_t>& left : left_) {
        entries_.insert(entries_.end(), left.begin(), left.end());
        left.clear();
      }
    }
    finish(counters, findings);
  }

  /// Of several hits the one in the earliest job counts, whoever comes first: as one thread would have it.
  void find_first(Workers& workers, Counters& counters, Findings& findings) {
    std::atomic<std::size_t> earliest = entries_.size();
    std::vector<std::optional<FacePair>> hits(entries_.size());
    workers.run(threads(), entries_.size(), [&](std::size_t i, int thread) {
      if (earliest.load() < i) return;
      Findings own = Findings::first();
      run(i, no_limit, thread, own);
      hits[i] = own.found();
      if (!hits[i]) return;
      for (std::size_t known = earliest.load(); i < known && !earliest.compare_exchange_weak(known, i);) {
      }
    });
    if (earliest < hits.size()) found_[0].push_back(*hits[earliest]);
    finish(counters, findings);
  }

  static constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

 private:
  int threads() const { return static_cast<int>(stacks_.size()); }
  Traversal run(std::size_t i, std::size_t most_steps, int thread, Findings& findings) {
    return HWY_DYNAMIC_DISPATCH(find_lanes)(trees_, entries_[i], most_steps, stacks_[thread], counts_[thread],
                                            findings);
  }
  void finish(Counters& counters, Findings& findings) {
    for (const Counters& c : counts_) counters += c;
    for (const std::vector<FacePair>& pairs : found_) {
      for (const FacePair& pair : pairs) findings.add(pair);
    }
  }

  const WideBvhPair& trees_;
  std::vector<std::uint64_t> entries_;
  std::vector<std::vector<std::uint64_t>> stacks_, left_;  // one a thread, as all below
  std::vector<Counters> counts_;
  std::vector<std::vector<FacePair>> found_;
};

}  // namespace

WideBvhPair::WideBvhPair(const MeshPair& meshes, const WideBvh& tree_a, const WideBvh& tree_b,
                         const RelativePose& X_BA, double off)
    : pair(meshes),
      a(tree_a),
      b(tree_b),
      to_a(TreeFrameMap(a.frame(), b.frame(), pair.X_AB, pair.error), off),
      to_b(TreeFrameMap(b.frame(), a.frame(), X_BA, X_BA.point_error(pair.a.bounds.reach)),
           off + 8 * X_BA.rotation_error) {}

void find_pairs(const WideBvhPair& trees, Workers& workers, int threads, std::vector<std::uint64_t>& stack,
                Counters& counters, Findings& findings) {
  if (trees.a.nodes().empty() || trees.b.nodes().empty()) return;
  if (!trees.usable()) return find_pairs_blindly(trees.pair, counters, findings);
  // A query has to have taken some tenths of a millisecond before other threads are worth their start.
  constexpr std::size_t steps_alone = 128, jobs_a_thread = 48;
  const Traversal end = HWY_DYNAMIC_DISPATCH(find_lanes)(trees, 0, threads > 1 ? steps_alone : Jobs::no_limit,
                                                         stack, counters, findings);
  if (end != Traversal::paused) return;
  workers.wake(threads);
  Jobs jobs(trees, HWY_DYNAMIC_DISPATCH(open_lanes)(trees, stack, jobs_a_thread * threads, counters),
            threads);
  if (findings.wants_first_only()) return jobs.find_first(workers, counters, findings);
  jobs.find_all(workers, counters, findings);
}

std::optional<FacePair> find_first(const WideBvhPair& trees, std::vector<std::uint64_t>& stack,
                                   Counters& counters, WideMemory& memory) {
  if (!trees.usable() || trees.a.nodes().empty() || trees.b.nodes().empty()) {
    Findings findings = Findings::first();
    if (!trees.usable()) find_pairs_blindly(trees.pair, counters, findings);
    memory.reset();
    return findings.found();
  }
  return HWY_DYNAMIC_DISPATCH(find_first_lanes)(trees, stack, counters, memory);
}

std::optional<double> find_gap(const WideBvhPair& trees, std::size_t most_steps,
                               std::vector<std::uint64_t>& stack, Counters& counters) {
  if (!trees.usable() || trees.a.nodes().empty() || trees.b.nodes().empty()) return std::nullopt;
  return HWY_DYNAMIC_DISPATCH(find_gap_lanes)(trees, most_steps, stack, counters);
}

Traversal find_pairs_until(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, Counters& counters, Findings& findings) {
  if (trees.a.nodes().empty() || trees.b.nodes().empty()) return Traversal::finished;
  if (!trees.usable()) {
    find_pairs_blindly(trees.pair, counters, findings);
    return findings.found() ? Traversal::stopped : Traversal::finished;
  }
  return HWY_DYNAMIC_DISPATCH(find_until_lanes)(trees, frontier, deadline, counters, findings);
}

}  // namespace graze
#endif
