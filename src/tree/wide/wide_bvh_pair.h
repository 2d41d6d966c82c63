// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "math/deadline.h"
#include "math/four.h"
#include "math/limits.h"
#include "math/parallel.h"
#include "math/slack.h"
#include "mesh/mesh_pair.h"
#include "tree/traverse.h"
#include "tree/wide/wide_bvh.h"

namespace graze {

/// Tree X's frame seen from tree Y's, in double and in float. Where floats do not hold the map, its numbers are infinite or
/// NaN, and so is the margin: then it tells no bounds apart. (For faces of leaves see LeafMap.)
struct WideFrame : TreeFrameMap {
  // In float, column by column: [j][i] is in row i and column j.
  float r[3][4];  // k·R
  float abs_r[3][4];
  float u[3][4];  // R: column j is X's axis j
  float abs_u[3][4];
  float o[4];  // t
  float k_float;
  float margin;

  /// `off`: no entry of RᵀR is further off the identity.
  WideFrame(const TreeFrameMap& map, double off) : TreeFrameMap(map) {
    k_float = static_cast<float>(k);
    for (int j = 0; j < 3; ++j) {
      const Four column = to_float(R(0, j), R(1, j), R(2, j)), scaled = column * k_float;
      store(column, u[j]);
      store(scaled, r[j]);
      store(absolute(column), abs_u[j]);
      store(absolute(scaled), abs_r[j]);
    }
    store(to_float(t[0], t[1], t[2]), o);
    // With v = 2^-24, points of X's tree at most 1 and of Y's at most 1 in each coordinate:
    //   a mapped centre is off by at most 6v(1.75k + |t|), a mapped half extent by 6v·1.75k;
    //   projecting a difference of at most 1 + 1.75k + |t| on an axis or slab direction adds 6v·1.75 of that;
    //   X's axes are not quite at right angles: δ = `off` moves its extents by at most 3.1δk.
    // Their sum is below v(40 + 60k + 24|t|) + 4δk; the poses' own error comes on top. Below 1e30 nothing overflows: then
    // k and |t| are below 2^120.
    const double sum =
        float_roundoff * (40 + 60 * k + 24 * t.cwiseAbs().maxCoeff()) + 4 * off * k + 4 * error;
    margin = sum < 1e30 ? static_cast<float>(sum * 1.0001) : INFINITY;  // infinite for NaN
  }

  /// Y reaches from -1 to 1: a margin as large as its half tells hardly any two of its parts apart.
  bool is_blunt() const { return !(margin < 0.5F); }
};

/// Two wide trees and where they are to each other.
struct WideBvhPair {
  const MeshPair& pair;
  const WideBvh& a;
  const WideBvh& b;
  WideFrame to_a;
  WideFrame to_b;

  WideBvhPair(const MeshPair& meshes, const WideBvh& tree_a, const WideBvh& tree_b)
      : WideBvhPair(meshes, tree_a, tree_b, meshes.X_AB.inverse()) {}

  bool empty() const { return a.nodes().empty() || b.nodes().empty(); }

  /// The same, with bounds told apart only if they are further apart than about `distance`, in the units of the meshes.
  WideBvhPair widened(double distance) const {
    WideBvhPair wide = *this;
    wide.to_a.margin += static_cast<float>(distance * a.frame().scale);
    wide.to_b.margin += static_cast<float>(distance * b.frame().scale);
    return wide;
  }
  /// What that is for certain: margins are floats, and a small distance may vanish in them.
  double widened_by(const WideBvhPair& wide) const {
    const double at_a = static_cast<double>(wide.to_a.margin) - static_cast<double>(to_a.margin),
                 at_b = static_cast<double>(wide.to_b.margin) - static_cast<double>(to_b.margin);
    return std::min(at_a / a.frame().scale, at_b / b.frame().scale);
  }

 private:
  WideBvhPair(const MeshPair& meshes, const WideBvh& tree_a, const WideBvh& tree_b,
              const RelativePose::Inverse& inverse);
};

/// Memory that is used again, by one thread at a time.
struct WideScratch {
  std::vector<std::uint64_t> stack;
  std::vector<AxisBox> boxes_a, boxes_b;  ///< of slots, for ExactBounds
  ListShare of_boxes_a, of_boxes_b;

  std::size_t bytes() const {
    return stack.capacity() * sizeof(stack[0]) + (boxes_a.capacity() + boxes_b.capacity()) * sizeof(AxisBox);
  }
};

/// Finds pairs of faces that share a point; each pair is reported once, in an order that does not depend on
/// the threads.
void find_pairs(const WideBvhPair& trees, Workers& workers, int threads, WideScratch& scratch,
                Counters& counters, Findings& findings);

class ExactBounds;

/// The same on one thread for what is below an entry (0: the roots), for at most so many steps: then what is left is in
/// `stack`. An entry is two slots whose bounds overlap. Neither tree may be empty. `exact` is of these trees and counters; what it
/// has learnt serves the next call.
Traversal find_below(const WideBvhPair& trees, std::uint64_t entry, std::size_t max_steps, ExactBounds& exact,
                     std::vector<std::uint64_t>& stack, Counters& counters, Findings& findings);

/// At least as many entries as are wanted, if there are so many, that together stand for those given.
std::vector<std::uint64_t> open_entries(const WideBvhPair& trees, const std::vector<std::uint64_t>& entries,
                                        std::size_t wanted, ExactBounds& exact, Counters& counters);

/// The leaves in which the last witness was found. If the bodies have moved a little, the next search begins there.
using WideMemory = std::optional<std::uint64_t>;

/// A witness, or none. Which one depends on the memory.
std::optional<FacePair> find_first(const WideBvhPair& trees, WideScratch& scratch, Counters& counters,
                                   WideMemory& memory, Limits& limits);

/// A lower bound on the distance of the meshes in the world, if their bounds are apart by more than `wanted` and this is found
/// within so many steps.
std::optional<double> find_distance(const WideBvhPair& trees, double wanted, std::size_t most_steps,
                                    std::vector<std::uint64_t>& stack, Counters& counters,
                                    const Limits& limits);

/// The same breadth first, going on where `frontier` stands (start: entry 0), until the deadline. `exact` is of these trees and
/// counters, and makes its boxes in pieces; it serves all slices of a search.
Traversal find_pairs_until(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, ExactBounds& exact, Counters& counters,
                           Findings& findings);

}  // namespace graze
