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

using DyadicPoint = std::array<Dyadic, 3>;

DyadicPoint mapped(const DyadicPoint& p, const Pose& X) {
  DyadicPoint image;
  for (int row = 0; row < 3; ++row) {
    Dyadic sum = exactly(X.t[row]);
    for (int k = 0; k < 3; ++k) {
      Dyadic term = exactly(X.R(row, k));
      const Dyadic& factor = p[static_cast<std::size_t>(k)];
      term.m *= factor.m;
      term.e += factor.e;
      add(sum, term);
    }
    image[static_cast<std::size_t>(row)] = sum;
  }
  return image;
}

DyadicPoint coordinates(const exact::Point& point) {
  DyadicPoint p = {exactly(point.p[0]), exactly(point.p[1]), exactly(point.p[2])};
  if (point.X != nullptr) p = mapped(p, *point.X);
  for (const PoseChain* outer = point.outer; outer != nullptr; outer = outer->outer) p = mapped(p, *outer->X);
  return p;
}

}  // namespace

std::vector<IntegerPoint> to_integers(std::span<const exact::Point> points) {
  std::vector<DyadicPoint> dyadic(points.size());
  long lowest = std::numeric_limits<long>::max();
  for (std::size_t i = 0; i < points.size(); ++i) {
    dyadic[i] = coordinates(points[i]);
    for (const Dyadic& x : dyadic[i]) {
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
