// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "canvas.h"
#include "polytope_crowd.h"
#include "terminal.h"

namespace graze::cli {

/// Shows the demo: drawn in place on a colour terminal with room for it, a line a frame elsewhere. Follows a terminal
/// that is resized.
class DemoView {
 public:
  DemoView(const scenes::PolytopeCrowd& crowd, int frames);

  /// The next frame.
  void show(const Frame& frame);
  void finish();

 private:
  using Ramp = std::array<PaletteColor, 8>;  // from the back to the front

  void fit_terminal();
  void show_cursor_below();
  std::string line(const Frame& frame) const;
  std::string stages(const Frame& frame);
  std::string history(int columns) const;
  void draw(const Frame& frame);
  void draw_body(std::size_t body);
  PaletteColor color(std::size_t body, double depth) const;

  static constexpr Ramp cool = {236, 238, 24, 31, 38, 45, 81, 123};
  static constexpr int glow = 6;  ///< frames for which a body that was hit stays red

  const scenes::PolytopeCrowd& crowd_;
  int frames_;
  int shown_ = 0;
  std::vector<std::size_t> colliding_;  ///< in each frame so far
  std::vector<int> hit_;                ///< of each body, the frame it was last hit in
  double seconds_ = 0;                  ///< a step, the mean of the last few
  std::array<double, 4> stage_seconds_ = {};
  TerminalSize terminal_;
  std::optional<Canvas> canvas_;  ///< none: no room, or no colours
  bool drawn_ = false;            ///< the cursor is hidden, below the picture
};

}  // namespace graze::cli
