// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "io/bytes.h"

namespace graze::io {

inline constexpr std::ptrdiff_t most_digits = 18;  ///< any number with so many fits 64 bits, with a sign

// Here and not in the functions, where they would be copied to the stack at every call.
inline constexpr auto whole_powers_of_ten = [] {
  std::array<std::uint64_t, most_digits + 1> powers = {1};
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();
inline constexpr std::array<double, most_digits + 1> powers_of_ten = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};

/// Appends the decimal digits at `at` to `value` and returns where they end. More than `most_digits` wrap
/// around.
///
/// Eight characters at a time and without a branch per digit: the lengths of numbers in a file are hard to
/// predict, which costs more than the arithmetic.
inline const char* read_digits(const char* at, const char* end, std::uint64_t& value) {
  while (end - at >= 8) {
    std::uint64_t d = from_bytes<std::uint64_t>(at) ^ 0x3030303030303030u;  // a digit's byte is now its value
    const std::uint64_t others = (d | (d + 0x7676767676767676u)) & 0x8080808080808080u;
    const int bits =
        std::countr_zero(others) & ~7;  // of the digits before the first other character; carries go up only
    if (bits == 0) return at;
    d <<= 64 - bits;  // as if zeros stood before them
    d = (d * 10 + (d >> 8)) & 0x00FF00FF00FF00FFu;
    d = (d * 100 + (d >> 16)) & 0x0000FFFF0000FFFFu;
    d = (d * 10'000 + (d >> 32)) & 0xFFFFFFFFu;
    at += bits / 8;
    if (bits < 64) {
      value = value * whole_powers_of_ten[static_cast<std::size_t>(bits / 8)] + d;
      return at;
    }
    value = value * 100'000'000 + d;
  }
  while (at != end && *at >= '0' && *at <= '9') value = 10 * value + static_cast<std::uint64_t>(*at++ - '0');
  return at;
}

/// digits/10^decimals, correctly rounded, for at most `most_digits` of either; false where that takes more than
/// this.
///
/// Up to 2^53 both are doubles, and the division's is the only rounding (clinger-read). Beyond, the quotient
/// m·2^e is off by up to 1.5 units: half a unit from its own rounding and one from that of the digits. So the
/// rest (digits·2^-e - m·10^decimals)/10^decimals, in units, is known from its numerator's lower 64 bits alone,
/// and tells the step to the nearest.
inline bool divide_by_power_of_ten(std::uint64_t digits, std::size_t decimals, double& quotient) {
  quotient = static_cast<double>(digits) / powers_of_ten[decimals];
  if (digits <= std::uint64_t{1} << 53) return true;
  constexpr std::uint64_t one = std::uint64_t{1} << 52;
  const auto bits = std::bit_cast<std::uint64_t>(quotient);
  const std::uint64_t m = (bits & (one - 1)) | one;
  const int shift =
      1075 - static_cast<int>(bits >> 52);  // -e; less than 60, as the quotient is above 2^53/10^18
  if (shift < 0 || m < one + 2 || m > 2 * one - 3) return false;  // whole, or near a change of units
  const auto power = static_cast<std::int64_t>(whole_powers_of_ten[decimals]);
  const auto rest = static_cast<std::int64_t>((digits << shift) - m * static_cast<std::uint64_t>(power));
  const int step = (2 * rest > power) - (2 * rest < -power);
  quotient = std::bit_cast<double>(bits + static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
  const std::int64_t left = 2 * (rest - step * power);
  return -power < left && left < power;  // else halfway
}

/// Reads numbers such as -12.0625, without an exponent and of at most `most_digits`. Null if the number is of
/// another kind.
inline const char* read_plain_number(const char* at, const char* end, double& value) {
  const bool negative = at != end && *at == '-';
  at += negative;
  std::uint64_t digits = 0;
  const char* const first = at;
  while (at != end && *at >= '0' && *at <= '9')
    digits = 10 * digits + static_cast<std::uint64_t>(*at++ - '0');
  std::ptrdiff_t count = at - first;
  std::ptrdiff_t decimals = 0;
  if (at != end && *at == '.') {
    const char* const point = at++;
    at = read_digits(at, end, digits);
    decimals = at - point - 1;
    count += decimals;
  }
  const bool other_kind = at != end && (*at == 'e' || *at == 'E');
  if (other_kind || count == 0 || count - (*first == '0') > most_digits) return nullptr;
  double magnitude;
  if (!divide_by_power_of_ten(digits, static_cast<std::size_t>(decimals), magnitude)) return nullptr;
  // Without a branch, as signs are hard to predict.
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative} << 63);
  return at;
}

}  // namespace graze::io
