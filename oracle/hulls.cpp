// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/hulls.h"

#include <vector>

namespace graze::oracle {
namespace {

constexpr int equations = 5;

/// Rows: the three coordinates of Σλa - Σμb = 0, Σλ = 1, Σμ = 1, and the sum of artificial variables, to be brought to
/// zero. Columns: λ, μ, then the right-hand side. All entries are integers over one common denominator > 0.
class Tableau {
 public:
  Tableau(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b)
      : columns_(a.size() + b.size()), rows_(equations + 1, std::vector<mpz_class>(columns_ + 1)) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const bool of_a = j < a.size();
      for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        rows_[k][j] = of_a ? a[j][k] : mpz_class(-b[j - a.size()][k]);
      }
      rows_[of_a ? 3 : 4][j] = 1;
    }
    rows_[3][columns_] = rows_[4][columns_] = 1;
    // Right-hand sides are 0 or 1, so the artificial variables are a first solution.
    for (int i = 0; i < equations; ++i) {
      const auto k = static_cast<std::size_t>(i);
      basis_.push_back(columns_ + k);
      for (std::size_t j = 0; j <= columns_; ++j) rows_[equations][j] += rows_[k][j];
    }
  }

  bool feasible() {
    constexpr int quick_steps = 40;
    for (int step = 0;; ++step) {
      const std::size_t in = step < quick_steps ? steepest() : first();
      if (in == columns_) return rows_[equations][columns_] == 0;
      pivot(leaving(in), in);
    }
  }

 private:
  /// The variable that lessens the sum fastest: few steps as a rule, but they may go round in a circle. None: columns_.
  std::size_t steepest() const {
    std::size_t best = first();
    for (std::size_t j = best; j < columns_; ++j) {
      if (rows_[equations][j] > rows_[equations][best]) best = j;
    }
    return best;
  }
  /// The first variable that lessens the sum: Bland's rule. None: columns_.
  std::size_t first() const {
    std::size_t j = 0;
    while (j < columns_ && rows_[equations][j] <= 0) ++j;
    return j;
  }

  /// The smallest ratio; of several, the least variable.
  std::size_t leaving(std::size_t in) const {
    std::size_t best = equations;
    for (std::size_t i = 0; i < equations; ++i) {
      if (rows_[i][in] <= 0) continue;
      if (best == equations) {
        best = i;
        continue;
      }
      const mpz_class here = rows_[i][columns_] * rows_[best][in],
                      there = rows_[best][columns_] * rows_[i][in];
      if (here < there || (here == there && basis_[i] < basis_[best])) best = i;
    }
    return best;  // there is one: the sum is bounded below
  }

  void pivot(std::size_t row, std::size_t in) {
    const mpz_class p = rows_[row][in];
    for (std::size_t i = 0; i <= equations; ++i) {
      if (i == row) continue;
      const mpz_class factor = rows_[i][in];
      for (std::size_t j = 0; j <= columns_; ++j) {
        rows_[i][j] = rows_[i][j] * p - factor * rows_[row][j];
        mpz_divexact(rows_[i][j].get_mpz_t(), rows_[i][j].get_mpz_t(), denominator_.get_mpz_t());
      }
    }
    denominator_ = p;
    basis_[row] = in;
  }

  std::size_t columns_;
  std::vector<std::vector<mpz_class>> rows_;
  std::vector<std::size_t> basis_;
  mpz_class denominator_ = 1;
};

}  // namespace

bool hulls_of_many_meet(std::span<const IntegerPoint> a, std::span<const IntegerPoint> b) {
  return Tableau(a, b).feasible();
}

}  // namespace graze::oracle
