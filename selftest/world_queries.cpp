// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/world_queries.h"

#include <fmt/format.h>
#include <graze/error.h>

#include <algorithm>

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

class Asker {
 public:
  Asker(const WorldView& view, Draw& draw, Tally& tally)
      : world_(view.world),
        player_(view.player),
        ids_(view.ids),
        mode_(view.float_mode),
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
    const Vector3d from = some_point(), to = some_point(), way = to - from;
    if (!from.allFinite() || !to.allFinite() || !way.allFinite()) return;
    const bool segment = draw_.coin() || way.isZero(0);
    const double length = draw_.coin() ? std::numeric_limits<double>::infinity() : draw_.uniform(0, 2);
    const Path path = segment ? Path(LineSegment{from, to}) : Path(Ray{from, way, length});
    std::optional<World::BodyHit> truth;
    bool all_meshes = true;
    for (std::size_t i = 0; i < player_.size(); ++i) {
      if (!ids_[i]) continue;
      if (mesh_of(player_.shape(i)) == nullptr) {
        all_meshes = false;
        continue;
      }
      const auto hit = first_hit(player_.shape(i), player_.pose(i), path, {.method = Method::naive});
      if (!hit || (truth && std::pair(truth->hit.s, truth->body) < std::pair(hit->s, *ids_[i]))) continue;
      truth = World::BodyHit{*ids_[i], *hit};
    }
    std::optional<World::BodyHit> answer;
    try {
      answer = as_caller([&] { return world_.first_hit(path); });
    } catch (const Error&) {  // of a body near the path that is no mesh
      if (all_meshes) throw;
      return;
    }
    tally_.add(false, answer.has_value());
    const bool same = answer && truth ? answer->body == truth->body && answer->hit.face == truth->hit.face &&
                                            answer->hit.s == truth->hit.s
                                      : !answer && !truth;
    if (same) return;
    const auto text = [](const std::optional<World::BodyHit>& hit) {
      return hit ? fmt::format("face {} of body {} at {}", hit->hit.face, hit->body.number, hit->hit.s)
                 : "none";
    };
    disagree(fmt::format("first hit from ({}, {}, {}) to ({}, {}, {}): {}", from.x(), from.y(), from.z(),
                         to.x(), to.y(), to.z(), text(answer)),
             text(truth), {});
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
    for (std::size_t i = 0; i < player_.size() && !found_; ++i) {
      if (!ids_[i] || !has_parts_or_brackets(player_.shape(i)) || count_parts(player_.shape(i)) > 100)
        continue;
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
