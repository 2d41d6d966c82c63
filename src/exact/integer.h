// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Signed integers of a bounded number of 64-bit limbs, on the stack: what exact signs are computed with when
// floating point cannot tell. The bound is part of the type, so that an operation's result is proven to fit.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

namespace graze::exact {

__extension__ using Uint128 = unsigned __int128;

/// Sign and magnitude; limbs from low to high, the highest one not zero. Only limbs in use are ever touched.
template <int Capacity>
class Integer {
 public:
  Integer() = default;
  Integer(const Integer& other) { *this = other; }
  Integer& operator=(const Integer& other) {
    size_ = other.size_;
    negative_ = other.negative_;
    std::copy_n(other.limbs_, size_, limbs_);
    return *this;
  }

  /// The same number in a larger type.
  template <int C>
  requires(C < Capacity) explicit Integer(const Integer<C>& other)
      : size_(other.size_), negative_(other.negative_) {
    std::copy_n(other.limbs_, size_, limbs_);
  }

  int sign() const { return size_ == 0 ? 0 : negative_ ? -1 : 1; }
  void negate() { negative_ = !negative_; }

  /// The number is m·2^e, but for a relative error of at most 2^-52. |m| is from 2^63 to 2^64, or 0.
  struct Rounded {
    double m = 0;
    int e = 0;
  };
  Rounded rounded() const {
    if (size_ == 0) return {};
    const std::uint64_t top = limbs_[size_ - 1], next = size_ > 1 ? limbs_[size_ - 2] : 0;
    const int zeros = std::countl_zero(top);
    const auto m = static_cast<double>(zeros == 0 ? top : (top << zeros) | (next >> (64 - zeros)));
    return {negative_ ? -m : m, 64 * (size_ - 1) - zeros};
  }

  /// Adds ±magnitude·2^shift.
  void add(Uint128 magnitude, bool negative, int shift) {
    Integer term;
    term.negative_ = negative;
    term.set_shifted(magnitude, shift);
    add(term);
  }

  /// The number times ±m·2^shift, which must fit.
  Integer times(std::uint64_t m, bool negative, int shift) const {
    Integer result;
    if (size_ == 0 || m == 0) return result;
    const int first = shift / 64, bits = shift % 64;
    assert(first + size_ + 2 <= Capacity);
    std::fill_n(result.limbs_, first, 0);
    std::uint64_t carry = 0, below = 0;
    for (int i = 0; i <= size_; ++i) {
      const Uint128 t = (i < size_ ? static_cast<Uint128>(limbs_[i]) * m : 0) + carry;
      const auto limb = static_cast<std::uint64_t>(t);
      carry = static_cast<std::uint64_t>(t >> 64);
      result.limbs_[first + i] = bits == 0 ? limb : (limb << bits) | (below >> (64 - bits));
      below = limb;
    }
    result.limbs_[first + size_ + 1] = bits == 0 ? 0 : below >> (64 - bits);
    result.size_ = first + size_ + 2;
    result.negative_ = negative_ != negative;
    result.trim();
    return result;
  }

  void add(const Integer& term) {
    Integer sum;
    sum.set_sum(*this, term, term.negative_);
    *this = sum;
  }

  template <int C>
  friend Integer<C + 1> operator-(const Integer<C>& a, const Integer<C>& b);
  template <int C>
  friend Integer<C + 1> operator+(const Integer<C>& a, const Integer<C>& b);
  template <int C, int D>
  friend Integer<C + D> operator*(const Integer<C>& a, const Integer<D>& b);
  template <int C, int D>
  friend int compare(const Integer<C>& a, const Integer<D>& b);
  template <int C>
  friend class Integer;

 private:
  void set_shifted(Uint128 magnitude, int shift) {
    const int first = shift / 64;
    const int bits = shift % 64;
    assert(first + 3 <= Capacity);
    std::fill_n(limbs_, first, 0);
    const auto low = static_cast<std::uint64_t>(magnitude);
    const auto high = static_cast<std::uint64_t>(magnitude >> 64);
    limbs_[first] = low << bits;
    limbs_[first + 1] = bits == 0 ? high : (high << bits) | (low >> (64 - bits));
    limbs_[first + 2] = bits == 0 ? 0 : high >> (64 - bits);
    size_ = first + 3;
    trim();
  }

  /// a + b, where b is taken with the sign given.
  template <int C>
  void set_sum(const Integer<C>& a, const Integer<C>& b, bool b_negative) {
    if (a.negative_ == b_negative) {
      add_magnitudes(a, b);
      negative_ = a.negative_;
    } else if (compare_magnitudes(a, b) >= 0) {
      subtract_magnitudes(a, b);
      negative_ = a.negative_;
    } else {
      subtract_magnitudes(b, a);
      negative_ = b_negative;
    }
    trim();
  }

  template <int C>
  void add_magnitudes(const Integer<C>& a, const Integer<C>& b) {
    const Integer<C>& longer = a.size_ >= b.size_ ? a : b;
    const Integer<C>& shorter = a.size_ >= b.size_ ? b : a;
    Uint128 carry = 0;
    for (int i = 0; i < longer.size_; ++i) {
      carry += longer.limbs_[i];
      if (i < shorter.size_) carry += shorter.limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    size_ = longer.size_;
    if (carry != 0) {
      assert(size_ < Capacity);
      limbs_[size_++] = static_cast<std::uint64_t>(carry);
    }
  }

  template <int C>
  void subtract_magnitudes(const Integer<C>& larger, const Integer<C>& smaller) {
    std::uint64_t borrow = 0;
    for (int i = 0; i < larger.size_; ++i) {
      const std::uint64_t s = i < smaller.size_ ? smaller.limbs_[i] : 0;
      const std::uint64_t l = larger.limbs_[i];
      limbs_[i] = l - s - borrow;
      borrow = static_cast<std::uint64_t>(l < s || (l == s && borrow != 0));
    }
    size_ = larger.size_;
  }

  template <int C, int D>
  static int compare_magnitudes(const Integer<C>& a, const Integer<D>& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (int i = a.size_ - 1; i >= 0; --i) {
      if (a.limbs_[i] != b.limbs_[i]) return a.limbs_[i] < b.limbs_[i] ? -1 : 1;
    }
    return 0;
  }

  template <int C, int D>
  void set_product(const Integer<C>& a, const Integer<D>& b) {
    std::fill_n(limbs_, a.size_ + b.size_, 0);
    for (int i = 0; i < a.size_; ++i) {
      std::uint64_t carry = 0;
      for (int j = 0; j < b.size_; ++j) {
        const Uint128 t = static_cast<Uint128>(a.limbs_[i]) * b.limbs_[j] + limbs_[i + j] + carry;
        limbs_[i + j] = static_cast<std::uint64_t>(t);
        carry = static_cast<std::uint64_t>(t >> 64);
      }
      limbs_[i + b.size_] = carry;
    }
    size_ = a.size_ + b.size_;
    negative_ = a.negative_ != b.negative_;
    trim();
  }

  void trim() {
    while (size_ > 0 && limbs_[size_ - 1] == 0) --size_;
  }

  int size_ = 0;
  bool negative_ = false;
  std::uint64_t limbs_[Capacity];  // NOLINT: left uninitialised, see above
};

template <int C>
Integer<C + 1> operator-(const Integer<C>& a, const Integer<C>& b) {
  Integer<C + 1> result;
  result.set_sum(a, b, !b.negative_);
  return result;
}

template <int C>
Integer<C + 1> operator+(const Integer<C>& a, const Integer<C>& b) {
  Integer<C + 1> result;
  result.set_sum(a, b, b.negative_);
  return result;
}

template <int C, int D>
Integer<C + D> operator*(const Integer<C>& a, const Integer<D>& b) {
  Integer<C + D> result;
  result.set_product(a, b);
  return result;
}

/// The sign of a - b.
template <int C, int D>
int compare(const Integer<C>& a, const Integer<D>& b) {
  if (a.sign() != b.sign()) return a.sign() < b.sign() ? -1 : 1;
  return a.sign() * Integer<C>::compare_magnitudes(a, b);
}

}  // namespace graze::exact
