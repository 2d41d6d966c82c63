// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "exact/fixed_point.h"

namespace graze::exact {

/// A rational number: the ratio of two of FixedPoints' volumes, areas or differences, or of their
/// differences.
class Fraction {
 public:
  /// 0.
  Fraction() { denominator_.add(1, false, 0); }
  static Fraction one() {
    Fraction result;
    result.numerator_ = result.denominator_;
    return result;
  }
  /// The denominator must not be 0.
  template <int C, int D>
  Fraction(const Integer<C>& numerator, const Integer<D>& denominator)
      : numerator_(numerator), denominator_(denominator) {
    if (denominator_.sign() > 0) return;
    numerator_.negate();
    denominator_.negate();
  }

  int sign() const { return numerator_.sign(); }

  /// The sign of a - b.
  friend int compare(const Fraction& a, const Fraction& b) {
    return (a.numerator_ * b.denominator_ - b.numerator_ * a.denominator_).sign();
  }

  /// The number is m·2^e, but for a relative error of at most 2^-50; 1/2 < |m| < 2, or m is 0.
  struct Rounded {
    double m = 0;
    int e = 0;
    /// Beyond the range of doubles 0 or infinite.
    double value() const { return std::ldexp(m, e); }
  };
  Rounded rounded() const {
    const auto n = numerator_.rounded(), d = denominator_.rounded();
    return {n.m / d.m, n.e - d.e};
  }

 private:
  // A volume takes 210 limbs, the difference of two one more.
  using Number = Integer<212>;
  Number numerator_;
  Number denominator_;
};

}  // namespace graze::exact
