// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Do two hulls share a point, and where are they nearest? By the search of exact_search.h, which for the first question ends when
// v·w > 0, and for the second goes on while v·w < v·s. To tell whether hulls meet nothing needs to be a length, and axes are
// scaled each by its own power of two, as in exact/fixed_point.h; for the nearest points all by one.
#include "convex/exact_meet.h"

#include "convex/exact_search.h"

namespace graze {

std::array<int, 3> lowest_exponents(std::span<const Eigen::Vector3d> points) {
  std::array<int, 3> result = {INT_MAX, INT_MAX, INT_MAX};
  for (const Eigen::Vector3d& p : points) {
    for (int i = 0; i < 3; ++i) {
      const exact::Dyadic x(p[i]);
      if (x.m != 0) result[i] = std::min(result[i], x.e);
    }
  }
  for (int& e : result) e = e == INT_MAX ? 0 : e;
  return result;
}

namespace {

using namespace exact_search;

template <class N>
bool hulls_meet(const PosedPoints& a, const PosedPoints& b, std::span<const VertexPair> first) {
  Search<N> search(a, b, common_lowest<N>(a, b), first);
  return search.meet([](const auto&) { return false; },
                     [](const auto& v, const auto& w) { return sign_along(v, w) > 0; });
}

template <class N>
NearestVertices nearest_vertices(const PosedPoints& a, const PosedPoints& b,
                                 std::span<const VertexPair> first) {
  const std::array<int, 3> lowest = common_lowest<N>(a, b);
  const int unit = std::min({lowest[0], lowest[1], lowest[2]});
  Search<N> search(a, b, {unit, unit, unit}, first);
  const auto is_nearest = [&](const auto& v, const auto& w) {
    return sign_along(v, minus(w, search.simplex().corner())) >= 0;
  };
  if (search.meet([](const auto&) { return false; }, is_nearest)) return {};
  NearestVertices nearest = search.simplex().nearest_point(unit);
  nearest.direction = search.direction();
  return nearest;
}

}  // namespace

bool hulls_meet_exactly(const PosedPoints& a, const PosedPoints& b, std::span<const VertexPair> first) {
  return chained(a, b) ? hulls_meet<Chained>(a, b, first) : hulls_meet<Posed>(a, b, first);
}

NearestVertices nearest_exactly(const PosedPoints& a, const PosedPoints& b,
                                std::span<const VertexPair> first) {
  return chained(a, b) ? nearest_vertices<Chained>(a, b, first) : nearest_vertices<Posed>(a, b, first);
}

}  // namespace graze
