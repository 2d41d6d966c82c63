// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//   1. How many cells: as many as the bounds on work allow, by an estimate from the extents and areas of faces.
//   2. Cells that a face touches, grown by the slack, are unknown. A face in a box of few cells: those of them that its plane
//      cuts. Any other is cut to one column of cells after the other along its longest extent; what is left of it in a column is
//      connected, so that it touches all cells of the column from its lowest point to its highest, and no other.
//   3. The other cells fall into regions, each connected through sides of cells and so wholly inside or outside.
//   4. The region at the border is outside. For others, the largest first, crossings are counted along a segment from it to
//      beyond the mesh, exactly; a segment that touches an edge is not counted but replaced by another.
#include "mesh/inside_grid.h"

#include <Eigen/Geometry>
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

/// A face in units of the longest side of the mesh: its extents, and the areas of its projections along each axis.
struct FaceSize {
  Eigen::Array3d extent, area;

  FaceSize(const Triangle& t, double longest) {
    const Eigen::Array3d ab = (t[1] - t[0]) / longest, ac = (t[2] - t[0]) / longest;
    extent = ab.max(ac).max(0) - ab.min(ac).min(0);
    area = 0.5 * ab.matrix().cross(ac.matrix()).array().abs();
  }
};

/// What is left of a face. A triangle cut by four planes has at most seven corners, and if rounding made it less than convex,
/// no more than twice as many after each cut.
struct Polygon {
  std::array<Eigen::Vector3d, 48> p;
  int size = 0;

  void push(const Eigen::Vector3d& corner) { p[static_cast<std::size_t>(size++)] = corner; }
  const Eigen::Vector3d& operator[](int i) const { return p[static_cast<std::size_t>(i)]; }
};

/// The part with sign·(x - at) ≥ 0 along an axis.
Polygon cut(const Polygon& polygon, int axis, double at, double sign) {
  Polygon rest;
  for (int i = 0; i < polygon.size; ++i) {
    const Eigen::Vector3d &p = polygon[i], &q = polygon[i + 1 < polygon.size ? i + 1 : 0];
    const double a = sign * (p[axis] - at), b = sign * (q[axis] - at);
    if (a >= 0) rest.push(p);
    if ((a < 0 && b > 0) || (a > 0 && b < 0)) rest.push(p + a / (a - b) * (q - p));
  }
  return rest;
}

/// The part between `low` and `high` along an axis.
Polygon between(const Polygon& polygon, int axis, double low, double high) {
  return cut(cut(polygon, axis, low, 1), axis, high, -1);
}

/// From `low` to `high` along an axis.
std::pair<double, double> extent_along(const Polygon& polygon, int axis) {
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < polygon.size; ++i) {
    low = std::min(low, polygon[i][axis]);
    high = std::max(high, polygon[i][axis]);
  }
  return {low, high};
}

}  // namespace

/// About how many steps marking takes, by the number of cells along the longest side of the mesh; from some of the faces.
class InsideGrid::MarkingEstimate {
 public:
  MarkingEstimate(const Mesh& mesh, double longest) {
    constexpr std::size_t enough = 1024;
    const std::size_t step = mesh.faces.size() / enough + 1;
    for (std::size_t f = 0; f < mesh.faces.size(); f += step)
      sizes_.emplace_back(triangle(mesh, static_cast<std::uint32_t>(f)), longest);
    weight_ = static_cast<double>(mesh.faces.size()) / static_cast<double>(sizes_.size());
  }

  double steps(int cells) const {
    double sum = 0;
    for (const FaceSize& size : sizes_) {
      const Eigen::Array3d along = cells * size.extent, across = cells * cells * size.area;
      const double box = (along + 1.3).prod();
      int w = 0;
      const double longest = along.maxCoeff(&w), rest = along.sum() - longest;
      const double columns = 2 + 2 * rest + across[w], touched = 1 + along.sum() + across.sum();
      sum +=
          box <= static_cast<double>(few_cells) ? box : static_cast<double>(steps_a_cut) * columns + touched;
    }
    return weight_ * sum;
  }

 private:
  std::vector<FaceSize> sizes_;
  double weight_;
};

InsideGrid::InsideGrid(const Mesh& mesh, const MeshBounds& bounds) {
  spread_samples(mesh, bounds);
  const double longest = (bounds.box.high - bounds.box.low).maxCoeff();
  // In units of a cell all numbers are below 128, and roundings far below the slack.
  if (!(longest > 1e-280 && longest < 1e280 && longest > 0x1p-24 * bounds.reach) || !is_closed(mesh)) return;
  const MarkingEstimate estimate(mesh, longest);
  const std::size_t faces = mesh.faces.size();
  const auto fits = [&](int cells) {
    choose_cells(bounds, cells);
    return number({0, 0, size_[2]}) <= most_cells(faces) &&
           estimate.steps(cells) <= 0.75 * static_cast<double>(most_marking(faces));
  };
  int cells = finest;
  while (cells >= coarsest && !fits(cells)) cells = cells * 7 / 8;
  // The estimate may be too low; then half as many are tried once.
  if (cells < coarsest ||
      (!mark_surface(mesh) && (cells / 2 < coarsest || !fits(cells / 2) || !mark_surface(mesh)))) {
    cells_ = {};
    return;
  }
  work_.cells = cells_.size();
  fill(mesh);
  has_inside_ = std::find(cells_.begin(), cells_.end(), Side::inside) != cells_.end();
}

void InsideGrid::choose_cells(const MeshBounds& bounds, int along_longest) {
  const Eigen::Vector3d extent = bounds.box.high - bounds.box.low;
  const double side = extent.maxCoeff() / along_longest;
  per_length_ = 1 / side;
  // A quarter more than a cell: so that with the slack no face touches the cells at the border, and sides of a box do not lie
  // between two layers of cells.
  low_ = bounds.box.low - Eigen::Vector3d::Constant(1.25 * side);
  for (int i = 0; i < 3; ++i) {
    size_[i] = static_cast<int>(extent[i] * per_length_ + 1.5) + 2;
    last_[i] = size_[i] - 0.5;
  }
}

Eigen::Vector3d InsideGrid::centre_of(std::size_t cell) const {
  const std::size_t row = cell / size_[0];
  const Eigen::Vector3d middle(static_cast<double>(cell % size_[0]) + 0.5,
                               static_cast<double>(row % size_[1]) + 0.5,
                               static_cast<double>(row / size_[1]) + 0.5);
  return low_ + middle / per_length_;
}

/// False if that is too much work.
bool InsideGrid::mark_surface(const Mesh& mesh) {
  cells_.assign(number({0, 0, size_[2]}), Side::outside);
  const std::size_t most = work_.marking + most_marking(mesh.faces.size());
  for (const Face& face : mesh.faces) {
    mark_face(mesh, face);
    if (work_.marking > most) return false;
  }
  return true;
}

void InsideGrid::mark_face(const Mesh& mesh, const Face& face) {
  const Triangle t = {to_grid(mesh.vertices[face[0]]), to_grid(mesh.vertices[face[1]]),
                      to_grid(mesh.vertices[face[2]])};
  const Eigen::Array3d low = t[0].cwiseMin(t[1]).cwiseMin(t[2]).array() - slack,
                       high = t[0].cwiseMax(t[1]).cwiseMax(t[2]).array() + slack;
  Cell first, last;
  std::size_t box = 1;
  for (int i = 0; i < 3; ++i) {
    first[i] = std::max(static_cast<int>(low[i]), 0);
    last[i] = std::min(static_cast<int>(high[i]), size_[i] - 1);
    box *= static_cast<std::size_t>(last[i] - first[i] + 1);
  }
  if (box <= few_cells) {
    mark_plane(t, first, last);
  } else {
    mark_columns(t, first, last);
  }
}

void InsideGrid::mark_plane(const Triangle& t, const Cell& first, const Cell& last) {
  const Eigen::Vector3d n = (t[1] - t[0]).cross(t[2] - t[0]);
  // The plane reaches into a cell if it is no farther from its middle than this, which is more than what is rounded.
  const double reach = (0.5 + slack) * n.cwiseAbs().sum() * (1 + 1e-9) + 1e-9;
  for (int z = first[2]; z <= last[2]; ++z) {
    for (int y = first[1]; y <= last[1]; ++y) {
      for (int x = first[0]; x <= last[0]; ++x) {
        ++work_.marking;
        if (!(std::abs(n.dot(Eigen::Vector3d(x + 0.5, y + 0.5, z + 0.5) - t[0])) > reach))
          cells_[number({x, y, z})] = Side::unknown;
      }
    }
  }
}

/// Corners of what is left are rounded by less than 1e-12 of a cell, far below the slack.
void InsideGrid::mark_columns(const Triangle& t, const Cell& first, const Cell& last) {
  int w = 0;
  for (const int axis : {1, 2}) {
    if (last[axis] - first[axis] > last[w] - first[w]) w = axis;
  }
  const int u = (w + 1) % 3, v = (w + 2) % 3;
  Polygon face;
  for (const Eigen::Vector3d& corner : t) face.push(corner);
  const auto cells_of = [&](const std::pair<double, double>& extent, int axis) {
    return std::pair(std::clamp(static_cast<int>(extent.first - slack), first[axis], last[axis]),
                     std::clamp(static_cast<int>(extent.second + slack), first[axis], last[axis]));
  };
  Cell cell;
  for (cell[v] = first[v]; cell[v] <= last[v]; ++cell[v]) {
    const Polygon row = between(face, v, cell[v] - slack, cell[v] + 1 + slack);
    work_.marking += steps_a_cut;
    if (row.size == 0) continue;
    const auto [from_u, to_u] = cells_of(extent_along(row, u), u);
    for (cell[u] = from_u; cell[u] <= to_u; ++cell[u]) {
      const Polygon column = between(row, u, cell[u] - slack, cell[u] + 1 + slack);
      work_.marking += steps_a_cut;
      if (column.size == 0) continue;
      const auto [from_w, to_w] = cells_of(extent_along(column, w), w);
      work_.marking += static_cast<std::size_t>(to_w - from_w + 1);
      for (cell[w] = from_w; cell[w] <= to_w; ++cell[w]) cells_[number(cell)] = Side::unknown;
    }
  }
}

/// None where some face is touched at its border along every segment that is tried.
std::optional<bool> InsideGrid::is_inside(const Mesh& mesh, std::size_t cell) {
  const Eigen::Vector3d from = centre_of(cell);
  const double length = 2 * finest / per_length_;
  // Directions that no edge of a model is likely to lie in.
  for (const double slope : {0.0137, 0.0233, 0.0396, 0.0673}) {
    if (work_.crossing + mesh.faces.size() > most_crossing(mesh.faces.size())) return std::nullopt;
    work_.crossing += mesh.faces.size();
    const auto odd = crosses_often_odd(mesh, from, from + length * Eigen::Vector3d(1, slope, 0.73 * slope));
    if (odd) return odd;
  }
  return std::nullopt;
}

void InsideGrid::fill(const Mesh& mesh) {
  struct Region {
    std::size_t size;
    std::uint32_t middle;  // a cell of it
    Side side;
  };
  // No face touches a cell at the border: these are region 0, outside, as is what is connected with them.
  constexpr std::uint32_t border = 0, none = -1, surface = -2;
  const std::uint32_t row = size_[0], layer = row * size_[1];
  std::vector<std::uint32_t> region_of(cells_.size(), border), members;
  std::vector<Region> regions = {{0, 0, Side::outside}};
  const auto each_inner = [&](const auto& work) {
    for (int z = 1; z < size_[2] - 1; ++z) {
      for (int y = 1; y < size_[1] - 1; ++y) {
        for (int x = 1; x < size_[0] - 1; ++x) work(static_cast<std::uint32_t>(number({x, y, z})));
      }
    }
  };
  const auto spread_from = [&](std::uint32_t start) {
    const auto region = static_cast<std::uint32_t>(regions.size());
    bool at_border = false;
    members.assign(1, start);
    region_of[start] = region;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (const std::uint32_t step : {1u, row, layer}) {
        for (const std::uint32_t next : {members[i] - step, members[i] + step}) {
          at_border |= region_of[next] == border;
          if (region_of[next] != none) continue;
          region_of[next] = region;
          members.push_back(next);
        }
      }
    }
    // The middle of a list that grew outward is well inside.
    regions.push_back(
        {members.size(), members[members.size() / 2], at_border ? Side::outside : Side::unknown});
  };
  each_inner([&](std::uint32_t cell) { region_of[cell] = cells_[cell] == Side::unknown ? surface : none; });
  each_inner([&](std::uint32_t cell) {
    if (region_of[cell] == none) spread_from(cell);
  });
  std::vector<std::uint32_t> enclosed;
  for (std::uint32_t i = 1; i < regions.size(); ++i) {
    if (regions[i].side == Side::unknown && regions[i].size > cells_.size() / 100) enclosed.push_back(i);
  }
  std::sort(enclosed.begin(), enclosed.end(), [&](std::uint32_t i, std::uint32_t j) {
    return regions[i].size != regions[j].size ? regions[i].size > regions[j].size : i < j;
  });
  for (const std::uint32_t i : enclosed) {
    const std::optional<bool> inside = is_inside(mesh, regions[i].middle);
    if (inside) regions[i].side = *inside ? Side::inside : Side::outside;
  }
  each_inner([&](std::uint32_t cell) {
    if (region_of[cell] != surface) cells_[cell] = regions[region_of[cell]].side;
  });
}

void InsideGrid::spread_samples(const Mesh& mesh, const MeshBounds& bounds) {
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
  // In units of the mesh's size, whose squares neither overflow nor underflow.
  const double unit = std::max((bounds.box.high - bounds.box.low).maxCoeff(), 0x1p-1020);
  std::vector<double> distances(candidates.size(), INFINITY);
  std::size_t next = 0;
  while (samples_.size() < most_samples && distances[next] > 0) {
    samples_.push_back(candidates[next]);
    std::size_t farthest = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      distances[i] = std::min(distances[i], ((candidates[i] - samples_.back()) / unit).squaredNorm());
      if (distances[i] > distances[farthest]) farthest = i;
    }
    next = farthest;
  }
  while (samples_.size() % sample_lanes != 0) samples_.push_back(samples_.back());
}

}  // namespace graze
