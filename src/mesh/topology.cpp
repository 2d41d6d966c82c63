// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/topology.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numeric>
#include <tuple>

#include "exact/predicates.h"

namespace graze {
namespace {

/// Disjoint sets with path halving.
class Sets {
 public:
  explicit Sets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t i, std::uint32_t j) {
    i = root(i);
    j = root(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// Groups from each face's set: numbered in the order in which the faces first name them.
Groups numbered(std::size_t faces, std::size_t sets, const auto& set_of_face) {
  constexpr std::uint32_t none = -1;
  std::vector<std::uint32_t> number(sets, none);
  Groups groups;
  groups.of_face.reserve(faces);
  for (std::uint32_t f = 0; f < faces; ++f) {
    std::uint32_t& n = number[set_of_face(f)];
    if (n == none) n = static_cast<std::uint32_t>(groups.count++);
    groups.of_face.push_back(n);
  }
  return groups;
}

}  // namespace

std::vector<std::uint32_t> first_at_place(std::span<const Eigen::Vector3d> p) {
  std::vector<std::uint32_t> order(p.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto place = [&](std::uint32_t i) { return std::tie(p[i].x(), p[i].y(), p[i].z()); };
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return place(i) < place(j) || (!(place(j) < place(i)) && i < j);
  });
  std::vector<std::uint32_t> first(p.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && place(order[k - 1]) == place(order[k]);
    first[order[k]] = same ? first[order[k - 1]] : order[k];
  }
  return first;
}

std::vector<std::uint32_t> first_with_corners(std::span<const Face> faces) {
  struct Sorted {
    Face corners;
    std::uint32_t face;
    auto operator<=>(const Sorted&) const = default;
  };
  std::vector<Sorted> sorted;
  sorted.reserve(faces.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    sorted.push_back({faces[f], f});
    std::sort(sorted.back().corners.begin(), sorted.back().corners.end());
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> first(faces.size());
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const bool same = k > 0 && sorted[k - 1].corners == sorted[k].corners;
    first[sorted[k].face] = same ? first[sorted[k - 1].face] : sorted[k].face;
  }
  return first;
}

bool repeats_corner(const Face& face) {
  return face[0] == face[1] || face[1] == face[2] || face[2] == face[0];
}

bool is_degenerate(const Mesh& mesh, const Face& face) {
  const exact::Point a{mesh.vertices[face[0]]};
  const exact::Point b{mesh.vertices[face[1]]};
  const exact::Point c{mesh.vertices[face[2]]};
  // The cross product of two sides, a component at a time.
  return exact::orient2d(a, b, c, 0) == 0 && exact::orient2d(a, b, c, 1) == 0 &&
         exact::orient2d(a, b, c, 2) == 0;
}

bool runs_through(const Face& face, std::uint32_t a, std::uint32_t b) {
  return (face[0] == a && face[1] == b) || (face[1] == a && face[2] == b) || (face[2] == a && face[0] == b);
}

bool is_inconsistent(std::span<const Face> faces, const Adjacency& adjacent, std::size_t edge) {
  const auto incident = adjacent.faces_of(edge);
  if (incident.size() != 2) return false;
  const auto [a, b] = adjacent.edges[edge];
  return runs_through(faces[incident[0]], a, b) == runs_through(faces[incident[1]], a, b);
}

Groups parts_by_vertex(std::span<const Face> faces, std::size_t vertex_count) {
  Sets sets(vertex_count);
  for (const Face& face : faces) {
    sets.join(face[0], face[1]);
    sets.join(face[0], face[2]);
  }
  return numbered(faces.size(), vertex_count, [&](std::uint32_t f) { return sets.root(faces[f][0]); });
}

Groups patches_by_edge(std::span<const Face> faces, const Adjacency& adjacent) {
  Sets sets(faces.size());
  for (std::size_t e = 0; e < adjacent.edges.size(); ++e) {
    const auto incident = adjacent.faces_of(e);
    if (incident.size() == 2) sets.join(incident[0], incident[1]);
  }
  return numbered(faces.size(), faces.size(), [&](std::uint32_t f) { return sets.root(f); });
}

AxisBox bounds(const Mesh& mesh) {
  AxisBox box;
  for (const Eigen::Vector3d& p : mesh.vertices) box.include(p);
  return box;
}

UnitFrame::UnitFrame(const AxisBox& box) {
  if (box.low.x() > box.high.x()) return;
  // Halves first: the sides of a box of finite doubles may themselves overflow.
  centre_ = box.low / 2 + box.high / 2;
  const double half = (box.high / 2 - box.low / 2).maxCoeff();
  if (half > 0) scale_ = 2 * std::min(half, std::numeric_limits<double>::max() / 2);
}

double Measure::volume(const Face& face) const {
  return scaled(face[0]).dot(scaled(face[1]).cross(scaled(face[2]))) / 6;
}

double Measure::area(const Face& face) const {
  const Eigen::Vector3d a = scaled(face[0]);
  return (scaled(face[1]) - a).cross(scaled(face[2]) - a).norm() / 2;
}

}  // namespace graze
