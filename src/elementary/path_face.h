// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/cast.h>

#include <optional>

#include "elementary/triangle.h"
#include "exact/fraction.h"
#include "math/relative_pose.h"

namespace graze {

/// A path in the world as exact points: parameter 0 at `from`, 1 at `to`.
class WorldPath {
 public:
  /// Throws Error for a path that is none.
  explicit WorldPath(const Path& path);

  exact::Point from() const { return {from_, nullptr}; }
  /// A ray's second point, origin + length·direction, is no double; it is the image of the direction under
  /// (length·I, origin). An endless ray has length 1 here.
  exact::Point to() const { return is_ray_ ? exact::Point{along_, &to_} : exact::Point{along_, nullptr}; }
  bool endless() const { return endless_; }

  /// direction()·2^exponent() is the rounded direction of `Ray`, or to - from; its largest entry is from 1/2
  /// to 1, or it is 0. Not finite if to - from is not.
  const Eigen::Vector3d& direction() const { return direction_; }
  double direction_error() const { return direction_error_; }
  int exponent() const { return exponent_; }

  /// What the parameters of the exact points are multiplied with to be those of `Path`: a ray's length, or 1.
  double unit() const { return unit_; }

  /// The point with parameter s·2^e in `Path`, rounded.
  Eigen::Vector3d at(const exact::Fraction::Rounded& s) const;

 private:
  Eigen::Vector3d from_, along_;
  Pose to_;
  bool is_ray_, endless_;
  Eigen::Vector3d direction_;
  double direction_error_;
  int exponent_;
  double unit_ = 1;
};

/// Parameters, low to high: bounds on a number that is known roughly.
struct ParameterRange {
  double low = 0;
  double high = INFINITY;
};

/// A path in a mesh's frame, rounded. Its parameters, "scaled" ones, are those of `Path` times
/// 2^exponent(): the point with parameter s is o + s·d.
struct LocalPath {
  Eigen::Vector3d o, d;
  double o_error, d_error;  ///< of each coordinate
  double largest;           ///< coordinate of d
  ParameterRange end;       ///< where a segment ends; infinite for an endless ray
  bool usable;              ///< false: nothing can be said in floating point

  /// X_WM may be none: the mesh is where it is.
  LocalPath(const WorldPath& path, const Pose* X_WM);

 private:
  /// By Rᵀ in place of R⁻¹, which is enough, and cheap, for a good rotation; false for others.
  bool map_transposed(const WorldPath& path, const Pose& X_WM);
};

/// Where a path first touches a face, as far as floating point knows.
struct TouchVerdict {
  Verdict verdict = Verdict::unsure;
  ParameterRange s;  ///< scaled; if they meet
};
TouchVerdict first_touch_filter(const LocalPath& path, const Triangle& face);

/// The first parameter, in units of the exact points, at which the path is in the closed triangle; none if it
/// never is. Exact, for degenerate triangles, paths in their plane and paths that are a point, too. The triangle is under one
/// pose at most.
std::optional<exact::Fraction> first_touch_exact(const WorldPath& path, const PosedTriangle& face);

/// A fraction from first_touch_exact as a scaled parameter.
ParameterRange scaled(const WorldPath& path, const exact::Fraction& s);

}  // namespace graze
