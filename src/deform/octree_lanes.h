// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What the face octree does lane by lane, dispatched to the best instruction set.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "deform/octree_face.h"

namespace graze {

/// How cells are cut: along all three axes at once, or along one.
struct OctreeCut {
  int children;                   ///< 8 or 2
  std::array<bool, 3> along;      ///< which axes are halved
  alignas(32) float side[3][8];   ///< of a child's middle: -1 or 1 along an axis that is cut, else 0
  std::array<unsigned, 3> lower;  ///< bits of the children on the lower side of an axis
  std::array<unsigned, 3> upper;

  static OctreeCut all();
  static OctreeCut across(int axis);

  OctreeCell child(const OctreeCell& cell, int number) const {
    OctreeCell inner = cell;
    for (int k = 0; k < 3; ++k) {
      if (!along[k]) continue;
      inner.h[k] = 0.5F * cell.h[k];
      inner.c[k] = cell.c[k] + side[k][number] * inner.h[k];
    }
    return inner;
  }
};

/// Appends the faces whose boxes reach into the box, in the mesh's own coordinates.
void append_faces_in_box(const Mesh& mesh, const AxisBox& box, std::vector<std::uint32_t>& faces);

/// For each face that meets a cell, the children of the cell that it may meet, one bit each: all that it
/// meets, and none that it is certainly apart from.
void children_of_faces(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                       const OctreeCell& cell, const OctreeCut& cut, std::uint8_t* children);

/// Turned boxes of one size: the directions that may tell them from a cell, as the cube's frame sees them.
struct OctreeBoxAxes {
  static constexpr int count = 12;  ///< the boxes' own, and the products of these with the cube's

  float half;
  float reach[3];  ///< of the box around one
  float direction[count][3];
  float extent[count];  ///< how far one reaches along a direction; with a margin, as `reach`

  /// R may be a little off orthonormal.
  OctreeBoxAxes(const Eigen::Matrix3d& R, double half_side, double margin);
};
/// One of them.
struct OctreeBox {
  float c[3];
  std::uint32_t node;
  std::uint32_t body;  ///< 0 or 1
};
/// As above, for boxes.
void children_of_boxes(std::span<const OctreeBox> boxes, std::span<const OctreeBoxAxes, 2> axes,
                       std::span<const std::uint32_t> list, const OctreeCell& cell, const OctreeCut& cut,
                       std::uint8_t* children);

/// Boxes lane by lane, cut off at a cell. Lanes not in use overlap nothing.
struct OctreeBoxes {
  alignas(32) float low[3][8];
  alignas(32) float high[3][8];
};
/// Two faces whose boxes overlap in a cell.
struct OctreeCandidate {
  std::uint32_t a, b;
  bool inside;  ///< the overlap lies inside the cell, or the cell is the root: no other cell has it
};
/// `append_candidates` ends at the first face with which there are so many.
inline constexpr std::size_t many_candidates = 2048;
/// Appends the pairs of faces of different bodies whose boxes overlap in the cell. The list is sorted by
/// body; `boxes` is scratch. Begins with the pairs of list[first], and ends when many have been found, or looked for: all together
/// may be too many for memory. Returns where to go on, the list's size at its end. `boxes` is filled where `first` is 0.
std::size_t append_candidates(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                              std::size_t first, const OctreeCell& cell, std::vector<OctreeBoxes>& boxes,
                              std::vector<OctreeCandidate>& candidates);

/// Face pairs to be decided, at most eight.
struct OctreePairs {
  std::array<std::uint32_t, 8> a, b;
  int size = 0;
};
/// What float is certain of; unsure lanes have neither bit.
Verdicts pairs_meet(std::span<const OctreeFace> faces, const OctreePairs& pairs);

}  // namespace graze
