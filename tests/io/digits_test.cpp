// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/digits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "math/random.h"

namespace graze {
namespace {

/// Reads numbers, compares them with strtod, which rounds correctly, and counts those left to slower ways.
struct Reader {
  int numbers = 0;
  int left = 0;

  void read(const std::string& text) {
    double value = 0;
    ++numbers;
    const char* const stop = io::read_plain_number(text.data(), text.data() + text.size(), value);
    if (stop == nullptr) {
      ++left;
    } else {
      ASSERT_EQ(stop, text.data() + text.size()) << text;
      ASSERT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
    }
  }
};

std::string with_decimals(double x, int decimals) {
  char text[512];
  std::snprintf(text, sizeof text, "%.*f", std::max(decimals, 0), x);
  return text;
}

TEST(Digits, DoublesAsTheyAreWritten) {
  Random random(41);
  Reader reader;
  for (int i = 0; i < 200000; ++i) {
    const double x = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(50)));
    const int whole = 1 + static_cast<int>(std::log10(std::max(1.0, std::abs(x))));
    for (const int digits : {15, 16, 17, 18}) reader.read(with_decimals(x, digits - whole));
  }
  EXPECT_LT(reader.left, reader.numbers / 100) << "most are read in one go";
}

/// The middle between two doubles, where they are 1, 1/2 or 1/4 apart, and as near to it as digits allow.
TEST(Digits, MiddlesBetweenDoubles) {
  Random random(42);
  Reader reader;
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t m = (std::uint64_t{1} << 52) + (random.next() >> 12);
    for (const char* rest : {".5", ".50", ".4", ".6", ".49", ".51"}) reader.read(std::to_string(m) + rest);
    for (const char* rest : {".25", ".75", ".2", ".3", ".24", ".26", ".7", ".8", ".74", ".76"})
      reader.read(std::to_string(m / 2) + rest);
    for (const char* rest : {".125", ".375", ".12", ".13", ".124", ".126", ".37", ".38", ".374", ".376"})
      reader.read(std::to_string(m / 4) + rest);
  }
  EXPECT_LT(reader.left, reader.numbers / 2);
}

/// Where the distance between doubles changes.
TEST(Digits, NearPowersOfTwo) {
  Reader reader;
  for (int exponent = -6; exponent < 54; ++exponent) {
    for (const double away : {0.0, HUGE_VAL}) {
      double x = std::ldexp(1, exponent);
      for (int step = 0; step < 8; ++step, x = std::nextafter(x, away)) {
        for (int decimals = 0; decimals <= 18; ++decimals) reader.read(with_decimals(x, decimals));
      }
    }
  }
  EXPECT_LT(reader.left, reader.numbers / 2);
}

/// Any digits, in any number.
TEST(Digits, AnyDigits) {
  Random random(43);
  Reader reader;
  for (int i = 0; i < 1000000; ++i) {
    std::string text = random.below(2) == 0 ? "-" : "";
    const std::uint64_t digits = 1 + random.below(22), point = random.below(digits + 1);
    for (std::uint64_t k = 0; k < digits; ++k) {
      if (k == point) text += '.';
      text += static_cast<char>('0' + random.below(random.below(4) == 0 ? 1 : 10));
    }
    reader.read(text);
  }
  EXPECT_LT(reader.left, reader.numbers / 2);
}

}  // namespace
}  // namespace graze
