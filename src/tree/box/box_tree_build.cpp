// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Top-down construction of a BoxTree (zachmann-boxtree, section 4).
//
//   1. The cut that splits off the largest empty box, if that is a large enough share of the volume.
//   2. Otherwise the cut across one of the axes with the least penalty p(c) = |n_l - n_r| + γ·n_c, or, by
//      interval bisection, the one with the least |n_l - n_r|.
//   3. Faces and edges on one side of the cut, up to its thickness δ, go there; crossing ones to both sides.
//   4. Stop at the depth, at few faces, or where a side keeps more than λ·n of them.
//
// We deviate: γ is not zero by default, planes are sampled where a box has many faces, crossing faces and edges are dropped
// from a part that they do not really reach (the paper's section 6), a cut that splits off an empty box does not count for
// the depth, and the depth is the logarithm of n where the paper has a table. Each face and each edge is in at most 16 leaves
// on average: a cut that would lead beyond that is not made, so that memory is bounded for long thin faces too.
//
// Depth: at most six cuts that split off an empty box, one for each side, follow each other, so that there are at most seven
// times `max_depth` and seven cuts on the way down.
//
// That nothing is lost: let x be a point of a face, within δ of a node's box along each axis, and the node
// have the face. Say x is below the cut. If the face went left, x is within δ of the left box. If it did not,
// no point of it is below c - δ, so x is within δ of the right box, where it went. It is dropped only from
// boxes that it does not meet even when they are grown by δ. So the statement passes from the root to the
// leaves. Coordinates are rounded to float before they are compared, which is why `slack` is a little more
// than δ.
//
// Cost O(n) a level.
#include <algorithm>
#include <array>
#include <cmath>

#include "elementary/triangle_box.h"
#include "math/slack.h"
#include "mesh/sizes.h"
#include "tree/box/box_tree.h"
#include "tree/split.h"

namespace graze {
namespace {

using Ids = std::vector<std::uint32_t>;

enum class Side : std::uint8_t { left, right, both };

struct Plane {
  int axis = -1;  ///< none
  float at = 0;
  Side within =
      Side::both;  ///< where things within the thickness belong; both: on the side that they are nearer to
};

/// How many faces are where.
struct Division {
  std::size_t left = 0, right = 0, crossing = 0;
  double imbalance() const { return std::abs(static_cast<double>(left) - static_cast<double>(right)); }
};

}  // namespace

// Sixteen faces a leaf: least time for tori and spheres near contact from 100 to 100000 faces, within a level
// either way. The paper's table asks for one level more; our leaves take eight faces at once.
int box_tree_depth(std::size_t faces) {
  return std::max(0, static_cast<int>(std::lround(std::log2(static_cast<double>(faces) + 1))) - 4);
}

class BoxTreeBuilder {
 public:
  BoxTreeBuilder(BoxTree& tree, const Mesh& mesh, const Adjacency& adjacency, const BoxTreeConfig& config)
      : tree_(tree), mesh_(mesh), adjacency_(adjacency), config_(config) {
    if (config_.max_depth == 0) config_.max_depth = box_tree_depth(mesh.faces.size());
  }

  void build() {
    if (mesh_.faces.empty()) return;
    points_.reserve(mesh_.vertices.size());
    for (const Eigen::Vector3d& p : mesh_.vertices) points_.push_back(tree_.frame_(p));
    Ids faces(mesh_.faces.size()), edges(adjacency_.edges.size());
    FloatBox root;
    face_boxes_.resize(faces.size());
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      faces[f] = f;
      for (const std::uint32_t v : mesh_.faces[f]) face_boxes_[f].include(float_point(v));
      root.include(face_boxes_[f]);
    }
    edge_boxes_.resize(edges.size());
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
      edges[e] = e;
      edge_boxes_[e].include(float_point(adjacency_.edges[e].a));
      edge_boxes_[e].include(float_point(adjacency_.edges[e].b));
    }
    for (int k = 0; k < 3; ++k) {
      tree_.root_[k][0] = root.low[k];
      tree_.root_[k][1] = root.high[k];
    }
    tree_.nodes_.emplace_back();
    static_assert(3 * most_faces < (std::uint64_t{1} << 32),
                  "faces and edges in leaves are counted with 32 bits");
    room_for_faces_ = room_for(faces.size());
    room_for_edges_ = room_for(edges.size());
    build(0, root, faces, edges, 0, 0);
    constexpr std::size_t readable = 8;
    tree_.face_lanes_.resize(tree_.face_lanes_.size() + readable, 0.0F);
    tree_.edge_lanes_.resize(tree_.edge_lanes_.size() + readable, 0.0F);
    tree_.nodes_.shrink_to_fit();
    tree_.leaves_.shrink_to_fit();
    tree_.faces_.shrink_to_fit();
    tree_.edges_.shrink_to_fit();
    tree_.face_lanes_.shrink_to_fit();
    tree_.edge_lanes_.shrink_to_fit();
  }

 private:
  /// `cuts` counts those that divide faces, `depth` all.
  void build(std::uint32_t node, const FloatBox& box, Ids& faces, Ids& edges, int cuts, int depth) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    if (faces.empty() && edges.empty()) {
      tree_.nodes_[node] = {BoxTree::Kind::empty, 0, 0};
      return;
    }
    Plane plane = empty_cut(box, faces, edges);
    int divides = 0;
    if (plane.axis < 0) {
      if (cuts < config_.max_depth && faces.size() > static_cast<std::size_t>(config_.min_faces)) {
        plane =
            config_.cut == BoxTreeConfig::Cut::penalty ? penalty_cut(box, faces) : balance_cut(box, faces);
      }
      if (plane.axis < 0 || !worthwhile(plane, faces)) return make_leaf(node, box, faces, edges);
      divides = 1;
    }
    FloatBox parts[2] = {box, box};
    parts[0].high[plane.axis] = plane.at;
    parts[1].low[plane.axis] = plane.at;
    Ids part_faces[2], part_edges[2];
    distribute(faces, face_boxes_, plane, parts, part_faces,
               [&](std::uint32_t f) { return triangle_of(mesh_.faces[f]); });
    distribute(edges, edge_boxes_, plane, parts, part_edges, [&](std::uint32_t e) {
      const Edge edge = adjacency_.edges[e];
      return Triangle{points_[edge.a], points_[edge.b], points_[edge.b]};
    });
    const std::size_t more_faces = added(faces, part_faces), more_edges = added(edges, part_edges);
    if (more_faces > room_for_faces_ || more_edges > room_for_edges_)
      return make_leaf(node, box, faces, edges);
    room_for_faces_ -= more_faces;
    room_for_edges_ -= more_edges;
    Ids().swap(faces);
    Ids().swap(edges);
    const auto child = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_[node] = {static_cast<BoxTree::Kind>(plane.axis), plane.at, child};
    tree_.nodes_.resize(tree_.nodes_.size() + 2);
    for (std::uint32_t i = 0; i < 2; ++i) {
      build(child + i, parts[i], part_faces[i], part_edges[i], cuts + divides, depth + 1);
    }
  }

  /// How many more there are in two parts than in the whole.
  static std::size_t added(const Ids& whole, const Ids (&parts)[2]) {
    const std::size_t both = parts[0].size() + parts[1].size();
    return both > whole.size() ? both - whole.size() : 0;
  }

  /// In the leaves together, so many faces or edges may be named beyond the first time: on average 15 times each, and no more
  /// than 32 bits can count.
  static std::size_t room_for(std::size_t count) {
    return std::min<std::size_t>(15 * count, (std::uint64_t{1} << 32) - 1 - count);
  }

  Float4 float_point(std::uint32_t v) const {
    const Eigen::Vector3f p = points_[v].cast<float>();
    return {p[0], p[1], p[2], 0.0F};
  }

  Triangle triangle_of(const Face& face) const {
    return {points_[face[0]], points_[face[1]], points_[face[2]]};
  }

  Side side_of(const FloatBox& extent, const Plane& plane) const {
    const bool left = extent.high[plane.axis] <= plane.at + config_.delta;
    const bool right = extent.low[plane.axis] >= plane.at - config_.delta;
    if (left && right) {
      if (plane.within != Side::both) return plane.within;
      return extent.low[plane.axis] + extent.high[plane.axis] < 2 * plane.at ? Side::left : Side::right;
    }
    return left ? Side::left : right ? Side::right : Side::both;
  }

  template <class TriangleOf>
  void distribute(const Ids& ids, const std::vector<FloatBox>& extents, const Plane& plane,
                  const FloatBox (&parts)[2], Ids (&out)[2], const TriangleOf& triangle) const {
    AxisBox grown[2];
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 3; ++k) {
        grown[i].low[k] = static_cast<double>(parts[i].low[k]) - static_cast<double>(tree_.slack_);
        grown[i].high[k] = static_cast<double>(parts[i].high[k]) + static_cast<double>(tree_.slack_);
      }
    }
    for (const std::uint32_t id : ids) {
      const Side side = side_of(extents[id], plane);
      if (side == Side::both && config_.true_intersection) {
        const Triangle t = triangle(id);
        for (int i = 0; i < 2; ++i) {
          if (triangle_meets_box_filter(t, TreeFrame::error, grown[i]) != Verdict::apart)
            out[i].push_back(id);
        }
        continue;
      }
      if (side != Side::right) out[0].push_back(id);
      if (side != Side::left) out[1].push_back(id);
    }
  }

  /// The plane that has nothing on one side and most volume there.
  Plane empty_cut(const FloatBox& box, const Ids& faces, const Ids& edges) const {
    FloatBox used;
    for (const std::uint32_t f : faces) used.include(face_boxes_[f]);
    for (const std::uint32_t e : edges) used.include(edge_boxes_[e]);
    Plane plane;
    double most = config_.empty_share;
    for (int k = 0; k < 3; ++k) {
      const double size = static_cast<double>(box.extent(k));
      if (!(size > 64 * static_cast<double>(config_.delta))) continue;  // what is left would be all thickness
      const double below = static_cast<double>(used.low[k] - box.low[k]) / size;
      const double above = static_cast<double>(box.high[k] - used.high[k]) / size;
      if (below > most) {
        most = below;
        plane = {k, used.low[k], Side::right};
      }
      if (above > most) {
        most = above;
        plane = {k, used.high[k], Side::left};
      }
    }
    return plane;
  }

  Division divide(const Plane& plane, const Ids& faces) const {
    Division d;
    for (const std::uint32_t f : faces) {
      const Side side = side_of(face_boxes_[f], plane);
      d.left += side == Side::left ? 1 : 0;
      d.right += side == Side::right ? 1 : 0;
      d.crossing += side == Side::both ? 1 : 0;
    }
    return d;
  }

  bool worthwhile(const Plane& plane, const Ids& faces) const {
    const Division d = divide(plane, faces);
    const double most = config_.lambda * static_cast<double>(faces.size());
    return static_cast<double>(d.left + d.crossing) <= most &&
           static_cast<double>(d.right + d.crossing) <= most;
  }

  /// Planes worth a try lie where faces begin or end.
  Plane penalty_cut(const FloatBox& box, const Ids& faces) {
    constexpr std::size_t samples = 64;
    const std::size_t stride = std::max<std::size_t>(1, 2 * faces.size() / samples);
    Plane best;
    double least = INFINITY, longest = 0;
    for (int k = 0; k < 3; ++k) {
      std::vector<float>& at = planes_;
      at.clear();
      for (std::size_t i = 0; i < faces.size(); i += stride) {
        for (const float x : {face_boxes_[faces[i]].low[k], face_boxes_[faces[i]].high[k]}) {
          if (x > box.low[k] + 2 * config_.delta && x < box.high[k] - 2 * config_.delta) at.push_back(x);
        }
      }
      std::sort(at.begin(), at.end());
      at.erase(std::unique(at.begin(), at.end()), at.end());
      if (at.empty()) continue;
      // A face is left of all planes from the first one at or above high - δ on, right of those up to low + δ.
      std::vector<std::size_t>&left = left_, &right = right_;
      left.assign(at.size() + 1, 0);
      right.assign(at.size() + 1, 0);
      for (const std::uint32_t f : faces) {
        const FloatBox& b = face_boxes_[f];
        ++left[std::lower_bound(at.begin(), at.end(), b.high[k] - config_.delta) - at.begin()];
        ++right[std::upper_bound(at.begin(), at.end(), b.low[k] + config_.delta) - at.begin()];
      }
      std::size_t lefts = 0, not_rights = 0;
      for (std::size_t i = 0; i < at.size(); ++i) {
        lefts += left[i];
        not_rights += right[i];
        Division d;
        d.left = lefts;
        d.right = faces.size() - not_rights;
        d.crossing = d.left + d.right < faces.size() ? faces.size() - d.left - d.right : 0;
        const double p = d.imbalance() + config_.gamma * static_cast<double>(d.crossing);
        // Ties are broken towards the longest axis.
        const double size = static_cast<double>(box.extent(k));
        if (p < least || (p == least && size > longest)) {
          least = p;
          longest = size;
          best = {k, at[i], Side::both};
        }
      }
    }
    return best;
  }

  /// n_l - n_r does not fall as the plane rises.
  Plane balance_cut(const FloatBox& box, const Ids& faces) const {
    Plane best;
    Division least;
    for (int k = 0; k < 3; ++k) {
      if (!(box.extent(k) > 8 * config_.delta)) continue;
      float low = box.low[k] + 2 * config_.delta, high = box.high[k] - 2 * config_.delta;
      for (int step = 0; step < 16; ++step) {
        const Plane plane = {k, 0.5F * (low + high), Side::both};
        const Division d = divide(plane, faces);
        if (best.axis < 0 || d.imbalance() < least.imbalance() ||
            (d.imbalance() == least.imbalance() && d.crossing < least.crossing)) {
          best = plane;
          least = d;
        }
        if (d.left == d.right) break;
        (d.left < d.right ? low : high) = plane.at;
      }
    }
    return best;
  }

  void make_leaf(std::uint32_t node, const FloatBox& box, const Ids& faces, const Ids& edges) {
    tree_.nodes_[node] = {BoxTree::Kind::leaf, 0, static_cast<std::uint32_t>(tree_.leaves_.size())};
    BoxTree::Leaf leaf = {static_cast<std::uint32_t>(tree_.faces_.size()),
                          static_cast<std::uint32_t>(faces.size()),
                          static_cast<std::uint32_t>(tree_.edges_.size()),
                          static_cast<std::uint32_t>(edges.size()),
                          {},
                          0};
    Eigen::Vector3d centre;
    for (int k = 0; k < 3; ++k) {
      leaf.centre[k] = 0.5F * (box.low[k] + box.high[k]);
      centre[k] = static_cast<double>(leaf.centre[k]);
    }
    tree_.faces_.insert(tree_.faces_.end(), faces.begin(), faces.end());
    tree_.edges_.insert(tree_.edges_.end(), edges.begin(), edges.end());
    const auto append = [&](std::vector<float>& lanes, const Ids& ids, std::uint32_t corners,
                            const auto& corner) {
      for (std::uint32_t c = 0; c < corners; ++c) {
        for (int k = 0; k < 3; ++k) {
          for (const std::uint32_t id : ids) {
            const auto x = static_cast<float>(points_[corner(id, c)][k] - centre[k]);
            leaf.reach = std::max(leaf.reach, std::abs(x));
            lanes.push_back(x);
          }
        }
      }
    };
    append(tree_.face_lanes_, faces, 3, [&](std::uint32_t f, std::uint32_t c) { return mesh_.faces[f][c]; });
    append(tree_.edge_lanes_, edges, 2, [&](std::uint32_t e, std::uint32_t c) {
      return c == 0 ? adjacency_.edges[e].a : adjacency_.edges[e].b;
    });
    tree_.leaves_.push_back(leaf);
  }

  BoxTree& tree_;
  const Mesh& mesh_;
  const Adjacency& adjacency_;
  BoxTreeConfig config_;
  std::vector<Eigen::Vector3d> points_;  // in the tree's frame
  std::vector<FloatBox> face_boxes_, edge_boxes_;
  std::size_t room_for_faces_ = 0, room_for_edges_ = 0;
  std::vector<float> planes_;
  std::vector<std::size_t> left_, right_;
};

BoxTree::BoxTree(const Mesh& mesh, const Adjacency& adjacency, const MeshBounds& bounds,
                 const BoxTreeConfig& config)
    : frame_(bounds) {
  // Two roundings to float on the way from a point to a comparison, of coordinates no larger than 1.
  slack_ = config.delta + 4 * static_cast<float>(float_roundoff);
  BoxTreeBuilder(*this, mesh, adjacency, config).build();
}

}  // namespace graze
