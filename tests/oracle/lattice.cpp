// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/lattice.h"

#include <algorithm>
#include <cmath>

namespace graze::oracle {
namespace {

LatticePoint box_point(Draw& draw, int bits) {
  const std::int64_t most = (std::int64_t{1} << bits) - 1;
  return {draw.integer(-most, most), draw.integer(-most, most), draw.integer(-most, most)};
}

LatticePoint nonzero_box_point(Draw& draw, int bits) {
  LatticePoint p = box_point(draw, bits);
  while (p.isZero()) {
    p = box_point(draw, bits);
  }
  return p;
}

int step(Draw& draw) {
  return draw.small(1, 7);
}

}  // namespace

Lattice::Lattice(Span span, Draw& draw, int max_bits) {
  constexpr std::array widths{2, 5, 10, widest};
  bits_ = std::min(draw.pick(widths), max_bits);
  const int axis = draw.small(0, 2);
  normal_axis_ = (axis + 2) % 3;
  for (int k = 0; k < 3; ++k) {
    basis_[static_cast<std::size_t>(k)] = LatticePoint::Unit((axis + k) % 3);
  }
  switch (span) {
    case Span::line:
      rank_ = 1;
      if (draw.coin()) {
        basis_[0] = nonzero_box_point(draw, bits_);
      }
      break;
    case Span::axis_plane:
      rank_ = 2;
      break;
    case Span::plane:
      rank_ = 2;
      basis_[0] = nonzero_box_point(draw, bits_);
      do {
        basis_[1] = nonzero_box_point(draw, bits_);
      } while (basis_[0].cross(basis_[1]).isZero());
      break;
    case Span::space:
      break;
  }
}

LatticePoint Lattice::offset(Draw& draw) const {
  LatticePoint sum = LatticePoint::Zero();
  while (sum.isZero()) {
    const LatticePoint weights = box_point(draw, bits_);
    for (int k = 0; k < rank_; ++k) {
      sum += weights[k] * basis_[static_cast<std::size_t>(k)];
    }
  }
  return sum;
}

LatticePoint Lattice::origin(Draw& draw) const {
  return box_point(draw, std::min(2 * bits_, 40));
}

Eigen::Vector3d Lattice::side(const LatticePoint& e, Draw& draw) const {
  if (rank_ == 2) {
    return basis_[0].cross(basis_[1]).cast<double>().cross(e.cast<double>());
  }
  return e.cast<double>().cross(offset(draw).cast<double>());
}

void to_side(LatticePoint& d, const Eigen::Vector3d& n, int sign) {
  if (n.dot(d.cast<double>()) * sign < 0) {
    d = -d;
  }
}

LatticeTriangle triangle_through(const LatticePoint& p, Feature feature, const Spokes& d, Draw& draw) {
  switch (feature) {
    case Feature::vertex:
      return {p, p + d.along, p + d.off};
    case Feature::edge:
      return {p - step(draw) * d.along, p + step(draw) * d.along, p + d.off};
    case Feature::face:
      // 0 is a positive combination of the three offsets whatever the steps: the last two balance in `off`,
      // and what they sum to along `along` is negative.
      return {p + step(draw) * d.along, p - step(draw) * d.along + step(draw) * d.off,
              p - step(draw) * d.along - step(draw) * d.off};
  }
  return {};
}

LatticeTriangle triangle_through(const LatticePoint& p, Feature feature, const Lattice& lattice, Draw& draw) {
  return triangle_through(p, feature, Spokes{lattice.offset(draw), lattice.offset(draw)}, draw);
}

LatticePair touching_at(const LatticePoint& p, Feature a, Feature b, const Lattice& lattice, Draw& draw) {
  Spokes d_a{lattice.offset(draw), lattice.offset(draw)};
  Spokes d_b{lattice.offset(draw), lattice.offset(draw)};
  if (draw.coin()) {
    // A normal of what must stay within the separating plane: a's face, both edges, a's edge, or nothing.
    Eigen::Vector3d n = lattice.side(d_a.along, draw);
    if (a == Feature::face) {
      const Eigen::Vector3d normal = d_a.along.cast<double>().cross(d_a.off.cast<double>());
      n = normal.isZero() ? n : normal;
    } else if (a == Feature::edge && b == Feature::edge) {
      const Eigen::Vector3d normal = d_a.along.cast<double>().cross(d_b.along.cast<double>());
      n = normal.isZero() ? n : normal;
    } else if (a == Feature::vertex && b != Feature::vertex) {
      n = lattice.side(d_b.along, draw);
    }
    const int sign = draw.coin() ? 1 : -1;
    if (a == Feature::vertex) {
      to_side(d_a.along, n, sign);
    }
    to_side(d_a.off, n, sign);
    if (b == Feature::vertex) {
      to_side(d_b.along, n, -sign);
    }
    to_side(d_b.off, n, -sign);
  }
  return {triangle_through(p, a, d_a, draw), triangle_through(p, b, d_b, draw)};
}

LatticePair sharing_edge(const LatticePoint& p, const Lattice& lattice, Draw& draw) {
  const LatticePoint along = lattice.offset(draw);
  const Eigen::Vector3d n = lattice.side(along, draw);
  Spokes d_a{along, lattice.offset(draw)};
  Spokes d_b{along, lattice.offset(draw)};
  if (draw.coin()) {
    to_side(d_a.off, n, 1);
    to_side(d_b.off, n, -1);
  }
  LatticePair pair{triangle_through(p, Feature::edge, d_a, draw),
                   triangle_through(p, Feature::edge, d_b, draw)};
  if (draw.one_in(3)) {  // the whole edge, as neighbours in a mesh have it
    pair.b[0] = pair.a[0];
    pair.b[1] = pair.a[1];
  }
  return pair;
}

Eigen::Vector3d to_double(const LatticePoint& p, int exponent) {
  return {std::ldexp(static_cast<double>(p[0]), exponent), std::ldexp(static_cast<double>(p[1]), exponent),
          std::ldexp(static_cast<double>(p[2]), exponent)};
}

Triangle to_double(const LatticeTriangle& t, int exponent) {
  return {to_double(t[0], exponent), to_double(t[1], exponent), to_double(t[2], exponent)};
}

}  // namespace graze::oracle
