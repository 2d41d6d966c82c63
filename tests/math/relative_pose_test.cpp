// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "math/relative_pose.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "math/random.h"
#include "math/slack.h"

namespace graze {
namespace {

using Rational3 = std::array<mpq_class, 3>;

/// The exact solution x of M·x = b, by Cramer's rule.
Rational3 solve(const Eigen::Matrix3d& M, const Rational3& b) {
  const auto determinant = [&](int replaced) {
    mpq_class m[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) m[i][j] = j == replaced ? b[i] : mpq_class(M(i, j));
    }
    return mpq_class(m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                     m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                     m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]));
  };
  const mpq_class whole = determinant(-1);
  return {determinant(0) / whole, determinant(1) / whole, determinant(2) / whole};
}

/// Where p of B's frame is in A's, exactly.
Rational3 mapped(const Pose& X_WA, const Pose& X_WB, const Eigen::Vector3d& p) {
  Rational3 in_world;
  for (int i = 0; i < 3; ++i) {
    in_world[i] = mpq_class(X_WB.t[i]) - X_WA.t[i];
    for (int j = 0; j < 3; ++j) in_world[i] += mpq_class(X_WB.R(i, j)) * p[j];
  }
  return solve(X_WA.R, in_world);
}

Pose random_pose(Random& random, double off, double far) {
  const Eigen::Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(0.1, 1));
  Pose X(Eigen::AngleAxisd(random.uniform(-4, 4), axis.normalized()).toRotationMatrix(),
         Eigen::Vector3d::Zero());
  for (int i = 0; i < 3; ++i) {
    X.t[i] = far * random.uniform(-1, 1);
    for (int j = 0; j < 3; ++j) X.R(i, j) += off * random.uniform(-1, 1);
  }
  return X;
}

void expect_within(const RelativePose& X, const Rational3& truth, const Eigen::Vector3d& p) {
  const Eigen::Vector3d image = X * p;
  const double error = X.point_error(p.cwiseAbs().maxCoeff());
  for (int i = 0; i < 3; ++i) {
    const mpq_class off = abs(mpq_class(image[i]) - truth[i]);
    ASSERT_LE(off, mpq_class(error)) << off.get_d() << " above " << error;
  }
}

TEST(RelativePose, ItsErrorsBoundBothDirections) {
  Random random(5);
  for (const double off : {0.0, 1e-13, 2e-7}) {
    for (const double far : {0.0, 1.0, 1e9}) {
      for (int i = 0; i < 300; ++i) {
        const Pose a = random_pose(random, off, far),
                   b = i % 7 == 0 ? Pose(a.R, -a.t) : random_pose(random, off, far);
        const Eigen::Vector3d p(random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2));
        const RelativePose X_AB(a, b);
        expect_within(X_AB, mapped(a, b, p), p);
        expect_within(X_AB.inverse().X, mapped(b, a, p), p);
        for (const Eigen::Matrix3d& R : {X_AB.R, X_AB.inverse().X.R}) {
          const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
          // Of R itself, and of its inverse as computed.
          const double bound = X_AB.inverse().off_orthonormal +
                               (R == X_AB.R ? gram_rounding : 8 * X_AB.inverse().X.rotation_error);
          EXPECT_LE((R.transpose() * R - I).cwiseAbs().maxCoeff(), bound);
          EXPECT_LE((R * R.transpose() - I).cwiseAbs().maxCoeff(), bound);
        }
      }
    }
  }
}

TEST(RelativePose, IsSharpForGoodRotations) {
  Random random(6);
  for (int i = 0; i < 100; ++i) {
    const RelativePose X(random_pose(random, 0, 1), random_pose(random, 0, 1));
    EXPECT_LT(X.point_error(1), 3e-14);
    EXPECT_LT(X.inverse().X.point_error(1), 3e-13);
  }
}

}  // namespace
}  // namespace graze
