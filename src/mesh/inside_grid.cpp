// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//   1. Cells that a face may reach are unknown: those in its box that its plane cuts, with some slack.
//   2. The others fall into regions, each connected through sides of cells and so wholly inside or outside.
//   3. The region at the border is outside. For any other of some size, crossings are counted along a segment from it to
//      beyond the mesh, exactly; a segment that touches an edge is not counted but replaced by another.
//
// Cost: O(faces), about half of what building a tree costs.
#include "mesh/inside_grid.h"

#include <algorithm>
#include <cmath>

#include "exact/predicates.h"
#include "mesh/topology.h"

namespace graze {
namespace {

bool is_closed(const Mesh& mesh) {
  const Adjacency adjacent = adjacency(mesh.faces, mesh.vertices.size());
  for (std::size_t e = 0; e < adjacent.edges.size(); ++e) {
    if (adjacent.edges[e].a == adjacent.edges[e].b) continue;
    // A face that names a vertex twice runs along its edge and back.
    const auto faces = adjacent.faces_of(e);
    const auto count = std::count_if(faces.begin(), faces.end(),
                                     [&](std::uint32_t f) { return !repeats_corner(mesh.faces[f]); });
    if (count % 2 != 0) return false;
  }
  return !mesh.faces.empty();
}

/// Does the segment pass through the face? None: it touches its border, or its ends do.
std::optional<bool> crosses(const Eigen::Vector3d& from, const Eigen::Vector3d& to, const Triangle& face) {
  const exact::Point p{from}, q{to}, t[3] = {{face[0]}, {face[1]}, {face[2]}};
  const int turns[3] = {orient3d(p, q, t[0], t[1]), orient3d(p, q, t[1], t[2]), orient3d(p, q, t[2], t[0])};
  const auto [least, most] = std::minmax({turns[0], turns[1], turns[2]});
  if (least < 0 && most > 0) return false;
  const int start = orient3d(t[0], t[1], t[2], p), end = orient3d(t[0], t[1], t[2], q);
  if (start * end > 0) return false;
  if (least == 0 || most == 0 || start == 0 || end == 0) return std::nullopt;
  return true;
}

/// None where some face is touched at its border.
std::optional<bool> crosses_often_odd(const Mesh& mesh, const Eigen::Vector3d& from,
                                      const Eigen::Vector3d& to) {
  AxisBox box;
  box.include(from);
  box.include(to);
  bool odd = false;
  for (const Face& f : mesh.faces) {
    const Triangle t = {mesh.vertices[f[0]], mesh.vertices[f[1]], mesh.vertices[f[2]]};
    AxisBox around;
    for (const Eigen::Vector3d& p : t) around.include(p);
    if (!around.overlaps(box)) continue;
    const std::optional<bool> crossing = crosses(from, to, t);
    if (!crossing) return std::nullopt;
    odd = odd != *crossing;
  }
  return odd;
}

}  // namespace

InsideGrid::InsideGrid(const Mesh& mesh, const MeshBounds& bounds) {
  spread_samples(mesh);
  const Eigen::Vector3d extent = bounds.box.high - bounds.box.low;
  const double side = extent.maxCoeff() / most_cells;
  // In units of a cell all numbers are below 128, and roundings far below the slack.
  if (!(side > 1e-280 && side < 1e280 && side > 0x1p-30 * bounds.reach) || !is_closed(mesh)) return;
  per_length_ = 1 / side;
  low_ = bounds.box.low - Eigen::Vector3d::Constant(side);
  for (int i = 0; i < 3; ++i) size_[i] = static_cast<int>(extent[i] * per_length_) + 3;
  cells_.resize(number({0, 0, size_[2]}), Side::outside);
  mark_surface(mesh);
  fill(mesh);
  has_inside_ = std::find(cells_.begin(), cells_.end(), Side::inside) != cells_.end();
}

Eigen::Vector3d InsideGrid::centre_of(std::size_t cell) const {
  const std::size_t row = cell / size_[0];
  const Eigen::Vector3d middle(static_cast<double>(cell % size_[0]) + 0.5,
                               static_cast<double>(row % size_[1]) + 0.5,
                               static_cast<double>(row / size_[1]) + 0.5);
  return low_ + middle / per_length_;
}

void InsideGrid::mark_surface(const Mesh& mesh) {
  for (const Face& face : mesh.faces) mark_face(mesh, face);
}

void InsideGrid::mark_face(const Mesh& mesh, const Face& face) {
  const Eigen::Vector3d t[3] = {to_grid(mesh.vertices[face[0]]), to_grid(mesh.vertices[face[1]]),
                                to_grid(mesh.vertices[face[2]])};
  const Eigen::Array3d low = t[0].cwiseMin(t[1]).cwiseMin(t[2]).array() - slack,
                       high = t[0].cwiseMax(t[1]).cwiseMax(t[2]).array() + slack;
  const Eigen::Vector3d n = (t[1] - t[0]).cross(t[2] - t[0]);
  // The plane reaches into a cell if it is no farther from its middle than this; with more than what is rounded.
  const double reach = (0.5 + slack) * n.cwiseAbs().sum() * (1 + 1e-9) + 1e-9;
  Cell first, last;
  for (int i = 0; i < 3; ++i) {
    first[i] = std::max(static_cast<int>(low[i]), 0);
    last[i] = std::min(static_cast<int>(high[i]), size_[i] - 1);
  }
  for (int z = first[2]; z <= last[2]; ++z) {
    for (int y = first[1]; y <= last[1]; ++y) {
      for (int x = first[0]; x <= last[0]; ++x) {
        if (std::abs(n.dot(Eigen::Vector3d(x + 0.5, y + 0.5, z + 0.5) - t[0])) <= reach)
          cells_[number({x, y, z})] = Side::unknown;
      }
    }
  }
}

void InsideGrid::fill(const Mesh& mesh) {
  const std::ptrdiff_t steps[3] = {1, size_[0], static_cast<std::ptrdiff_t>(size_[0]) * size_[1]};
  std::vector<char> seen(cells_.size(), 0);
  std::vector<std::uint32_t> region;
  const auto spread_from = [&](std::uint32_t start) {
    region.assign(1, start);
    seen[start] = 1;
    for (std::size_t i = 0; i < region.size(); ++i) {
      const std::uint32_t cell = region[i];
      const std::uint32_t at[3] = {cell % size_[0], cell / size_[0] % size_[1],
                                   cell / (static_cast<std::uint32_t>(size_[0]) * size_[1])};
      for (int axis = 0; axis < 3; ++axis) {
        for (const int way : {-1, 1}) {
          const int coordinate = static_cast<int>(at[axis]) + way;
          if (coordinate < 0 || coordinate >= size_[axis]) continue;
          const auto next = static_cast<std::uint32_t>(cell + way * steps[axis]);
          if (seen[next] != 0 || cells_[next] == Side::unknown) continue;
          seen[next] = 1;
          region.push_back(next);
        }
      }
    }
  };
  spread_from(0);  // a corner: outside
  const double length = 2 * most_cells / per_length_;
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    if (seen[cell] != 0 || cells_[cell] == Side::unknown) continue;
    spread_from(cell);
    std::optional<bool> inside;
    if (region.size() > cells_.size() / 100) {
      // The middle of a list that grew outward is well inside. Directions that no modelled edge is likely to lie in.
      const Eigen::Vector3d from = centre_of(region[region.size() / 2]);
      for (double slope = 0.0137; !inside && slope < 0.1; slope *= 1.7) {
        inside = crosses_often_odd(mesh, from, from + length * Eigen::Vector3d(1, slope, 0.73 * slope));
      }
    }
    const Side side = !inside ? Side::unknown : *inside ? Side::inside : Side::outside;
    for (const std::uint32_t c : region) cells_[c] = side;
  }
}

void InsideGrid::spread_samples(const Mesh& mesh) {
  const Groups parts = parts_by_vertex(mesh.faces, mesh.vertices.size());
  std::vector<std::size_t> sizes(parts.count, 0);
  for (const std::uint32_t part : parts.of_face) ++sizes[part];
  if (sizes.empty()) return;
  const auto largest = std::max_element(sizes.begin(), sizes.end());
  const auto part = static_cast<std::uint32_t>(largest - sizes.begin());
  // About a thousand of its vertices; of these, each time the one farthest from all that are taken.
  constexpr std::size_t enough = 1024;
  const std::size_t step = std::max<std::size_t>(*largest / enough, 1);
  std::vector<Eigen::Vector3d> candidates;
  std::size_t in_part = 0;
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    if (parts.of_face[f] == part && in_part++ % step == 0)
      candidates.push_back(mesh.vertices[mesh.faces[f][0]]);
  }
  std::vector<double> distances(candidates.size(), INFINITY);
  std::size_t next = 0;
  while (samples_.size() < most_samples && distances[next] > 0) {
    samples_.push_back(candidates[next]);
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      distances[i] = std::min(distances[i], (candidates[i] - samples_.back()).squaredNorm());
      if (distances[i] > distances[farthest]) farthest = i;
    }
    next = farthest;
  }
  while (samples_.size() % sample_lanes != 0) samples_.push_back(samples_.back());
}

}  // namespace graze
