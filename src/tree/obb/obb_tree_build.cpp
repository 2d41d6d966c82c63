// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Top-down construction (gottschalk1996, sections 4 and 5). A, m, μ, C: the paper's letters.
//
//   1. Of each triangle its area A, its centroid m, and the integral of x·xᵀ over it,
//      A/12·(9m·mᵀ + p·pᵀ + q·qᵀ + r·rᵀ).
//   2. A box's axes are the eigenvectors of the covariance C of its triangles' surface; its extents are those
//      of their vertices.
//   3. Triangles are divided by the plane through the mean μ across the longest axis; if all are on one side,
//      across the next; if that fails for all three, by halves.
//
// We deviate: the triangles themselves instead of those of their convex hull (as RAPID does); where there is no area, the
// vertices take its place; below halving_depth (split.h) triangles are halved, so that depth is bounded.
//
// Cost: O(n·log n) for balanced trees.
#include <graze/error.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "math/orthonormal.h"
#include "math/slack.h"
#include "mesh/sizes.h"
#include "tree/obb/obb_tree.h"
#include "tree/split.h"

namespace graze {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// ∫1, ∫x and ∫x·xᵀ.
struct Moments {
  double A = 0;
  Vector3d first = Vector3d::Zero();
  Eigen::Matrix<double, 6, 1> second = Eigen::Matrix<double, 6, 1>::Zero();  // xx, xy, xz, yy, yz, zz

  void add(const Moments& other) {
    A += other.A;
    first += other.first;
    second += other.second;
  }
  void add_product(double weight, const Vector3d& x) {
    second[0] += weight * x[0] * x[0];
    second[1] += weight * x[0] * x[1];
    second[2] += weight * x[0] * x[2];
    second[3] += weight * x[1] * x[1];
    second[4] += weight * x[1] * x[2];
    second[5] += weight * x[2] * x[2];
  }
  Vector3d mean() const { return first / A; }
  Matrix3d covariance() const {
    const Vector3d mu = mean();
    Matrix3d C;
    C << second[0], second[1], second[2], second[1], second[3], second[4], second[2], second[4], second[5];
    return C / A - mu * mu.transpose();
  }
};

Moments moments_of(const Triangle& t, double A) {
  Moments result;
  const Vector3d m = (t[0] + t[1] + t[2]) / 3;
  result.A = A;
  result.first = A * m;
  result.add_product(A * 9 / 12, m);
  for (const Vector3d& p : t) result.add_product(A / 12, p);
  return result;
}

/// A right-handed frame of eigenvectors, orthonormal to a few units in the last place whatever the solver
/// made.
Matrix3d axes_of(const Matrix3d& covariance) {
  Eigen::SelfAdjointEigenSolver<Matrix3d> solver;
  solver.computeDirect(covariance);
  const Vector3d x = solver.eigenvectors().col(2).normalized();
  const Vector3d y_raw = solver.eigenvectors().col(1);
  const Vector3d y = (y_raw - y_raw.dot(x) * x).normalized();
  Matrix3d axes;
  axes << x, y, x.cross(y);
  // Far below the rounding of the axes to float, for which bounds allow; else the solver failed.
  return measured_off_orthonormal(axes) < 1e-12 ? axes : Matrix3d::Identity();
}

}  // namespace

class ObbTreeBuilder {
 public:
  ObbTreeBuilder(ObbTree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh) {}

  void build() {
    static_assert(2 * most_faces <= (std::uint64_t{1} << 31), "the highest of 32 bits marks leaves");
    const auto count = static_cast<std::uint32_t>(mesh_.faces.size());
    if (count == 0) return;
    for (const Vector3d& p : mesh_.vertices) points_.push_back(tree_.frame_(p));
    items_.resize(count);
    for (std::uint32_t f = 0; f < count; ++f) {
      const Triangle t = triangle(f);
      const double A = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm();
      items_[f] = {moments_of(t, A), f};
    }
    tree_.nodes_.reserve(std::size_t{2} * count - 1);
    tree_.nodes_.emplace_back();
    halving_depth_ = halving_depth(count);
    make_node(0, 0, count, 1);
  }

 private:
  struct Item {
    Moments moments;
    std::uint32_t face;
  };

  Triangle triangle(std::uint32_t face) const {
    const Face& f = mesh_.faces[face];
    return {points_[f[0]], points_[f[1]], points_[f[2]]};
  }

  void make_node(std::uint32_t node, std::uint32_t first, std::uint32_t count, int depth) {
    tree_.depth_ = std::max(tree_.depth_, depth);
    const Moments sum = moments_of_range(first, count);
    const Eigen::Matrix3f axes = axes_of(sum.covariance()).cast<float>();
    set_box(tree_.nodes_[node], axes, first, count);
    if (count == 1) {
      tree_.nodes_[node].child = ObbTree::leaf_flag | items_[first].face;
      return;
    }
    const std::uint32_t left = split(tree_.nodes_[node], sum.mean(), first, count, depth);
    const auto children = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_[node].child = children;
    tree_.nodes_.resize(children + 2);
    make_node(children, first, left, depth + 1);
    make_node(children + 1, first + left, count - left, depth + 1);
  }

  Moments moments_of_range(std::uint32_t first, std::uint32_t count) const {
    Moments sum;
    for (std::uint32_t i = first; i < first + count; ++i) sum.add(items_[i].moments);
    // A heuristic: how tight the box is. Moments of smaller areas underflow.
    if (sum.A > 0x1p-200) return sum;
    sum = {};
    for (std::uint32_t i = first; i < first + count; ++i) sum.add(moments_of(triangle(items_[i].face), 1));
    return sum;
  }

  /// The box is what the float axes say, exactly: a projection in double is off by less than 2^-49, and
  /// rounding to float is outward.
  void set_box(ObbTree::Node& node, const Eigen::Matrix3f& axes, std::uint32_t first,
               std::uint32_t count) const {
    const Matrix3d R = axes.cast<double>();
    Vector3d low = Vector3d::Constant(INFINITY), high = -low;
    for (std::uint32_t i = first; i < first + count; ++i) {
      for (const std::uint32_t v : mesh_.faces[items_[i].face]) {
        const Vector3d x = R.transpose() * points_[v];
        low = low.cwiseMin(x);
        high = high.cwiseMax(x);
      }
    }
    const Eigen::Vector3f centre = (R * (0.5 * (low + high))).cast<float>();
    const Vector3d middle = R.transpose() * centre.cast<double>();
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) node.row[i].R[j] = axes(i, j);
      node.row[i].c = centre[i];
      const double half = std::max(high[i] - middle[i], middle[i] - low[i]) + rounding(2);
      node.h[i] = std::nextafter(static_cast<float>(half), INFINITY);
    }
  }

  /// Divides items into two parts, neither empty. Returns how many are in the first.
  std::uint32_t split(const ObbTree::Node& node, const Vector3d& mean, std::uint32_t first,
                      std::uint32_t count, int depth) {
    const auto begin = items_.begin() + first, end = begin + count;
    std::array<int, 3> order = {0, 1, 2};
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return node.h[i] > node.h[j]; });
    const auto along = [&](int axis) {
      return Vector3d(static_cast<double>(node.row[0].R[axis]), static_cast<double>(node.row[1].R[axis]),
                      static_cast<double>(node.row[2].R[axis]));
    };
    const auto position = [&](const Item& item, const Vector3d& axis) {
      const Triangle t = triangle(item.face);
      return axis.dot(t[0] + t[1] + t[2]);
    };
    if (depth <= halving_depth_) {
      for (const int axis : order) {
        const Vector3d n = along(axis);
        const double cut = 3 * n.dot(mean);
        const auto middle =
            std::partition(begin, end, [&](const Item& item) { return position(item, n) <= cut; });
        if (middle != begin && middle != end) return static_cast<std::uint32_t>(middle - begin);
      }
    }
    const Vector3d n = along(order[0]);
    std::nth_element(begin, begin + count / 2, end, [&](const Item& x, const Item& y) {
      const double at_x = position(x, n), at_y = position(y, n);
      return at_x != at_y ? at_x < at_y : x.face < y.face;
    });
    return count / 2;
  }

  ObbTree& tree_;
  const Mesh& mesh_;
  int halving_depth_ = 0;
  std::vector<Vector3d> points_;
  std::vector<Item> items_;
};

ObbTree::ObbTree(const Mesh& mesh, const MeshBounds& bounds) : frame_(bounds) {
  ObbTreeBuilder(*this, mesh).build();
}

std::size_t ObbTree::bytes() const {
  return sizeof(*this) + nodes_.capacity() * sizeof(Node);
}

void ObbTree::validate(const Mesh& mesh) const {
  std::vector<int> seen(mesh.faces.size(), 0);
  std::vector<std::uint32_t> path;
  const auto check_face = [&](std::uint32_t face) {
    ++seen[face];
    for (const std::uint32_t v : mesh.faces[face]) {
      const Vector3d q = frame_(mesh.vertices[v]);
      for (const std::uint32_t number : path) {
        const Node& node = nodes_[number];
        for (int j = 0; j < 3; ++j) {
          double along = 0;
          for (int i = 0; i < 3; ++i) {
            along += (q[i] - static_cast<double>(node.row[i].c)) * static_cast<double>(node.row[i].R[j]);
          }
          if (std::abs(along) <= static_cast<double>(node.h[j])) continue;
          throw Error(message("face ", face, " sticks out of side ", j, " of box ", number));
        }
      }
    }
  };
  const auto check = [&](const auto& self, std::uint32_t number) -> void {
    path.push_back(number);
    if (path.size() > static_cast<std::size_t>(depth_)) throw Error(message("box ", number, " is too deep"));
    const Node& node = nodes_[number];
    Matrix3d R;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) R(i, j) = static_cast<double>(node.row[i].R[j]);
    }
    if (!(measured_off_orthonormal(R) <= 2 * float_roundoff) || !(R.determinant() > 0)) {
      throw Error(message("the axes of box ", number, " are no rotation"));
    }
    if ((node.child & leaf_flag) != 0) {
      check_face(node.child & ~leaf_flag);
    } else {
      self(self, node.child);
      self(self, node.child + 1);
    }
    path.pop_back();
  };
  if (!nodes_.empty()) check(check, 0);
  for (std::size_t f = 0; f < seen.size(); ++f) {
    if (seen[f] != 1) throw Error(message("face ", f, " is in ", seen[f], " leaves"));
  }
}

}  // namespace graze
