// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The distance of a point from a mesh: branch and bound on the wide tree, nearest child first.
//
// Lengths are those of the tree's frame, in which a point v of the mesh is y = scale·(v - origin), |y| < 2. With x₀ the
// image of the origin and d = scale·(p - x₀), the point's distance from v in the world, times scale, is
//   |R·y - d| = |R·(y - R⁻¹d)| ≥ (1 - σ)·(|y - Rᵀd| - ε·|d|),
// where R stretches lengths by σ at most, and ε bounds ‖R⁻¹ - Rᵀ‖ (see slack.h). With q = Rᵀd, |d| ≤ 1.01·|q| and |y - q| ≤ |q| + 2, this is at least |y - q| - (σ + 1.01·ε)·(|q| + 2). A face that is pruned must also be farther as
// computed: the coordinates of p, x₀ and of images of vertices are rounded, and so is q. The margin covers that, too.
#include "query/point/point_mesh.h"

#include <algorithm>

#include "exact/signs.h"
#include "math/slack.h"
#include "query/point/point_triangle.h"

namespace graze {
namespace {

constexpr std::size_t worth_a_tree = 64;  // faces
constexpr double infinity = std::numeric_limits<double>::infinity();

double distance(const Mesh& mesh, std::uint32_t face, const Pose& X, const Eigen::Vector3d& p) {
  const Triangle t = triangle(mesh, face);
  return graze::distance(p, Triangle{X * t[0], X * t[1], X * t[2]});
}

class Descent {
 public:
  Descent(const Mesh& mesh, const WideBvh& tree, const Pose& X, const Eigen::Vector3d& p, int poses)
      : mesh_(mesh), tree_(tree), X_(X), p_(p) {
    const exact::Approximation x0 = exact::approximate({tree.frame().origin, &X});
    const double scale = tree.frame().scale;
    q_ = X.R.transpose() * (scale * (p - x0.p));
    const double turned = q_.stableNorm() + 2;
    // Scaled before they are summed, so that the largest doubles do not overflow.
    const double size = scale * p.cwiseAbs().maxCoeff() + scale * x0.p.cwiseAbs().maxCoeff() + turned;
    margin_ =
        (stretch(poses) + 1.01 * transpose_error(poses)) * turned + scale * x0.error + 4 * rounding(size);
  }

  double run() {
    visit(0);
    return best_;
  }

 private:
  struct Child {
    double bound;  ///< no face below is nearer
    std::uint32_t number;
  };

  void visit(std::uint32_t number) {
    const WideBvh::Node& node = tree_.nodes()[number];
    std::array<Child, WideBvh::width> children;
    std::size_t count = 0;
    for (std::size_t i = 0; i < WideBvh::width; ++i) {
      if (node.h[0][i] < 0) continue;
      const Child child = {bound(node, i), node.child[i]};
      std::size_t at = count++;
      for (; at > 0 && child.bound < children[at - 1].bound; --at) children[at] = children[at - 1];
      children[at] = child;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (children[i].bound > best_) return;
      if ((children[i].number & WideBvh::leaf_flag) == 0) {
        visit(children[i].number);
      } else {
        look_at(tree_.leaves()[children[i].number & ~WideBvh::leaf_flag]);
      }
    }
  }
  double bound(const WideBvh::Node& node, std::size_t i) const {
    Eigen::Vector3d away;
    for (int k = 0; k < 3; ++k) {
      away[k] = std::max(
          std::abs(q_[k] - static_cast<double>(node.c[k][i])) - static_cast<double>(node.h[k][i]), 0.0);
    }
    // Squares that underflow are far below the margin. Where squares overflow, the bound is 0.
    const double distance = (away.norm() - margin_) / tree_.frame().scale;
    return distance > 0 && distance < infinity ? distance : 0;
  }
  void look_at(const WideBvh::Leaf& leaf) {
    for (const std::uint32_t face : tree_.faces().subspan(leaf.first, leaf.count))
      best_ = std::min(best_, distance(mesh_, face, X_, p_));
  }

  const Mesh& mesh_;
  const WideBvh& tree_;
  const Pose& X_;
  Eigen::Vector3d p_;
  Eigen::Vector3d q_;
  double margin_;
  double best_ = infinity;
};

}  // namespace

double distance(const MeshIndex& index, const Pose& X, const Eigen::Vector3d& p, int poses) {
  const Mesh& mesh = index.mesh();
  if (mesh.faces.size() >= worth_a_tree && poses <= most_poses) {
    if (const WideBvh& tree = index.wide_bvh(); tree.frame().fits())
      return Descent(mesh, tree, X, p, poses).run();
  }
  double least = infinity;
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face)
    least = std::min(least, distance(mesh, face, X, p));
  return least;
}

}  // namespace graze
