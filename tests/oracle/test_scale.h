// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdlib>

namespace graze::oracle {

/// A number of cases times GRAZE_TEST_SCALE, which is 1 unless the environment says otherwise.
inline int scaled_count(int cases) {
  const char* scale = std::getenv("GRAZE_TEST_SCALE");
  const double factor = scale == nullptr ? 1 : std::atof(scale);
  return std::max(1, static_cast<int>(cases * factor));
}

}  // namespace graze::oracle
