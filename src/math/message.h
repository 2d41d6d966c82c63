// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <sstream>
#include <string>
#include <string_view>

namespace graze {

template <class Part>
void put_part(std::ostream& out, const Part& part) {
  if constexpr (std::floating_point<Part>) {
    std::array<char, 64> digits;
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), part).ptr;
    out << std::string_view(digits.data(), end);
  } else if constexpr (requires { Part::IsVectorAtCompileTime; }) {  // of Eigen
    for (int i = 0; i < part.size(); ++i) {
      if (i > 0) out << ' ';
      put_part(out, part.coeff(i));
    }
  } else {
    out << part;
  }
}

/// The arguments one after the other, numbers as short as they read back exactly: 0.1 and not 0.10000000000000001. For error
/// messages.
template <class... Parts>
std::string message(const Parts&... parts) {
  std::ostringstream out;
  (put_part(out, parts), ...);
  return out.str();
}

}  // namespace graze
