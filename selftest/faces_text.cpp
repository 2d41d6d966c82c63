// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/faces_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace graze::selftest {

std::string faces_text(std::span<const FacePair> pairs) {
  if (pairs.empty()) return "clear";
  std::string text = fmt::format("{} pairs of faces:", pairs.size());
  for (const FacePair& p : pairs.first(std::min<std::size_t>(pairs.size(), 12)))
    text += fmt::format(" {}-{}", static_cast<std::int32_t>(p.a), static_cast<std::int32_t>(p.b));
  return text + (pairs.size() > 12 ? " …" : "");
}

}  // namespace graze::selftest
