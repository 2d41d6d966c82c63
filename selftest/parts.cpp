// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/parts.h"

#include <graze/query.h>

#include <algorithm>
#include <deque>

#include "selftest/case.h"

namespace graze::selftest {
namespace {

std::vector<Eigen::Vector3d> corners(const Box& box) {
  std::vector<Eigen::Vector3d> result;
  for (unsigned k = 0; k < 8; ++k) {
    Eigen::Vector3d p = box.half;
    for (int axis = 0; axis < 3; ++axis) {
      if ((k >> axis & 1) != 0) p[axis] = -p[axis];
    }
    result.push_back(p);
  }
  return result;
}

/// Points and parts before there are integers.
class Collector {
 public:
  explicit Collector(Smooth which) : which_(which) {}

  struct Open {
    std::size_t first, count;  ///< of the points
    std::size_t radius;        ///< the point whose first coordinate it is; 0: none
    std::uint32_t name;
    bool face;
  };

  void add(const Shape& shape, const Pose& X, const PoseChain* outer, std::optional<std::uint32_t> piece) {
    X_ = &X;
    outer_ = outer;
    piece_ = piece;
    if (const Mesh* mesh = mesh_of(shape)) {
      for (std::size_t i = 0; i < mesh->faces.size(); ++i) {
        const Face& f = mesh->faces[i];
        const std::array corner = {mesh->vertices[f[0]], mesh->vertices[f[1]], mesh->vertices[f[2]]};
        add(corner, 0, static_cast<std::uint32_t>(i), true);
      }
    } else if (const auto* convex = std::get_if<Convex>(&shape.kind())) {
      add(convex->vertices, 0);
    } else if (const auto* box = std::get_if<Box>(&shape.kind())) {
      add(corners(*box), 0);
    } else if (const auto* sphere = std::get_if<Sphere>(&shape.kind())) {
      add(std::array{Eigen::Vector3d(0, 0, 0)}, sphere->radius);
    } else if (const auto* capsule = std::get_if<Capsule>(&shape.kind())) {
      const double z = capsule->half_length;
      add(std::array{Eigen::Vector3d(0, 0, -z), Eigen::Vector3d(0, 0, z)}, capsule->radius);
    } else if (is_smooth(shape)) {
      add(bracket_corners(shape, which_), 0);
    } else if (const auto* compound = std::get_if<Compound>(&shape.kind())) {
      chains_.push_back({&X, outer});
      const PoseChain* chain = &chains_.back();
      for (std::size_t i = 0; i < compound->pieces.size(); ++i) {
        const Piece& p = compound->pieces[i];
        add(p.shape, p.pose, chain, piece.value_or(static_cast<std::uint32_t>(i)));
      }
    }
  }

  std::size_t add_length(double length) {
    points.push_back({{length, 0, 0}});
    return points.size() - 1;
  }

  std::vector<exact::Point> points;
  std::vector<Open> parts;

 private:
  void add(std::span<const Eigen::Vector3d> hull, double radius, std::uint32_t name = no_face,
           bool face = false) {
    const std::size_t length = radius > 0 ? add_length(radius) : 0;
    parts.push_back({points.size(), hull.size(), length, piece_.value_or(name), face});
    for (const Eigen::Vector3d& p : hull) points.push_back({p, X_, outer_});
  }

  Smooth which_;
  std::deque<PoseChain> chains_;
  const Pose* X_ = nullptr;
  const PoseChain* outer_ = nullptr;
  std::optional<std::uint32_t> piece_;
};

}  // namespace

Parts::Parts(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB, Smooth which) {
  Collector collector(which);
  const std::size_t unit = collector.add_length(unit_length_);  // so that no radius is number 0
  collector.add(a, X_WA, nullptr, std::nullopt);
  const std::size_t of_a = collector.parts.size();
  collector.add(b, X_WB, nullptr, std::nullopt);
  points_ = oracle::to_integers(collector.points);
  unit_ = points_[unit][0];
  for (std::size_t i = 0; i < collector.parts.size(); ++i) {
    const Collector::Open& open = collector.parts[i];
    Part part;
    part.points = std::span(points_).subspan(open.first, open.count);
    if (open.radius != 0) part.radius = points_[open.radius][0];
    part.name = open.name;
    part.low = part.high = part.points[0];
    for (const IntegerPoint& p : part.points.subspan(1)) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < part.low[k]) part.low[k] = p[k];
        if (p[k] > part.high[k]) part.high[k] = p[k];
      }
    }
    if (open.face) part.facet.emplace(part.points);
    parts_[i < of_a ? 0 : 1].push_back(std::move(part));
  }
}

bool has_parts(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape.kind()))
    return std::ranges::all_of(compound->pieces, has_parts, &Piece::shape);
  return !is_smooth(shape);
}

bool has_parts_or_brackets(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape.kind()))
    return std::ranges::all_of(compound->pieces, has_parts_or_brackets, &Piece::shape);
  return !is_smooth(shape) || has_bracket(shape);
}

std::size_t count_parts(const Shape& shape) {
  if (const Mesh* mesh = mesh_of(shape)) return mesh->faces.size();
  const auto* compound = std::get_if<Compound>(&shape.kind());
  if (compound == nullptr) return 1;
  std::size_t count = 0;
  for (const Piece& p : compound->pieces) count += count_parts(p.shape);
  return count;
}

}  // namespace graze::selftest
