// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace graze::bench {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

/// Curves as an SVG: x logarithmic, y from 0. Throws Error if the file cannot be written.
void write_plot(const std::filesystem::path& file, const std::string& title, const std::string& x_name,
                const std::vector<Curve>& curves);

}  // namespace graze::bench
