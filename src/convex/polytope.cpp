// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/polytope.h"

#include <graze/error.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "convex/exact_meet.h"
#include "exact/collinear.h"
#include "exact/predicates.h"
#include "math/message.h"

namespace graze {
namespace {

constexpr std::size_t lane_multiple = 8;

std::uint64_t key(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

/// The plane through the corner and the two that make the largest triangle with it, scaled first so that
/// nothing over- or underflows.
void set_plane(const Polytope& p, Polytope::FaceLoop& face) {
  const auto corners = p.corners_of(face);
  const Eigen::Vector3d& origin = p.vertices[corners[0]];
  double size = 0;
  for (const std::uint32_t c : corners) {
    size = std::max(size, (0.5 * p.vertices[c] - 0.5 * origin).cwiseAbs().maxCoeff());
  }
  Eigen::Vector3d n = Eigen::Vector3d::Zero();
  const auto side = [&](std::size_t k) -> Eigen::Vector3d {
    return (0.5 * p.vertices[corners[k]] - 0.5 * origin) / size;
  };
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) n += side(k).cross(side(k + 1));
  const double largest = n.cwiseAbs().maxCoeff();
  face.normal = largest > 0 ? Eigen::Vector3d((n / largest).normalized()) : Eigen::Vector3d::Zero();
  face.offset = face.normal.dot(origin);
  for (const std::uint32_t c : corners) face.offset = std::max(face.offset, face.normal.dot(p.vertices[c]));
}

void add_faces(const HullLoops& hull, std::span<const std::uint32_t> number, Polytope& p) {
  std::unordered_map<std::uint64_t, std::uint32_t> edge_of;
  for (const auto& loop : hull.loops) {
    const auto face = static_cast<std::uint32_t>(p.faces.size());
    p.faces.push_back({static_cast<std::uint32_t>(p.corners.size()), static_cast<std::uint32_t>(loop.size()),
                       Eigen::Vector3d::Zero(), 0});
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::uint32_t from = number[loop[k]], to = number[loop[(k + 1) % loop.size()]];
      p.corners.push_back(from);
      const auto known = edge_of.find(key(to, from));
      if (known == edge_of.end()) {
        const auto edge = static_cast<std::uint32_t>(p.edges.size());
        p.edges.push_back({from, to, face, Polytope::none});
        edge_of[key(from, to)] = edge;
        p.side_edges.push_back(edge);
      } else {
        p.edges[known->second].right = face;
        p.side_edges.push_back(known->second);
      }
    }
    set_plane(p, p.faces.back());
  }
}

/// Round a vertex from face to face: the neighbour after `to` is where the face left of vertex→to comes from.
void add_neighbours(Polytope& p) {
  const std::size_t n = p.vertices.size();
  std::vector<std::vector<std::uint32_t>> at(n);
  for (std::uint32_t e = 0; e < p.edges.size(); ++e) {
    at[p.edges[e].from].push_back(e);
    at[p.edges[e].to].push_back(e);
  }
  const auto other = [&](std::uint32_t e, std::uint32_t v) {
    return p.edges[e].from == v ? p.edges[e].to : p.edges[e].from;
  };
  const auto left = [&](std::uint32_t e, std::uint32_t v) {
    return p.edges[e].from == v ? p.edges[e].left : p.edges[e].right;
  };
  const auto right = [&](std::uint32_t e, std::uint32_t v) {
    return p.edges[e].from == v ? p.edges[e].right : p.edges[e].left;
  };
  p.first_neighbour.push_back(0);
  for (std::uint32_t v = 0; v < n; ++v) {
    std::vector<std::uint32_t>& around = at[v];
    for (std::size_t k = 0; k + 1 < around.size(); ++k) {
      const auto next = std::find_if(around.begin() + static_cast<std::ptrdiff_t>(k) + 1, around.end(),
                                     [&](std::uint32_t e) { return right(e, v) == left(around[k], v); });
      if (next != around.end()) std::swap(around[k + 1], *next);
    }
    for (const std::uint32_t e : around) {
      p.neighbours.push_back(other(e, v));
      p.neighbour_edges.push_back(e);
    }
    p.first_neighbour.push_back(static_cast<std::uint32_t>(p.neighbours.size()));
  }
}

void add_lanes(Polytope& p) {
  const std::size_t n = p.vertices.size();
  p.stride = (n + lane_multiple - 1) / lane_multiple * lane_multiple;
  p.lanes.resize(3 * p.stride);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < p.stride; ++i) {
      p.lanes[axis * p.stride + i] = p.vertices[std::min(i, n - 1)][static_cast<Eigen::Index>(axis)];
    }
  }
}

}  // namespace

Polytope complete(std::span<const Eigen::Vector3d> points, const HullLoops& hull) {
  Polytope p;
  p.dimension = hull.dimension;
  p.source = hull.extreme;
  std::vector<std::uint32_t> number(points.size(), Polytope::none);
  for (const std::uint32_t i : hull.extreme) {
    number[i] = static_cast<std::uint32_t>(p.vertices.size());
    p.vertices.push_back(points[i]);
    p.box.include(points[i]);
    p.centre += points[i] / static_cast<double>(hull.extreme.size());
  }
  p.reach = p.box.low.cwiseAbs().cwiseMax(p.box.high.cwiseAbs()).maxCoeff();
  p.lowest = lowest_exponents(p.vertices);
  if (hull.dimension == 1) p.edges.push_back({0, 1, Polytope::none, Polytope::none});
  add_faces(hull, number, p);
  add_neighbours(p);
  add_lanes(p);
  p.cells = direction_cells_of(p);
  return p;
}

namespace {

void require(bool holds, std::string_view what, std::size_t where) {
  if (!holds) throw Error(message("polytope: ", what, " (", where, ")"));
}

int side(const Polytope& p, const Polytope::FaceLoop& face, std::uint32_t v) {
  // Three corners in a row are never collinear, since all are extreme.
  const auto c = p.corners_of(face);
  return exact::orient3d({p.vertices[c[0]]}, {p.vertices[c[1]]}, {p.vertices[c[2]]}, {p.vertices[v]});
}

void validate_face(const Polytope& p, std::size_t f) {
  const Polytope::FaceLoop& face = p.faces[f];
  const auto corners = p.corners_of(face);
  require(corners.size() >= 3, "a face has fewer than three corners", f);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Polytope::Edge& e = p.edges[p.side_edges[face.first + k]];
    const std::uint32_t next = corners[(k + 1) % corners.size()], after = corners[(k + 2) % corners.size()];
    require((e.from == corners[k] && e.to == next && e.left == f) ||
                (e.to == corners[k] && e.from == next && e.right == f),
            "a face's side is not its edge", f);
    require(!exact::collinear({p.vertices[corners[k]]}, {p.vertices[next]}, {p.vertices[after]}),
            "a face has a corner that is none", f);
  }
  for (std::uint32_t v = 0; v < p.vertices.size(); ++v) {
    const bool is_corner = std::find(corners.begin(), corners.end(), v) != corners.end();
    const int s = side(p, face, v);
    require(s <= 0, "a vertex lies outside of a face", v);
    if (p.dimension == 3) require(is_corner == (s == 0), "a vertex in a face's plane is not its corner", v);
  }
}

}  // namespace

void Polytope::validate() const {
  require(!vertices.empty() && source.size() == vertices.size(), "it has no vertices", 0);
  const std::size_t v = vertices.size(), e = edges.size(), f = faces.size();
  switch (dimension) {
    case 0:
      return require(v == 1 && e == 0 && f == 0, "a point has more", v);
    case 1:
      return require(v == 2 && e == 1 && f == 0, "a segment has more", v);
    case 2:
      require(v >= 3 && e == v && f == 2, "a polygon's counts do not fit", v);
      break;
    default:
      require(v >= 4 && f >= 4 && v + f == e + 2, "Euler's count does not hold", v);
  }
  for (std::size_t i = 0; i < e; ++i) {
    require(edges[i].left < f && edges[i].right < f, "an edge has no face", i);
  }
  for (std::size_t i = 0; i < f; ++i) validate_face(*this, i);
  for (std::uint32_t i = 0; i < v; ++i) {
    require(neighbours_of(i).size() >= (dimension == 2 ? 2u : 3u), "a vertex has too few neighbours", i);
    for (const std::uint32_t j : neighbours_of(i)) {
      const auto back = neighbours_of(j);
      require(std::find(back.begin(), back.end(), i) != back.end(), "neighbours do not agree", i);
    }
  }
}

}  // namespace graze
