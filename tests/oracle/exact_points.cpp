// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/exact_points.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace graze::oracle {
namespace {

/// The number m·2^e; e means nothing when m is 0.
struct Dyadic {
  mpz_class m;
  long e = 0;
};

Dyadic exactly(double x) {
  assert(std::isfinite(x));
  if (x == 0) {
    return {};
  }
  int exponent = 0;
  auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int zeros = __builtin_ctzll(static_cast<std::uint64_t>(mantissa));  // short numbers stay short
  return {mpz_class(static_cast<long>(mantissa >> zeros)), exponent - 53 + zeros};
}

void add(Dyadic& sum, const Dyadic& x) {
  if (x.m == 0) {
    return;
  }
  if (sum.m == 0) {
    sum = x;
  } else if (x.e >= sum.e) {
    sum.m += x.m << static_cast<mp_bitcnt_t>(x.e - sum.e);
  } else {
    sum.m = (sum.m << static_cast<mp_bitcnt_t>(sum.e - x.e)) + x.m;
    sum.e = x.e;
  }
}

Dyadic coordinate(const exact::Point& point, int row) {
  if (point.X == nullptr) {
    return exactly(point.p[row]);
  }
  Dyadic sum = exactly(point.X->t[row]);
  for (int k = 0; k < 3; ++k) {
    Dyadic term = exactly(point.X->R(row, k));
    const Dyadic factor = exactly(point.p[k]);
    term.m *= factor.m;
    term.e += factor.e;
    add(sum, term);
  }
  return sum;
}

}  // namespace

std::vector<IntegerPoint> to_integers(std::span<const exact::Point> points) {
  std::vector<std::array<Dyadic, 3>> dyadic(points.size());
  long lowest = std::numeric_limits<long>::max();
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      Dyadic& x = dyadic[i][static_cast<std::size_t>(k)];
      x = coordinate(points[i], k);
      if (x.m != 0) {
        lowest = std::min(lowest, x.e);
      }
    }
  }
  std::vector<IntegerPoint> scaled(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Dyadic& x = dyadic[i][k];
      if (x.m != 0) {
        scaled[i][k] = x.m << static_cast<mp_bitcnt_t>(x.e - lowest);
      }
    }
  }
  return scaled;
}

}  // namespace graze::oracle
