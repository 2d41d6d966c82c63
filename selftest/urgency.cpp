// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/urgency.h"

#include <algorithm>
#include <limits>

#include "selftest/bodies.h"
#include "selftest/reposed.h"

namespace graze::selftest {
namespace {

/// The middle of the box around the body in its own frame, which is what distances are measured from. A vertex without a face is
/// no part of a mesh.
Vector3d centre_of(const Shape& shape) {
  Vector3d low, high;
  if (const Mesh* mesh = mesh_of(shape)) {
    low.setConstant(std::numeric_limits<double>::infinity());
    high = -low;
    for (const Face& face : mesh->faces) {
      for (const std::uint32_t v : face) {
        low = low.cwiseMin(mesh->vertices[v]);
        high = high.cwiseMax(mesh->vertices[v]);
      }
    }
  } else {
    for (int k = 0; k < 3; ++k) low[k] = support(shape, -Vector3d::Unit(k))[k];
    for (int k = 0; k < 3; ++k) high[k] = support(shape, Vector3d::Unit(k))[k];
  }
  return 0.5 * low + 0.5 * high;
}

/// Bounds of a distance.
struct Between {
  double low, high;
};

class Distances {
 public:
  explicit Distances(const World& world) : world_(world) {
    for (const BodyId id : world.ids()) {
      if (world.options(id).mobility == Mobility::interactive) interactive_.push_back(centre(id));
    }
  }
  bool has_interactive() const { return !interactive_.empty(); }

  /// Of the nearer body of the pair, from the nearest interactive one.
  Between of(BodyId a, BodyId b) const {
    const Between of_a = of(a), of_b = of(b);
    return {std::min(of_a.low, of_b.low), std::min(of_a.high, of_b.high)};
  }

 private:
  struct Centre {
    Vector3d at;
    double off;  ///< at most
  };

  /// The box around a compound need not be the smallest, so that its middle is known less well.
  Centre centre(BodyId id) const {
    const Shape& shape = world_.shape(id);
    const Vector3d at = world_.pose(id) * centre_of(shape);
    const double size = reach(shape);
    return {at, is_compound(shape) ? 4 * size : 1e-12 * (size + world_.pose(id).t.stableNorm())};
  }

  Between of(BodyId id) const {
    if (world_.options(id).mobility == Mobility::interactive) return {0, 0};
    const Centre from = centre(id);
    Between least = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    for (const Centre& to : interactive_) {
      const double away = (to.at - from.at).stableNorm(), off = to.off + from.off;
      least = {std::min(least.low, away - off), std::min(least.high, away + off)};
    }
    return least;
  }

  const World& world_;
  std::vector<Centre> interactive_;
};

}  // namespace

bool is_out_of_order(const World& world, const Frame& frame) {
  const Distances distances(world);
  if (!distances.has_interactive()) return false;
  // A collision that was kept was not asked; it began before.
  const bool none_kept = frame.counters.queries[Shortcut::kept_answer] == 0;
  double asked = 0, left = std::numeric_limits<double>::infinity();
  for (const Collision& pair : frame.collisions) {
    if (none_kept || pair.begins) asked = std::max(asked, distances.of(pair.a, pair.b).low);
  }
  for (const BodyPair& pair : frame.undecided) left = std::min(left, distances.of(pair.a, pair.b).high);
  // Distances are compared as floats, beyond whose range all are alike.
  return asked > 1e-30 && asked < 1e30 && left < (1 - 1e-5) * asked;
}

}  // namespace graze::selftest
