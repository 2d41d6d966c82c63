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

  /// Of large polytopes, for each cell of directions (see start_cell) the vertex farthest along its middle.
  std::vector<std::uint32_t> starts;
  static constexpr std::size_t starts_from = 64;  ///< vertices

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

/// Directions are sorted into the cells of a cube's six sides, each of start_cells² squares.
inline constexpr int start_cells = 16;
inline std::size_t start_cell(double x, double y, double z) {
  const double ax = std::abs(x), ay = std::abs(y), az = std::abs(z);
  double major = x, s = y, t = z;
  int side = 0;
  if (ay > ax && ay >= az) {
    major = y;
    s = z;
    t = x;
    side = 2;
  } else if (az > ax) {
    major = z;
    s = x;
    t = y;
    side = 4;
  }
  const double scale = 0.5 * start_cells / std::abs(major);
  const auto cell = [&](double c) {
    // Not a number for a direction of zero: any cell will do.
    const double at = c * scale + 0.5 * start_cells;
    return at > 0 ? std::min(static_cast<int>(std::min(at, 1e3)), start_cells - 1) : 0;
  };
  return static_cast<std::size_t>(((side + (major < 0 ? 1 : 0)) * start_cells + cell(s)) * start_cells +
                                  cell(t));
}

/// Vertices and loops of faces as they come out of a hull: what a Polytope is completed from.
struct HullLoops {
  int dimension = 0;
  std::vector<std::uint32_t> extreme;             ///< numbers of points, ascending
  std::vector<std::vector<std::uint32_t>> loops;  ///< numbers of points, counter-clockwise from outside
};
Polytope complete(std::span<const Eigen::Vector3d> points, const HullLoops& hull);

}  // namespace graze
