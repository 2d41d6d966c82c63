// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The path of a body that a person moves, guessed from where it has been (vogiannou2008, section 3).
//
//   1. Least squares: one polynomial of degree two in time for each coordinate, through the last samples. With two
//      samples, of degree one.
//   2. The deviation is that of a prediction by regression: with X the matrix of (1, τ, τ²), G = (XᵀX)⁻¹ and σ the root
//      mean square of what the fit left over, the value at x = (1, m, m²) is uncertain by σ·√(xᵀGx), which the triangle
//      inequality bounds by σ·(√G₀₀ + √G₁₁·m + √G₂₂·m²): positive, increasing and convex, as it should be.
//
// The paper gives no rule for the deviation. Ours takes three σ, no less at once than the worst sample was off, and lets
// the acceleration change by its own size, since a person may do so at any time.
#pragma once

#include <array>
#include <cstdint>

#include <graze/motion.h>

namespace graze {

/// The last samples of one body: 264 bytes, and no allocation ever.
class MotionFit {
 public:
  static constexpr std::size_t capacity = 8;

  /// The centre of the body's sphere at a time. If that is not after the last sample's, the past is forgotten.
  void add(double time, const Eigen::Vector3d& centre);
  void clear() { count_ = 0; }
  std::size_t size() const { return count_; }

  /// A motion from the last sample on, for the given time. Nothing is known (end < begin) with fewer than two samples.
  ///
  /// It is a guess. `Predictive` checks it on every frame and misses nothing where it fails, but each other motion makes
  /// it predict the body anew: fit when the last one has ended or has been left, not on each frame.
  Motion motion(double radius, double ahead) const;

 private:
  struct Sample {
    double time = 0;
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  };
  const Sample& sample(std::size_t i) const { return samples_[(first_ + i) % capacity]; }  // 0: the oldest

  std::array<Sample, capacity> samples_;
  std::uint32_t first_ = 0, count_ = 0;
};

/// Has a body, with the given centre, kept to a motion so far? False where nothing is known.
bool keeps_to(const Motion& motion, double time, const Eigen::Vector3d& centre);

}  // namespace graze
