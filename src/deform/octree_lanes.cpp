// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A face against the children of a cell by separating axes, all children at once. A child is dropped only
// where that is certain, so bounds need only be safe, and may be in float.
//
// Notation: v = 2^-24; corners are known within m in each coordinate; the face's box has no side longer than
// E, and reaches into the cell of half side h, so that differences d of a corner and the cell's middle are at
// most M = E + 2h + m, known within m + vM. Edges e are at most E, known within 2m + vE.
//   e × axis: two products, s = e_p·d_q - e_q·d_p, is off by 2E(m + vM) + 2M(2m + vE) and, evaluated, 6vEM:
//     less than 6Mm + 10vM². The third corner's offset from it and the box's reach add less than 4Em + 8vE².
//     Used: 12Mm + 24vM².
//   Normal n = e × e', at most 2E², known within 8Em + 12vE²; n·d is off by 3(2E²(m + vM) + M(8Em + 12vE²)),
//     and, evaluated, 24vE²M: less than ME(30m + 66vE). Used: ME(40m + 100vE).
#include "deform/octree_lanes.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "deform/octree_lanes.cpp"
#include <hwy/foreach_target.h>

#include "elementary/blocks.h"
#include "elementary/lanes.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

bool outside(const Triangle& t, const AxisBox& box) {
  const Eigen::Vector3d low = t[0].cwiseMin(t[1]).cwiseMin(t[2]), high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
  return (low.array() > box.high.array()).any() || (high.array() < box.low.array()).any();
}

void faces_in_box_lanes(const Mesh& mesh, const AxisBox& box, std::vector<std::uint32_t>& faces) {
  const hn::CappedTag<double, 4> d;
  alignas(32) double low[4], high[4];
  for (int k = 0; k < 3; ++k) {
    low[k] = box.low[k];
    high[k] = box.high[k];
  }
  // A corner is loaded with one number too many, which is compared with nothing.
  low[3] = -INFINITY;
  high[3] = INFINITY;
  const auto last =
      static_cast<std::uint32_t>(mesh.vertices.size() - 1);  // has nothing behind it to be loaded
  constexpr std::size_t chunk = 256;
  std::array<std::uint32_t, chunk> found;
  for (std::size_t start = 0; start < mesh.faces.size(); start += chunk) {
    std::size_t count = 0;
    for (std::size_t f = start; f < std::min(start + chunk, mesh.faces.size()); ++f) {
      const auto [i, j, k] = mesh.faces[f];
      found[count] = static_cast<std::uint32_t>(f);
      if ((i == last) | (j == last) | (k == last)) {
        count += outside(triangle(mesh, static_cast<std::uint32_t>(f)), box) ? 0 : 1;
        continue;
      }
      const double *p = mesh.vertices[i].data(), *q = mesh.vertices[j].data(), *r = mesh.vertices[k].data();
      bool beyond = false;
      for (std::size_t first = 0; first < 4; first += hn::Lanes(d)) {
        const auto a = hn::LoadU(d, p + first), b = hn::LoadU(d, q + first), c = hn::LoadU(d, r + first);
        const auto above = hn::Gt(hn::Min(a, hn::Min(b, c)), hn::Load(d, high + first));
        const auto below = hn::Lt(hn::Max(a, hn::Max(b, c)), hn::Load(d, low + first));
        beyond |= !hn::AllFalse(d, hn::Or(above, below));
      }
      count += beyond ? 0 : 1;
    }
    faces.insert(faces.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

/// Larger things, in units of the cube's half side, are told from cells by their boxes alone.
constexpr float most_extent = 0x1p20F;

/// The children that the face's box reaches into.
HWY_INLINE unsigned boxed_children(const OctreeFace& face, const OctreeCell& cell, const OctreeCut& cut) {
  unsigned reach = (1u << cut.children) - 1;
  for (int k = 0; k < 3; ++k) {
    if (!cut.along[k]) continue;
    reach &= (face.low[k] > cell.c[k] ? 0 : cut.lower[k]) | (face.high[k] < cell.c[k] ? 0 : cut.upper[k]);
  }
  return reach;
}

/// The children that hold a corner.
HWY_INLINE unsigned children_at_corners(const OctreeFace& face, const OctreeCell& cell,
                                        const OctreeCut& cut) {
  unsigned result = 0;
  for (const auto& v : face.v) {
    unsigned octant = (1u << cut.children) - 1;
    for (int k = 0; k < 3; ++k) {
      const float x = v[k] - cell.c[k];
      if (!(std::abs(x) <= cell.h[k])) octant = 0;
      if (cut.along[k]) octant &= x < 0 ? cut.lower[k] : cut.upper[k];
    }
    result |= octant;
  }
  return result;
}

/// A direction of projection as the children see it.
struct Axis {
  float at;       // of the face at the cell's middle: the middle of its interval
  float reach;    // half of that interval, half of a child's, and the margin
  float x, y, z;  // of the direction
};

/// The children that some direction tells apart.
HWY_INLINE unsigned apart_children(const Axis* axes, int count, const OctreeCell& cell,
                                   const OctreeCut& cut) {
  const LaneTag d;
  unsigned apart = 0;
  for (std::size_t first = 0; first < static_cast<std::size_t>(cut.children); first += hn::Lanes(d)) {
    const Lane offset[3] = {hn::Mul(hn::Load(d, cut.side[0] + first), hn::Set(d, 0.5F * cell.h[0])),
                            hn::Mul(hn::Load(d, cut.side[1] + first), hn::Set(d, 0.5F * cell.h[1])),
                            hn::Mul(hn::Load(d, cut.side[2] + first), hn::Set(d, 0.5F * cell.h[2]))};
    Lane worst = hn::Zero(d);
    for (int i = 0; i < count; ++i) {
      const Axis& a = axes[i];
      const Lane z = hn::NegMulAdd(hn::Set(d, a.z), offset[2], hn::Set(d, a.at));
      const Lane middle =
          hn::NegMulAdd(hn::Set(d, a.x), offset[0], hn::NegMulAdd(hn::Set(d, a.y), offset[1], z));
      worst = hn::Max(worst, hn::Sub(hn::Abs(middle), hn::Set(d, a.reach)));
    }
    apart |= bits(d, hn::Gt(worst, hn::Zero(d))) << first;
  }
  return apart;
}

HWY_INLINE unsigned children_lanes(const OctreeFace& face, const OctreeCell& cell, const OctreeCut& cut) {
  const unsigned boxed = boxed_children(face, cell, cut);
  if ((boxed & (boxed - 1)) == 0) return boxed;
  // Where faces are small next to cells, boxes say nearly as much, and the next cells will say more.
  if (face.extent < 0.5F * std::min({cell.h[0], cell.h[1], cell.h[2]})) return boxed;
  // The margins of a face that large exceed the cell; and products of its coordinates may overflow.
  if (!(face.extent < most_extent)) return boxed;
  if ((boxed & ~children_at_corners(face, cell, cut)) == 0) return boxed;

  float h[3], p[3][3], e[3][3];
  for (int k = 0; k < 3; ++k) {
    h[k] = cut.along[k] ? 0.5F * cell.h[k] : cell.h[k];
    for (int i = 0; i < 3; ++i) {
      p[i][k] = face.v[i][k] - cell.c[k];
      e[i][k] = face.v[(i + 1) % 3][k] - face.v[i][k];
    }
  }
  const float E = face.extent, m = face.margin, v = static_cast<float>(float_roundoff);
  const float M = E + 2 * std::max({cell.h[0], cell.h[1], cell.h[2]}) + m;
  const float edge_margin = 12 * M * m + 24 * v * M * M;

  Axis axes[10];
  const float n[3] = {e[0][1] * e[1][2] - e[0][2] * e[1][1], e[0][2] * e[1][0] - e[0][0] * e[1][2],
                      e[0][0] * e[1][1] - e[0][1] * e[1][0]};
  axes[0] = {
      n[0] * p[0][0] + n[1] * p[0][1] + n[2] * p[0][2],
      std::abs(n[0]) * h[0] + std::abs(n[1]) * h[1] + std::abs(n[2]) * h[2] + M * E * (40 * m + 100 * v * E),
      n[0], n[1], n[2]};
  for (int i = 0; i < 3; ++i) {
    const int third = (i + 2) % 3;
    const float* a = e[i];
    const float* b = e[third];  // from the third corner to this one
    const auto edge_axis = [&](int k, float x, float y, float z) {
      const int q = (k + 1) % 3, r = (k + 2) % 3;
      const float at = a[r] * p[i][q] - a[q] * p[i][r], turn = 0.5F * (a[q] * b[r] - a[r] * b[q]);
      return Axis{at + turn, std::abs(turn) + std::abs(a[r]) * h[q] + std::abs(a[q]) * h[r] + edge_margin, x,
                  y, z};
    };
    axes[1 + 3 * i] = edge_axis(0, 0, a[2], -a[1]);
    axes[2 + 3 * i] = edge_axis(1, -a[2], 0, a[0]);
    axes[3 + 3 * i] = edge_axis(2, a[1], -a[0], 0);
  }

  return boxed & ~apart_children(axes, 10, cell, cut);
}

void children_of_faces_lanes(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                             const OctreeCell& cell, const OctreeCut& cut, std::uint8_t* children) {
  for (std::size_t i = 0; i < list.size(); ++i)
    children[i] = static_cast<std::uint8_t>(children_lanes(faces[list[i]], cell, cut));
}

HWY_INLINE unsigned children_of_box(const OctreeBox& box, const OctreeBoxAxes& axes, const OctreeCell& cell,
                                    const OctreeCut& cut) {
  unsigned reach = (1u << cut.children) - 1;
  float p[3], h[3];
  for (int k = 0; k < 3; ++k) {
    p[k] = box.c[k] - cell.c[k];
    h[k] = cut.along[k] ? 0.5F * cell.h[k] : cell.h[k];
    if (cut.along[k])
      reach &= (p[k] > axes.reach[k] ? 0 : cut.lower[k]) | (p[k] < -axes.reach[k] ? 0 : cut.upper[k]);
  }
  if ((reach & (reach - 1)) == 0 || !(axes.half < most_extent)) return reach;
  Axis list[OctreeBoxAxes::count];
  for (int i = 0; i < OctreeBoxAxes::count; ++i) {
    const float* n = axes.direction[i];
    list[i] = {n[0] * p[0] + n[1] * p[1] + n[2] * p[2],
               axes.extent[i] + std::abs(n[0]) * h[0] + std::abs(n[1]) * h[1] + std::abs(n[2]) * h[2], n[0],
               n[1], n[2]};
  }
  return reach & ~apart_children(list, OctreeBoxAxes::count, cell, cut);
}

void children_of_boxes_lanes(std::span<const OctreeBox> boxes, std::span<const OctreeBoxAxes, 2> axes,
                             std::span<const std::uint32_t> list, const OctreeCell& cell,
                             const OctreeCut& cut, std::uint8_t* children) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const OctreeBox& box = boxes[list[i]];
    children[i] = static_cast<std::uint8_t>(children_of_box(box, axes[box.body], cell, cut));
  }
}

/// Which lanes a box overlaps; of these, which overlaps lie inside the cell.
struct Overlaps {
  unsigned some = 0;
  unsigned inside = 0;

  HWY_INLINE Overlaps(const OctreeBoxes& one, std::size_t lane, const OctreeBoxes& boxes,
                      const OctreeCell& cell) {
    const LaneTag d;
    for (std::size_t first = 0; first < 8; first += hn::Lanes(d)) {
      LaneMask all = hn::Ge(hn::Zero(d), hn::Zero(d)), within_cell = all;
      for (int k = 0; k < 3; ++k) {
        const Lane low = hn::Max(hn::Set(d, one.low[k][lane]), hn::Load(d, boxes.low[k] + first));
        const Lane high = hn::Min(hn::Set(d, one.high[k][lane]), hn::Load(d, boxes.high[k] + first));
        all = hn::And(all, hn::Le(low, high));
        within_cell = hn::And(within_cell, hn::And(hn::Gt(low, hn::Set(d, cell.c[k] - cell.h[k])),
                                                   hn::Lt(high, hn::Set(d, cell.c[k] + cell.h[k]))));
      }
      some |= bits(d, all) << first;
      inside |= bits(d, within_cell) << first;
    }
  }
};

void fill_boxes(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                const OctreeCell& cell, std::vector<OctreeBoxes>& boxes) {
  boxes.resize((list.size() + 7) / 8);
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      boxes[i / 8].low[k][i % 8] = std::max(faces[list[i]].low[k], cell.c[k] - cell.h[k]);
      boxes[i / 8].high[k][i % 8] = std::min(faces[list[i]].high[k], cell.c[k] + cell.h[k]);
    }
  }
  for (std::size_t i = list.size(); i < 8 * boxes.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      boxes[i / 8].low[k][i % 8] = INFINITY;
      boxes[i / 8].high[k][i % 8] = -INFINITY;
    }
  }
}

std::size_t candidates_lanes(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                             std::size_t start, const OctreeCell& cell, std::vector<OctreeBoxes>& boxes,
                             std::vector<OctreeCandidate>& candidates) {
  constexpr std::size_t many_tests = 1U << 18;  // of blocks, some 2 ns each
  if (start == 0) fill_boxes(faces, list, cell, boxes);
  const std::size_t enough = candidates.size() + many_candidates;
  std::size_t tests = 0;
  const bool is_root = cell.h[0] == 1 && cell.h[1] == 1 && cell.h[2] == 1;
  std::size_t next_body = 0;
  for (std::size_t i = start; i < list.size(); ++i) {
    if (candidates.size() >= enough || tests >= many_tests) return i;
    while (next_body < list.size() && faces[list[next_body]].body <= faces[list[i]].body) ++next_body;
    tests += boxes.size() - next_body / 8;
    for (std::size_t block = next_body / 8; block < boxes.size(); ++block) {
      const Overlaps overlaps(boxes[i / 8], i % 8, boxes[block], cell);
      unsigned left = overlaps.some;
      if (block == next_body / 8) left &= ~0u << next_body % 8;
      for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        candidates.push_back(
            {list[i], list[8 * block + lane], is_root || (overlaps.inside >> lane & 1) != 0});
      }
    }
  }
  return list.size();
}

Verdicts pairs_meet_lanes(std::span<const OctreeFace> faces, const OctreePairs& pairs) {
  const LaneTag d;
  alignas(32) float p[2][3][3][8];
  alignas(32) float bound[8];
  for (int lane = 0; lane < 8; ++lane) {
    const int at = std::min(lane, pairs.size - 1);
    const OctreeFace &a = faces[pairs.a[at]], &b = faces[pairs.b[at]];
    const float* origin = a.v[0];
    float reach = 0;
    for (int corner = 0; corner < 3; ++corner) {
      for (int k = 0; k < 3; ++k) {
        const float x = a.v[corner][k] - origin[k], y = b.v[corner][k] - origin[k];
        p[0][corner][k][lane] = x;
        p[1][corner][k][lane] = y;
        reach = std::max({reach, std::abs(x), std::abs(y)});
      }
    }
    // Coordinates are off by their margin and by what the subtraction of the origin rounds.
    const double error = static_cast<double>(std::max(a.margin, b.margin)) +
                         1.06 * to_float_rounding * static_cast<double>(reach);
    bound[lane] = lane_sign_bound(static_cast<double>(reach), error);
  }
  Verdicts verdicts;
  for (std::size_t first = 0; first < 8; first += hn::Lanes(d)) {
    V3<Lane> t[2][3];
    for (int side = 0; side < 2; ++side) {
      for (int corner = 0; corner < 3; ++corner) {
        const auto& from = p[side][corner];
        t[side][corner] = {hn::Load(d, from[0] + first), hn::Load(d, from[1] + first),
                           hn::Load(d, from[2] + first)};
      }
    }
    const V3<Lane> n = cross(minus(t[0][1], t[0][0]), minus(t[0][2], t[0][0]));
    const Verdicts part = triangles_lane_by_lane(t[0], n, t[1], hn::Load(d, bound + first));
    verdicts.meet |= static_cast<std::uint8_t>(part.meet << first);
    verdicts.apart |= static_cast<std::uint8_t>(part.apart << first);
  }
  return verdicts;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(faces_in_box_lanes);
HWY_EXPORT(children_of_faces_lanes);
HWY_EXPORT(children_of_boxes_lanes);
HWY_EXPORT(candidates_lanes);
HWY_EXPORT(pairs_meet_lanes);
}  // namespace

OctreeCut OctreeCut::all() {
  OctreeCut cut = {8, {true, true, true}, {}, {0x55, 0x33, 0x0f}, {0xaa, 0xcc, 0xf0}};
  for (int k = 0; k < 3; ++k) {
    for (int child = 0; child < 8; ++child) cut.side[k][child] = (child >> k & 1) != 0 ? 1.0F : -1.0F;
  }
  return cut;
}

OctreeCut OctreeCut::across(int axis) {
  OctreeCut cut = {2, {false, false, false}, {}, {3, 3, 3}, {3, 3, 3}};
  cut.along[axis] = true;
  cut.lower[axis] = 1;
  cut.upper[axis] = 2;
  cut.side[axis][0] = -1;
  cut.side[axis][1] = 1;
  return cut;
}

OctreeBoxAxes::OctreeBoxAxes(const Eigen::Matrix3d& R, double half_side, double margin)
    : half(static_cast<float>(half_side)) {
  // Corners are Σ ±half·R's columns, exactly so whatever R is.
  const auto reach_along = [&](const Eigen::Vector3d& n) {
    return static_cast<float>((half_side * (R.transpose() * n).cwiseAbs().sum() + margin) * (1 + 0x1p-20));
  };
  for (int k = 0; k < 3; ++k) reach[k] = reach_along(Eigen::Vector3d::Unit(k));
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d column = R.col(i % 3);
    const Eigen::Vector3d exact =
        i < 3 ? column : Eigen::Vector3d(column.cross(Eigen::Vector3d::Unit(i / 3 - 1)));
    const Eigen::Vector3f n = exact.cast<float>();
    for (int k = 0; k < 3; ++k) direction[i][k] = n[k];
    extent[i] = reach_along(n.cast<double>());
  }
}

void append_faces_in_box(const Mesh& mesh, const AxisBox& box, std::vector<std::uint32_t>& faces) {
  HWY_DYNAMIC_DISPATCH(faces_in_box_lanes)(mesh, box, faces);
}
void children_of_faces(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                       const OctreeCell& cell, const OctreeCut& cut, std::uint8_t* children) {
  HWY_DYNAMIC_DISPATCH(children_of_faces_lanes)(faces, list, cell, cut, children);
}
void children_of_boxes(std::span<const OctreeBox> boxes, std::span<const OctreeBoxAxes, 2> axes,
                       std::span<const std::uint32_t> list, const OctreeCell& cell, const OctreeCut& cut,
                       std::uint8_t* children) {
  HWY_DYNAMIC_DISPATCH(children_of_boxes_lanes)(boxes, axes, list, cell, cut, children);
}
std::size_t append_candidates(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                              std::size_t first, const OctreeCell& cell, std::vector<OctreeBoxes>& boxes,
                              std::vector<OctreeCandidate>& candidates) {
  return HWY_DYNAMIC_DISPATCH(candidates_lanes)(faces, list, first, cell, boxes, candidates);
}
Verdicts pairs_meet(std::span<const OctreeFace> faces, const OctreePairs& pairs) {
  return HWY_DYNAMIC_DISPATCH(pairs_meet_lanes)(faces, pairs);
}

}  // namespace graze
#endif
