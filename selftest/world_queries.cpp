// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/world_queries.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <algorithm>
#include <cmath>

#include "selftest/bodies.h"
#include "selftest/callers_mode.h"
#include "selftest/parts.h"
#include "selftest/truth.h"
#include "selftest/truth_measures.h"

namespace graze::selftest {
namespace {

/// Is a face so thin, but no segment, that its plane is rounded to the square root of what a coordinate is?
bool has_sliver(const Mesh& mesh) {
  return std::ranges::any_of(mesh.faces, [&](const Face& f) {
    const Vector3d u = mesh.vertices[f[1]] - mesh.vertices[f[0]],
                   v = mesh.vertices[f[2]] - mesh.vertices[f[0]];
    const double longest = std::max({u.stableNorm(), v.stableNorm(), (u - v).stableNorm()});
    return !((u / longest).cross(v / longest).norm() > 1e-3);
  });
}

/// What the distance of a point from the body is off, in parts of their extent: a few roundings, but for slivers and smooth bodies.
double slack_of(const Shape& shape) {
  if (const auto* compound = std::get_if<Compound>(&shape.kind())) {
    double most = 1e-12;  // products of poses are rounded
    for (const Piece& piece : compound->pieces) most = std::max(most, slack_of(piece.shape));
    return most;
  }
  if (const Mesh* mesh = mesh_of(shape)) return has_sliver(*mesh) ? 1e-7 : 1e-13;
  return is_smooth(shape) ? 2e-9 : 2e-13;
}

/// Rounded; 0 where it is not known.
double distance_from(const Path& path, const Vector3d& p) {
  const auto* ray = std::get_if<Ray>(&path);
  const Vector3d from = ray != nullptr ? ray->origin : std::get<LineSegment>(path).from;
  Vector3d way = ray != nullptr ? ray->direction : Vector3d(std::get<LineSegment>(path).to - from);
  const double longest = way.cwiseAbs().maxCoeff(), away = (p - from).cwiseAbs().maxCoeff();
  const bool in_range = longest > 0 && longest < 1e300 && away > 1e-290 && away < 1e200;
  if (!in_range) return 0;
  const int e = std::ilogb(longest);
  for (double& x : way) x = std::ldexp(x, -e);
  const double end = std::ldexp(ray != nullptr ? ray->length : 1, e);
  const double s = std::clamp((p - from).dot(way) / way.squaredNorm(), 0.0, end);
  return (p - from - s * way).stableNorm();
}

struct PosedShape {
  Shape shape;
  Pose pose;
};

/// What the path has before the parameter s, or some of it, as a segment with exact ends; none where there is no such.
std::optional<PosedShape> part_before(const Path& path, double s) {
  const bool whole = std::isinf(s);
  if (const auto* segment = std::get_if<LineSegment>(&path))
    return whole ? std::optional(PosedShape{Shape::of(Convex{{segment->from, segment->to}}), {}})
                 : std::nullopt;
  const auto& ray = std::get<Ray>(path);
  const double most = std::min({ray.length, (1 - 1e-9) * s, 1024.0});
  if (!(most > 1e-290)) return std::nullopt;
  // A power of two, with which products are exact unless they leave the range.
  const double length = std::ldexp(1, std::ilogb(most));
  const Vector3d end = length * ray.direction;
  if (!end.allFinite() || end / length != ray.direction) return std::nullopt;
  return PosedShape{Shape::of(Convex{{Vector3d::Zero(), end}}), {Matrix3d::Identity(), ray.origin}};
}

class Asker {
 public:
  Asker(const WorldView& view, Draw& draw, Tally& tally)
      : world_(view.world),
        player_(view.player),
        ids_(view.ids),
        mode_(view.float_mode),
        grows_(view.boxes_grow),
        draw_(draw),
        tally_(tally) {}

  std::optional<WrongAnswer> run() {
    check_bodies();
    ask();
    if (changed_mode_) disagree("another float mode of the caller", "as it was", {});
    return std::move(found_);
  }

 private:
  template <class Ask>
  auto as_caller(const Ask& ask) {
    const CallersMode mode(mode_, changed_mode_);
    return ask();
  }

  void check_bodies() {
    std::vector<BodyId> alive;
    for (const std::optional<BodyId>& id : ids_) {
      if (id) alive.push_back(*id);
    }
    std::ranges::sort(alive);
    const bool same = world_.size() == alive.size() && world_.ids() == alive &&
                      std::ranges::all_of(alive, [&](BodyId id) { return world_.contains(id); });
    if (!same) disagree("other bodies", fmt::format("{} bodies", alive.size()), {});
  }

  /// The index behind these queries becomes a tree where there are many bodies and queries.
  void ask() {
    const int rounds = player_.size() > 5000                ? 2
                       : player_.size() > most_in_all_pairs ? 40
                       : player_.size() > 64                ? 16
                                                            : 1;
    for (int i = 0; i < rounds && !found_; ++i) {
      if (draw_.one_in(3)) check_box();
      if (!found_ && draw_.one_in(3)) check_first_hit();
      if (!found_ && draw_.one_in(6)) check_nearest();
    }
  }

  /// A point of some body, or near it.
  Vector3d some_point() {
    const std::size_t at = draw_.below(player_.size());
    const Vector3d p = player_.pose(at) * support(player_.shape(at), unit_vector(draw_));
    const Vector3d& centre = player_.pose(at).t;
    return draw_.one_in(4) ? centre : draw_.coin() ? p : Vector3d(p + draw_.uniform(-1, 3) * (p - centre));
  }

  /// What a path meets first in the world is what it meets first of all that it meets of each body, by the slow road.
  void check_first_hit() {
    const Vector3d from = some_point(), to = some_point();
    Vector3d way = to - from;
    if (!from.allFinite() || !to.allFinite() || !way.allFinite()) return;
    const bool segment = draw_.coin() || way.isZero(0);
    const double length = draw_.coin() ? std::numeric_limits<double>::infinity() : draw_.uniform(0, 2);
    if (draw_.coin()) {  // the direction of a ray has any length
      const Vector3d other = std::ldexp(1, draw_.small(-1000, 1000)) * way;
      if (other.allFinite() && !other.isZero(0)) way = other;
    }
    const Path path = segment ? Path(LineSegment{from, to}) : Path(Ray{from, way, length});
    const std::optional<World::BodyHit> truth = first_of_meshes(path);
    std::optional<World::BodyHit> answer;
    // The index behind the query may become a tree meanwhile; that changes nothing.
    const int times = draw_.one_in(8) ? 12 : 1;
    int refusals = 0;
    for (int i = 0; i < times; ++i) {
      try {
        answer = as_caller([&] { return world_.first_hit(path); });
      } catch (const Error&) {  // of a body near the path that is no mesh
        if (!has_other_near(path)) throw;
        ++refusals;
      }
    }
    if (refusals > 0 && refusals < times)
      return disagree("sometimes an Error", "the same answer each time", {0, 0});
    if (refusals > 0) return;
    tally_.add(false, answer.has_value());
    const auto said = [&] { return fmt::format("first hit from {}: {}", text(path), text(answer)); };
    const bool same = answer && truth ? answer->body == truth->body && answer->hit.face == truth->hit.face &&
                                            answer->hit.s == truth->hit.s
                                      : !answer && !truth;
    if (!same) return disagree(said(), text(truth), {});
    if (const auto other = other_in_front(path, truth))
      disagree(said(), "an Error: a body that is no mesh is in front", {*other, *other});
  }

  static std::string text(const std::optional<World::BodyHit>& hit) {
    return hit ? fmt::format("face {} of body {} at {}", hit->hit.face, hit->body.number, hit->hit.s)
               : "none";
  }
  static std::string text(const Path& path) {
    const auto point = [](const Vector3d& p) { return fmt::format("({}, {}, {})", p.x(), p.y(), p.z()); };
    if (const auto* ray = std::get_if<Ray>(&path))
      return fmt::format("{} along {} for {}", point(ray->origin), point(ray->direction), ray->length);
    const auto& segment = std::get<LineSegment>(path);
    return fmt::format("{} to {}", point(segment.from), point(segment.to));
  }

  void check_by_naive(const Path& path, std::size_t body, const std::optional<RayHit>& hit) {
    const bool near = is_near(path, body, 1.01);
    const CastTruth truth =
        near ? cast_truth(*mesh_of(player_.shape(body)), player_.pose(body), path) : CastTruth();
    if (near) tally_.add(true, hit.has_value());
    if (first_hit_holds(path, truth, hit)) return;
    disagree(fmt::format("first hit by naive from {}: {}", text(path),
                         hit ? fmt::format("face {} at {}", hit->face, hit->s) : "none"),
             truth.first ? fmt::format("face {} at {}", truth.first->face, truth.first->s.get_d()) : "none",
             {body, body});
  }

  /// By `naive`, body by body, which is itself compared with rational arithmetic now and then. Which body's hit is the first is
  /// decided in rational arithmetic.
  std::optional<World::BodyHit> first_of_meshes(const Path& path) {
    constexpr std::size_t few_faces = 100;
    const bool exactly = draw_.one_in(4);
    std::optional<World::BodyHit> first;
    mpq_class first_s;
    for (std::size_t i = 0; i < player_.size(); ++i) {
      const Mesh* mesh = mesh_of(player_.shape(i));
      if (!ids_[i] || mesh == nullptr) continue;
      const auto hit = first_hit(player_.shape(i), player_.pose(i), path, {.method = Method::naive});
      if (exactly && mesh->faces.size() <= few_faces) check_by_naive(path, i, hit);
      if (!hit) continue;
      const std::optional<mpq_class> s = first_touch(*mesh, hit->face, player_.pose(i), path);
      if (!s) {
        disagree("a face that naive says is hit", "it is not", {i, i});
        continue;
      }
      if (first && (first_s < *s || (first_s == *s && first->body < *ids_[i]))) continue;
      first = World::BodyHit{*ids_[i], *hit};
      first_s = *s;
    }
    return first;
  }

  /// Does the path come so near to the body's centre, in parts of its reach? Also where squares leave the range of doubles.
  bool is_near(const Path& path, std::size_t body, double parts) const {
    const Vector3d& centre = player_.pose(body).t;
    const double away = distance_from(path, centre), size = parts * reach(player_.shape(body));
    return !(away > size + 1e-6 * (centre.stableNorm() + size));
  }

  bool is_other(std::size_t body) const { return ids_[body] && mesh_of(player_.shape(body)) == nullptr; }

  /// Is some body that is no mesh near the path? Boxes around bodies are of floats, and up to several times as large as these.
  bool has_other_near(const Path& path) const {
    for (std::size_t i = 0; i < player_.size(); ++i) {
      if (!is_other(i)) continue;
      const double size = reach(player_.shape(i)), farthest = size + player_.pose(i).t.stableNorm();
      const bool in_range = size > 1e-35 && farthest < 1e35;
      if (grows_ || !in_range || is_near(path, i, 5)) return true;
    }
    return false;
  }

  /// A body that is no mesh and that the path surely meets before `hit`; not always found.
  std::optional<std::size_t> other_in_front(const Path& path, const std::optional<World::BodyHit>& hit) {
    const auto way = part_before(path, hit ? hit->hit.s : std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; way && i < player_.size(); ++i) {
      const Shape& shape = player_.shape(i);
      if (!is_other(i) || !is_near(path, i, 1.01) || !has_rational_truth(shape, way->shape)) continue;
      if (rational_truth(shape, player_.pose(i), way->shape, way->pose).must_hit()) return i;
    }
    return std::nullopt;
  }

  /// No body is nearer than the one that is said to be, and that one is as near as is said, but for rounding.
  void check_nearest() {
    const Vector3d p = some_point();
    if (!p.allFinite()) return;
    const auto answer = as_caller([&] { return world_.nearest_body(p); });
    if (!answer) {
      for (std::size_t i = 0; i < player_.size(); ++i) {
        if (ids_[i] && count_parts(player_.shape(i)) > 0) disagree("no body is nearest", "one is", {i, i});
      }
      return;
    }
    check_least(answer->body);
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_parts_or_brackets(player_.shape(i)) || takes_long(player_.shape(i))) continue;
      const double away = (player_.pose(i).t - p).stableNorm(), size = reach(player_.shape(i));
      const double error = slack_of(player_.shape(i)) * (away + size) +
                           1e-14 * (player_.pose(i).t.stableNorm() + p.stableNorm()) + 1e-320;
      const bool is_answer = *ids_[i] == answer->body;
      if (!std::isfinite(away + size) || (!is_answer && away - 1.001 * size > answer->distance)) continue;
      tally_.add(true, is_answer);
      const bool right =
          !is_nearer_than(player_.shape(i), player_.pose(i), p, answer->distance - error, Smooth::inside) &&
          (!is_answer || std::isinf(answer->distance + error) ||
           is_nearer_than(player_.shape(i), player_.pose(i), p, answer->distance + error, Smooth::around));
      if (right) continue;
      disagree(fmt::format("nearest to ({}, {}, {}): body {} at {}", p.x(), p.y(), p.z(), answer->body.number,
                           answer->distance),
               is_answer ? "another distance" : fmt::format("body {} is nearer", ids_[i]->number), {i, i});
    }
  }

  /// Of large bodies only some are compared.
  bool takes_long(const Shape& shape) {
    const std::size_t parts = count_parts(shape);
    return parts > 100 && (parts > 2000 || !draw_.one_in(4));
  }

  /// Of bodies that are the same at the same place, the least is the nearest.
  void check_least(BodyId nearest) {
    const auto at = static_cast<std::size_t>(std::ranges::find(ids_, nearest) - ids_.begin());
    for (std::size_t i = 0; i < player_.size(); ++i) {
      if (!ids_[i] || !(*ids_[i] < nearest)) continue;
      const Pose &X = player_.pose(i), &Y = player_.pose(at);
      if (X.t == Y.t && X.R == Y.R && player_.shape(i).kind() == player_.shape(at).kind())
        disagree(fmt::format("body {} is nearest", nearest.number), "a lesser one is as near", {i, at});
    }
  }

  /// Which bodies share a point with a box that ends at some body, or is a point of it?
  void check_box() {
    const std::size_t at = draw_.below(player_.size());
    const Vector3d p = player_.pose(at) * support(player_.shape(at), unit_vector(draw_));
    const Vector3d q = draw_.coin() ? p : player_.pose(draw_.below(player_.size())).t;
    if (!p.allFinite()) return;
    const Vector3d low = p.cwiseMin(q), high = p.cwiseMax(q);
    const std::vector<BodyId> answer = as_caller([&] { return world_.bodies_in_box(low, high); });
    const Shape box = box_between(low, high);
    const double half = 0.5 * (high - low).stableNorm();
    const Vector3d middle = 0.5 * low + 0.5 * high;
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_rational_truth(player_.shape(i), box)) continue;
      if (player_.size() > most_in_all_pairs &&
          (player_.pose(i).t - middle).stableNorm() > 1.001 * (half + reach(player_.shape(i)))) {
        if (std::ranges::binary_search(answer, *ids_[i]))
          disagree("in a box that is far off", "not in it", {i, i});
        continue;
      }
      const PairTruth truth = rational_truth(player_.shape(i), player_.pose(i), box, {});
      const bool hit = std::ranges::binary_search(answer, *ids_[i]);
      tally_.add(true, hit);
      if (hit ? truth.may_hit() : !truth.must_hit()) continue;
      disagree(fmt::format("{} the box from ({}, {}, {}) to ({}, {}, {})", hit ? "in" : "not in", low.x(),
                           low.y(), low.z(), high.x(), high.y(), high.z()),
               hit ? "not in it" : "in it", {i, i});
    }
  }

  void disagree(std::string said, std::string truth, std::array<std::size_t, 2> bodies) {
    if (!found_) found_ = {std::move(said), std::move(truth), bodies};
  }

  const World& world_;
  const Player& player_;
  std::span<const std::optional<BodyId>> ids_;
  FloatMode mode_;
  bool grows_;
  bool changed_mode_ = false;
  Draw& draw_;
  Tally& tally_;
  std::optional<WrongAnswer> found_;
};

}  // namespace

std::optional<WrongAnswer> ask_between_steps(const WorldView& view, Draw& draw, Tally& tally) {
  return Asker(view, draw, tally).run();
}

}  // namespace graze::selftest
