// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Re-alignment (zachmann-doptree, section 4.1). B, d, o, j: the paper's letters.
//
//   1. Once for each k: the vertices of the generic DOP, whose planes all touch the unit sphere, and the
//      planes through each.
//   2. Once a query, for each direction Bᵢ seen from X's frame: the vertex extremal along it, the three planes jᵢₗ and
//      their weights.
//
// Why the bound holds for every node, redundant planes or not: with d = k·Rᵀ·Bᵢ = Σ wₗ·B_jₗ + r, any point x of the node has
// d·x ≤ Σ wₗ·max(B_jₗ·x) + |r|₁ as long as no wₗ is negative. So any triple gives a bound, and the choice only decides how
// tight it is: weights are first clamped at zero and rounded to float, and r is the remainder.
//
// We deviate: antiparallel planes give Σ wₗ·d_jₗ = Σ wₗ·sₗ·c_jₗ + Σ wₗ·h_jₗ for the middles c and half widths h of slabs, so
// that two opposite orientations share one triple. The count of operations is the paper's.
//
// Cost: (k/2)·V multiply-adds of three for V/2 ≤ 24 vertices, below a microsecond.
#include "tree/dop/dop_orientations.h"

#include <graze/error.h>

#include <Eigen/LU>
#include <cmath>

#include "math/message.h"
#include "math/slack.h"

namespace graze {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> orientations(int k) {
  std::vector<Vector3d> result;
  const auto add = [&](std::initializer_list<Vector3d> list) {
    for (const Vector3d& b : list) result.push_back(b);
  };
  if (k != 8) add({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  if (k >= 18) add({{1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}});
  if (k != 6 && k != 18) add({{1, 1, -1}, {1, -1, 1}, {-1, 1, 1}});
  if (k == 8 || k == 14 || k == 26) add({{1, 1, 1}});  // left out of k = 24, as FCL does
  return result;
}

}  // namespace

DopOrientations::DopOrientations(int count) : k(count), slabs(count / 2), B(orientations(count)) {
  std::vector<Vector3d> normals;
  for (const Vector3d& b : B) normals.push_back(b);
  for (const Vector3d& b : B) normals.push_back(-b);
  // The directions are small integers: corners that are not the same, and planes that a corner is not on, are far more than these
  // 1e-6 and 1e-9 away.
  const auto inside = [&](const Vector3d& p) {
    for (const Vector3d& n : normals) {
      if (n.normalized().dot(p) > 1 + 1e-9) return false;
    }
    return true;
  };
  struct Found {
    Vector3d p;
    std::vector<Triple> triples;
  };
  std::vector<Found> found;
  for (int a = 0; a < k; ++a) {
    for (int b = a + 1; b < k; ++b) {
      for (int c = b + 1; c < k; ++c) {
        Eigen::Matrix3d columns;
        columns << normals[a], normals[b], normals[c];
        if (std::abs(columns.determinant()) < 0.5) continue;  // of integers
        const Vector3d lengths(normals[a].norm(), normals[b].norm(), normals[c].norm());
        const Vector3d p = columns.transpose().inverse() * lengths;
        if (!inside(p)) continue;
        Triple triple;
        int l = 0;
        for (const int plane : {a, b, c}) {
          triple.j[l] = plane % slabs;
          triple.sign[l++] = plane < slabs ? 1 : -1;
        }
        triple.inverse = columns.inverse();
        bool known = false;
        for (Found& f : found) {
          if ((f.p + p).norm() < 1e-6) known = true;  // its opposite
          if ((f.p - p).norm() < 1e-6) {
            f.triples.push_back(triple);
            known = true;
          }
        }
        if (!known) found.push_back({p, {triple}});
      }
    }
  }
  for (const Found& f : found) {
    vertices.push_back({f.p, static_cast<int>(triples.size()), static_cast<int>(f.triples.size())});
    triples.insert(triples.end(), f.triples.begin(), f.triples.end());
  }
}

const DopOrientations& DopOrientations::of(int k) {
  static const std::array<DopOrientations, 6> all = {DopOrientations(6),  DopOrientations(8),
                                                     DopOrientations(14), DopOrientations(18),
                                                     DopOrientations(24), DopOrientations(26)};
  for (const DopOrientations& o : all) {
    if (o.k == k) return o;
  }
  throw Error(message("there are no ", k, "-DOPs here; k is 6, 8, 14, 18, 24 or 26"));
}

DopAlignment::DopAlignment(const DopOrientations& orientations, const TreeFrameMap& to_y) {
  for (int i = 0; i < max_lanes; ++i) {
    offset[i] = 0;
    margin[i] = INFINITY;
  }
  for (int i = 0; i < orientations.slabs; ++i) {
    const Vector3d direction = to_y.R.transpose() * orientations.B[i];
    const DopOrientations::Vertex* extremal = nullptr;
    double most = -1;
    for (const DopOrientations::Vertex& v : orientations.vertices) {
      const double along = std::abs(v.p.dot(direction));
      if (along > most) {
        most = along;
        extremal = &v;
      }
    }
    if (extremal == nullptr) {  // not a number
      usable_ = false;
      return;
    }
    const double side = extremal->p.dot(direction) < 0 ? -1 : 1;
    const DopOrientations::Triple* best = nullptr;
    Vector3d weights = Vector3d::Zero();
    for (int t = extremal->first_triple; t < extremal->first_triple + extremal->triples; ++t) {
      const Vector3d candidate = side * (orientations.triples[t].inverse * direction);
      if (best != nullptr && candidate.minCoeff() <= weights.minCoeff()) continue;
      best = &orientations.triples[t];
      weights = candidate;
    }
    const Vector3d d = to_y.k * direction;
    Vector3d r = d;
    double reach = 0;  // of what the triple says about a point in the cube
    for (int l = 0; l < 3; ++l) {
      j[i][l] = best->j[l];
      w[i][l] = static_cast<float>(side * best->sign[l] * to_y.k * std::max(weights[l], 0.0));
      r -= static_cast<double>(w[i][l]) * orientations.B[best->j[l]];
      reach += std::abs(static_cast<double>(w[i][l])) * orientations.reach(best->j[l]);
    }
    // With v = 2^-24: c' and h' are three products and three sums of numbers that are at most `reach` and the
    // offset, off by at most 7v of their sum each; the offset itself is rounded. Zeros in between round
    // nothing. d and r in double are off by less than 2^-46 of what they are made from; 2^-110 is for
    // underflow. Comparing |c - c'| with h + h' adds nothing, because rounding is monotone.
    const double o = orientations.B[i].dot(to_y.t);
    const double sum = float_roundoff * 18 * (reach + std::abs(o)) + r.cwiseAbs().sum() +
                       0x1p-46 * (reach + 3 * to_y.k + to_y.t.cwiseAbs().sum()) +
                       orientations.reach(i) * to_y.error + 0x1p-110;
    usable_ = usable_ && reach + sum + std::abs(o) < 1e30;  // false for NaN
    offset[i] = static_cast<float>(o);
    margin[i] = static_cast<float>(sum * 1.0001);
  }
}

}  // namespace graze
