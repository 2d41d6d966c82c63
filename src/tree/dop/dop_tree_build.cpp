// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Top-down construction (zachmann-doptree, section 4.2). f, c, F₁, F₂: the paper's letters.
//
//   1. A DOP for each face f; its barycentre c.
//   2. Two barycentres that are nearly farthest apart: the farthest from any, and the farthest from that.
//   3. The orientation most parallel to their difference; the faces sorted along it.
//   4. F₁ and F₂ start with the faces of the two; each other face goes to the one whose DOP grows less, or, where both grow
//      alike, to the one with fewer faces.
//
// The paper is silent on the order of step 4 and on the measure of growth. Taken from one end of the sorted faces, F₁ would
// grow over all of them; we take them from both ends in turn. Growth is the sum of what the slabs widen: unlike a volume it
// is not zero for flat sets.
//
// We deviate: below halving_depth (split.h) the sorted faces are halved, so that depth is bounded.
//
// Cost: O(n·log²n) for sorting, O(k·n·log n) for the rest.
#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "mesh/sizes.h"
#include "tree/dop/dop_tree.h"
#include "tree/split.h"

namespace graze {
namespace {

/// The least float that is not below x and, for what x lost in double, a little more.
float rounded_up(double x) {
  return std::nextafter(static_cast<float>(x), INFINITY);
}

struct Item {
  float key;
  std::uint32_t face;
  bool operator<(const Item& other) const { return key != other.key ? key < other.key : face < other.face; }
};

}  // namespace

template <int slabs>
class DopTreeBuilder {
 public:
  DopTreeBuilder(DopTree& tree, const Mesh& mesh)
      : tree_(tree), mesh_(mesh), orientations_(DopOrientations::of(2 * slabs)) {}

  void build() {
    static_assert(2 * most_faces + 2 <= (std::uint64_t{1} << 31), "the highest of 32 bits marks leaves");
    const auto count = static_cast<std::uint32_t>(mesh_.faces.size());
    if (count == 0) return;
    const std::size_t floats = std::size_t{2} * count * tree_.stride_ + DopAlignment::max_lanes;
    tree_.nodes_.resize((floats + 15) / 16);
    weight_.setZero();
    for (int i = 0; i < slabs; ++i) {
      weight_[i] = weight_[slabs + i] = static_cast<float>(1 / orientations_.B[i].norm());
    }
    Dop all = make_dops();
    items_.resize(count);
    rest_.resize(count);
    for (std::uint32_t f = 0; f < count; ++f) items_[f].face = f;
    halving_depth_ = halving_depth(count);
    next_ = 2;
    make_node(DopTree::root, 0, count, all, 1);
  }

 private:
  /// Upper bounds along B, then along -B; the rest is zero.
  using Dop = Eigen::Array<float, (2 * slabs + 3) / 4 * 4, 1>;

  Dop make_dops() {
    dops_.resize(mesh_.faces.size(), Dop::Zero());
    barycentres_.resize(mesh_.faces.size());
    std::vector<Eigen::Vector3d> points;
    points.reserve(mesh_.vertices.size());
    for (const Eigen::Vector3d& p : mesh_.vertices) points.push_back(tree_.frame_(p));
    // Projecting is two sums of coordinates that are at most 1, each of which passes few roundings.
    constexpr double margin = 2 * TreeFrame::error;
    for (std::size_t f = 0; f < dops_.size(); ++f) {
      const Eigen::Vector3d &p = points[mesh_.faces[f][0]], &q = points[mesh_.faces[f][1]],
                            &r = points[mesh_.faces[f][2]];
      barycentres_[f] = ((p + q + r) / 3).template cast<float>();
      for (int i = 0; i < slabs; ++i) {
        const Eigen::Vector3d& b = orientations_.B[i];
        const double x = b.dot(p), y = b.dot(q), z = b.dot(r);
        dops_[f][i] = rounded_up(std::max({x, y, z}) + margin);
        dops_[f][slabs + i] = rounded_up(-std::min({x, y, z}) + margin);
      }
    }
    Dop all = dops_[0];
    for (const Dop& dop : dops_) all = all.max(dop);
    return all;
  }

  void write(std::uint32_t node, const Dop& dop, std::uint32_t child) {
    float* to = tree_.record(node);
    for (int i = 0; i < slabs; ++i) {
      const double high = static_cast<double>(dop[i]), low = -static_cast<double>(dop[slabs + i]);
      to[i] = static_cast<float>(0.5 * (low + high));
      const auto middle = static_cast<double>(to[i]);
      to[slabs + i] = rounded_up(std::max(high - middle, middle - low));
    }
    to[2 * slabs] = std::bit_cast<float>(child ^ DopTree::number_bits);
  }

  void make_node(std::uint32_t node, std::uint32_t first, std::uint32_t count, const Dop& dop, int depth) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    if (count == 1) return write(node, dop, DopTree::leaf_flag | items_[first].face);
    const std::uint32_t children = next_;
    next_ += 2;
    write(node, dop, children);
    Dop left, right;
    const std::uint32_t left_count = split(first, count, depth, left, right);
    make_node(children, first, left_count, left, depth + 1);
    make_node(children + 1, first + left_count, count - left_count, right, depth + 1);
  }

  /// Divides items into two parts, neither empty. Returns how many are in the first.
  std::uint32_t split(std::uint32_t first, std::uint32_t count, int depth, Dop& dop_1, Dop& dop_2) {
    const auto begin = items_.begin() + first, end = begin + count;
    const std::uint32_t f_1 = farthest_from(begin->face, first, count);
    std::uint32_t f_2 = farthest_from(f_1, first, count);
    if (f_1 == f_2) f_2 = begin->face != f_1 ? begin->face : begin[1].face;
    sort(begin, end, barycentres_[f_2] - barycentres_[f_1]);

    if (depth > halving_depth_) {
      const std::uint32_t half = count / 2;
      dop_1 = dop_of(first, half);
      dop_2 = dop_of(first + half, count - half);
      return half;
    }
    dop_1 = dops_[f_1];
    dop_2 = dops_[f_2];
    std::uint32_t count_1 = 0, count_2 = 0;
    rest_[count_1++].face = f_1;
    rest_[count - ++count_2].face = f_2;
    for (auto low = begin, high = end; low != high;) {
      const std::uint32_t f = (count_1 + count_2) % 2 == 0 ? (low++)->face : (--high)->face;
      if (f == f_1 || f == f_2) continue;
      const float growth_1 = growth(dop_1, dops_[f]), growth_2 = growth(dop_2, dops_[f]);
      if (growth_1 < growth_2 || (growth_1 == growth_2 && count_1 <= count_2)) {
        dop_1 = dop_1.max(dops_[f]);
        rest_[count_1++].face = f;
      } else {
        dop_2 = dop_2.max(dops_[f]);
        rest_[count - ++count_2].face = f;
      }
    }
    std::copy_n(rest_.begin(), count, begin);
    return count_1;
  }

  std::uint32_t farthest_from(std::uint32_t face, std::uint32_t first, std::uint32_t count) const {
    const Eigen::Vector3f from = barycentres_[face];
    std::uint32_t result = face;
    float most = -1;
    for (std::uint32_t i = first; i < first + count; ++i) {
      const float distance = (barycentres_[items_[i].face] - from).squaredNorm();
      if (distance > most) {
        most = distance;
        result = items_[i].face;
      }
    }
    return result;
  }

  void sort(std::vector<Item>::iterator begin, std::vector<Item>::iterator end,
            const Eigen::Vector3f& along) const {
    Eigen::Vector3f b = Eigen::Vector3f::UnitX();
    float most = -1;
    for (int i = 0; i < slabs; ++i) {
      const Eigen::Vector3f candidate = orientations_.B[i].template cast<float>();
      const float parallel = candidate.dot(along) * weight_[i];
      if (std::abs(parallel) > most) {
        most = std::abs(parallel);
        b = parallel < 0 ? Eigen::Vector3f(-candidate) : candidate;
      }
    }
    for (auto item = begin; item != end; ++item) item->key = b.dot(barycentres_[item->face]);
    std::sort(begin, end);
  }

  float growth(const Dop& dop, const Dop& by) const { return ((by - dop).max(0.0F) * weight_).sum(); }

  Dop dop_of(std::uint32_t first, std::uint32_t count) const {
    Dop dop = dops_[items_[first].face];
    for (std::uint32_t i = first; i < first + count; ++i) dop = dop.max(dops_[items_[i].face]);
    return dop;
  }

  DopTree& tree_;
  const Mesh& mesh_;
  const DopOrientations& orientations_;
  Dop weight_;  // of a widening: 1/|B|
  int halving_depth_ = 0;
  std::uint32_t next_ = 0;
  std::vector<Dop> dops_;
  std::vector<Eigen::Vector3f> barycentres_;
  std::vector<Item> items_, rest_;
};

DopTree::DopTree(const Mesh& mesh, const MeshBounds& bounds, const DopTreeConfig& config)
    : frame_(bounds),
      slabs_(DopOrientations::of(config.orientations).slabs),
      stride_((2 * slabs_ + 1 + 3) / 4 * 4) {
  with_slabs(slabs_, [&](auto slabs) { DopTreeBuilder<slabs()>(*this, mesh).build(); });
}

std::size_t DopTree::bytes() const {
  return sizeof(*this) + nodes_.capacity() * sizeof(Line);
}

void DopTree::validate(const Mesh& mesh) const {
  const DopOrientations& o = DopOrientations::of(orientations());
  std::vector<int> seen(mesh.faces.size(), 0);
  std::vector<std::uint32_t> path;
  const auto check_face = [&](std::uint32_t face) {
    ++seen[face];
    for (const std::uint32_t v : mesh.faces[face]) {
      const Eigen::Vector3d q = frame_(mesh.vertices[v]);
      for (const std::uint32_t node : path) {
        for (int i = 0; i < slabs_; ++i) {
          const double off = std::abs(o.B[i].dot(q) - static_cast<double>(middles(node)[i]));
          if (off <= static_cast<double>(half_widths(node)[i])) continue;
          throw Error(message("face ", face, " sticks out of slab ", i, " of node ", node));
        }
      }
    }
  };
  const auto check = [&](const auto& self, std::uint32_t node) -> void {
    path.push_back(node);
    if (path.size() > static_cast<std::size_t>(depth_)) throw Error(message("node ", node, " is too deep"));
    const std::uint32_t first = child(node);
    if ((first & leaf_flag) != 0) {
      check_face(first & ~leaf_flag);
    } else {
      self(self, first);
      self(self, first + 1);
    }
    path.pop_back();
  };
  if (!empty()) check(check, root);
  for (std::size_t f = 0; f < seen.size(); ++f) {
    if (seen[f] != 1) throw Error(message("face ", f, " is in ", seen[f], " leaves"));
  }
}

}  // namespace graze
