// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Top-down construction: a node opens its largest child by the best of a few planes (binned surface-area
// heuristic, wald2007) until it has eight, or only leaves.
//
// Directions of slabs: the dominant eigenvector of the sum of area·n·nᵀ over the faces, which does not mind
// that the two sides of a sheet look opposite ways.
#include <graze/error.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "math/message.h"
#include "tree/wide_bvh.h"

namespace graze {
namespace {

using Eigen::Vector3f;

/// What rounding to float, and computing with a few float operations on coordinates of at most 1, may be off.
constexpr float box_padding = 0x1p-22F;
constexpr float slab_padding = 0x1p-20F;

struct FloatBox {
  Vector3f low = Vector3f::Constant(INFINITY);
  Vector3f high = Vector3f::Constant(-INFINITY);

  void include(const Vector3f& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void include(const FloatBox& b) {
    low = low.cwiseMin(b.low);
    high = high.cwiseMax(b.high);
  }
  float half_area() const {
    const Vector3f d = high - low;
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

struct Primitive {
  FloatBox box;
  std::uint32_t face;
  Vector3f middle() const { return box.low + box.high; }  // twice the middle, in fact
};

struct Range {
  std::uint32_t first, count;
  FloatBox box;      // of the primitives
  FloatBox middles;  // of their middles
};

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

}  // namespace

class WideBvhBuilder {
 public:
  WideBvhBuilder(WideBvh& tree, const Mesh& mesh, const WideBvhConfig& config)
      : tree_(tree), mesh_(mesh), config_(config) {}

  void build() {
    if (mesh_.faces.empty()) return;
    make_points();
    Range all = make_primitives();
    const std::size_t faces = mesh_.faces.size();
    tree_.faces_.reserve(faces);
    tree_.corners_.reserve(9 * faces + WideBvh::width);
    tree_.nodes_.emplace_back();
    clear(tree_.nodes_[0]);
    fill_child(0, 0, all, 1);
    tree_.corners_.resize(tree_.corners_.size() + WideBvh::width, 0.0F);
    tree_.nodes_.shrink_to_fit();
    tree_.leaves_.shrink_to_fit();
  }

 private:
  void make_points() {
    points_.reserve(mesh_.vertices.size());
    for (const Eigen::Vector3d& p : mesh_.vertices) {
      points_.push_back(((p - tree_.origin_) * tree_.scale_).cast<float>());
    }
  }

  Range make_primitives() {
    Range all = {0, static_cast<std::uint32_t>(mesh_.faces.size()), {}, {}};
    primitives_.resize(mesh_.faces.size());
    for (std::uint32_t f = 0; f < all.count; ++f) {
      Primitive& p = primitives_[f];
      p.face = f;
      for (const std::uint32_t v : mesh_.faces[f]) p.box.include(points_[v]);
      all.box.include(p.box);
      all.middles.include(p.middle());
    }
    return all;
  }

  static void clear(WideBvh::Node& node) {
    node = {};
    for (auto& h : node.h) std::fill_n(h, WideBvh::width, -1e30F);
  }

  /// Makes `range` child `lane` of a node: a leaf, or a node of its own.
  Spread fill_child(std::uint32_t node, int lane, const Range& range, int depth) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    const Vector3f centre = 0.5F * (range.box.low + range.box.high);
    const Vector3f half = 0.5F * (range.box.high - range.box.low);
    for (int k = 0; k < 3; ++k) {
      tree_.nodes_[node].c[k][lane] = centre[k];
      tree_.nodes_[node].h[k][lane] = half[k] + box_padding;
    }
    Spread spread;
    if (range.count <= static_cast<std::uint32_t>(config_.max_leaf_faces)) {
      tree_.nodes_[node].child[lane] = WideBvh::leaf_flag | static_cast<std::uint32_t>(tree_.leaves_.size());
      spread = make_leaf(range, centre);
    } else {
      const auto inner = static_cast<std::uint32_t>(tree_.nodes_.size());
      tree_.nodes_[node].child[lane] = inner;
      tree_.nodes_.emplace_back();
      clear(tree_.nodes_[inner]);
      std::array<Range, WideBvh::width> parts;
      const int count = open(range, parts);
      for (int i = 0; i < count; ++i) spread.sum += fill_child(inner, i, parts[i], depth + 1).sum;
    }
    set_slab(node, lane, range, centre, spread.direction());
    return spread;
  }

  Spread make_leaf(const Range& range, const Vector3f& centre) {
    const WideBvh::Leaf leaf = {static_cast<std::uint32_t>(tree_.faces_.size()), range.count};
    tree_.leaves_.push_back(leaf);
    const std::size_t start = tree_.corners_.size();
    tree_.corners_.resize(start + 9 * range.count);
    // From the doubles: a coordinate relative to the leaf's centre is exact to 2^-24 of the leaf, not of the
    // mesh.
    const Eigen::Vector3d centre_q = centre.cast<double>();
    Spread spread;
    for (std::uint32_t i = 0; i < range.count; ++i) {
      const std::uint32_t f = primitives_[range.first + i].face;
      tree_.faces_.push_back(f);
      std::array<Vector3f, 3> t;
      for (int corner = 0; corner < 3; ++corner) {
        const Eigen::Vector3d& p = mesh_.vertices[mesh_.faces[f][corner]];
        t[corner] = ((p - tree_.origin_) * tree_.scale_ - centre_q).cast<float>();
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

  void set_slab(std::uint32_t node, int lane, const Range& range, const Vector3f& centre, const Vector3f& n) {
    // Exact for parts small enough to look at once more; above, a slab says no more than the box anyway.
    constexpr std::uint32_t looked_at = 256;
    float low = INFINITY, high = -INFINITY;
    if (range.count <= looked_at) {
      for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
        for (const std::uint32_t v : mesh_.faces[primitives_[i].face]) {
          const float x = n.dot(points_[v] - centre);
          low = std::min(low, x);
          high = std::max(high, x);
        }
      }
    } else {
      high = n.cwiseAbs().dot(0.5F * (range.box.high - range.box.low));
      low = -high;
    }
    WideBvh::Node& to = tree_.nodes_[node];
    for (int k = 0; k < 3; ++k) to.n[k][lane] = n[k];
    to.s[lane] = 0.5F * (low + high);
    to.w[lane] = 0.5F * (high - low) + slab_padding;
  }

  /// Splits a range into up to eight, always the one with most surface.
  int open(const Range& range, std::array<Range, WideBvh::width>& parts) {
    int count = 1;
    parts[0] = range;
    while (count < WideBvh::width) {
      int largest = -1;
      float most = -1;
      for (int i = 0; i < count; ++i) {
        if (parts[i].count <= static_cast<std::uint32_t>(config_.max_leaf_faces)) continue;
        const float area = parts[i].box.half_area();
        if (area > most) {
          most = area;
          largest = i;
        }
      }
      if (largest < 0) break;
      const Range whole = parts[largest];
      split(whole, parts[largest], parts[count++]);
    }
    return count;
  }

  void split(const Range& whole, Range& left, Range& right) {
    std::array<Bin, 3 * max_bins> bins;
    const int n = config_.bins;
    const Vector3f extent = whole.middles.high - whole.middles.low;
    Vector3f to_bin;
    for (int k = 0; k < 3; ++k) to_bin[k] = extent[k] > 0 ? static_cast<float>(n) * 0.9999F / extent[k] : 0;
    const auto bin_of = [&](const Primitive& p, int axis) {
      return static_cast<int>((p.middle()[axis] - whole.middles.low[axis]) * to_bin[axis]);
    };
    for (std::uint32_t i = whole.first; i < whole.first + whole.count; ++i) {
      const Primitive& p = primitives_[i];
      for (int k = 0; k < 3; ++k) {
        Bin& bin = bins[k * max_bins + bin_of(p, k)];
        ++bin.count;
        bin.box.include(p.box);
      }
    }
    const Cut cut = best_cut(bins, n);
    const auto begin = primitives_.begin() + whole.first, end = begin + whole.count;
    auto middle = begin + whole.count / 2;  // where all middles fall together, halves are as good as anything
    if (cut.axis >= 0) {
      middle = std::partition(begin, end, [&](const Primitive& p) { return bin_of(p, cut.axis) < cut.bin; });
    }
    left = range_of(whole.first, static_cast<std::uint32_t>(middle - begin));
    right = range_of(whole.first + left.count, whole.count - left.count);
  }

  static constexpr int max_bins = 32;
  struct Bin {
    std::uint32_t count = 0;
    FloatBox box;
  };
  struct Cut {
    int axis = -1;  // none
    int bin = 0;    // the first one on the right
    float cost = INFINITY;
  };

  static Cut best_cut(const std::array<Bin, 3 * max_bins>& bins, int n) {
    Cut best;
    for (int k = 0; k < 3; ++k) {
      std::array<float, max_bins> right_cost;
      Bin right;
      for (int i = n - 1; i > 0; --i) {
        right.count += bins[k * max_bins + i].count;
        right.box.include(bins[k * max_bins + i].box);
        right_cost[i] = right.count == 0 ? INFINITY : static_cast<float>(right.count) * right.box.half_area();
      }
      Bin left;
      for (int i = 1; i < n; ++i) {
        left.count += bins[k * max_bins + i - 1].count;
        left.box.include(bins[k * max_bins + i - 1].box);
        if (left.count == 0) continue;
        const float cost = static_cast<float>(left.count) * left.box.half_area() + right_cost[i];
        if (cost < best.cost) best = {k, i, cost};
      }
    }
    return best;
  }

  Range range_of(std::uint32_t first, std::uint32_t count) const {
    Range range = {first, count, {}, {}};
    for (std::uint32_t i = first; i < first + count; ++i) {
      range.box.include(primitives_[i].box);
      range.middles.include(primitives_[i].middle());
    }
    return range;
  }

  WideBvh& tree_;
  const Mesh& mesh_;
  WideBvhConfig config_;
  std::vector<Vector3f> points_;
  std::vector<Primitive> primitives_;
};

WideBvh::WideBvh(const Mesh& mesh, const MeshBounds& bounds, const WideBvhConfig& config) {
  if (!mesh.faces.empty()) {
    origin_ = 0.5 * bounds.box.low + 0.5 * bounds.box.high;
    const double reach = (bounds.box.high - origin_).cwiseMax(origin_ - bounds.box.low).maxCoeff();
    int exponent = 0;
    if (reach > 0) std::frexp(reach, &exponent);
    scale_ = std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
  }
  WideBvhBuilder(*this, mesh, config).build();
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
        const Eigen::Vector3d q = (mesh.vertices[v] - origin_) * scale_;
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
