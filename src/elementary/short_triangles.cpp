// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Let M be the largest difference of coordinates among the six corners, and s a power of two with 2^15 < s·M ≤ 2^16. If every
// coordinate times s is an integer of less than 2^51, then differences of two of them are integers of at most 2^16 in absolute
// value. A 2×2 minor of these is at most 2^33, a product of it with a third difference 2^49, a sum of three 2^51: all of them,
// and all intermediate results, are integers that doubles hold exactly.
#include "elementary/short_triangles.h"

#include <cmath>

#include "elementary/closed_sets.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// Signs among six points with differences as above, by plain double arithmetic.
class ShortDoubles {
 public:
  explicit ShortDoubles(const std::array<Vector3d, 6>& points) : p_(points) {}

  int orient3d(int a, int b, int c, int d) const {
    return sign((p_[b] - p_[a]).cross(p_[c] - p_[a]).dot(p_[d] - p_[a]));
  }
  int orient2d(int a, int b, int c, int axis) const {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    return sign((p_[b][i] - p_[a][i]) * (p_[c][j] - p_[a][j]) -
                (p_[b][j] - p_[a][j]) * (p_[c][i] - p_[a][i]));
  }
  int compare(int a, int b, int axis) const { return sign(p_[a][axis] - p_[b][axis]); }
  std::array<int, 3> sides(const std::array<int, 3>& t, const std::array<int, 3>& points) const {
    const Vector3d n = (p_[t[1]] - p_[t[0]]).cross(p_[t[2]] - p_[t[0]]);
    return {sign(n.dot(p_[points[0]] - p_[t[0]])), sign(n.dot(p_[points[1]] - p_[t[0]])),
            sign(n.dot(p_[points[2]] - p_[t[0]]))};
  }

 private:
  static int sign(double x) { return (x > 0) - (x < 0); }
  const std::array<Vector3d, 6>& p_;
};

bool share_a_corner(const Triangle& a, const Triangle& b) {
  bool shared = false;
  for (const Vector3d& p : a) {
    for (const Vector3d& q : b) shared |= (p[0] == q[0]) & (p[1] == q[1]) & (p[2] == q[2]);
  }
  return shared;
}

}  // namespace

Verdict short_triangles_meet(const Triangle& a, const Triangle& b) {
  const Vector3d low_a = a[0].cwiseMin(a[1]).cwiseMin(a[2]), high_a = a[0].cwiseMax(a[1]).cwiseMax(a[2]);
  const Vector3d low_b = b[0].cwiseMin(b[1]).cwiseMin(b[2]), high_b = b[0].cwiseMax(b[1]).cwiseMax(b[2]);
  if ((low_a.array() > high_b.array()).any() || (low_b.array() > high_a.array()).any()) return Verdict::apart;
  if (share_a_corner(a, b)) return Verdict::meet;
  const double M = (high_a.cwiseMax(high_b) - low_a.cwiseMin(low_b)).maxCoeff();
  if (!(M > 0x1p-900 && M < 0x1p900)) return Verdict::unsure;
  int exponent = 0;
  std::frexp(M, &exponent);  // M ≤ 2^exponent
  const double s = std::ldexp(1.0, 16 - exponent);
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer
  std::array<Vector3d, 6> points;
  bool integers = true;
  for (int i = 0; i < 6; ++i) {
    const Eigen::Array3d scaled = s * (i < 3 ? a[i] : b[i - 3]).array();
    integers &= ((scaled + magic) - magic == scaled).all() & (scaled.abs() < 0x1p51).all();
    points[i] = scaled;
  }
  if (!integers) return Verdict::unsure;
  const ShortDoubles signs(points);
  return ClosedSets(signs).triangles_meet({0, 1, 2}, {3, 4, 5}) ? Verdict::meet : Verdict::apart;
}

}  // namespace graze
