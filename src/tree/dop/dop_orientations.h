// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The orientations of k-DOPs and the vertices of the generic one (zachmann-doptree, section 4.1).
#pragma once

#include <Eigen/Core>
#include <array>
#include <type_traits>
#include <vector>

#include "tree/tree_frame.h"

namespace graze {

/// k orientations, of which k/2 are kept: the others are their opposites. Entries are -1, 0 or 1, so that
/// projecting a point is additions alone.
struct DopOrientations {
  static constexpr int max_slabs = 13;

  /// Three planes of the generic DOP that meet in a vertex of it, with outward normals sign[l]·B[j[l]].
  struct Triple {
    std::array<int, 3> j;
    std::array<int, 3> sign;
    Eigen::Matrix3d inverse;  ///< takes a direction to its weights in the three normals
  };

  /// Where more than three planes meet, some triple has non-negative weights for each direction in which the
  /// vertex is extremal (Carathéodory), so all of them are kept.
  struct Vertex {
    Eigen::Vector3d p;
    int first_triple;
    int triples;
  };

  int k;
  int slabs;  ///< k/2
  std::vector<Eigen::Vector3d> B;
  std::vector<Vertex> vertices;  ///< one of each two opposite ones
  std::vector<Triple> triples;

  explicit DopOrientations(int k);

  /// How large a coordinate along B[i] gets in the cube from -1 to 1.
  double reach(int i) const { return B[i].cwiseAbs().sum(); }

  /// For k = 6, 8, 14, 18, 24 and 26; throws Error for others.
  static const DopOrientations& of(int k);
};

/// Calls `f` with k/2 as a compile-time number.
template <class F>
void with_slabs(int slabs, const F& f) {
  switch (slabs) {
    case 3:
      return f(std::integral_constant<int, 3>());
    case 4:
      return f(std::integral_constant<int, 4>());
    case 7:
      return f(std::integral_constant<int, 7>());
    case 9:
      return f(std::integral_constant<int, 9>());
    case 12:
      return f(std::integral_constant<int, 12>());
    default:
      return f(std::integral_constant<int, 13>());
  }
}

/// What encloses the DOPs of a tree X by DOPs aligned with a tree Y's. With c and h the middles and half
/// widths of a node's slabs, those of the enclosing one are
///   c'ᵢ = Σₗ w[i][l]·c[j[i][l]] + offset[i]      h'ᵢ = Σₗ |w[i][l]|·h[j[i][l]] + margin[i].
struct DopAlignment {
  static constexpr int max_lanes = 16;

  int j[DopOrientations::max_slabs][3];
  float w[DopOrientations::max_slabs][3];
  alignas(64) float offset[max_lanes];
  alignas(64) float margin[max_lanes];  ///< infinite beyond the last slab

  DopAlignment(const DopOrientations& orientations, const TreeFrameMap& to_y);

  /// False where floats can't express the map: then the numbers above mean nothing.
  bool usable() const { return usable_; }

 private:
  bool usable_ = true;
};

}  // namespace graze
