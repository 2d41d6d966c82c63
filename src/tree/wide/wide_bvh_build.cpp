// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Construction.
//
//   1. A binary tree by the binned surface-area heuristic (split.h).
//   2. Which of its nodes become wide ones: the choice that minimises the sum of their areas, by dynamic programming from
//      the leaves up (ylitie2017, section 4.1). A node whose children become children of its parent costs nothing.
//   3. Slabs, from the leaves up: their direction is the dominant eigenvector of the sum of area·n·nᵀ over the faces, in which
//      n and -n count alike.
#include <graze/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "math/message.h"
#include "math/parallel.h"
#include "math/slack.h"
#include "mesh/sizes.h"
#include "tree/split.h"
#include "tree/wide/wide_bvh.h"
#include "tree/wide/wide_padding.h"

namespace graze {
namespace {

using Eigen::Vector3f;

/// Sum of area·n·nᵀ: how the faces of a part look.
struct Spread {
  Eigen::Matrix3f sum = Eigen::Matrix3f::Zero();

  /// The dominant eigenvector, by five squarings: after these the other two have died out, unless their eigenvalues hardly
  /// differ from its own, where any of them will do.
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
  WideBvhBuilder(WideBvh& tree, const Mesh& mesh, const AxisBox& mesh_box, const WideBvhConfig& config)
      : tree_(tree), mesh_(mesh), mesh_box_(mesh_box), config_(config) {}

  void build() {
    static_assert(WideBvh::width * most_faces < (std::uint64_t{1} << 32), "slots are numbered with 32 bits");
    if (mesh_.faces.empty()) return;
    make_items();
    parts_ = split_boxes(items_, {static_cast<std::uint32_t>(config_.max_leaf_faces), config_.bins,
                                  config_.splitter, config_.threads});
    const Collapse collapse(parts_);
    plan_child(add_node(0), 0, 0, 1, collapse);
    tree_.nodes_.shrink_to_fit();
    tree_.slot_of_node_.shrink_to_fit();
    tree_.leaves_.shrink_to_fit();
    tree_.faces_.resize(items_.size());
    tree_.corners_.resize(9 * items_.size() + WideBvh::width);
    spread_of_slot_.resize(part_of_slot_.size());
    in_parallel([&](std::uint32_t node) { fill_leaves(node); });
    // Children come after their parents: going backwards is going up.
    for (auto node = static_cast<std::uint32_t>(tree_.nodes_.size()); node-- > 1;) {
      Spread& sum = spread_of_slot_[tree_.slot_of_node_[node]];
      for (int lane = 0; lane < WideBvh::width; ++lane)
        sum.sum += spread_of_slot_[node * WideBvh::width + lane].sum;
    }
    in_parallel([&](std::uint32_t node) { fill_bounds(node); });
  }

 private:
  static constexpr std::uint32_t no_part = 0xffffffffu;

  void make_items() {
    points_.reserve(mesh_.vertices.size());
    for (const Eigen::Vector3d& p : mesh_.vertices) {
      const Vector3f q = tree_.frame_(p).cast<float>();
      points_.emplace_back(q[0], q[1], q[2], 0.0F);
    }
    items_.reserve(mesh_.faces.size());
    for (std::uint32_t f = 0; f < mesh_.faces.size(); ++f) {
      FloatBox box;
      for (const std::uint32_t v : mesh_.faces[f]) box.include(points_[v]);
      items_.emplace_back(box, f);
    }
    order_items();
  }

  /// Along an axis along which the mesh is thinner than the padding, all faces look alike in float. Parts whose faces look
  /// alike along all axes are cut in half in the order of the items, so these are ordered along the widest of such axes: then
  /// the boxes that exact_bounds.h makes from the vertices are small.
  void order_items() {
    const Eigen::Vector3d extent = (tree_.frame_(mesh_box_.high) - tree_.frame_(mesh_box_.low)).cwiseAbs();
    int axis = -1;
    for (int k = 0; k < 3; ++k) {
      const bool is_thin = mesh_box_.low[k] < mesh_box_.high[k] && extent[k] < float_roundoff;
      if (is_thin && (axis < 0 || extent[k] > extent[axis])) axis = k;
    }
    if (axis < 0) return;
    const auto low = [&](const SplitItem& item) {
      const Face& f = mesh_.faces[item.id()];
      return std::min({mesh_.vertices[f[0]][axis], mesh_.vertices[f[1]][axis], mesh_.vertices[f[2]][axis]});
    };
    // Not std::stable_sort: the memory that libstdc++ takes for it is not aligned as items are (before GCC 13).
    std::sort(items_.begin(), items_.end(), [&](const SplitItem& x, const SplitItem& y) {
      return std::pair(low(x), x.id()) < std::pair(low(y), y.id());
    });
  }

  std::uint32_t add_node(WideBvh::Slot slot) {
    tree_.nodes_.emplace_back();
    tree_.slot_of_node_.push_back(slot);
    part_of_slot_.resize(part_of_slot_.size() + WideBvh::width, no_part);
    return static_cast<std::uint32_t>(tree_.nodes_.size() - 1);
  }

  /// Makes `part` child `lane` of a node: a leaf, or a node of its own. Bounds and triangles come later.
  void plan_child(std::uint32_t node, int lane, std::uint32_t part, int depth, const Collapse& collapse) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    part_of_slot_[node * WideBvh::width + lane] = part;
    if (parts_[part].left == 0) {
      tree_.nodes_[node].child[lane] = WideBvh::leaf_flag | static_cast<std::uint32_t>(tree_.leaves_.size());
      tree_.leaves_.push_back({parts_[part].first, parts_[part].count});
      return;
    }
    const std::uint32_t inner = add_node(node * WideBvh::width + lane);
    tree_.nodes_[node].child[lane] = inner;
    std::array<std::uint32_t, WideBvh::width> children;
    const int count = collapse.children(part, children);
    for (int i = 0; i < count; ++i) plan_child(inner, i, children[i], depth + 1, collapse);
  }

  template <class Work>
  void in_parallel(const Work& work) const {
    constexpr std::size_t chunk = 64;
    const std::size_t count = tree_.nodes_.size();
    parallel_for(config_.threads, (count + chunk - 1) / chunk, [&](std::size_t job, int) {
      for (std::size_t i = job * chunk; i < std::min(count, (job + 1) * chunk); ++i)
        work(static_cast<std::uint32_t>(i));
    });
  }

  static Float4 centre_of(const SplitNode& part) { return 0.5F * (part.box.low + part.box.high); }

  void fill_leaves(std::uint32_t node) {
    for (int lane = 0; lane < WideBvh::width; ++lane) {
      const std::uint32_t part = part_of_slot_[node * WideBvh::width + lane];
      if (part != no_part && parts_[part].left == 0)
        spread_of_slot_[node * WideBvh::width + lane] = fill_leaf(parts_[part]);
    }
  }

  Spread fill_leaf(const SplitNode& part) {
    float* const corners = tree_.corners_.data() + 9 * static_cast<std::size_t>(part.first);
    // From the doubles, so that a coordinate relative to the leaf's centre is exact to 2^-24 of the leaf, not of the mesh.
    const Eigen::Vector3d centre = centre_of(part).head<3>().matrix().cast<double>();
    Spread spread;
    for (std::uint32_t i = 0; i < part.count; ++i) {
      const std::uint32_t f = items_[part.first + i].id();
      tree_.faces_[part.first + i] = f;
      std::array<Vector3f, 3> t;
      for (int corner = 0; corner < 3; ++corner) {
        const Eigen::Vector3d& p = mesh_.vertices[mesh_.faces[f][corner]];
        t[corner] = (tree_.frame_(p) - centre).cast<float>();
        for (int axis = 0; axis < 3; ++axis) corners[(3 * corner + axis) * part.count + i] = t[corner][axis];
      }
      const Vector3f n = (t[1] - t[0]).cross(t[2] - t[0]);
      const float area = n.norm();
      if (area > 0) spread.sum += n * n.transpose() / area;
    }
    return spread;
  }

  void fill_bounds(std::uint32_t node) {
    WideBvh::Node& to = tree_.nodes_[node];
    for (auto& h : to.h) std::fill_n(h, WideBvh::width, WideBvh::not_there);
    for (int lane = 0; lane < WideBvh::width; ++lane) {
      const WideBvh::Slot slot = node * WideBvh::width + lane;
      if (part_of_slot_[slot] == no_part) continue;
      const SplitNode& part = parts_[part_of_slot_[slot]];
      const Float4 centre = centre_of(part), half = 0.5F * (part.box.high - part.box.low);
      const Vector3f n = spread_of_slot_[slot].direction();
      for (int k = 0; k < 3; ++k) {
        to.c[k][lane] = centre[k];
        to.h[k][lane] = half[k] + box_padding;
        to.n[k][lane] = n[k];
      }
      const auto [low, high] = extent_along(Float4(n[0], n[1], n[2], 0.0F), part, centre);
      to.s[lane] = 0.5F * (low + high);
      to.w[lane] = 0.5F * (high - low) + slab_padding;
    }
  }

  std::pair<float, float> extent_along(const Float4& n, const SplitNode& part, const Float4& centre) const {
    // For large parts a slab hardly says more than the box, and would take another pass over all faces a level.
    constexpr std::uint32_t looked_at = 32768;
    if (part.count > looked_at) {
      const float reach = (n.abs() * (0.5F * (part.box.high - part.box.low))).sum();
      return {-reach, reach};
    }
    float low = INFINITY, high = -INFINITY;
    for (std::uint32_t i = part.first; i < part.first + part.count; ++i) {
      for (const std::uint32_t v : mesh_.faces[items_[i].id()]) {
        const float x = (n * (points_[v] - centre)).sum();
        low = std::min(low, x);
        high = std::max(high, x);
      }
    }
    return {low, high};
  }

  WideBvh& tree_;
  const Mesh& mesh_;
  const AxisBox& mesh_box_;
  WideBvhConfig config_;
  std::vector<Float4> points_;
  std::vector<SplitItem> items_;
  std::vector<SplitNode> parts_;
  std::vector<std::uint32_t> part_of_slot_;
  std::vector<Spread> spread_of_slot_;
};

WideBvh::WideBvh(const Mesh& mesh, const MeshBounds& bounds, const WideBvhConfig& config) : frame_(bounds) {
  WideBvhBuilder(*this, mesh, bounds.box, config).build();
}

std::size_t WideBvh::bytes() const {
  return sizeof(*this) + nodes_.capacity() * sizeof(Node) + slot_of_node_.capacity() * sizeof(Slot) +
         leaves_.capacity() * sizeof(Leaf) + faces_.capacity() * sizeof(std::uint32_t) +
         corners_.capacity() * sizeof(float);
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
