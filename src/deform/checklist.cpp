// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Stages 1 to 3 of the face octree (face_octree.h).
//
// We deviate: boxes are compared by a sweep along x instead of all with all. Faces are first compared with
// the overlap regions in the body's own coordinates, which needs no transform; only those that are left are
// posed and tested exactly. A face's box is cut off at the regions that it meets, since what it may share
// with another body lies there.
//
// Cost O(vertices + faces), in one pass each, for bodies whose boxes overlap; memory only for the faces on
// checklists.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "deform/face_octree.h"
#include "elementary/triangle_box.h"
#include "exact/signs.h"
#include "math/posed_box.h"
#include "math/slack.h"

namespace graze {
namespace {

using Eigen::Vector3d;

AxisBox grown(const AxisBox& box, double error) {
  // The error is at least five roundings of a coordinate; that of the sum is less than half of it.
  if (error == 0) return box;
  return {box.low.array() - 1.5 * error, box.high.array() + 1.5 * error};
}

/// Holds the body. Where R and t are rounded, the error covers that.
AxisBox image_of_bounds(const OctreeBody& body) {
  return grown(image_of(body.bounds.box, Pose(body.R, body.t)), body.error);
}

AxisBox box_of(const OctreeBody& body) {
  if (!body.moved) return body.bounds.box;
  AxisBox box;
  for (const Vector3d& p : body.mesh.vertices) box.include(body.image(p));
  // Vertices that no face uses may lie anywhere.
  return common(grown(box, body.error), image_of_bounds(body));
}

/// Holds every point whose image lies in the box. Points are taken back by Rᵀ instead of R⁻¹, which is off by at most
/// transpose_error times their length, and a length is at most √3 times the largest coordinate.
AxisBox seen_from(const OctreeBody& body, const AxisBox& box) {
  if (!body.moved) return box;
  const Vector3d centre = 0.5 * box.low + 0.5 * box.high - body.t, half = 0.5 * (box.high - box.low);
  const Vector3d local = body.R.transpose() * centre, reach = body.R.transpose().cwiseAbs() * half;
  const double pad =
      row_sum * transpose_error(2 * most_poses) * (centre.cwiseAbs().maxCoeff() + half.maxCoeff()) +
      4 * body.error;
  return {local - reach - Vector3d::Constant(pad), local + reach + Vector3d::Constant(pad)};
}

/// A box in the cube's frame, in float and not smaller.
void round_outward(const AxisBox& box, const OctreeCube& cube, float margin, OctreeFace& face) {
  const Vector3d low = cube(box.low), high = cube(box.high);
  for (int k = 0; k < 3; ++k) {
    face.low[k] = static_cast<float>(low[k]) - 2 * margin;
    face.high[k] = static_cast<float>(high[k]) + 2 * margin;
  }
}

OctreeFace checked_face(const Triangle& p, const AxisBox& within, const OctreeCube& cube, double error) {
  OctreeFace face;
  face.p = p;
  double reach = 1;
  AxisBox box;
  for (int corner = 0; corner < 3; ++corner) {
    box.include(p[corner]);
    const Vector3d q = cube(p[corner]);
    reach = std::max(reach, q.cwiseAbs().maxCoeff());
    for (int k = 0; k < 3; ++k) face.v[corner][k] = static_cast<float>(q[k]);
  }
  // Rounding to float, twice that for the cell's borders, and what the image is off. The factor covers the rounding of the margin.
  face.margin = static_cast<float>(1.06 * to_float_rounding * reach + 1.1 * error * cube.scale);
  face.extent = static_cast<float>((box.high - box.low).maxCoeff() * cube.scale) + 2 * face.margin;
  round_outward(common(grown(box, error), within), cube, face.margin, face);
  return face;
}

/// The box around the regions that a face meets; empty if it meets none.
AxisBox met(const Triangle& p, double error, std::span<const OverlapRegion> regions, Counters& counters) {
  AxisBox result;
  for (const OverlapRegion& region : regions) {
    ++counters.box_tests;
    if (triangle_meets_box_filter(p, error, region.box) != Verdict::apart) result.include(region.box);
  }
  return result;
}

}  // namespace

OctreeBody OctreeBody::posed(const Mesh& mesh, const MeshBounds& bounds, const Pose* X) {
  if (X == nullptr || *X == Pose())
    return {mesh, bounds, nullptr, Eigen::Matrix3d::Identity(), Vector3d::Zero(), false, 0};
  const double largest = row_sum * bounds.reach + X->t.cwiseAbs().maxCoeff();
  const double error = std::isfinite(8 * largest) ? image_rounding(largest) : INFINITY;
  return {mesh, bounds, X, X->R, X->t, true, error};
}

OctreeFace octree_face(const OctreeBody& body, std::uint32_t number, const OctreeCube& cube,
                       const AxisBox& within) {
  OctreeFace face = checked_face(body.image(number), within, cube, body.error);
  face.face = number;
  face.body = 0;
  return face;
}

bool find_overlap_regions(std::span<const OctreeBody> bodies, FaceOctreeScratch& scratch, Limits& limits) {
  scratch.boxes.clear();
  scratch.of_boxes.make_room_for(scratch.boxes, bodies.size());
  scratch.of_order.make_room_for(scratch.order, bodies.size());
  scratch.regions.clear();
  // Rough boxes first: most bodies are nowhere near another, and their vertices need not be looked at.
  for (const OctreeBody& body : bodies) {
    limits.look();
    scratch.boxes.push_back(body.mesh.faces.empty() ? AxisBox()
                            : body.moved            ? image_of_bounds(body)
                                                    : body.bounds.box);
  }
  const auto sweep = [&](const auto& report) {
    scratch.order.resize(bodies.size());
    std::iota(scratch.order.begin(), scratch.order.end(), 0u);
    sort_within(limits, scratch.order, [&](std::uint32_t i, std::uint32_t j) {
      return std::pair(scratch.boxes[i].low.x(), i) < std::pair(scratch.boxes[j].low.x(), j);
    });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      limits.look();
      const AxisBox& box = scratch.boxes[scratch.order[i]];
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        const AxisBox& other = scratch.boxes[scratch.order[j]];
        if (other.low.x() > box.high.x()) break;
        if (box.overlaps(other)) report(scratch.order[i], scratch.order[j]);
      }
    }
  };
  sweep([&](std::uint32_t i, std::uint32_t j) {
    scratch.of_regions.make_room(scratch.regions, 2);
    scratch.regions.push_back({i, {}});
    scratch.regions.push_back({j, {}});
  });
  const auto by_body = [](const OverlapRegion& a, const OverlapRegion& b) { return a.body < b.body; };
  sort_within(limits, scratch.regions, by_body);
  for (std::size_t i = 0; i < scratch.regions.size(); ++i) {
    limits.look();
    const std::uint32_t body = scratch.regions[i].body;
    if (i == 0 || scratch.regions[i - 1].body != body) scratch.boxes[body] = box_of(bodies[body]);
  }
  scratch.regions.clear();
  sweep([&](std::uint32_t i, std::uint32_t j) {
    const AxisBox box = common(scratch.boxes[i], scratch.boxes[j]);
    scratch.of_regions.make_room(scratch.regions, 2);
    scratch.regions.push_back({i, box});
    scratch.regions.push_back({j, box});
  });
  sort_within(limits, scratch.regions, by_body);
  return !scratch.regions.empty();
}

bool fill_checklists(std::span<const OctreeBody> bodies, const OctreeCube& cube, Counters& counters,
                     FaceOctreeScratch& scratch, Limits& limits) {
  constexpr std::size_t tests_between_looks = 1024;
  scratch.faces.clear();
  const std::span<const OverlapRegion> all = scratch.regions;
  for (std::size_t first = 0, next; first < all.size(); first = next) {
    const std::uint32_t number = all[first].body;
    for (next = first; next < all.size() && all[next].body == number;) ++next;
    const std::span<const OverlapRegion> regions = all.subspan(first, next - first);
    const OctreeBody& body = bodies[number];
    AxisBox around;
    for (const OverlapRegion& region : regions) around.include(region.box);
    scratch.near.clear();
    scratch.of_near.make_room_for(scratch.near, body.mesh.faces.size());
    append_faces_in_box(body.mesh, seen_from(body, around), scratch.near);
    counters.box_tests += body.mesh.faces.size();
    limits.look();
    std::size_t tests = 0;
    for (const std::uint32_t f : scratch.near) {
      tests += regions.size();
      if (tests >= tests_between_looks) {
        limits.look();
        tests = 0;
      }
      const Triangle p = body.image(f);
      const AxisBox within = met(p, body.error, regions, counters);
      if (within.low.x() > within.high.x()) continue;
      scratch.of_faces.make_room(scratch.faces);
      OctreeFace& face = scratch.faces.emplace_back(checked_face(p, within, cube, body.error));
      face.face = f;
      face.body = number;
    }
  }
  return !scratch.faces.empty() && scratch.faces.front().body != scratch.faces.back().body;
}

}  // namespace graze
