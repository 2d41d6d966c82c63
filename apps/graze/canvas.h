// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace graze::cli {

/// One of the 256 colours that every colour terminal has.
using PaletteColor = std::uint8_t;

/// A picture for a terminal: two pixels a character, one above the other, with depth.
class Canvas {
 public:
  /// In characters; a pixel is about square.
  Canvas(int columns, int rows);

  int width() const { return width_; }
  int height() const { return height_; }

  void clear();

  /// Corners in pixels (x to the right, y down); what has the greatest z is seen.
  void fill_triangle(const std::array<Eigen::Vector3d, 3>& corners, PaletteColor color);

  /// Lines of text, each ended by a line break.
  std::string text() const;

 private:
  struct Pixel {
    double z = -std::numeric_limits<double>::infinity();
    PaletteColor color = 0;
    bool empty() const { return z == -std::numeric_limits<double>::infinity(); }
  };
  const Pixel& pixel(int x, int y) const { return pixels_[static_cast<std::size_t>(y) * width_ + x]; }

  int width_;
  int height_;
  std::vector<Pixel> pixels_;
};

}  // namespace graze::cli
