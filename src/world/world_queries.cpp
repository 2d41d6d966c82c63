// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes, rays and points against the bodies of a world. An index finds bodies by their AABBs; a body itself is queried only where its AABB does not decide.
#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "convex/distance.h"
#include "math/float_environment.h"
#include "math/message.h"
#include "math/slack.h"
#include "query/point/point_mesh.h"
#include "world/world_impl.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool overlaps(const BroadBox& box, const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  for (int i = 0; i < 3; ++i) {
    if (static_cast<double>(box.low[i]) > high[i] || low[i] > static_cast<double>(box.high[i])) return false;
  }
  return true;
}

/// A path as origin + s·direction, 0 ≤ s ≤ length, rounded.
struct Line {
  Eigen::Vector3d origin, direction;
  double length;
};
struct ToLine {
  Line operator()(const Ray& r) const { return {r.origin, r.direction, r.length}; }
  Line operator()(const LineSegment& s) const { return {s.from, s.to - s.from, 1}; }
};

/// A lower bound of RayHit::s for what is in the box. None if the line does not meet the box. Where doubles overflow to
/// NaN, comparisons are false and leave the bounds as they are.
std::optional<double> entry(const Line& line, const BroadBox& box) {
  double first = 0, last = line.length;
  for (int i = 0; i < 3; ++i) {
    const double d = line.direction[i], o = line.origin[i];
    // For the rounded direction of a segment, by which a point is off by 2^-53·|d| at most, and for the two
    // subtractions.
    const double slack = rounding(std::abs(o) + std::abs(d));
    const double low = static_cast<double>(box.low[i]) - slack - o,
                 high = static_cast<double>(box.high[i]) + slack - o;
    if (d == 0) {
      if (low > 0 || high < 0) return std::nullopt;
      continue;
    }
    const double in = d > 0 ? low / d : high / d, out = d > 0 ? high / d : low / d;
    if (const double s = in - rounding(std::abs(in)); s > first) first = s;
    if (const double s = out + rounding(std::abs(out)); s < last) last = s;
  }
  if (first > last) return std::nullopt;
  // Also for a parameter that overflows to infinity, as the reported one then does.
  return std::min(first, std::numeric_limits<double>::max()) * (1 - 2 * hit_tolerance);
}

/// The length of a vector without negative coordinates. Scaling by powers of two keeps squares in range.
double length(const Eigen::Vector3d& v) {
  const double size = v.maxCoeff();
  const double scale = size > 0x1p500 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
  return (scale * v).norm() / scale;
}

/// The distance of a point from a box, rounded.
double distance_from(const BroadBox& box, const Eigen::Vector3d& p) {
  Eigen::Vector3d away;
  for (int i = 0; i < 3; ++i) {
    away[i] =
        std::max({static_cast<double>(box.low[i]) - p[i], p[i] - static_cast<double>(box.high[i]), 0.0});
  }
  return length(away);
}

/// The distance of a point from the surface of a mesh, or from a filled body.
class DistanceFrom {
 public:
  explicit DistanceFrom(const Eigen::Vector3d& p) : p_(p), at_p_{Eigen::Matrix3d::Identity(), p} {}

  double operator()(const Shape& shape, const Pose& X, int poses = 1) {
    if (shape.impl().mesh) return graze::distance(*shape.impl().mesh, X, p_, poses);
    if (const auto* compound = std::get_if<Compound>(&shape.kind()))
      return from_pieces(*compound, X, poses + 1);
    if (!point_) point_ = Shape::of(Convex{{Eigen::Vector3d::Zero()}});
    // Not by graze::distance, which rejects a product of valid poses if it is further off rigid than one pose may be.
    const ConvexPair pair = {shape.impl().convex->body(), X, point_->impl().convex->body(), at_p_};
    return std::max(convex_distance(pair, false, nullptr, counters_).distance, 0.0);
  }

 private:
  // The product of n + 1 ≤ 17 poses is rounded n times. With lengths of vectors and norms of matrices, which valid rotations stretch by
  // at most 1.0001: a product adds less than 3·3.1u to the error of R, and less than √3·4.1u·L to that of t, where L is the
  // sum of the lengths of all t. An image R·v + t is off by less than 16·9.3u·(|v| + L) from R, and by 16·7.2u·L from t: less than
  // 300u, 4e-14, of |v| + L.
  double from_pieces(const Compound& compound, const Pose& X, int poses) {
    double least = infinity;
    for (const Piece& piece : compound.pieces)
      least = std::min(least, (*this)(piece.shape, X * piece.pose, poses));
    return least;
  }

  Eigen::Vector3d p_;
  Pose at_p_;
  std::optional<Shape> point_;
  Counters counters_;
};

/// A closed box as a convex body with exactly its corners.
Shape box_between(const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  Convex corners;
  for (int i = 0; i < 8; ++i) {
    corners.vertices.emplace_back((i & 1) != 0 ? high[0] : low[0], (i & 2) != 0 ? high[1] : low[1],
                                  (i & 4) != 0 ? high[2] : low[2]);
  }
  return Shape::of(std::move(corners));
}

/// A shape without faces: a query of it throws for a bad box or path, even where there is no body near.
const Shape& nothing() {
  static const Shape shape = Shape::mesh({});
  return shape;
}

}  // namespace

std::vector<BodyId> World::bodies_in_box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) const {
  const FloatEnvironment environment;
  const Bodies& bodies = impl_->bodies;
  box_meets(nothing(), {}, low, high);
  Scratch scratch;
  std::optional<Shape> filled;  // for bodies that are no meshes
  const auto meets = [&](Slot slot) {
    const Shape& shape = bodies.shape(slot);
    if (shape.impl().mesh) return box_meets(shape, bodies.pose(slot), low, high, {.scratch = &scratch});
    if (!filled) filled = box_between(low, high);
    return collides(shape, bodies.pose(slot), *filled, {}, {.scratch = &scratch});
  };
  std::vector<BodyId> found;
  impl_->index.for_each(
      bodies, [&](const BroadBox& box) { return overlaps(box, low, high); },
      [&](Slot slot) {
        if (meets(slot)) found.push_back(bodies.id(slot));
      });
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<World::BodyHit> World::first_hit(const Path& path) const {
  const FloatEnvironment environment;
  const Bodies& bodies = impl_->bodies;
  hits(nothing(), {}, path);
  const Line line = std::visit(ToLine(), path);
  Scratch scratch;
  std::optional<BodyHit> best;
  double limit = infinity;
  impl_->index.for_each_by(
      bodies, [&](const BroadBox& box) { return entry(line, box); }, limit,
      [&](Slot slot, double) {
        const auto hit = graze::first_hit(bodies.shape(slot), bodies.pose(slot), path, {.scratch = &scratch});
        if (!hit) return;
        const BodyId id = bodies.id(slot);
        if (best && (hit->s > best->hit.s || (hit->s == best->hit.s && best->body < id))) return;
        best = BodyHit{id, *hit};
        limit = std::min(limit, hit->s);
      });
  return best;
}

std::optional<World::Nearest> World::nearest_body(const Eigen::Vector3d& point) const {
  const FloatEnvironment environment;
  if (!point.allFinite()) throw Error(message("point [", point.transpose(), "] is not finite"));
  const Bodies& bodies = impl_->bodies;
  DistanceFrom distance_of(point);
  std::optional<Nearest> best;
  double limit = infinity;
  impl_->index.for_each_by(
      bodies, [&](const BroadBox& box) { return std::optional(distance_from(box, point)); }, limit,
      [&](Slot slot, double bound) {
        // No body is nearer than its box: the bound corrects a distance that was rounded down.
        const double distance = std::max(bound, distance_of(bodies.shape(slot), bodies.pose(slot)));
        const BodyId id = bodies.id(slot);
        if (best && (distance > best->distance || (distance == best->distance && best->body < id))) return;
        best = Nearest{id, distance};
        limit = distance;
      });
  return best;
}

}  // namespace graze
