// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <array>
#include <vector>

namespace graze::oracle {

/// Linear equations and inequalities with integer coefficients in a few real unknowns: is there a solution?
///
/// Gaussian elimination, then Fourier–Motzkin elimination (Schrijver 1986, 12.2), both in integers without a
/// rounding. Complete for every system: an equation is used to substitute one unknown away, and a solution of
/// what Fourier–Motzkin leaves can always be extended by the unknown that it removed, because every lower
/// bound on it is at most every upper one. So nothing needs to be assumed about rank, and degenerate input is
/// not a case of its own.
class LinearSystem {
 public:
  static constexpr int max_unknowns = 4;

  /// Stands for c[0] + c[1]·x₁ + … + c[n]·xₙ.
  using Row = std::array<mpz_class, max_unknowns + 1>;

  explicit LinearSystem(int unknowns) : unknowns_(unknowns) {}

  /// A new row, all zero, to be filled by the caller: it must be 0, or at least 0.
  Row& equation() { return equations_.emplace_back(); }
  Row& inequality() { return inequalities_.emplace_back(); }

  /// Consumes the system.
  bool feasible() &&;

 private:
  bool solve_equations();
  void eliminate(int unknown);
  bool interval_is_empty(int unknown) const;
  int cheapest_unknown() const;
  int unknowns_left() const;

  int unknowns_;
  std::vector<Row> equations_;
  std::vector<Row> inequalities_;
};

}  // namespace graze::oracle
