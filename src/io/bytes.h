// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

namespace graze::io {

template <class T>
T swapped(T value) {
  auto bytes = std::bit_cast<std::array<unsigned char, sizeof(T)>>(value);
  std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<T>(bytes);
}

/// A number from bytes of the given order; they need not be aligned.
template <class T, std::endian order = std::endian::little>
T from_bytes(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return order == std::endian::native ? value : swapped(value);
}

/// Appends little-endian bytes.
template <class T>
void append_bytes(std::string& out, T value) {
  if (std::endian::native != std::endian::little) value = swapped(value);
  const auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  out.append(bytes.data(), bytes.size());
}

}  // namespace graze::io
