// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "io/file.h"

namespace graze::bench {
namespace {

constexpr double width = 840, height = 400;  // names stand to the right
constexpr double left = 64, right = 600, top = 48, bottom = 344;
constexpr std::array colors{"#1f5fa8", "#c4551a", "#2b7a3f", "#7a3f8f"};

/// A step of 1, 2 or 5 times a power of ten that divides `range` in about five.
double nice_step(double range) {
  const double rough = range / 5;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

struct Axes {
  double x_low, x_high, y_high;

  explicit Axes(const std::vector<Curve>& curves) : x_low(INFINITY), x_high(0), y_high(0) {
    for (const Curve& curve : curves) {
      for (const auto& [x, y] : curve.points) {
        x_low = std::min(x_low, x);
        x_high = std::max(x_high, x);
        y_high = std::max(y_high, y);
      }
    }
    y_high = nice_step(y_high) * std::ceil(1.02 * y_high / nice_step(y_high));
  }

  double x(double value) const {
    return left + (right - left) * std::log(value / x_low) / std::log(x_high / x_low);
  }
  double y(double value) const { return bottom - (bottom - top) * value / y_high; }
};

std::string text(double x, double y, const char* anchor, const std::string& content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, content);
}

std::string line(double x0, double y0, double x1, double y1, const char* color) {
  return fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x0,
                     y0, x1, y1, color);
}

std::string grid(const Axes& axes) {
  std::string svg;
  const double step = nice_step(axes.y_high);
  for (int i = 0; i * step <= axes.y_high * 1.0001; ++i) {
    const double y = axes.y(i * step);
    svg += line(left, y, right, y, "#dddddd") + text(left - 8, y + 4, "end", fmt::format("{:g}", i * step));
  }
  // Powers of ten alone say too little where there are only one or two.
  const std::vector<double> factors =
      axes.x_high / axes.x_low < 300 ? std::vector<double>{1, 2, 5} : std::vector<double>{1};
  for (double power = std::pow(10, std::floor(std::log10(axes.x_low))); power <= axes.x_high; power *= 10) {
    for (const double factor : factors) {
      const double x = factor * power;
      if (x < axes.x_low || x > axes.x_high) continue;
      svg += line(axes.x(x), top, axes.x(x), bottom, "#dddddd") +
             text(axes.x(x), bottom + 20, "middle", fmt::format("{:.0f}", x));
    }
  }
  return svg + line(left, bottom, right, bottom, "#333333") + line(left, top, left, bottom, "#333333");
}

std::string drawn(const Curve& curve, const Axes& axes, const char* color, double legend_y) {
  std::string points, dots;
  for (const auto& [x, y] : curve.points) {
    points += fmt::format("{:.1f},{:.1f} ", axes.x(x), axes.y(y));
    dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", axes.x(x), axes.y(y),
                        color);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
                     color) +
         dots +
         fmt::format("<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{}\"/>\n", right + 16,
                     legend_y, color) +
         text(right + 38, legend_y + 6, "start", curve.name);
}

}  // namespace

void write_plot(const std::filesystem::path& file, const std::string& title, const std::string& x_name,
                const std::vector<Curve>& curves) {
  const Axes axes(curves);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height);
  svg += text((left + right) / 2, 24, "middle", title) +
         text((left + right) / 2, height - 16, "middle", x_name) + grid(axes);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    svg += drawn(curves[i], axes, colors[i % colors.size()], top + 12 + 20 * static_cast<double>(i));
  }
  io::write_file(file, svg + "</svg>\n", IfExists::replace);
}

}  // namespace graze::bench
