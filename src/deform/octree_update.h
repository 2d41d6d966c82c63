// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The octree update method (kitamura1998, section 5.2), the face octree's rival for rigid bodies: a complete
// face octree is made for each body once, and its black nodes, the smallest cells that hold faces, are moved
// with the body.
//
//   1, 2. As the face octree.
//   3. The black nodes of a body, moved, that meet one of its overlap regions: its node checklist.
//   4. From a cube down, cells that hold nodes of two or more bodies are cut; moved nodes are tested against
//      cells.
//   5. In each smallest cell all pairs of faces in the lists of its nodes, each once.
//   6. As the face octree.
//
// We deviate: a body's octree ends where the next level would list a face more than 32 times on the average, and the
// common octree ends where cells are as small as nodes, with all that their places may be off. So the number of nodes,
// and of tests of nodes against cells, is at most a multiple of the number of faces.
//
// Cost: there are many more nodes than faces in them that matter, and a cell's nodes bring all of their faces.
#pragma once

#include <vector>

#include "deform/face_octree.h"

namespace graze {

/// A body's complete face octree: of its cells only the black nodes of the last level are kept.
class BlackNodes {
 public:
  struct Node {
    float c[3];                  ///< in the cube's frame; all are of the same size
    std::uint32_t first, count;  ///< of faces()
  };

  /// Without a level: cells about as large as a face is on the average.
  BlackNodes(const Mesh& mesh, const MeshBounds& bounds, std::optional<int> level = std::nullopt);

  const OctreeCube& cube() const { return cube_; }
  /// Of a node, in the mesh's units.
  double half() const { return static_cast<double>(half_) / cube_.scale; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const std::uint32_t> faces() const { return faces_; }
  std::size_t bytes() const {
    return sizeof(*this) + nodes_.capacity() * sizeof(Node) + faces_.capacity() * sizeof(std::uint32_t);
  }

 private:
  OctreeCube cube_;
  float half_ = 1;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> faces_;
};

struct OctreeUpdateScratch {
  FaceOctreeScratch octree;
  std::vector<OctreeBox> boxes;               ///< the node checklists, one body after the other
  std::vector<std::uint32_t> number_of_face;  ///< in octree.faces, or none yet
  std::vector<std::uint32_t> leaf_of_face;    ///< the last one that a face of octree.faces was in
  std::vector<std::uint32_t> in_leaf;         ///< the faces of the leaf at hand
  ListShare of_boxes, of_numbers, of_leaves, of_in_leaf;

  void start(Limits& limits);

  std::size_t bytes() const {
    return octree.bytes() + boxes.capacity() * sizeof(boxes[0]) +
           (number_of_face.capacity() + leaf_of_face.capacity() + in_leaf.capacity()) * sizeof(std::uint32_t);
  }
};

/// Two bodies and their nodes. What was found is appended to `found`, for which `share` takes memory.
void find_by_update(std::span<const OctreeBody, 2> bodies, const BlackNodes& nodes_a,
                    const BlackNodes& nodes_b, bool first_only, OctreeUpdateScratch& scratch,
                    Counters& counters, Limits& limits, std::vector<BodyFacePair>& found, ListShare& share);

}  // namespace graze
