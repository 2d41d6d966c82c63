// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes, rays and points against the bodies of a world: all boxes are looked at, a few nanoseconds each, and bodies
// only where their box does not settle it.
#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "math/message.h"
#include "query/shape.h"
#include "world/point_triangle.h"
#include "world/world_impl.h"

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// visit(slot, box) for each body that has faces, as it is now.
template <class Visit>
void for_each_box(const Bodies& bodies, BodyBoxes kind, const Visit& visit) {
  for (Slot slot = 0; slot < bodies.slots(); ++slot) {
    if (!bodies.in_use(slot)) continue;
    const BroadBox box = bodies.current_box(slot, kind);
    if (!box.empty()) visit(slot, box);
  }
}

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

double squared_distance(const BroadBox& box, const Eigen::Vector3d& p) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double d =
        std::max({static_cast<double>(box.low[i]) - p[i], p[i] - static_cast<double>(box.high[i]), 0.0});
    sum += d * d;
  }
  return sum;
}

double squared_distance(const Shape& shape, const Pose& X, const Eigen::Vector3d& p) {
  if (!shape.impl().mesh) {
    throw Error(message("the distance of a point from a ", kind_name(shape.kind()), " is not supported"));
  }
  const Mesh& mesh = shape.impl().mesh->mesh();
  double least = infinity;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    const Triangle t = triangle(mesh, f);
    least = std::min(least, graze::squared_distance(p, Triangle{X * t[0], X * t[1], X * t[2]}));
  }
  return least;
}

/// For the errors that a bad box or path is, even where there is no body near it.
const Shape& nothing() {
  static const Shape shape = Shape::mesh({});
  return shape;
}

/// Bodies whose boxes are no further than some measure says, the nearest first.
struct Candidate {
  double bound;
  Slot slot;
  auto operator<=>(const Candidate&) const = default;
};

}  // namespace

std::vector<BodyId> World::bodies_in_box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) const {
  const Bodies& bodies = impl_->bodies;
  box_meets(nothing(), {}, low, high);
  Scratch scratch;
  std::vector<BodyId> found;
  for_each_box(bodies, impl_->options.boxes, [&](Slot slot, const BroadBox& box) {
    if (!overlaps(box, low, high)) return;
    if (box_meets(bodies.shape(slot), bodies.pose(slot), low, high, {.scratch = &scratch})) {
      found.push_back(bodies.id(slot));
    }
  });
  return found;
}

std::optional<World::BodyHit> World::first_hit(const Path& path) const {
  const Bodies& bodies = impl_->bodies;
  hits(nothing(), {}, path);
  const Line line = std::visit(ToLine(), path);
  std::vector<Candidate> candidates;
  for_each_box(bodies, impl_->options.boxes, [&](Slot slot, const BroadBox& box) {
    if (const double s = entry(line, box); s < infinity) candidates.push_back({s, slot});
  });
  std::sort(candidates.begin(), candidates.end());
  Scratch scratch;
  std::optional<BodyHit> best;
  for (const Candidate& c : candidates) {
    if (best && c.bound > best->hit.s) break;
    const auto hit = graze::first_hit(bodies.shape(c.slot), bodies.pose(c.slot), path, {.scratch = &scratch});
    if (!hit) continue;
    const BodyId id = bodies.id(c.slot);
    if (!best || hit->s < best->hit.s || (hit->s == best->hit.s && id < best->body)) best = BodyHit{id, *hit};
  }
  return best;
}

std::optional<World::Nearest> World::nearest_body(const Eigen::Vector3d& point) const {
  if (!point.allFinite()) throw Error(message("point [", point.transpose(), "] is not finite"));
  const Bodies& bodies = impl_->bodies;
  std::vector<Candidate> candidates;
  for_each_box(bodies, impl_->options.boxes, [&](Slot slot, const BroadBox& box) {
    candidates.push_back({squared_distance(box, point), slot});
  });
  std::sort(candidates.begin(), candidates.end());
  std::optional<Candidate> best;
  for (const Candidate& c : candidates) {
    if (best && c.bound > best->bound) break;
    const Candidate exact = {squared_distance(bodies.shape(c.slot), bodies.pose(c.slot), point), c.slot};
    if (!best || exact < *best) best = exact;
  }
  if (!best) return {};
  return Nearest{bodies.id(best->slot), std::sqrt(best->bound)};
}

}  // namespace graze
