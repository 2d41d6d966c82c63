// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/lattice_pairs.h"

#include <algorithm>

namespace graze::oracle {
namespace {

using Span = Lattice::Span;
constexpr std::array all_features{Feature::vertex, Feature::edge, Feature::face};
constexpr std::array all_spans{Span::line, Span::axis_plane, Span::plane, Span::space};
constexpr std::array planes{Span::axis_plane, Span::plane};
constexpr std::array lattice_buckets{Bucket::touch_vertex,       Bucket::touch_edge,
                                     Bucket::touch_face,         Bucket::coplanar_overlapping,
                                     Bucket::coplanar_apart,     Bucket::coplanar_contained,
                                     Bucket::coplanar_touching,  Bucket::sliver,
                                     Bucket::degenerate_segment, Bucket::degenerate_point};

void shuffle(LatticeTriangle& t, Draw& draw) {
  std::rotate(t.begin(), t.begin() + draw.small(0, 2), t.end());
  if (draw.coin()) {
    std::swap(t[0], t[1]);
  }
}

LatticeTriangle segment_along(const LatticePoint& p, const LatticePoint& d, Draw& draw) {
  return {p + draw.small(-7, 7) * d, p + draw.small(-7, 7) * d, p + draw.small(-7, 7) * d};
}

LatticePair touching(Bucket bucket, const LatticePoint& p, const Lattice& lattice, Draw& draw) {
  switch (bucket) {
    case Bucket::touch_vertex:
      return touching_at(p, Feature::vertex, Feature::vertex, lattice, draw);
    case Bucket::touch_edge:
      if (draw.one_in(3)) {
        return sharing_edge(p, lattice, draw);
      }
      return touching_at(p, Feature::edge, draw.coin() ? Feature::vertex : Feature::edge, lattice, draw);
    default:
      return touching_at(p, Feature::face, draw.pick(all_features), lattice, draw);
  }
}

LatticePair coplanar(Bucket bucket, Draw& draw, int max_bits) {
  const Lattice lattice(draw.pick(planes), draw, max_bits);
  const LatticePoint p = lattice.origin(draw);
  if (bucket == Bucket::coplanar_touching) {
    constexpr std::array touches{Bucket::touch_vertex, Bucket::touch_edge};
    return touching(draw.pick(touches), p, lattice, draw);
  }
  LatticePair pair{triangle_through(p, draw.pick(all_features), lattice, draw),
                   triangle_through(p, draw.pick(all_features), lattice, draw)};
  if (bucket == Bucket::coplanar_apart) {
    LatticePoint shift = draw.small(1, 12) * lattice.offset(draw);
    if (draw.one_in(8)) {
      shift = LatticePoint::Unit(draw.small(0, 2));  // to a parallel plane, mostly
    }
    for (LatticePoint& q : pair.b) {
      q += shift;
    }
  } else if (bucket == Bucket::coplanar_contained) {
    pair.a = triangle_through(p, Feature::face, lattice, draw);
    for (LatticePoint& q : pair.a) {
      q = p + 16 * (q - p);
    }
  }
  return pair;
}

LatticePair sliver(Draw& draw, int max_bits) {
  const Lattice lattice(draw.coin() ? Span::space : Span::plane, draw, max_bits);
  const LatticePoint p = lattice.origin(draw);
  const auto thin = [&] {
    const LatticePoint d = lattice.offset(draw) * 64;
    LatticeTriangle t = segment_along(p, d, draw);
    t[2] += LatticePoint(draw.small(-2, 2), draw.small(-2, 2), draw.small(-2, 2));
    return t;
  };
  LatticePair pair{thin(), triangle_through(p, draw.pick(all_features), lattice, draw)};
  if (draw.one_in(3)) {
    pair.b = thin();
  }
  return pair;
}

LatticePair degenerate(Bucket bucket, Draw& draw, int max_bits) {
  const Lattice lattice(draw.pick(all_spans), draw, max_bits);
  const LatticePoint p = lattice.origin(draw);
  const LatticePoint d = lattice.offset(draw);
  LatticePair pair{segment_along(p, d, draw), triangle_through(p, draw.pick(all_features), lattice, draw)};
  if (draw.one_in(3)) {
    pair.b = segment_along(p, draw.coin() ? d : lattice.offset(draw), draw);
  }
  if (bucket == Bucket::degenerate_point) {
    const LatticePoint q = draw.one_in(4) ? p + lattice.offset(draw) : p;
    pair.a = {q, q, q};
    if (draw.one_in(8)) {
      pair.b = {p, p, p};
    }
  }
  return pair;
}

}  // namespace

LatticePair lattice_pair(Bucket bucket, Draw& draw, int max_bits) {
  LatticePair pair;
  switch (bucket) {
    case Bucket::touch_vertex:
    case Bucket::touch_edge:
    case Bucket::touch_face: {
      const Lattice lattice(Span::space, draw, max_bits);
      pair = touching(bucket, lattice.origin(draw), lattice, draw);
      break;
    }
    case Bucket::sliver:
      pair = sliver(draw, max_bits);
      break;
    case Bucket::degenerate_segment:
    case Bucket::degenerate_point:
      pair = degenerate(bucket, draw, max_bits);
      break;
    default:
      pair = coplanar(bucket, draw, max_bits);
  }
  shuffle(pair.a, draw);
  shuffle(pair.b, draw);
  if (draw.coin()) {
    std::swap(pair.a, pair.b);
  }
  return pair;
}

LatticePair any_lattice_pair(Draw& draw, int max_bits) {
  return lattice_pair(draw.pick(lattice_buckets), draw, max_bits);
}

}  // namespace graze::oracle
