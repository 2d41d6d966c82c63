// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The face octree (kitamura1998), for any number of bodies, rigid or deforming: nothing is prepared and
// nothing is kept.
//
//   1. Boxes of all bodies from their current vertices; pairs of boxes that overlap.          checklist.cpp
//   2. For each such pair the overlap region; each body collects its own.
//   3. The faces of a body that meet one of its regions: its face checklist. Stop when fewer than two bodies
//      have one.
//   4. From the world's cube down to a level, cells that hold faces of two or more bodies      face_octree.cpp
//      are cut; only a cell's faces are tested against its children. The recursion is the tree.
//   5. In the smallest cells all pairs of faces of different bodies, each once.
//   6. The pairs that are left: boxes, then signs.                                            pair_checklist.cpp
#pragma once

#include <graze/deform.h>

#include <span>
#include <vector>

#include "deform/implicit_octree.h"
#include "deform/octree_face.h"
#include "deform/pair_checklist.h"

namespace graze {

struct FaceOctreeConfig {
  std::optional<Cube> world = std::nullopt;
  std::optional<int> level = std::nullopt;
  Subdivision subdivision = Subdivision::octree;
  int threads = 1;
  bool first_only = false;  ///< stop at the first pair
};

/// What one thread works with.
struct OctreeWorker {
  OctreeLists lists;
  std::vector<OctreeBoxes> boxes;
  std::vector<OctreeCandidate> candidates;
  ListShare of_boxes, of_candidates;
  PairChecklist pairs;
  std::uint64_t cell_tests = 0;

  /// As PairChecklist::start.
  void start(std::span<const OctreeBody> bodies, double error, bool first_only, Limits& limits);

  /// Looks for pairs in a smallest cell, whose faces are `list`. True to stop.
  bool search(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list, const OctreeCell& cell,
              const Limits& limits);
  std::size_t bytes() const;
};

/// A box that two bodies share, once for each of them.
struct OverlapRegion {
  std::uint32_t body;
  AxisBox box;
};

struct FaceOctreeScratch {
  std::vector<AxisBox> boxes;
  std::vector<std::uint32_t> order;
  std::vector<OverlapRegion> regions;
  std::vector<std::uint32_t> near;
  std::vector<OctreeFace> faces;  ///< the checklists, one body after the other
  OctreeLists top;                ///< of the cells that threads are given
  std::vector<OctreeWorker> workers;
  ListShare of_boxes, of_order, of_regions, of_near, of_faces;

  void start(Limits& limits);

  std::size_t bytes() const;
};

/// The root of the octree and how often it is halved along each axis.
struct OctreeRoot {
  OctreeCube cube;
  int level = 0;
};
/// A cube around a box; level 0.
OctreeRoot fitted_root(const AxisBox& box);

/// A level from the data: cells no smaller than the faces are on the average.
int level_for(std::span<const OctreeFace> faces);

/// A face of a body, and the part of its box in `within`.
OctreeFace octree_face(const OctreeBody& body, std::uint32_t face, const OctreeCube& cube,
                       const AxisBox& within);

/// Stages 1 and 2. False if nothing overlaps.
bool find_overlap_regions(std::span<const OctreeBody> bodies, FaceOctreeScratch& scratch, Limits& limits);

/// Stage 3, in the frame of a cube. False if fewer than two bodies have faces.
bool fill_checklists(std::span<const OctreeBody> bodies, const OctreeCube& cube, Counters& counters,
                     FaceOctreeScratch& scratch, Limits& limits);

/// All six stages; what was found is appended to `found`, for which `share` takes memory, and a pair may be there more than once
/// if there are threads. All bodies' errors must be finite.
void find_among(std::span<const OctreeBody> bodies, const FaceOctreeConfig& config,
                FaceOctreeScratch& scratch, Counters& counters, Limits& limits,
                std::vector<BodyFacePair>& found, ListShare& share);

}  // namespace graze
