// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The path of a body, guessed from where it has been (vogiannou2008, section 3).
//
//   1. Least squares: one polynomial of degree two in time for each coordinate, through the last samples. With two
//      samples, of degree one.
//   2. The deviation is that of a prediction by regression: with X the matrix of (1, τ, τ²), G = (XᵀX)⁻¹ and σ the root
//      mean square of the residuals, the value at x = (1, m, m²) is uncertain by σ·√(xᵀGx), which the triangle
//      inequality bounds by σ·(√G₀₀ + √G₁₁·m + √G₂₂·m²): positive, increasing and convex, as it should be.
//
// The paper gives no rule for the deviation. Ours takes three σ, and at once no less than the largest residual and a
// hundredth of the body's radius. It lets the acceleration change by half of its own size.
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
  /// The mean time from a sample to the next. Of two samples or more.
  double mean_step() const { return (sample(count_ - 1).time - sample(0).time) / (count_ - 1); }

  /// A motion from the last sample on, for the given time. Nothing is known (end < begin) with fewer than two samples.
  ///
  /// It is a guess. `Predictive` checks it on every frame and misses nothing where it fails. But it predicts a body
  /// anew for each other motion: fit when the last motion has ended or the body has left it, not on each frame.
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

/// Is the centre of a body where the motion allows it to be at that time? False where nothing is known, and for NaN.
bool keeps_to(const Motion& motion, double time, const Eigen::Vector3d& centre);

}  // namespace graze
