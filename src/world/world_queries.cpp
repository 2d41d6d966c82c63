// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes, rays and points against the bodies of a world. An index finds bodies by their AABBs; a body itself is queried only where its AABB does not decide.
#include <graze/error.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>

#include "convex/distance.h"
#include "math/float_environment.h"
#include "math/message.h"
#include "math/posed_box.h"
#include "math/slack.h"
#include "mesh/mesh_cast.h"
#include "query/point/point_mesh.h"
#include "tree/wide/wide_bvh_cast.h"
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

/// A path with scaled parameters (see LocalPath), which leave the range of doubles only where distances do: its points are
/// origin + s·direction, rounded, with 0 ≤ s ≤ end.
struct Line {
  Eigen::Vector3d origin;
  const Eigen::Vector3d& direction;
  std::array<bool, 3> moves;  ///< along the axis, however little
  double end;                 ///< rounded up

  Line(const Ray& ray, const WorldPath& path) : Line(ray.origin, path, ray.length) {
    for (std::size_t i = 0; i < 3; ++i) moves[i] = ray.direction[static_cast<int>(i)] != 0;
  }
  Line(const LineSegment& segment, const WorldPath& path) : Line(segment.from, path, 1) {
    for (int i = 0; i < 3; ++i) moves[static_cast<std::size_t>(i)] = segment.from[i] != segment.to[i];
  }

 private:
  Line(const Eigen::Vector3d& from, const WorldPath& path, double length)
      : origin(from),
        direction(path.direction()),
        moves{},
        end(no_less(std::ldexp(length, path.exponent())) + std::numeric_limits<double>::denorm_min()) {}
};

/// A finite lower bound of the scaled parameters of what is in the box, no larger than that of a box inside. None if the line does not
/// meet the box.
std::optional<double> entry(const Line& line, const BroadBox& box) {
  constexpr double largest = std::numeric_limits<double>::max();
  double first = 0, last = line.end;
  for (int i = 0; i < 3; ++i) {
    const double d = line.direction[i], o = line.origin[i];
    // For the two subtractions, where the box is near the origin of the path: elsewhere they round by a part of the result.
    const double slack = rounding(std::abs(o));
    const double low = static_cast<double>(box.low[i]) - slack - o,
                 high = static_cast<double>(box.high[i]) + slack - o;
    if (!line.moves[static_cast<std::size_t>(i)]) {
      if (low > 0 || high < 0) return std::nullopt;
      continue;
    }
    // Less may have lost its bits when it was scaled, and the difference of a segment's ends may be infinite. Then
    // the axis tells nothing. A difference that was rounded is off by 2^-53 of itself, and so are the quotients.
    if (!(std::abs(d) > 0x1p-1000) || std::isinf(d)) continue;
    const double in = std::min((d > 0 ? low : high) / d, largest),
                 out = std::max((d > 0 ? high : low) / d, -largest);
    first = std::max(first, in - rounding(std::abs(in)));
    last = std::min(last, out + rounding(std::abs(out)));
  }
  if (first > last) return std::nullopt;
  return first;
}

/// The length of a vector without negative coordinates. Scaling by powers of two keeps squares in range.
double length(const Eigen::Vector3d& v) {
  const double size = v.maxCoeff();
  const double scale = size > 0x1p500 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
  return (scale * v).norm() / scale;
}

/// The distance of a point from a box, rounded. Infinite from an empty one.
template <class Box>
double distance_from(const Box& box, const Eigen::Vector3d& p) {
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

  /// The distance, or `best` if that is no larger.
  double operator()(const Shape& shape, const Pose& X, double best, int poses = 1) {
    if (shape.impl().mesh) return std::min(best, graze::distance(*shape.impl().mesh, X, p_, poses));
    if (shape.impl().compound) {
      if (poses == 1) compounds_.clear();  // of the last body
      const Posed compound = {shape, X, poses};
      if (compound.nodes().empty() || (poses > 1 && !compounds_.insert(compound.key()).second)) return best;
      return from_node(compound, 0, bound(compound, 0), best);
    }
    if (!point_) point_ = Shape::of(Convex{{Eigen::Vector3d::Zero()}});
    // Not by graze::distance, which rejects a product of valid poses if it is further off rigid than one pose may be.
    const ConvexPair pair = {shape.impl().convex->body(), X, point_->impl().convex->body(), at_p_};
    return std::min(best, std::max(convex_distance(pair, false, nullptr, counters_).distance, 0.0));
  }

 private:
  /// A shape and the bits of its pose, which have an order even where doubles overflow to NaN.
  using Key = std::pair<const Shape::Impl*, std::array<std::uint64_t, 12>>;

  struct Posed {
    const Shape& compound;
    const Pose& X;
    int poses;

    Key key() const {
      std::array<double, 12> numbers;
      std::copy_n(X.R.data(), 9, numbers.begin());
      std::copy_n(X.t.data(), 3, numbers.begin() + 9);
      return {&compound.impl(), std::bit_cast<std::array<std::uint64_t, 12>>(numbers)};
    }
    const std::vector<CompoundTree::Node>& nodes() const { return compound.impl().compound->nodes(); }
    const Piece& piece(std::uint32_t i) const { return std::get<Compound>(compound.kind()).pieces[i]; }
  };

  // The product of n + 1 ≤ 17 poses is rounded n times. With lengths of vectors and norms of matrices, which valid rotations stretch by
  // at most 1.0001: a product adds less than 3·3.1u to the error of R, and less than √3·4.1u·L to that of t, where L is the
  // sum of the lengths of all t. An image R·v + t is off by less than 16·9.3u·(|v| + L) from R, and by 16·7.2u·L from t: less than
  // 300u, 4e-14, of |v| + L.
  //
  // The distance of a node is defined as the least of those below it, but no less than the node's bound. So passing over a node whose
  // bound is not below the best changes nothing, but for roundings where compounds_ leaves out a second way. Boxes hold the pieces where
  // exact products would put them: those are off by no more than is said above.
  double from_node(const Posed& of, std::uint32_t number, double bound_here, double best) {
    if (bound_here >= best) return best;  // false for NaN; at distance 0 nothing can be nearer
    const CompoundTree::Node& node = of.nodes()[number];
    if (node.piece != CompoundTree::inner) {
      const Piece& piece = of.piece(node.piece);
      best = (*this)(piece.shape, of.X * piece.pose, best, of.poses + 1);
    } else {
      // The nearer child first: it lowers the best, so that less of the other is visited.
      std::uint32_t near = number + 1, far = node.right;
      double bound_near = bound(of, near), bound_far = bound(of, far);
      if (bound_far < bound_near) {
        std::swap(near, far);
        std::swap(bound_near, bound_far);
      }
      best = from_node(of, near, bound_near, best);
      best = from_node(of, far, bound_far, best);
    }
    return std::max(best, bound_here);  // `best` if the bound is NaN
  }
  /// Nothing in the node is nearer. The box's image is rounded outward, the distance from it down.
  double bound(const Posed& of, std::uint32_t number) const {
    return no_more(distance_from(image_of(of.nodes()[number].box, of.X), p_));
  }

  Eigen::Vector3d p_;
  Pose at_p_;
  std::optional<Shape> point_;
  /// Visited in this body, but for the body itself. Compounds that share pieces may have exponentially many in one place, and boxes cannot
  /// tell that none of them is nearer than the first. The bounds of the nodes above may round otherwise on another way to the same place:
  /// the way that is visited counts.
  std::set<Key> compounds_;
  Counters counters_;
};

/// The first face so far of the bodies that a path meets. A body that is no mesh has no faces and cannot be asked; whether that matters
/// is known when all others have been. So the answer does not depend on the order of the bodies.
class FirstOfBodies {
 public:
  FirstOfBodies(const Bodies& bodies, const WorldPath& path) : bodies_(bodies), path_(path) {}

  /// No scaled parameter beyond it is of interest.
  const double& limit() const { return limit_; }

  /// The path may enter the body's box at the scaled parameter `entry`, and no sooner.
  void visit(Slot slot, double entry) {
    const Shape& shape = bodies_.shape(slot);
    if (!shape.impl().mesh) return note_unasked(slot, entry);
    const MeshIndex& index = *shape.impl().mesh;
    const MeshCast cast(index.mesh(), index.bounds(), bodies_.pose(slot), path_);
    FirstTouched faces(cast, counters_, limit_);
    cast_path(index.wide_bvh(), cast, stack_, counters_, faces);
    if (FirstTouch* const touch = faces.first()) offer(bodies_.id(slot), *touch);
  }

  /// A body that is no mesh and that the path may enter before it has touched a face, or there. The same whatever the order of visits: all
  /// whose entries are not beyond the exact parameter have been visited.
  std::optional<Slot> unasked() {
    if (!unasked_ || (best_ && unasked_->entry > exact_low())) return std::nullopt;
    return unasked_->slot;
  }

  std::optional<World::BodyHit> hit() {
    if (!best_) return std::nullopt;
    return World::BodyHit{best_->body, hit_of(best_->touch, path_)};
  }

 private:
  struct Best {
    BodyId body;
    FirstTouch touch;
  };
  struct Unasked {
    double entry;
    Slot slot;
  };

  /// Of equals, the least body.
  void offer(BodyId body, FirstTouch& touch) {
    if (best_) {
      const int sign = compare(touch, best_->touch, path_);
      if (sign > 0 || (sign == 0 && best_->body < body)) return;
    }
    best_ = Best{body, touch};
    limit_ = std::min(limit_, touch.s.high);
  }
  void note_unasked(Slot slot, double entry) {
    const bool is_first = !unasked_ || entry < unasked_->entry ||
                          (entry == unasked_->entry && bodies_.id(slot) < bodies_.id(unasked_->slot));
    if (is_first) unasked_ = Unasked{entry, slot};
  }
  /// A tight lower bound of the best parameter, or the largest double if it is beyond that. Entries are rounded down by more.
  double exact_low() { return scaled(path_, exact_parameter(best_->touch, path_)).low; }

  const Bodies& bodies_;
  const WorldPath& path_;
  std::optional<Best> best_;
  std::optional<Unasked> unasked_;
  double limit_ = infinity;
  std::vector<std::uint64_t> stack_;
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

/// A shape without faces: a query of it throws for a bad box, even where there is no body near.
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
  const WorldPath world_path(path);
  const Line line = std::visit([&](const auto& p) { return Line(p, world_path); }, path);
  FirstOfBodies first(bodies, world_path);
  impl_->index.for_each_by(
      bodies, [&](const BroadBox& box) { return entry(line, box); }, first.limit(),
      [&](Slot slot, double entered) { first.visit(slot, entered); });
  // The cast of such a body throws.
  if (const auto slot = first.unasked()) graze::first_hit(bodies.shape(*slot), bodies.pose(*slot), path);
  return first.hit();
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
        // What is farther than the limit need not be known; at the limit, a lesser id counts.
        const double enough = std::nextafter(limit, infinity);
        // No body is nearer than its box: the bound corrects a distance that was rounded down.
        const double distance = std::max(bound, distance_of(bodies.shape(slot), bodies.pose(slot), enough));
        const BodyId id = bodies.id(slot);
        if (best && (distance > best->distance || (distance == best->distance && best->body < id))) return;
        best = Nearest{id, distance};
        limit = distance;
      });
  return best;
}

}  // namespace graze
