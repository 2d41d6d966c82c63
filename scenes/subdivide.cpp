// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "subdivide.h"

#include <algorithm>
#include <map>
#include <utility>

namespace graze::scenes {

void QuadCage::extrude(std::size_t quad, const Placement& placement) {
  const std::array<std::uint32_t, 4> base = quads[quad];
  std::array<std::uint32_t, 4> top{};
  for (int k = 0; k < 4; ++k) {
    top[k] = static_cast<std::uint32_t>(vertices.size());
    vertices.emplace_back(placement * vertices[base[k]]);
  }
  for (int k = 0; k < 4; ++k) quads.push_back({base[k], base[(k + 1) % 4], top[(k + 1) % 4], top[k]});
  quads[quad] = top;
}

Vector3d QuadCage::middle(std::size_t quad) const {
  const auto& [a, b, c, d] = quads[quad];
  return (vertices[a] + vertices[b] + vertices[c] + vertices[d]) / 4;
}

QuadCage smoothed(const QuadCage& cage) {
  const auto n = static_cast<std::uint32_t>(cage.vertices.size());
  const auto faces = static_cast<std::uint32_t>(cage.quads.size());
  struct EdgePoint {
    std::uint32_t number;
    Vector3d sum_of_faces;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, EdgePoint> edges;
  std::vector<Vector3d> sum_of_faces(n, Vector3d::Zero());
  std::vector<Vector3d> sum_of_edges(n, Vector3d::Zero());
  std::vector<double> valence(n, 0);

  // Numbers: the old vertices, then a point for each face, then one for each edge.
  for (std::uint32_t f = 0; f < faces; ++f) {
    const Vector3d middle = cage.middle(f);
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t a = cage.quads[f][k];
      const std::uint32_t b = cage.quads[f][(k + 1) % 4];
      const auto next = static_cast<std::uint32_t>(n + faces + edges.size());
      edges.try_emplace(std::minmax(a, b), EdgePoint{next, Vector3d::Zero()}).first->second.sum_of_faces +=
          middle;
      sum_of_faces[a] += middle;
      valence[a] += 1;
    }
  }
  QuadCage fine;
  fine.vertices.resize(n + faces + edges.size());
  for (std::uint32_t f = 0; f < faces; ++f) fine.vertices[n + f] = cage.middle(f);
  for (const auto& [ends, point] : edges) {
    const Vector3d both = cage.vertices[ends.first] + cage.vertices[ends.second];
    fine.vertices[point.number] = (both + point.sum_of_faces) / 4;
    sum_of_edges[ends.first] += both / 2;
    sum_of_edges[ends.second] += both / 2;
  }
  for (std::uint32_t v = 0; v < n; ++v) {
    const double k = valence[v];
    fine.vertices[v] = (sum_of_faces[v] / k + 2 * sum_of_edges[v] / k + (k - 3) * cage.vertices[v]) / k;
  }
  for (std::uint32_t f = 0; f < faces; ++f) {
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t before = cage.quads[f][(k + 3) % 4];
      const std::uint32_t corner = cage.quads[f][k];
      const std::uint32_t after = cage.quads[f][(k + 1) % 4];
      fine.quads.push_back({corner, edges.at(std::minmax(corner, after)).number, n + f,
                            edges.at(std::minmax(before, corner)).number});
    }
  }
  return fine;
}

Mesh triangulated(const QuadCage& cage) {
  Mesh mesh;
  mesh.vertices = cage.vertices;
  for (const auto& [a, b, c, d] : cage.quads) {
    const double ac = (cage.vertices[a] - cage.vertices[c]).squaredNorm();
    const double bd = (cage.vertices[b] - cage.vertices[d]).squaredNorm();
    if (ac <= bd) {
      mesh.faces.insert(mesh.faces.end(), {{a, b, c}, {a, c, d}});
    } else {
      mesh.faces.insert(mesh.faces.end(), {{a, b, d}, {b, c, d}});
    }
  }
  return mesh;
}

}  // namespace graze::scenes
