// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/pose.h>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/orthonormal.h"
#include "math/pose_check.h"
#include "math/slack.h"

namespace graze {
namespace {

std::string rotation_text(const Pose& X) {
  return message("R = [", X.R.row(0), "; ", X.R.row(1), "; ", X.R.row(2), "]");
}

/// A measure for poses that are clearly valid, quickly, since short queries take little longer than this. Numbers are doubles,
/// or one of each of two poses.
///
/// Let q² be the sum of the squares of |a|² - 1, |b|² - 1, a·b and e = c - a×b, where a, b, c are the columns of R. Then
/// |a·c| = |a·e| and |b·c| are at most 1.001·q, and |c|² - 1 = |a|²·|b|² - (a·b)² - 1 + 2·e·(a×b) + |e|² is at most
/// | |a|² - 1 | + | |b|² - 1 | + 2·|e| + 5·q² ≤ 2.46·q for q < 1e-3, so that det R = c·(a×b) is above 0.9. No entry of RᵀR - I
/// exceeds the tolerance if q is at most a part of it in 2.6, which leaves room for all roundings.
template <class Number>
struct Rigidity {
  Number squares;   ///< q²
  Number infinite;  ///< NaN where t is not finite, else 0

  /// `entry(k)`: the entries of R column by column, then those of t.
  template <class Entry>
  [[gnu::always_inline]] explicit Rigidity(const Entry& entry) {
    const Number a = entry(0), b = entry(1), c = entry(2), d = entry(3), e = entry(4), f = entry(5),
                 g = entry(6), h = entry(7), i = entry(8), x = entry(9), y = entry(10), z = entry(11);
    const Number first = a * a + b * b + c * c - 1, second = d * d + e * e + f * f - 1,
                 product = a * d + b * e + c * f;
    const Number off_x = g - (b * f - c * e), off_y = h - (c * d - a * f), off_z = i - (a * e - b * d);
    squares = (first * first + second * second) + (product * product + off_x * off_x) +
              (off_y * off_y + off_z * off_z);
    infinite = (x - x) + (y - y) + (z - z);
  }
};

/// NaN and infinities fail the comparison.
bool is_clearly_valid(double squares, double infinite) {
  constexpr double most = pose_tolerance / 2.6;
  return squares + infinite <= most * most;
}

}  // namespace

bool is_clearly_valid(const Pose& X) {
  const Rigidity<double> r([&](int k) { return k < 9 ? X.R.data()[k] : X.t[k - 9]; });
  return is_clearly_valid(r.squares, r.infinite);
}

bool are_clearly_valid(const Pose& X, const Pose& Y) {
  const Rigidity<Eigen::Array2d> r([&](int k) {
    return k < 9 ? Eigen::Array2d(X.R.data()[k], Y.R.data()[k]) : Eigen::Array2d(X.t[k - 9], Y.t[k - 9]);
  });
  return is_clearly_valid(r.squares[0], r.infinite[0]) & is_clearly_valid(r.squares[1], r.infinite[1]);
}

std::string complaint_about(const Pose& X) {
  if (!X.R.allFinite() || !X.t.allFinite()) {
    return message(" has an entry that is not finite: ", rotation_text(X), ", t = [", X.t, "]");
  }
  const double off = measured_off_orthonormal(X.R);
  if (!(off <= pose_tolerance)) {  // so that an overflow to infinity or NaN fails too
    return message(" is not rigid: RᵀR is off the identity by ", off, " (at most ", pose_tolerance,
                   " is allowed), ", rotation_text(X));
  }
  if (X.R.determinant() < 0)
    return message(" is a reflection: det R = ", X.R.determinant(), ", ", rotation_text(X));
  return {};
}

void validate(const Pose& X) {
  const FloatEnvironment environment;
  validate_pose(X, "pose");
}

}  // namespace graze
