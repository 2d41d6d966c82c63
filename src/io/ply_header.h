// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze::io {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
enum class PlyFormat { text, little_endian, big_endian };

constexpr std::size_t size_of(PlyType type) {
  constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< of lists: they are stored as a count and that many values
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;  ///< as claimed
  std::vector<PlyProperty> properties;

  /// Which property has that name; none: npos.
  std::size_t find(std::string_view property) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);
};

struct PlyHeader {
  PlyFormat format = PlyFormat::text;
  std::vector<PlyElement> elements;
  std::size_t bytes = 0;  ///< where the body begins
};

/// Throws Error with `name`, line and value.
PlyHeader read_ply_header(std::string_view bytes, std::string_view name);

}  // namespace graze::io
