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

class Distances {
 public:
  explicit Distances(const World& world) : world_(world) {
    for (const BodyId id : world.ids()) {
      // The box around a compound need not be the smallest, so that its middle is not known.
      if (is_compound(world.shape(id))) known_ = false;
      if (world.options(id).mobility == Mobility::interactive) centres_.push_back(centre(id));
    }
  }
  bool are_known() const { return known_ && !centres_.empty(); }

  /// Of the nearer body of the pair, from the nearest interactive one.
  double of(BodyId a, BodyId b) const { return std::min(of(a), of(b)); }

 private:
  Vector3d centre(BodyId id) const { return world_.pose(id) * centre_of(world_.shape(id)); }

  double of(BodyId id) const {
    if (world_.options(id).mobility == Mobility::interactive) return 0;
    const Vector3d from = centre(id);
    double least = std::numeric_limits<double>::infinity();
    for (const Vector3d& c : centres_) least = std::min(least, (c - from).stableNorm());
    return least;
  }

  const World& world_;
  bool known_ = true;
  std::vector<Vector3d> centres_;  ///< of interactive bodies
};

}  // namespace

bool is_out_of_order(const World& world, const Frame& frame) {
  const Distances distances(world);
  if (!distances.are_known()) return false;
  double asked = 0, left = std::numeric_limits<double>::infinity();
  for (const Collision& pair : frame.collisions) asked = std::max(asked, distances.of(pair.a, pair.b));
  for (const BodyPair& pair : frame.undecided) left = std::min(left, distances.of(pair.a, pair.b));
  // Squares of distances are compared as floats, beyond whose range all are alike.
  if (!(asked > 1e-15 && asked < 1e15)) return false;
  double size = 0;
  for (const BodyId id : world.ids())
    size = std::max(size, reach(world.shape(id)) + world.pose(id).t.stableNorm());
  return left < (1 - 1e-5) * asked - 1e-12 * size;
}

}  // namespace graze::selftest
