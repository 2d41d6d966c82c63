// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "convex/direction_cells.h"
#include "math/axis_box.h"

namespace graze {

/// A convex polytope by its boundary: extreme points, the edges between them, and faces that are whole, however
/// many triangles they take. Of dimension 0 (a point), 1 (a segment, with one edge and no face), 2 (a polygon, with
/// two faces that look opposite ways) or 3. Made by `hull`; coordinates are the given ones, to the last bit.
struct Polytope {
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Edge {
    std::uint32_t from, to;
    std::uint32_t left,
        right;  ///< the face that runs from `from` to `to`, and the one that runs back; or none
  };
  struct FaceLoop {
    std::uint32_t first, count;  ///< its corners, counter-clockwise seen from outside
    Eigen::Vector3d normal;      ///< outward, a unit vector, rounded
    double offset;               ///< normal·corner, rounded; no corner has more
  };

  int dimension = 0;
  std::vector<Eigen::Vector3d> vertices;
  std::vector<std::uint32_t> source;  ///< of each vertex, a given point that lies there
  std::vector<Edge> edges;
  std::vector<FaceLoop> faces;
  std::vector<std::uint32_t> corners;     ///< of all faces
  std::vector<std::uint32_t> side_edges;  ///< of corner k, the edge from it to the next one of its face

  // Of vertex v, the neighbours and the edges to them, counter-clockwise seen from outside where there are faces:
  // entries first_neighbour[v] to first_neighbour[v + 1].
  std::vector<std::uint32_t> first_neighbour;
  std::vector<std::uint32_t> neighbours;
  std::vector<std::uint32_t> neighbour_edges;

  /// Coordinates axis by axis, each padded with copies of the last vertex to a multiple of eight.
  std::vector<double> lanes;
  std::size_t stride = 0;

  DirectionCells cells;

  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< the mean of the vertices: well inside
  AxisBox box;
  double reach = 0;                ///< the largest coordinate in absolute value
  std::array<int, 3> lowest = {};  ///< of the vertices, see exact_meet.h

  std::span<const std::uint32_t> corners_of(const FaceLoop& face) const {
    return std::span(corners).subspan(face.first, face.count);
  }
  std::span<const std::uint32_t> neighbours_of(std::uint32_t v) const {
    return std::span(neighbours).subspan(first_neighbour[v], first_neighbour[v + 1] - first_neighbour[v]);
  }
  std::span<const std::uint32_t> edges_of(std::uint32_t v) const {
    return std::span(neighbour_edges)
        .subspan(first_neighbour[v], first_neighbour[v + 1] - first_neighbour[v]);
  }

  /// Throws Error unless neighbours agree with each other, Euler's count holds, and, exactly, all vertices are
  /// extreme, every face is flat and no vertex lies outside of a face.
  void validate() const;
};

/// Vertices and loops of faces as they come out of a hull: what a Polytope is completed from.
struct HullLoops {
  int dimension = 0;
  std::vector<std::uint32_t> extreme;             ///< numbers of points, ascending
  std::vector<std::vector<std::uint32_t>> loops;  ///< numbers of points, counter-clockwise from outside
};
Polytope complete(std::span<const Eigen::Vector3d> points, const HullLoops& hull);

}  // namespace graze
