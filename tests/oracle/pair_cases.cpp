// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/cases.h"
#include "oracle/lattice_pairs.h"
#include "oracle/nudge.h"
#include "oracle/poses.h"

namespace graze::oracle {
namespace {

using Span = Lattice::Span;
constexpr std::array all_features{Feature::vertex, Feature::edge, Feature::face};
constexpr std::array all_spans{Span::line, Span::axis_plane, Span::plane, Span::space};

PairCase unposed(const LatticePair& pair, int exponent) {
  return {to_double(pair.a, exponent), to_double(pair.b, exponent), {}, {}};
}

Triangle random_triangle(Draw& draw) {
  Triangle t;
  for (Eigen::Vector3d& p : t) {
    p = {draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)};
  }
  return t;
}

/// The second is moved to have its centroid near that of the first `corners` vertices of the first.
PairCase random_pair(Draw& draw, double reach, int corners) {
  PairCase c{random_triangle(draw), random_triangle(draw), {}, {}};
  const Eigen::Vector3d middle =
      corners == 2 ? Eigen::Vector3d((c.a[0] + c.a[1]) / 2) : Eigen::Vector3d((c.a[0] + c.a[1] + c.a[2]) / 3);
  const Eigen::Vector3d shift =
      middle - (c.b[0] + c.b[1] + c.b[2]) / 3 +
      Eigen::Vector3d(draw.uniform(-reach, reach), draw.uniform(-reach, reach), draw.uniform(-reach, reach));
  for (Eigen::Vector3d& p : c.b) {
    p += shift;
  }
  return c;
}

// So that about half of them meet.
PairCase random_pair(Draw& draw) {
  return random_pair(draw, 0.5, 3);
}

PairCase random_edge(Draw& draw) {
  return random_pair(draw, 0.3, 2);
}

/// Vertices of all 53 bits that are shared: what neighbours in a mesh look like.
PairCase random_neighbours(Draw& draw) {
  PairCase c = random_pair(draw);
  for (int i = draw.small(1, 3); i > 0; --i) {
    c.b[static_cast<std::size_t>(draw.small(0, 2))] = c.a[static_cast<std::size_t>(draw.small(0, 2))];
  }
  return c;
}

/// Numbers of many magnitudes in one triangle.
void scale_vertices(Triangle& t, int low, int high, Draw& draw) {
  for (Eigen::Vector3d& p : t) {
    const int exponent = draw.small(low, high);
    p = scaled(p, {exponent, exponent, exponent});
  }
}

PairCase scaled_mixed(Draw& draw) {
  constexpr int most = 498;  // 2^498 is about 1e150
  const auto any = [&] { return draw.small(-most, most); };
  switch (draw.small(0, 2)) {
    case 0: {  // by axis: an affine map, so that touching cases stay so
      PairCase c = unposed(any_lattice_pair(draw), 0);
      const std::array<int, 3> exponents{any(), any(), any()};
      for (Triangle* t : {&c.a, &c.b}) {
        for (Eigen::Vector3d& p : *t) {
          p = scaled(p, exponents);
        }
      }
      return c;
    }
    case 1: {  // by body, about a point that both hold
      const Lattice lattice(draw.pick(all_spans), draw);
      const LatticePoint zero = LatticePoint::Zero();
      const LatticePair pair =
          touching_at(zero, draw.pick(all_features), draw.pick(all_features), lattice, draw);
      return {to_double(pair.a, any()), to_double(pair.b, any()), {}, {}};
    }
    default: {
      PairCase c = draw.coin() ? random_pair(draw) : unposed(any_lattice_pair(draw), 0);
      scale_vertices(c.a, -most, most, draw);
      scale_vertices(c.b, -most, most, draw);
      return c;
    }
  }
}

PairCase denormal(Draw& draw) {
  PairCase c = unposed(any_lattice_pair(draw), -1074);
  if (draw.one_in(3)) {  // along one axis only
    const int axis = draw.small(0, 2);
    std::array<int, 3> exponents{0, 0, 0};
    exponents[static_cast<std::size_t>(axis)] = -1074;
    c = unposed(any_lattice_pair(draw), 0);
    for (Triangle* t : {&c.a, &c.b}) {
      for (Eigen::Vector3d& p : *t) {
        p = scaled(p, exponents);
      }
    }
  }
  if (draw.one_in(8)) {
    c.X_a = c.X_b = Pose(random_rotation(draw), Eigen::Vector3d::Constant(0x1p-1070));
  }
  return c;
}

PairCase huge(Draw& draw) {
  constexpr double greatest = std::numeric_limits<double>::max();
  PairCase c;
  if (draw.coin()) {
    c = unposed(any_lattice_pair(draw), 0);
    double most = 1;
    for (const Triangle* t : {&c.a, &c.b}) {
      for (const Eigen::Vector3d& p : *t) {
        most = std::max(most, p.cwiseAbs().maxCoeff());
      }
    }
    const int exponent = 1023 - std::ilogb(most);
    for (Triangle* t : {&c.a, &c.b}) {
      for (Eigen::Vector3d& p : *t) {
        p = scaled(p, {exponent, exponent, exponent});
      }
    }
  } else {
    const std::array extremes{greatest, -greatest, 1e300, -1e300, 0.0, 1.0, -1.0, 1e-300, -1e-300};
    for (Triangle* t : {&c.a, &c.b}) {
      for (Eigen::Vector3d& p : *t) {
        for (double& x : p) {
          x = draw.coin() ? draw.pick(extremes) : draw.uniform(-1, 1) * greatest;
        }
      }
    }
  }
  if (draw.one_in(8)) {
    c.X_a = c.X_b = Pose(random_rotation(draw), Eigen::Vector3d(greatest, -greatest, 1));
  }
  return c;
}

PairCase one_ulp(Draw& draw) {
  constexpr std::array posed{Bucket::posed_together, Bucket::posed_exactly, Bucket::posed_turn,
                             Bucket::scaled_mixed};
  PairCase c = unposed(any_lattice_pair(draw), draw.small(-20, 20));
  if (draw.one_in(3)) {
    c = pair_case(draw.pick(posed), draw);
  } else if (draw.one_in(4)) {
    c = random_neighbours(draw);
  }
  for (int i = draw.small(1, 3); i > 0; --i) {
    Triangle& t = draw.coin() ? c.a : c.b;
    nudge(t[static_cast<std::size_t>(draw.small(0, 2))][draw.small(0, 2)], draw);
  }
  return c;
}

PairCase posed_randomly(PairCase c, Draw& draw) {
  const Eigen::Vector3d shift(draw.uniform(-10, 10), draw.uniform(-10, 10), draw.uniform(-10, 10));
  for (auto [t, X] : {std::pair(&c.a, &c.X_a), std::pair(&c.b, &c.X_b)}) {
    if (draw.one_in(4)) {
      for (Eigen::Vector3d& p : *t) {
        p += shift;
      }
      continue;
    }
    *X = Pose(random_rotation(draw), shift);
    for (Eigen::Vector3d& p : *t) {
      p = (*X)->R.transpose() * p;
    }
  }
  return c;
}

PairCase posed_turn(Draw& draw) {
  LatticePair pair = any_lattice_pair(draw);
  const int exponent = draw.small(-60, 20);
  PairCase c;
  for (auto [from, to, X] : {std::tuple(&pair.a, &c.a, &c.X_a), std::tuple(&pair.b, &c.b, &c.X_b)}) {
    if (!draw.one_in(4)) {
      const auto R = quarter_turn(draw);
      const LatticePoint t = Lattice(Span::space, draw).origin(draw);
      *X = Pose(R.cast<double>(), to_double(t, exponent));
      for (LatticePoint& p : *from) {
        p = R.transpose() * (p - t);
      }
    }
    *to = to_double(*from, exponent);
  }
  return c;
}

/// Both are moved by the same vector k·2^g on the whole, which may be far from a double's reach of their
/// points, but by different poses.
PairCase posed_translation(Draw& draw) {
  LatticePair pair = any_lattice_pair(draw);
  const int exponent = draw.small(-60, 20);
  const int g = draw.small(0, 40);
  const LatticePoint k = Lattice(Span::space, draw).origin(draw);
  PairCase c;
  for (auto [from, to, X] : {std::tuple(&pair.a, &c.a, &c.X_a), std::tuple(&pair.b, &c.b, &c.X_b)}) {
    const LatticePoint m(draw.small(-100, 100), draw.small(-100, 100), draw.small(-100, 100));
    *X = Pose(Eigen::Matrix3d::Identity(), to_double(k + m, exponent + g));
    for (LatticePoint& p : *from) {
      p -= m * (std::int64_t{1} << g);
    }
    *to = to_double(*from, exponent);
  }
  if (draw.one_in(8)) {
    c = unposed(any_lattice_pair(draw), exponent);
    c.X_a = Pose();
  }
  return c;
}

PairCase posed_together(Draw& draw) {
  PairCase c = unposed(any_lattice_pair(draw), draw.small(-60, 20));
  if (draw.one_in(4)) {
    c = random_neighbours(draw);
  }
  const double reach = std::ldexp(1.0, draw.small(-20, 20));
  c.X_a = Pose(random_rotation(draw),
               reach * Eigen::Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)));
  c.X_b = c.X_a;
  return c;
}

/// The pose of one is applied to the other's points, which is exact since its entries and theirs are short.
PairCase posed_exactly(Draw& draw) {
  LatticePair pair = any_lattice_pair(draw, 10);
  const int exponent = draw.small(-40, 0);
  const auto R = short_rotation(draw);
  const LatticePoint t = Lattice(Span::space, draw).origin(draw);
  PairCase c;
  Pose pose;
  for (int k = 0; k < 3; ++k) {
    pose.R.col(k) = to_double(R.col(k), -short_bits);
  }
  pose.t = to_double(t, exponent - short_bits);
  for (LatticePoint& p : pair.b) {
    p = R * p + t;
  }
  c.a = to_double(pair.a, exponent);
  c.X_a = pose;
  c.b = to_double(pair.b, exponent - short_bits);
  if (draw.coin()) {
    std::swap(c.a, c.b);
    std::swap(c.X_a, c.X_b);
  }
  return c;
}

PairCase posed_near(Draw& draw) {
  PairCase c =
      draw.one_in(4) ? random_neighbours(draw) : unposed(any_lattice_pair(draw), draw.small(-20, 20));
  for (auto [t, X] : {std::pair(&c.a, &c.X_a), std::pair(&c.b, &c.X_b)}) {
    if (draw.one_in(4)) {
      continue;
    }
    const double reach = (*t)[0].cwiseAbs().maxCoeff() * draw.uniform(0, 4);
    *X = Pose(random_rotation(draw),
              reach * Eigen::Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)));
    for (Eigen::Vector3d& p : *t) {
      p = (*X)->inverse() * p;
    }
  }
  return c;
}

PairCase scaled_uniform(Draw& draw) {
  if (draw.one_in(4)) {
    PairCase c = random_pair(draw);
    const double factor = std::pow(10.0, draw.uniform(-150, 150));
    for (std::size_t i = 0; i < 3; ++i) {
      c.a[i] *= factor;
      c.b[i] *= factor;
    }
    return c;
  }
  return unposed(any_lattice_pair(draw), draw.small(-498, 498));
}

}  // namespace

PairCase pair_case(Bucket bucket, Draw& draw) {
  switch (bucket) {
    case Bucket::random:
      return random_pair(draw);
    case Bucket::scaled_uniform:
      return scaled_uniform(draw);
    case Bucket::scaled_mixed:
      return scaled_mixed(draw);
    case Bucket::denormal:
      return denormal(draw);
    case Bucket::huge:
      return huge(draw);
    case Bucket::one_ulp:
      return one_ulp(draw);
    case Bucket::posed_random:
      return posed_randomly(random_pair(draw), draw);
    case Bucket::posed_turn:
      return posed_turn(draw);
    case Bucket::posed_translation:
      return posed_translation(draw);
    case Bucket::posed_together:
      return posed_together(draw);
    case Bucket::posed_exactly:
      return posed_exactly(draw);
    case Bucket::posed_near:
      return posed_near(draw);
    case Bucket::touch_vertex:
      if (draw.one_in(4)) {
        return random_neighbours(draw);
      }
      [[fallthrough]];
    default:
      return unposed(lattice_pair(bucket, draw), draw.small(-40, 20));
  }
}

PairCase edge_case(Bucket bucket, Draw& draw) {
  switch (bucket) {
    case Bucket::random:
      return random_edge(draw);
    case Bucket::posed_random:
      return posed_randomly(random_edge(draw), draw);
    default:
      return pair_case(bucket, draw);
  }
}

}  // namespace graze::oracle
