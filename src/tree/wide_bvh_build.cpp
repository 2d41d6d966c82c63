// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Construction.
//
//   1. A binary tree by the binned surface-area heuristic (split.h).
//   2. Which of its nodes become wide ones: the choice that minimises the sum of their areas, by dynamic
//   programming from the
//      leaves up (ylitie2017, section 4.1). A node that is opened for its parent's sake costs nothing.
//   3. Slabs, from the leaves up: their direction is the dominant eigenvector of the sum of area·n·nᵀ over
//   the faces, which
//      does not mind that the two sides of a sheet look opposite ways.
#include <graze/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "math/message.h"
#include "tree/split.h"
#include "tree/wide_bvh.h"

namespace graze {
namespace {

using Eigen::Vector3f;

/// What rounding to float, and computing with a few float operations on coordinates of at most 1, may be off.
constexpr float box_padding = 0x1p-22F;
constexpr float slab_padding = 0x1p-20F;

/// Sum of area·n·nᵀ: how the faces of a part look.
struct Spread {
  Eigen::Matrix3f sum = Eigen::Matrix3f::Zero();

  /// The dominant eigenvector, by squaring: after five squarings the other two have died out, or hardly
  /// differ.
  Vector3f direction() const {
    Eigen::Matrix3f m = sum;
    for (int i = 0; i < 5; ++i) {
      const float trace = m.trace();
      if (!(trace > 0)) return Vector3f::UnitX();
      m /= trace;
      m = (m * m).eval();
    }
    int column = 0;
    m.diagonal().maxCoeff(&column);
    const float length = m.col(column).norm();
    return length > 0 ? Vector3f(m.col(column) / length) : Vector3f::UnitX();
  }
};

/// Which nodes of a binary tree become wide ones.
class Collapse {
 public:
  explicit Collapse(const std::vector<SplitNode>& nodes) : nodes_(nodes), costs_(nodes.size()) {
    // Children come after their parents, so that going backwards is going up.
    for (std::size_t i = nodes.size(); i-- > 0;) weigh(static_cast<std::uint32_t>(i));
  }

  /// The children of the wide node that stands for `node`, which is no leaf.
  int children(std::uint32_t node, std::array<std::uint32_t, WideBvh::width>& out) const {
    int count = 0;
    open(node, WideBvh::width, out, count);
    return count;
  }

 private:
  /// The least cost of a part as at most k children of some wide node, and how many of them its left side
  /// then has; 0: it is one child itself.
  struct Cost {
    std::array<float, WideBvh::width + 1> least;
    std::array<std::uint8_t, WideBvh::width + 1> left;
  };

  void weigh(std::uint32_t i) {
    const SplitNode& node = nodes_[i];
    Cost& cost = costs_[i];
    cost.left.fill(0);
    if (node.left == 0) {
      cost.least.fill(0);
      return;
    }
    const Cost &left = costs_[node.left], &right = costs_[node.left + 1];
    for (int k = 2; k <= WideBvh::width; ++k) {
      cost.least[k] = INFINITY;
      for (int l = 1; l < k; ++l) {
        const float sum = left.least[l] + right.least[k - l];
        if (sum < cost.least[k]) {
          cost.least[k] = sum;
          cost.left[k] = static_cast<std::uint8_t>(l);
        }
      }
    }
    // As one child it is a wide node of its own, with the best eight children.
    wide_left_of(i) = cost.left[WideBvh::width];
    cost.least[1] = node.box.half_area() + cost.least[WideBvh::width];
    for (int k = 2; k <= WideBvh::width; ++k) {
      if (cost.least[1] <= cost.least[k]) {
        cost.least[k] = cost.least[1];
        cost.left[k] = 0;
      }
    }
  }

  std::uint8_t& wide_left_of(std::uint32_t i) { return costs_[i].left[0]; }

  void open(std::uint32_t node, int k, std::array<std::uint32_t, WideBvh::width>& out, int& count) const {
    const int left = costs_[node].left[0];
    add(nodes_[node].left, left, out, count);
    add(nodes_[node].left + 1, k - left, out, count);
  }
  void add(std::uint32_t node, int k, std::array<std::uint32_t, WideBvh::width>& out, int& count) const {
    const int left = k == 1 ? 0 : costs_[node].left[k];
    if (left == 0) {
      out[count++] = node;
      return;
    }
    add(nodes_[node].left, left, out, count);
    add(nodes_[node].left + 1, k - left, out, count);
  }

  const std::vector<SplitNode>& nodes_;
  std::vector<Cost> costs_;
};

}  // namespace

class WideBvhBuilder {
 public:
  WideBvhBuilder(WideBvh& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh) {}

  void build(const WideBvhConfig& config) {
    if (mesh_.faces.empty()) return;
    make_items();
    parts_ = split_boxes(items_, {static_cast<std::uint32_t>(config.max_leaf_faces), config.bins});
    const Collapse collapse(parts_);
    tree_.faces_.reserve(items_.size());
    tree_.corners_.reserve(9 * items_.size() + WideBvh::width);
    add_node();
    fill_child(0, 0, 0, 1, collapse);
    tree_.corners_.resize(tree_.corners_.size() + WideBvh::width, 0.0F);
    tree_.nodes_.shrink_to_fit();
    tree_.leaves_.shrink_to_fit();
  }

 private:
  void make_items() {
    points_.reserve(mesh_.vertices.size());
    for (const Eigen::Vector3d& p : mesh_.vertices) {
      const Vector3f q = tree_.frame_(p).cast<float>();
      points_.emplace_back(q[0], q[1], q[2], 0.0F);
    }
    items_.resize(mesh_.faces.size());
    for (std::uint32_t f = 0; f < items_.size(); ++f) {
      items_[f].id = f;
      for (const std::uint32_t v : mesh_.faces[f]) items_[f].box.include(points_[v]);
    }
  }

  std::uint32_t add_node() {
    tree_.nodes_.emplace_back();
    for (auto& h : tree_.nodes_.back().h) std::fill_n(h, WideBvh::width, -1e30F);
    return static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
  }

  /// Makes `part` child `lane` of a node: a leaf, or a node of its own.
  Spread fill_child(std::uint32_t node, int lane, std::uint32_t part, int depth, const Collapse& collapse) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    const SplitNode& range = parts_[part];
    const Float4 centre = 0.5F * (range.box.low + range.box.high),
                 half = 0.5F * (range.box.high - range.box.low);
    for (int k = 0; k < 3; ++k) {
      tree_.nodes_[node].c[k][lane] = centre[k];
      tree_.nodes_[node].h[k][lane] = half[k] + box_padding;
    }
    Spread spread;
    if (range.left == 0) {
      tree_.nodes_[node].child[lane] = WideBvh::leaf_flag | static_cast<std::uint32_t>(tree_.leaves_.size());
      spread = make_leaf(range, centre.head<3>());
    } else {
      const std::uint32_t inner = add_node();
      tree_.nodes_[node].child[lane] = inner;
      std::array<std::uint32_t, WideBvh::width> children;
      const int count = collapse.children(part, children);
      for (int i = 0; i < count; ++i)
        spread.sum += fill_child(inner, i, children[i], depth + 1, collapse).sum;
    }
    set_slab(node, lane, range, centre, spread.direction());
    return spread;
  }

  Spread make_leaf(const SplitNode& range, const Vector3f& centre) {
    const WideBvh::Leaf leaf = {static_cast<std::uint32_t>(tree_.faces_.size()), range.count};
    tree_.leaves_.push_back(leaf);
    const std::size_t start = tree_.corners_.size();
    tree_.corners_.resize(start + 9 * range.count);
    // From the doubles: a coordinate relative to the leaf's centre is exact to 2^-24 of the leaf, not of the
    // mesh.
    const Eigen::Vector3d centre_q = centre.cast<double>();
    Spread spread;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const std::uint32_t f = items_[range.first + i].id;
      tree_.faces_.push_back(f);
      std::array<Vector3f, 3> t;
      for (int corner = 0; corner < 3; ++corner) {
        const Eigen::Vector3d& p = mesh_.vertices[mesh_.faces[f][corner]];
        t[corner] = (tree_.frame_(p) - centre_q).cast<float>();
        for (int axis = 0; axis < 3; ++axis) {
          tree_.corners_[start + (3 * corner + axis) * range.count + i] = t[corner][axis];
        }
      }
      const Vector3f n = (t[1] - t[0]).cross(t[2] - t[0]);
      const float area = n.norm();
      if (area > 0) spread.sum += n * n.transpose() / area;
    }
    return spread;
  }

  void set_slab(std::uint32_t node, int lane, const SplitNode& range, const Float4& centre,
                const Vector3f& n) {
    // Exact for parts small enough to look at once more; above, a slab says no more than the box anyway.
    constexpr std::uint32_t looked_at = 256;
    const Float4 direction(n[0], n[1], n[2], 0.0F);
    float low = INFINITY, high = -INFINITY;
    if (range.count <= looked_at) {
      for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
        for (const std::uint32_t v : mesh_.faces[items_[i].id]) {
          const float x = (direction * (points_[v] - centre)).sum();
          low = std::min(low, x);
          high = std::max(high, x);
        }
      }
    } else {
      high = (direction.abs() * (0.5F * (range.box.high - range.box.low))).sum();
      low = -high;
    }
    WideBvh::Node& to = tree_.nodes_[node];
    for (int k = 0; k < 3; ++k) to.n[k][lane] = n[k];
    to.s[lane] = 0.5F * (low + high);
    to.w[lane] = 0.5F * (high - low) + slab_padding;
  }

  WideBvh& tree_;
  const Mesh& mesh_;
  std::vector<Float4> points_;
  std::vector<SplitItem> items_;
  std::vector<SplitNode> parts_;
};

WideBvh::WideBvh(const Mesh& mesh, const MeshBounds& bounds, const WideBvhConfig& config) : frame_(bounds) {
  WideBvhBuilder(*this, mesh).build(config);
}

std::size_t WideBvh::bytes() const {
  return sizeof(*this) + nodes_.capacity() * sizeof(Node) + leaves_.capacity() * sizeof(Leaf) +
         faces_.capacity() * sizeof(std::uint32_t) + corners_.capacity() * sizeof(float);
}

void WideBvh::validate(const Mesh& mesh) const {
  std::vector<int> seen(mesh.faces.size(), 0);
  // Slots from the root down to the one at hand.
  const auto check = [&](const auto& self, std::vector<Slot>& path) -> void {
    const Node& node = nodes_[path.back() / width];
    const std::uint32_t child = node.child[path.back() % width];
    if ((child & leaf_flag) == 0) {
      for (int lane = 0; lane < width; ++lane) {
        if (nodes_[child].h[0][lane] < 0) continue;
        path.push_back(child * width + lane);
        self(self, path);
        path.pop_back();
      }
      return;
    }
    const Leaf& leaf = leaves_[child & ~leaf_flag];
    for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i) {
      ++seen[faces_[i]];
      for (const std::uint32_t v : mesh.faces[faces_[i]]) {
        const Eigen::Vector3d q = frame_(mesh.vertices[v]);
        for (const Slot slot : path) {
          const Node& n = nodes_[slot / width];
          const int lane = static_cast<int>(slot % width);
          double along = 0;
          for (int k = 0; k < 3; ++k) {
            const double x = q[k] - static_cast<double>(n.c[k][lane]);
            along += x * static_cast<double>(n.n[k][lane]);
            if (!(std::abs(x) <= static_cast<double>(n.h[k][lane]))) {
              throw Error(message("face ", faces_[i], " sticks out of the box of slot ", slot));
            }
          }
          if (!(std::abs(along - static_cast<double>(n.s[lane])) <= static_cast<double>(n.w[lane]))) {
            throw Error(message("face ", faces_[i], " sticks out of the slab of slot ", slot));
          }
        }
      }
    }
  };
  if (!nodes_.empty()) {
    std::vector<Slot> path = {0};
    check(check, path);
  }
  for (std::size_t f = 0; f < seen.size(); ++f) {
    if (seen[f] != 1) throw Error(message("face ", f, " is in ", seen[f], " leaves"));
  }
}

}  // namespace graze
