// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

#include "mesh/mesh_pair.h"
#include "tree/traverse.h"
#include "tree/wide_bvh.h"

namespace graze {

/// Tree X's frame seen from tree Y's: x ↦ R·x + t, where R = k·(a rotation), k a power of two.
struct WideFrame {
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

  explicit WideFrame(const TreeFrameMap& map) : R(map.k * map.R), t(map.t), error(map.error) {
    const Eigen::Matrix3d& rotation = map.R;
    const double ratio = map.k;
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

/// Two wide trees and where they are to each other.
struct WideBvhPair {
  const MeshPair& pair;
  const WideBvh& a;
  const WideBvh& b;
  WideFrame to_a;
  WideFrame to_b;

  WideBvhPair(const MeshPair& meshes, const WideBvh& tree_a, const WideBvh& tree_b);

  /// Sizes and places are not so far apart that bounds in float say nothing.
  bool usable() const { return std::isfinite(to_a.margin) && std::isfinite(to_b.margin); }
};

/// Finds pairs of faces that share a point; each pair is reported once, in an order that does not depend on
/// the threads. `stack` is scratch.
void find_pairs(const WideBvhPair& trees, int threads, std::vector<std::uint64_t>& stack, Counters& counters,
                Findings& findings);

/// What a search for a witness leaves for the next one, when the bodies have moved a little.
struct WideMemory {
  std::optional<std::uint64_t> met;  ///< the leaves in which the last one was found
  double gap = 0;                    ///< of a search without result: the meshes are at least this far apart
};

/// A witness, or none. Which one depends on the memory.
std::optional<FacePair> find_first(const WideBvhPair& trees, std::vector<std::uint64_t>& stack,
                                   Counters& counters, WideMemory& memory);

using Deadline = std::chrono::steady_clock::time_point;

/// The same breadth first, going on where `frontier` stands (start: entry 0), until the deadline.
Traversal find_pairs_until(const WideBvhPair& trees, Frontier<std::uint64_t>& frontier,
                           const Deadline& deadline, Counters& counters, Findings& findings);

}  // namespace graze
