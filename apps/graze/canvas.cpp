// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace graze::cli {
namespace {

double cross(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double x, double y) {
  return (b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x());
}

}  // namespace

Canvas::Canvas(int columns, int rows)
    : width_(columns), height_(2 * rows), pixels_(static_cast<std::size_t>(width_) * height_) {}

void Canvas::clear() {
  std::fill(pixels_.begin(), pixels_.end(), Pixel{});
}

void Canvas::fill_triangle(const std::array<Eigen::Vector3d, 3>& p, PaletteColor color) {
  const double area = cross(p[0], p[1], p[2].x(), p[2].y());
  if (area == 0) return;
  const auto [x_low, x_high] = std::minmax({p[0].x(), p[1].x(), p[2].x()});
  const auto [y_low, y_high] = std::minmax({p[0].y(), p[1].y(), p[2].y()});
  const int x_end = std::min(width_ - 1, static_cast<int>(std::floor(x_high)));
  const int y_end = std::min(height_ - 1, static_cast<int>(std::floor(y_high)));
  for (int y = std::max(0, static_cast<int>(std::floor(y_low))); y <= y_end; ++y) {
    for (int x = std::max(0, static_cast<int>(std::floor(x_low))); x <= x_end; ++x) {
      const double a = cross(p[1], p[2], x + 0.5, y + 0.5) / area;
      const double b = cross(p[2], p[0], x + 0.5, y + 0.5) / area;
      const double c = 1 - a - b;
      if (a < 0 || b < 0 || c < 0) continue;
      const double z = a * p[0].z() + b * p[1].z() + c * p[2].z();
      Pixel& target = pixels_[static_cast<std::size_t>(y) * width_ + x];
      if (z > target.z) target = {z, color};
    }
  }
}

std::string Canvas::text() const {
  std::string text;
  for (int y = 0; y < height_; y += 2) {
    std::string current;
    for (int x = 0; x < width_; ++x) {
      const Pixel& top = pixel(x, y);
      const Pixel& bottom = pixel(x, y + 1);
      // One letter shows both: the half that is drawn in the letter's colour, the other in the one behind it.
      std::string code = "0";
      std::string_view letter = " ";
      if (!top.empty()) {
        letter = "▀";
        code += fmt::format(";38;5;{}", top.color);
        if (!bottom.empty()) code += fmt::format(";48;5;{}", bottom.color);
      } else if (!bottom.empty()) {
        letter = "▄";
        code += fmt::format(";38;5;{}", bottom.color);
      }
      if (code != current) text += fmt::format("\033[{}m", code);
      current = code;
      text += letter;
    }
    text += "\033[0m\033[K\n";
  }
  return text;
}

}  // namespace graze::cli
