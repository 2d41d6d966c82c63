// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <sstream>
#include <string>

namespace graze {

/// The arguments one after the other, numbers so that they read back exactly. For error messages.
template <class... Parts>
std::string message(const Parts&... parts) {
  std::ostringstream out;
  out.precision(std::numeric_limits<double>::max_digits10);
  (out << ... << parts);
  return out.str();
}

}  // namespace graze
