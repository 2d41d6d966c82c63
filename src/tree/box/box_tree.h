// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The BoxTree (zachmann-boxtree): a binary subdivision of a polygon soup's box, with edges as well as faces
// in the leaves.
//
// All is in the tree's own frame, q = (p - origin)·scale, in which the mesh reaches from -1 to 1. A node is a
// box cut in two by a plane across an axis; boxes are not stored, they follow from the root's and the cuts.
// Faces and edges that cross a cut are on both sides of it, and a box that nothing reaches is marked empty.
//
// What holds: for every point x of a face (an edge) there is a leaf that has the face (the edge) and whose
// box is at most `slack` away from x along each axis.
#pragma once

#include <graze/mesh.h>

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "mesh/adjacency.h"
#include "mesh/mesh_pair.h"
#include "tree/tree_frame.h"

namespace graze {

/// The paper's letters: γ, λ, 2δ for the thickness of a cut.
struct BoxTreeConfig {
  enum class Cut : std::uint8_t {
    penalty,  ///< least |n_left - n_right| + γ·n_crossing among sampled planes
    balance,  ///< least |n_left - n_right|, by interval bisection: cheaper to build
  };
  Cut cut = Cut::penalty;
  double gamma = 1;               ///< what a crossing face costs, in faces of imbalance
  double lambda = 0.8;            ///< no cut that leaves more than this share of the faces on a side
  double empty_share = 0.1;       ///< of a box's volume from which on an empty part is split off; 1: never
  int max_depth = 0;              ///< in cuts that divide faces; 0: by the number of faces
  int min_faces = 8;              ///< boxes with no more faces are not cut
  float delta = 0x1p-20F;         ///< half the thickness of a cut, in units of the tree's frame
  bool true_intersection = true;  ///< test faces against the boxes themselves, not by their extents alone
};

/// The depth that our rule gives for a number of faces, and what the paper found best: {faces, depth}.
int box_tree_depth(std::size_t faces);
inline constexpr std::array<std::pair<std::size_t, int>, 6> box_tree_depths_of_paper = {
    {{100, 4}, {300, 5}, {700, 6}, {1300, 7}, {2000, 8}, {3000, 9}}};

class BoxTree {
 public:
  enum class Kind : std::uint32_t { cut_x, cut_y, cut_z, leaf, empty };

  struct Node {
    Kind kind;
    float cut;            ///< the left child is below, the right one above
    std::uint32_t child;  ///< of a cut: the left child, with the right one after it; of a leaf: its number
  };

  struct Leaf {
    std::uint32_t first_face, face_count;
    std::uint32_t first_edge, edge_count;
    float centre[3];
    float reach;  ///< no corner of its faces is farther from the centre along an axis
  };

  BoxTree(const Mesh& mesh, const Adjacency& adjacency, const MeshBounds& bounds,
          const BoxTreeConfig& config = {});

  const TreeFrame& frame() const { return frame_; }
  float slack() const { return slack_; }
  std::span<const Node> nodes() const { return nodes_; }  ///< the root first; none without faces
  std::span<const Leaf> leaves() const { return leaves_; }
  std::span<const std::uint32_t> faces(const Leaf& leaf) const {
    return std::span(faces_).subspan(leaf.first_face, leaf.face_count);
  }
  std::span<const std::uint32_t> edges(const Leaf& leaf) const {
    return std::span(edges_).subspan(leaf.first_edge, leaf.edge_count);
  }
  /// Bounds of the root's box along an axis: low, high.
  const float* root(int axis) const { return root_[axis]; }
  int depth() const { return depth_; }  ///< in cuts of any kind

  /// Corner 0's x of a leaf's faces, one after the other, then its y …, relative to the leaf's centre; eight
  /// floats may be read from any of them. The same for edges.
  const float* face_lanes(const Leaf& leaf) const {
    return face_lanes_.data() + 9 * std::size_t{leaf.first_face};
  }
  const float* edge_lanes(const Leaf& leaf) const {
    return edge_lanes_.data() + 6 * std::size_t{leaf.first_edge};
  }

  std::size_t bytes() const;
  double empty_volume() const;     ///< share of the root's volume that is in empty boxes
  double crossing_factor() const;  ///< how often a face or edge is in a leaf, on average

  /// Throws Error unless what is said to hold above does, as far as a few points of every face and edge and
  /// exact tests against the insides of boxes can tell.
  void validate(const Mesh& mesh, const Adjacency& adjacency) const;

 private:
  friend class BoxTreeBuilder;

  TreeFrame frame_;
  float slack_ = 0;
  float root_[3][2] = {};
  int depth_ = 0;
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
  std::vector<std::uint32_t> faces_, edges_;
  std::vector<float> face_lanes_, edge_lanes_;
};

/// A tree and the edges it names.
struct BoxTreeOf {
  const BoxTree& tree;
  const Adjacency& adjacency;
};

/// Two boxes that may overlap: the parameter intervals of the edges of each inside the other. Index 0 is A's,
/// 1 B's. Edges are kept four by four: [side][direction][bit 0: high along the next axis, bit 1: along the
/// one after]. An edge's parameter is the coordinate along it; the interval is empty where enter > leave.
struct alignas(64) BoxPairEntry {
  float enter[2][3][4];
  float leave[2][3][4];
  float bounds[2][3][2];  ///< the boxes: low, high
  std::uint32_t node[2];
};

/// Finds pairs of faces that share a point; a pair may be reported more than once. `stack` is scratch.
void find_pairs(const MeshPair& pair, const BoxTreeOf& a, const BoxTreeOf& b,
                std::vector<BoxPairEntry>& stack, Counters& counters, Findings& findings);

/// The same traversal with another elementary operation: `visit` is called for each two leaves whose boxes may overlap. It
/// returns true to stop the traversal, which then returns true. Where two faces share a point, `visit` is called for two
/// leaves at that point of which one has the one face and the other an edge of the other face.
using LeafVisit = std::function<bool(const BoxTree::Leaf& in_a, const BoxTree::Leaf& in_b)>;
bool visit_leaf_pairs(const MeshPair& pair, const BoxTree& a, const BoxTree& b,
                      std::vector<BoxPairEntry>& stack, Counters& counters, const LeafVisit& visit);

}  // namespace graze
