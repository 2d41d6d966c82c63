// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Which cells of a grid a closed mesh encloses, and sample points of its surface.
//
// Two surfaces must cross if one of them is closed, and the other, being connected, has a point inside it and a point
// outside. So two bodies deep in each other are known to collide from two points, without looking for where.
//
//   Closed: every edge belongs to an even number of faces. Then whether a path from p to infinity crosses the surface an
//   even or odd number of times does not depend on the path: p is outside or inside. Along a path that avoids the surface
//   neither changes. Nothing more is asked of the mesh: it may intersect itself and be made of many parts.
//
// Cost. With F faces: O(F) for what is closed and connected; at most 32·F + 8,192 cells, each of which is looked at once with
// its six neighbours; at most 2·(64·F + 8,192) steps of marking cells that faces touch; at most 8·F faces looked at to count
// crossings. A cell or a step takes about 5 ns; building a tree takes 250 to 400 ns a face. The number of cells along a side
// is chosen so that marking fits; if it does not, however few cells there are, the grid has no inside. `Work` counts all of
// it.
#pragma once

#include <graze/mesh.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "mesh/mesh_pair.h"

namespace graze {

class InsideGrid {
 public:
  enum class Side : std::uint8_t { unknown, outside, inside };

  InsideGrid(const Mesh& mesh, const MeshBounds& bounds);

  /// Where all points are that are off p, in the mesh's frame, by no more than `error` in each coordinate. Unknown near the
  /// surface, where p is not finite, and everywhere for a mesh that is not closed.
  Side side(const Eigen::Vector3d& p, double error) const {
    if (cells_.empty()) return Side::unknown;
    const Eigen::Array3d q = to_grid(p).array(), nothing = q - q;  // 0, or NaN where q is not finite
    const double off = error * per_length_;
    // The mesh is a whole cell away from the border. All axes at once, since which of them it is cannot be predicted.
    const bool beyond = (q[0] + off < 0.5) | (q[1] + off < 0.5) | (q[2] + off < 0.5) |
                        (q[0] - off > last_[0]) | (q[1] - off > last_[1]) | (q[2] - off > last_[2]);
    if (!(nothing[0] + nothing[1] + nothing[2] == 0)) return Side::unknown;
    if (beyond) return Side::outside;
    if (!(off < allowed_error)) return Side::unknown;
    return cells_[number({static_cast<int>(q[0]), static_cast<int>(q[1]), static_cast<int>(q[2])})];
  }

  /// Vertices of a connected part of the surface, spread over it. Some may be there twice.
  const std::vector<Eigen::Vector3d>& samples() const { return samples_; }

  /// A sample of `from` that is inside, and one that is outside, where each R·p + t is off by no more than `error` in each
  /// coordinate. All are looked at, beginning near number `start`, until there is one of each.
  struct Found {
    std::optional<std::uint32_t> inside, outside;
    bool both() const { return inside && outside; }
  };
  Found find(const InsideGrid& from, const Eigen::Matrix3d& R, const Eigen::Vector3d& t, double error,
             std::uint32_t start) const;

  bool has_inside() const { return has_inside_; }

  /// What building took.
  struct Work {
    std::size_t marking =
        0;  ///< cells looked at, and sixteen for each row or column of cells that a face was cut to
    std::size_t cells = 0;
    std::size_t crossing = 0;  ///< faces looked at to count crossings
  };
  const Work& work() const { return work_; }
  static constexpr std::size_t most_marking(std::size_t faces) { return 64 * faces + 8192; }
  static constexpr std::size_t most_cells(std::size_t faces) { return 32 * faces + 8192; }
  static constexpr std::size_t most_crossing(std::size_t faces) { return 8 * faces; }

  static constexpr std::size_t sample_lanes = 4;  ///< their number is a multiple of it

  std::size_t bytes() const { return cells_.capacity() + samples_.capacity() * sizeof(samples_[0]); }

 private:
  static constexpr int finest = 64;   // cells along the longest side; a cell more around
  static constexpr int coarsest = 8;  // with fewer, hardly anything is known
  static constexpr double slack =
      0.01;  // of a cell: so far beyond its sides a known cell is free of the surface
  static constexpr double allowed_error = 0.9 * slack;
  static constexpr std::size_t most_samples = 128;

  using Cell = std::array<int, 3>;
  class MarkingEstimate;

  Eigen::Vector3d to_grid(const Eigen::Vector3d& p) const { return (p - low_) * per_length_; }
  Eigen::Vector3d centre_of(std::size_t cell) const;
  std::size_t number(const Cell& c) const {
    return (static_cast<std::size_t>(c[2]) * size_[1] + c[1]) * size_[0] + c[0];
  }
  void choose_cells(const MeshBounds& bounds, int along_longest);
  bool mark_surface(const Mesh& mesh);
  void mark_face(const Mesh& mesh, const Face& face);
  void mark_plane(const Triangle& t, const Cell& first, const Cell& last);
  void mark_columns(const Triangle& t, const Cell& first, const Cell& last);
  void fill(const Mesh& mesh);
  std::optional<bool> is_inside(const Mesh& mesh, std::size_t cell);

  // Marking: what a cut takes in steps, and up to how many cells in the box of a face all are looked at.
  static constexpr std::size_t steps_a_cut = 16, few_cells = 128;
  void spread_samples(const Mesh& mesh, const MeshBounds& bounds);

  Eigen::Vector3d low_ = Eigen::Vector3d::Zero();
  Eigen::Vector3d last_ = Eigen::Vector3d::Zero();  // half a cell before the grid's end, in cells
  double per_length_ = 0;                           // 1/the side of a cell
  Cell size_ = {};
  bool has_inside_ = false;
  std::vector<Side> cells_;  // none: not closed, too extreme, or too much work
  std::vector<Eigen::Vector3d> samples_;
  Work work_;
};

}  // namespace graze
