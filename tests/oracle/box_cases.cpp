// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "oracle/cases.h"
#include "oracle/lattice.h"
#include "oracle/nudge.h"
#include "oracle/poses.h"

namespace graze::oracle {
namespace {

using Span = Lattice::Span;
constexpr std::array all_features{Feature::vertex, Feature::edge, Feature::face};
constexpr std::array all_spans{Span::line, Span::axis_plane, Span::plane, Span::space};
constexpr std::array lattice_buckets{Bucket::touch_vertex,       Bucket::touch_edge,
                                     Bucket::touch_face,         Bucket::coplanar_overlapping,
                                     Bucket::coplanar_apart,     Bucket::coplanar_contained,
                                     Bucket::coplanar_touching,  Bucket::sliver,
                                     Bucket::degenerate_segment, Bucket::degenerate_point};

struct LatticeBox {
  LatticePoint low;
  LatticePoint high;
};

struct LatticeBoxCase {
  LatticeTriangle t;
  LatticeBox box;
};

/// How a box holds a point along an axis.
enum class Hold : std::uint8_t { low, high, inside, flat };

LatticeBox box_holding(const LatticePoint& p, const std::array<Hold, 3>& holds, const Lattice& lattice,
                       Draw& draw) {
  LatticeBox box{p, p};
  for (int k = 0; k < 3; ++k) {
    const Hold hold = holds[static_cast<std::size_t>(k)];
    const std::int64_t below = 1 + std::abs(lattice.offset(draw)[k]);
    const std::int64_t above = 1 + std::abs(lattice.offset(draw)[k]);
    if (hold == Hold::high || hold == Hold::inside) {
      box.low[k] -= below;
    }
    if (hold == Hold::low || hold == Hold::inside) {
      box.high[k] += above;
    }
  }
  return box;
}

std::array<Hold, 3> any_holds(Draw& draw) {
  constexpr std::array holds{Hold::low, Hold::high, Hold::low, Hold::high, Hold::inside, Hold::flat};
  return {draw.pick(holds), draw.pick(holds), draw.pick(holds)};
}

/// The box lies where n·x is at least n·p, if the axes along which it holds p inside are those where n is 0.
std::array<Hold, 3> holds_beyond(const Eigen::Vector3d& n, Draw& draw) {
  std::array<Hold, 3> holds = any_holds(draw);
  for (std::size_t k = 0; k < 3; ++k) {
    const double slope = n[static_cast<int>(k)];
    if (slope != 0 && holds[k] != Hold::flat) {
      holds[k] = slope > 0 ? Hold::low : Hold::high;
    }
  }
  return holds;
}

/// The triangle holds p by the feature, the box anyhow; in half the cases a plane through p has them on its
/// two sides.
LatticeBoxCase touching_at(const LatticePoint& p, Feature feature, const Lattice& lattice, Draw& draw) {
  Spokes d{lattice.offset(draw), lattice.offset(draw)};
  std::array<Hold, 3> holds = any_holds(draw);
  if (draw.coin()) {
    Eigen::Vector3d n = lattice.side(d.along, draw);
    const LatticePoint axis = LatticePoint::Unit(draw.small(0, 2));
    if (feature == Feature::face) {
      n = d.along.cast<double>().cross(d.off.cast<double>());
    } else if (feature == Feature::edge && draw.coin()) {
      n = d.along.cross(axis).cast<double>();  // a box's edge against one of the triangle
    } else if (feature == Feature::vertex && draw.coin()) {
      n = n.cross(axis.cast<double>());
    }
    holds = holds_beyond(n, draw);
    to_side(d.off, n, -1);
    if (feature == Feature::vertex) {
      to_side(d.along, n, -1);
    }
  }
  return {triangle_through(p, feature, d, draw), box_holding(p, holds, lattice, draw)};
}

/// The triangle lies in the plane of a box's face.
LatticeBoxCase coplanar(Bucket bucket, Draw& draw, int max_bits) {
  const Lattice lattice(Span::axis_plane, draw, max_bits);
  const auto normal = static_cast<std::size_t>(lattice.normal_axis());
  LatticePoint p = lattice.origin(draw);
  constexpr std::array touches{Feature::vertex, Feature::edge};
  const Feature feature = bucket == Bucket::coplanar_touching ? draw.pick(touches) : draw.pick(all_features);
  LatticeBoxCase c = touching_at(p, feature, lattice, draw);
  std::array<Hold, 3> holds{Hold::inside, Hold::inside, Hold::inside};
  if (bucket == Bucket::coplanar_touching) {
    holds = any_holds(draw);
  } else if (bucket == Bucket::coplanar_apart) {
    p += draw.small(1, 12) * lattice.offset(draw);
  }
  constexpr std::array faces{Hold::low, Hold::high, Hold::flat};
  holds[normal] = draw.pick(faces);
  c.box = box_holding(p, holds, lattice, draw);
  if (bucket == Bucket::coplanar_contained) {
    const bool box_is_larger = draw.coin();
    for (LatticePoint& q : c.t) {
      q = box_is_larger ? q : LatticePoint(p + 32 * (q - p));
    }
    for (int k = 0; k < 3 && box_is_larger; ++k) {
      c.box.low[k] = p[k] + 32 * (c.box.low[k] - p[k]);
      c.box.high[k] = p[k] + 32 * (c.box.high[k] - p[k]);
    }
  }
  return c;
}

LatticeBoxCase thin(Bucket bucket, Draw& draw, int max_bits) {
  const Lattice lattice(draw.pick(all_spans), draw, max_bits);
  const Lattice extents(Span::space, draw, max_bits);
  const LatticePoint p = lattice.origin(draw);
  const LatticePoint d = lattice.offset(draw) * (bucket == Bucket::sliver ? 64 : 1);
  const auto along = [&] { return LatticePoint(p + draw.small(-7, 7) * d); };
  LatticeBoxCase c{{along(), along(), along()}, box_holding(p, any_holds(draw), extents, draw)};
  if (draw.coin()) {  // an edge of the box, or a corner, that only grazes the line
    Eigen::Vector3d n = lattice.side(d, draw);
    if (draw.coin()) {
      n = d.cross(LatticePoint(LatticePoint::Unit(draw.small(0, 2)))).cast<double>();
    }
    c.box = box_holding(p, holds_beyond(n, draw), extents, draw);
  }
  if (bucket == Bucket::sliver) {
    c.t[2] += LatticePoint(draw.small(-2, 2), draw.small(-2, 2), draw.small(-2, 2));
  }
  if (bucket == Bucket::degenerate_point) {
    const LatticePoint q = draw.one_in(3) ? p + LatticePoint::Unit(draw.small(0, 2)) * draw.small(-1, 1) : p;
    c.t = {q, q, q};
  }
  return c;
}

/// One of lattice_buckets.
LatticeBoxCase lattice_case(Bucket bucket, Draw& draw, int max_bits = Lattice::widest) {
  LatticeBoxCase c;
  const Lattice lattice(Span::space, draw, max_bits);
  const LatticePoint p = lattice.origin(draw);
  switch (bucket) {
    case Bucket::touch_vertex:
      c = touching_at(p, Feature::vertex, lattice, draw);
      break;
    case Bucket::touch_edge:
      c = touching_at(p, Feature::edge, lattice, draw);
      break;
    case Bucket::touch_face:
      c = touching_at(p, Feature::face, lattice, draw);
      break;
    case Bucket::sliver:
    case Bucket::degenerate_segment:
    case Bucket::degenerate_point:
      c = thin(bucket, draw, max_bits);
      break;
    default:
      c = coplanar(bucket, draw, max_bits);
  }
  std::rotate(c.t.begin(), c.t.begin() + draw.small(0, 2), c.t.end());
  if (draw.coin()) {
    std::swap(c.t[0], c.t[1]);
  }
  return c;
}

LatticeBoxCase any_lattice_case(Draw& draw, int max_bits = Lattice::widest) {
  return lattice_case(draw.pick(lattice_buckets), draw, max_bits);
}

BoxCase unposed(const LatticeBoxCase& c, int exponent) {
  BoxCase result;
  result.t = to_double(c.t, exponent);
  result.box.low = to_double(c.box.low, exponent);
  result.box.high = to_double(c.box.high, exponent);
  return result;
}

void scale(BoxCase& c, const std::array<int, 3>& exponents) {
  for (Eigen::Vector3d& p : c.t) {
    p = scaled(p, exponents);
  }
  c.box.low = scaled(c.box.low, exponents);
  c.box.high = scaled(c.box.high, exponents);
}

/// About half of them meet.
BoxCase random_case(Draw& draw) {
  BoxCase c;
  for (Eigen::Vector3d& p : c.t) {
    p = {draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)};
  }
  for (int k = 0; k < 3; ++k) {
    const double centre = draw.uniform(-0.7, 0.7);
    const double half = draw.uniform(0, 0.6);
    c.box.low[k] = centre - half;
    c.box.high[k] = centre + half;
  }
  return c;
}

BoxCase scaled_mixed(Draw& draw) {
  constexpr int most = 498;
  const auto any = [&] { return draw.small(-most, most); };
  if (draw.coin()) {  // by axis: touching cases stay so
    BoxCase c = unposed(any_lattice_case(draw), 0);
    scale(c, {any(), any(), any()});
    return c;
  }
  // By body, about a point that both hold.
  const Lattice lattice(draw.pick(all_spans), draw);
  const LatticeBoxCase both = touching_at(LatticePoint::Zero(), draw.pick(all_features), lattice, draw);
  BoxCase c = unposed(both, any());
  c.t = to_double(both.t, any());
  return c;
}

BoxCase denormal(Draw& draw) {
  BoxCase c = unposed(any_lattice_case(draw), draw.coin() ? -1074 : 0);
  if (c.t[0].cwiseAbs().maxCoeff() >= 1) {
    std::array<int, 3> exponents{0, 0, 0};
    exponents[static_cast<std::size_t>(draw.small(0, 2))] = -1074;
    scale(c, exponents);
  }
  if (draw.one_in(8)) {
    c.X = Pose(random_rotation(draw), Eigen::Vector3d::Constant(0x1p-1070));
  }
  return c;
}

BoxCase huge(Draw& draw) {
  constexpr double greatest = std::numeric_limits<double>::max();
  BoxCase c = unposed(any_lattice_case(draw), 0);
  const double most =
      std::max({1.0, c.t[0].cwiseAbs().maxCoeff(), c.t[1].cwiseAbs().maxCoeff(), c.t[2].cwiseAbs().maxCoeff(),
                c.box.low.cwiseAbs().maxCoeff(), c.box.high.cwiseAbs().maxCoeff()});
  const int exponent = 1023 - std::ilogb(most);
  scale(c, {exponent, exponent, exponent});
  if (draw.one_in(4)) {
    c.box.low[draw.small(0, 2)] = -greatest;
    c.box.high[draw.small(0, 2)] = greatest;
  }
  if (draw.one_in(8)) {
    c.X = Pose(random_rotation(draw), Eigen::Vector3d(greatest, -greatest, 1));
  }
  return c;
}

BoxCase one_ulp(Draw& draw) {
  constexpr std::array posed{Bucket::posed_together, Bucket::posed_exactly, Bucket::posed_turn,
                             Bucket::scaled_mixed};
  BoxCase c = draw.one_in(3) ? box_case(draw.pick(posed), draw)
                             : unposed(any_lattice_case(draw), draw.small(-20, 20));
  for (int i = draw.small(1, 3); i > 0; --i) {
    const int axis = draw.small(0, 2);
    if (draw.coin()) {
      nudge(c.t[static_cast<std::size_t>(draw.small(0, 2))][axis], draw);
    } else if (c.box.low[axis] < c.box.high[axis]) {
      nudge(draw.coin() ? c.box.low[axis] : c.box.high[axis], draw);
    }
  }
  return c;
}

BoxCase posed_random(Draw& draw) {
  BoxCase c = random_case(draw);
  const Eigen::Vector3d shift(draw.uniform(-10, 10), draw.uniform(-10, 10), draw.uniform(-10, 10));
  c.X = Pose(random_rotation(draw), shift);
  for (Eigen::Vector3d& p : c.t) {
    p = c.X->R.transpose() * p;
  }
  c.box.low += shift;
  c.box.high += shift;
  return c;
}

BoxCase posed_turn(Draw& draw) {
  LatticeBoxCase both = any_lattice_case(draw);
  const int exponent = draw.small(-60, 20);
  const auto R = quarter_turn(draw);
  const LatticePoint t = Lattice(Span::space, draw).origin(draw);
  for (LatticePoint& p : both.t) {
    p = R.transpose() * (p - t);
  }
  BoxCase c = unposed(both, exponent);
  c.X = Pose(R.cast<double>(), to_double(t, exponent));
  return c;
}

BoxCase posed_translation(Draw& draw) {
  LatticeBoxCase both = any_lattice_case(draw);
  const int exponent = draw.small(-60, 20);
  const LatticePoint t = draw.one_in(8) ? LatticePoint::Zero() : Lattice(Span::space, draw).origin(draw);
  for (LatticePoint& p : both.t) {
    p -= t;
  }
  BoxCase c = unposed(both, exponent);
  c.X = Pose(Eigen::Matrix3d::Identity(), to_double(t, exponent));
  if (draw.one_in(4)) {  // so small that a double's sum would lose it
    for (Eigen::Vector3d& p : c.t) {
      p = scaled(p, {-100, -100, -100});
    }
  }
  return c;
}

/// A rotation about one axis by a general angle. Heights along that axis stay exact, so the triangle still
/// touches the planes of two of the box's faces; a box has no pose to share.
BoxCase posed_together(Draw& draw) {
  const int axis = draw.small(0, 2);
  BoxCase c = unposed(any_lattice_case(draw), draw.small(-60, 20));
  c.X = Pose(axis_rotation(axis, draw), Eigen::Vector3d::Zero());
  const Pose back = c.X->inverse();
  for (Eigen::Vector3d& p : c.t) {
    const double height = p[axis];
    p = back * p;
    p[axis] = height;
  }
  return c;
}

/// A short rotation maps the triangle to doubles; the box is built around a point of it there.
BoxCase posed_exactly(Draw& draw) {
  constexpr int bits = 10;
  const Lattice lattice(draw.pick(all_spans), draw, bits);
  const LatticePoint p = lattice.origin(draw);
  const Feature feature = draw.pick(all_features);
  const Spokes d{lattice.offset(draw), lattice.offset(draw)};
  const LatticeTriangle local = triangle_through(p, feature, d, draw);
  const auto R = short_rotation(draw);
  const LatticePoint t = Lattice(Span::space, draw).origin(draw);

  const Eigen::Vector3d along = (R * d.along).cast<double>();
  const Eigen::Vector3d off = (R * d.off).cast<double>();
  Eigen::Vector3d n = along.cross(off);
  if (feature == Feature::edge && draw.coin()) {
    n = along.cross(Eigen::Vector3d::Unit(draw.small(0, 2)));
    n = n.dot(off) > 0 ? Eigen::Vector3d(-n) : n;
  }
  const auto holds = draw.coin() ? holds_beyond(n, draw) : any_holds(draw);
  const Lattice extents(Span::space, draw);
  LatticeBoxCase both{local, box_holding(R * p + t, holds, extents, draw)};
  both.box.low = R * p + t + 64 * (both.box.low - (R * p + t));
  both.box.high = R * p + t + 64 * (both.box.high - (R * p + t));

  const int exponent = draw.small(-40, 0);
  BoxCase c = unposed(both, exponent - short_bits);
  c.t = to_double(local, exponent);
  c.X = Pose();
  for (int k = 0; k < 3; ++k) {
    c.X->R.col(k) = to_double(R.col(k), -short_bits);
  }
  c.X->t = to_double(t, exponent - short_bits);
  return c;
}

BoxCase posed_near(Draw& draw) {
  BoxCase c = unposed(any_lattice_case(draw), draw.small(-20, 20));
  const double reach = c.t[0].cwiseAbs().maxCoeff() * draw.uniform(0, 4);
  c.X = Pose(random_rotation(draw),
             reach * Eigen::Vector3d(draw.uniform(-1, 1), draw.uniform(-1, 1), draw.uniform(-1, 1)));
  for (Eigen::Vector3d& p : c.t) {
    p = c.X->inverse() * p;
  }
  return c;
}

}  // namespace

BoxCase box_case(Bucket bucket, Draw& draw) {
  switch (bucket) {
    case Bucket::random:
      return random_case(draw);
    case Bucket::scaled_uniform:
      return unposed(any_lattice_case(draw), draw.small(-498, 498));
    case Bucket::scaled_mixed:
      return scaled_mixed(draw);
    case Bucket::denormal:
      return denormal(draw);
    case Bucket::huge:
      return huge(draw);
    case Bucket::one_ulp:
      return one_ulp(draw);
    case Bucket::posed_random:
      return posed_random(draw);
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
    default:
      return unposed(lattice_case(bucket, draw), draw.small(-40, 20));
  }
}

}  // namespace graze::oracle
