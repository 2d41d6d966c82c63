// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <array>
#include <optional>
#include <vector>

#include "canvas.h"

namespace graze::cli {

/// What a frame of the demo came to.
struct DemoFrame {
  std::size_t pairs = 0;
  double seconds = 0;
};

/// Shows the demo: drawn in place on a colour terminal with room for it, a line a frame elsewhere.
class DemoView {
 public:
  DemoView(const Shape& a, const Shape& b, int frames);

  /// `frames` are those so far; `pairs` are the last one's.
  void show(const std::vector<DemoFrame>& frames, const Pose& X_WA, const Pose& X_WB,
            const std::vector<FacePair>& pairs);
  void finish();

 private:
  using Ramp = std::array<PaletteColor, 8>;  // from shadow to light
  void draw(const Mesh& mesh, const Pose& X_WM, const std::vector<bool>& colliding, const Ramp& ramp);
  void draw_frame(const Pose& X_WA, const Pose& X_WB, const std::vector<FacePair>& pairs);

  static constexpr Ramp cool = {17, 18, 25, 26, 32, 39, 75, 117};
  static constexpr Ramp warm = {58, 94, 130, 136, 172, 178, 214, 221};
  static constexpr PaletteColor alarm = 196;

  const Mesh& a_;
  const Mesh& b_;
  int frames_;
  std::optional<Canvas> canvas_;
  bool drawn_ = false;
};

}  // namespace graze::cli
