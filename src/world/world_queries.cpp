// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes, rays and points against the bodies of a world: boxes are looked for in an index, and bodies are looked at only
// where their box does not settle it.
#include <graze/distance.h>
#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "world/point_mesh.h"
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

/// Where the line may enter the box, or infinity: never later than it does.
double entry(const Line& line, const BroadBox& box) {
  double first = 0, last = line.length;
  for (int i = 0; i < 3; ++i) {
    const double d = line.direction[i], o = line.origin[i];
    // Room for what was rounded: of the direction of a segment, and of these few operations.
    const double slack = 0x1p-45 * (std::abs(o) + std::abs(d));
    const double low = static_cast<double>(box.low[i]) - slack - o,
                 high = static_cast<double>(box.high[i]) + slack - o;
    if (d == 0) {
      if (low > 0 || high < 0) return infinity;
      continue;
    }
    const double s = low / d, t = high / d;
    const double in = std::min(s, t), out = std::max(s, t);
    first = std::max(first, in - 0x1p-50 * std::abs(in));
    last = std::min(last, out + 0x1p-50 * std::abs(out));
  }
  return first <= last ? first : infinity;
}

/// Of a point from a box; never more than from what is inside, as computed.
double distance_from(const BroadBox& box, const Eigen::Vector3d& p) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double d =
        std::max({static_cast<double>(box.low[i]) - p[i], p[i] - static_cast<double>(box.high[i]), 0.0});
    sum += d * d;
  }
  return std::sqrt(sum);
}

/// Of a point from the surface of a mesh, or from a body that is filled.
class DistanceFrom {
 public:
  explicit DistanceFrom(const Eigen::Vector3d& p) : p_(p), at_p_{Eigen::Matrix3d::Identity(), p} {}

  double operator()(const Shape& shape, const Pose& X) {
    if (shape.impl().mesh) return std::sqrt(squared_distance(*shape.impl().mesh, X, p_));
    if (const auto* compound = std::get_if<Compound>(&shape.kind())) return from_pieces(*compound, X);
    if (!point_) point_ = Shape::of(Convex{{Eigen::Vector3d::Zero()}});
    return std::max(distance(shape, X, *point_, at_p_, {.depth = false}).distance, 0.0);
  }

 private:
  double from_pieces(const Compound& compound, const Pose& X) {
    double least = infinity;
    for (const Piece& piece : compound.pieces) least = std::min(least, (*this)(piece.shape, X * piece.pose));
    return least;
  }

  Eigen::Vector3d p_;
  Pose at_p_;
  std::optional<Shape> point_;
};

/// A closed box as a body, corner by corner: exactly that box.
Shape box_between(const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  Convex corners;
  for (int i = 0; i < 8; ++i) {
    corners.vertices.emplace_back((i & 1) != 0 ? high[0] : low[0], (i & 2) != 0 ? high[1] : low[1],
                                  (i & 4) != 0 ? high[2] : low[2]);
  }
  return Shape::of(std::move(corners));
}

/// For the errors that a bad box or path is, even where there is no body near it.
const Shape& nothing() {
  static const Shape shape = Shape::mesh({});
  return shape;
}

}  // namespace

std::vector<BodyId> World::bodies_in_box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) const {
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
  const Bodies& bodies = impl_->bodies;
  hits(nothing(), {}, path);
  const Line line = std::visit(ToLine(), path);
  Scratch scratch;
  std::optional<BodyHit> best;
  double limit = std::numeric_limits<double>::max();  // less than never
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
  if (!point.allFinite()) throw Error(message("point [", point.transpose(), "] is not finite"));
  const Bodies& bodies = impl_->bodies;
  DistanceFrom distance_of(point);
  std::optional<Nearest> best;
  double limit = infinity;
  impl_->index.for_each_by(
      bodies, [&](const BroadBox& box) { return distance_from(box, point); }, limit,
      [&](Slot slot, double bound) {
        // No body is nearer than its box, whatever was rounded.
        const double distance = std::max(bound, distance_of(bodies.shape(slot), bodies.pose(slot)));
        const BodyId id = bodies.id(slot);
        if (best && (distance > best->distance || (distance == best->distance && best->body < id))) return;
        best = Nearest{id, distance};
        limit = distance;
      });
  return best;
}

}  // namespace graze
