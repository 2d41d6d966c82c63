// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The distance of a point from a mesh: down the wide tree, nearest child first, leaving out what is farther than the best.
//
// In the tree's frame the point is q̂ = scale·Rᵀ(p - x₀), x₀ the image of the tree's origin. R may be off orthonormal by a
// little more than 1e-6, so that q̂ is off by less than 4e-6·|q̂| and lengths by less than 2e-6 of them; bounds in float,
// and |q| ≤ 2 for points of the mesh, add less than 1e-6. What is left out is farther than 1e-5·(|q̂| + 2) says, and than
// the rounding of coordinates in the world, which is added.
#include "world/point_mesh.h"

#include <algorithm>

#include "exact/signs.h"
#include "world/point_triangle.h"

namespace graze {
namespace {

constexpr std::size_t worth_a_tree = 64;  // faces

double squared_distance(const Mesh& mesh, std::uint32_t face, const Pose& X, const Eigen::Vector3d& p) {
  const Triangle t = triangle(mesh, face);
  return graze::squared_distance(p, Triangle{X * t[0], X * t[1], X * t[2]});
}

class Descent {
 public:
  Descent(const Mesh& mesh, const WideBvh& tree, const Pose& X, const Eigen::Vector3d& p)
      : mesh_(mesh), tree_(tree), X_(X), p_(p) {
    const exact::Approximation x0 = exact::approximate({tree.frame().origin, &X});
    const double scale = tree.frame().scale;
    q_ = scale * (X.R.transpose() * (p - x0.p));
    const double rounding = 16 * (x0.error + exact::unit_roundoff * (p.cwiseAbs() + x0.p.cwiseAbs()).sum());
    margin_ = 1e-5 * (q_.norm() + 2) + scale * rounding;
  }

  double run() {
    visit(0);
    return best_;
  }

 private:
  struct Child {
    double squared;  ///< no face below is nearer
    std::uint32_t number;
  };

  void visit(std::uint32_t number) {
    const WideBvh::Node& node = tree_.nodes()[number];
    std::array<Child, WideBvh::width> children;
    std::size_t count = 0;
    for (std::size_t i = 0; i < WideBvh::width; ++i) {
      if (node.h[0][i] < 0) continue;
      const Child child = {squared_bound(node, i), node.child[i]};
      std::size_t at = count++;
      for (; at > 0 && child.squared < children[at - 1].squared; --at) children[at] = children[at - 1];
      children[at] = child;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (children[i].squared > best_) return;
      if ((children[i].number & WideBvh::leaf_flag) == 0) {
        visit(children[i].number);
      } else {
        look_at(tree_.leaves()[children[i].number & ~WideBvh::leaf_flag]);
      }
    }
  }
  double squared_bound(const WideBvh::Node& node, std::size_t i) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      const double away =
          std::abs(q_[k] - static_cast<double>(node.c[k][i])) - static_cast<double>(node.h[k][i]);
      sum += away > 0 ? away * away : 0;
    }
    const double distance = (std::sqrt(sum) - margin_) / tree_.frame().scale;
    return distance > 0 ? distance * distance : 0;  // also if it is not a number
  }
  void look_at(const WideBvh::Leaf& leaf) {
    for (const std::uint32_t face : tree_.faces().subspan(leaf.first, leaf.count))
      best_ = std::min(best_, squared_distance(mesh_, face, X_, p_));
  }

  const Mesh& mesh_;
  const WideBvh& tree_;
  const Pose& X_;
  Eigen::Vector3d p_;
  Eigen::Vector3d q_;
  double margin_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double squared_distance(const MeshIndex& index, const Pose& X, const Eigen::Vector3d& p) {
  const Mesh& mesh = index.mesh();
  if (mesh.faces.size() >= worth_a_tree) return Descent(mesh, index.wide_bvh(), X, p).run();
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face)
    least = std::min(least, squared_distance(mesh, face, X, p));
  return least;
}

}  // namespace graze
