// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// GCC 12 loses sight of Integer's size and warns of limbs beyond it, which are never read.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "exact/integer.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>

#include "exact/fixed_point.h"
#include "oracle/case_text.h"
#include "oracle/oracle.h"
#include "oracle/tally.h"
#include "oracle/test_scale.h"

namespace graze::exact {
namespace {

constexpr int limbs =
    8;  // awkward numbers use half of them, so that adding at any shift has the room it asks for

/// Limbs that carry and borrow far: all ones, all zeros, a single bit; and any.
mpz_class awkward(oracle::Draw& draw) {
  mpz_class number = 0;
  for (int i = draw.small(0, limbs / 2); i > 0; --i) {
    constexpr std::array<std::uint64_t, 5> special{0, 1, ~std::uint64_t{0}, std::uint64_t{1} << 63,
                                                   ~std::uint64_t{1}};
    const std::uint64_t limb = draw.coin() ? draw.pick(special) : draw.next();
    number = (number << 64) + mpz_class(static_cast<unsigned long>(limb));
  }
  return draw.coin() ? number : mpz_class(-number);
}

/// In pieces of 96 bits at odd places, so that the shifts are not those of limbs.
template <int Capacity>
Integer<Capacity> to_integer(const mpz_class& number) {
  Integer<Capacity> result;
  mpz_class rest = abs(number);
  for (int shift = 0; rest != 0; shift += 96) {
    const mpz_class low = rest & 0xffffffffUL;
    const mpz_class high = (rest >> 32) & 0xffffffffffffffffUL;
    const Uint128 piece = (static_cast<Uint128>(high.get_ui()) << 32) | low.get_ui();
    result.add(piece, number < 0, shift);
    rest >>= 96;
  }
  return result;
}

/// Only signs can be seen, so a result is compared with the truth and with its two neighbours.
template <int Capacity>
void expect_equal(const Integer<Capacity>& result, const mpz_class& truth) {
  ASSERT_EQ(result.sign(), sgn(truth)) << truth;
  ASSERT_EQ((result - to_integer<Capacity>(truth)).sign(), 0) << truth;
  ASSERT_EQ((result - to_integer<Capacity>(truth - 1)).sign(), 1) << truth;
  ASSERT_EQ((result - to_integer<Capacity>(truth + 1)).sign(), -1) << truth;
}

TEST(Integer, SumsDifferencesAndProductsAreThoseOfGmp) {
  oracle::Draw draw(64);
  for (int i = oracle::scaled_count(200000); i > 0; --i) {
    const mpz_class a = awkward(draw);
    mpz_class b = awkward(draw);
    if (draw.one_in(4)) {
      b = (draw.coin() ? 1 : -1) * a + draw.small(-1, 1);
    }
    const auto x = to_integer<limbs>(a), y = to_integer<limbs>(b);
    ASSERT_NO_FATAL_FAILURE(expect_equal(x, a));
    ASSERT_NO_FATAL_FAILURE(expect_equal(x + y, a + b));
    ASSERT_NO_FATAL_FAILURE(expect_equal(x - y, a - b));
    ASSERT_NO_FATAL_FAILURE(expect_equal(x * y, a * b));
    ASSERT_NO_FATAL_FAILURE(expect_equal(Integer<limbs + 1>(x), a));
  }
}

TEST(Integer, AddsAtEveryShift) {
  oracle::Draw draw(65);
  for (int shift = 0; shift < 64 * (limbs / 2 - 2); ++shift) {
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t high = draw.coin() ? draw.next() : ~std::uint64_t{0};
      const std::uint64_t low = draw.coin() ? draw.next() : ~std::uint64_t{0};
      mpz_class truth =
          (mpz_class(static_cast<unsigned long>(high)) << 64) + mpz_class(static_cast<unsigned long>(low));
      truth <<= static_cast<mp_bitcnt_t>(shift);
      Integer<limbs> sum;
      sum.add((static_cast<Uint128>(high) << 64) | low, i % 2 != 0, shift);
      ASSERT_NO_FATAL_FAILURE(expect_equal(sum, i % 2 != 0 ? mpz_class(-truth) : truth));
    }
  }
}

class Fixed : public oracle::BucketTest {};

/// The last stage by itself: no filter that would answer before it.
TEST_P(Fixed, SignsAreThoseOfRealArithmetic) {
  oracle::Draw draw = this->draw(66);
  for (int i = oracle::scaled_count(5000); i > 0; --i) {
    const oracle::PairCase c = oracle::pair_case(GetParam(), draw);
    const std::array<Point, 4> p{c.point(0), c.point(1), c.point(2), c.point(3)};
    const FixedPoints<4> fixed(p);
    ASSERT_EQ(fixed.orient3d(0, 1, 2, 3), oracle::orient3d(p[0], p[1], p[2], p[3])) << to_text(c);
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_EQ(fixed.orient2d(0, 1, 3, axis), oracle::orient2d(p[0], p[1], p[3], axis)) << to_text(c);
      ASSERT_EQ(fixed.compare(1, 3, axis), oracle::compare(p[1], p[3], axis)) << to_text(c);
    }
  }
}

/// From the greatest double to the least: as many limbs as there can be.
TEST(FixedExtremes, TheWholeRangeOfDoublesInOneDeterminant) {
  constexpr double greatest = std::numeric_limits<double>::max();
  oracle::Draw draw(67);
  const std::array values{greatest,  -greatest, 0x1p-1074, -0x1p-1074, 0.0, 1.0, std::nextafter(1.0, 2.0),
                          -0x1p-1000};
  for (int i = oracle::scaled_count(2000); i > 0; --i) {
    std::array<Pose, 4> poses;
    std::array<Point, 4> p;
    for (std::size_t k = 0; k < 4; ++k) {
      for (double& x : poses[k].R.reshaped()) {
        x = draw.pick(values);
      }
      poses[k].t = {draw.pick(values), draw.pick(values), draw.pick(values)};
      p[k] = {{draw.pick(values), draw.pick(values), draw.pick(values)}, draw.coin() ? &poses[k] : nullptr};
    }
    ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), oracle::orient3d(p[0], p[1], p[2], p[3]));
    ASSERT_EQ(orient2d(p[0], p[1], p[2], 0), oracle::orient2d(p[0], p[1], p[2], 0));
    ASSERT_EQ(compare(p[0], p[1], 1), oracle::compare(p[0], p[1], 1));
  }
}

INSTANTIATE_TEST_SUITE_P(Exact, Fixed, testing::ValuesIn(oracle::all_buckets), oracle::bucket_name);

}  // namespace
}  // namespace graze::exact
