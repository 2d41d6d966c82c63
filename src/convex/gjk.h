// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>
#include <graze/query.h>

#include <array>

#include "convex/body.h"
#include "math/placement.h"

namespace graze {

/// Two bodies to be tested against each other, and where they are. A body is the image of its core under its pose, R
/// taken literally, and all that is within the body's radius of that.
struct ConvexPair {
  const ConvexBody& a;
  const Pose& X_WA;
  const ConvexBody& b;
  const Pose& X_WB;
  /// How far each point of a core may lie from where X_WA or X_WB, which may be rounded products, put it; 0 for poses as
  /// given.
  double pose_error = 0;
  /// The exact products; none: X_WA and X_WB are exact.
  const PoseChain* exact_a = nullptr;
  const PoseChain* exact_b = nullptr;
};

/// What is remembered of a pair from query to query.
struct GjkMemory {
  Eigen::Vector3d axis_A = Eigen::Vector3d::Zero();  ///< the last v, in A's frame; zero if there is none
  VertexPair last;                                   ///< from which climbs start
};

/// Which certainty ends the search, and what is noted of its end.
enum class GjkGoal : std::uint8_t {
  separation,  ///< are the bodies apart?
  distance,    ///< how far, and where?
  depth,       ///< the same; and if the cores meet, which points of them meet?
};

/// How the cores of two bodies lie to each other, radii left aside. Vectors are in world directions.
///
/// Where nobody asked for vectors and simplex, since that would take a tenth of a short query, they are not set, `size` and the bounds
/// are 0: with the goal `separation` unless the state is unsure, with the goal `distance` if the cores meet.
struct GjkResult {
  enum class State : std::uint8_t {
    apart,  ///< certainly, whatever rounding and the poses' error do
    meet,   ///< likewise; with the goal `separation` the bodies with their radii, else the cores
    unsure  ///< too close to tell
  };
  State state = State::unsure;
  /// From a point of B's core to one of A's, as short as was found; zero if they meet.
  Eigen::Vector3d v;
  double upper = 0;  ///< |v|
  /// The cores are at least this far apart, rounding and the poses' error allowed for; or 0.
  double lower = 0;
  double rounding = 0;  ///< of `lower`, and of `upper`: PairSize::support_rounding
  /// The direction across which the plane lies that proves `lower`, from B to A, of any length. More exact than v where
  /// the cores are close. Zero if they meet.
  Eigen::Vector3d axis;
  int size = 0;  ///< of the simplex whose nearest point v is: so many of what follows are set
  std::array<VertexPair, 4> pairs;
  std::array<Eigen::Vector3d, 4> p_A, p_B;  ///< its points in the frames of the bodies
  std::array<double, 4> lambda;  ///< what each has of the nearest point; where the cores meet, of the origin
  int steps = 0;

  std::span<const VertexPair> simplex() const {
    return std::span(pairs).first(static_cast<std::size_t>(size));
  }
  Eigen::Vector3d on_a() const { return mix(p_A); }  ///< the point of A's core, in A's frame
  Eigen::Vector3d on_b() const { return mix(p_B); }

 private:
  Eigen::Vector3d mix(const std::array<Eigen::Vector3d, 4>& p) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int i = 0; i < size; ++i)
      sum += lambda[static_cast<std::size_t>(i)] * p[static_cast<std::size_t>(i)];
    return sum;
  }
};

/// Distance of two cores. For the goal `separation` the search ends as soon as the bodies with their radii are known
/// to be apart or to meet. `memory` may be null.
void gjk(const ConvexPair& pair, GjkGoal goal, GjkMemory* memory, GjkResult& result);

/// Do the bodies share a point? Exact for cores with vertices, with or without radii. Smooth cores that meet are never said to be
/// apart; they may be said to meet where they are apart by less than smooth_tolerance (math/slack.h) times the size of the smooth ones.
bool convex_meet(const ConvexPair& pair, GjkMemory* memory, Counters& counters);

/// The same by integers alone. `start` is for cores with vertices.
bool convex_meet_exactly(const ConvexPair& pair, std::span<const VertexPair> start = {});

}  // namespace graze
