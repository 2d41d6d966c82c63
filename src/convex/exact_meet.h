// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "math/placement.h"

namespace graze {

/// Points under a pose, and per axis an exponent: every coordinate of a point is a multiple of 2^lowest.
struct PosedPoints {
  std::span<const Eigen::Vector3d> p;
  const Pose* X = nullptr;  ///< none: as they lie
  std::array<int, 3> lowest = {};
  const PoseChain* outer = nullptr;  ///< of the compounds that they are in
};

/// The greatest such exponents, or 0 where every coordinate is 0.
std::array<int, 3> lowest_exponents(std::span<const Eigen::Vector3d> points);

/// A point of A minus one of B.
struct VertexPair {
  std::uint32_t a = 0, b = 0;
};

/// Do the convex hulls of the points share a point, in exact arithmetic? `first` holds up to four pairs to begin
/// with, from which the search starts; any will do, good ones make it short.
bool hulls_meet_exactly(const PosedPoints& a, const PosedPoints& b, std::span<const VertexPair> first = {});

/// The nearest points of two hulls, as convex combinations of vertices: Σ λ·(a - b) = v.
struct NearestVertices {
  Eigen::Vector3d v =
      Eigen::Vector3d::Zero();  ///< from B's point to A's, rounded once; zero where the hulls meet
  /// v times a power of two that brings its largest entry near 1, each entry to within 2^-50 of itself: v may have lost its
  /// bits among denormals.
  Eigen::Vector3d direction = Eigen::Vector3d::Zero();
  int size = 0;  ///< 0 where the hulls meet
  std::array<VertexPair, 3> pairs = {};
  std::array<double, 3> lambda = {};
};
NearestVertices nearest_exactly(const PosedPoints& a, const PosedPoints& b,
                                std::span<const VertexPair> first = {});

}  // namespace graze
