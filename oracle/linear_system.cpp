// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/linear_system.h"

#include <algorithm>
#include <limits>

namespace graze::oracle {
namespace {

using Row = LinearSystem::Row;

mpz_class& at(Row& row, int k) {
  return row[static_cast<std::size_t>(k)];
}

const mpz_class& at(const Row& row, int k) {
  return row[static_cast<std::size_t>(k)];
}

/// p·f + q·g; a consequence of both rows being at least 0 when f and g are.
Row combination(const Row& p, const mpz_class& f, const Row& q, const mpz_class& g) {
  Row row;
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (p[k] != 0) {
      row[k] = p[k] * f;
    }
    if (q[k] != 0) {
      mpz_addmul(row[k].get_mpz_t(), q[k].get_mpz_t(), g.get_mpz_t());
    }
  }
  return row;
}

/// Uses an equation with a positive coefficient at `unknown` to remove that unknown from `row`. As in
/// Bareiss's elimination every entry is then a minor of the first matrix times the last pivot, so that the
/// division is exact; it only keeps the numbers short. The row is multiplied by a positive number, so an
/// inequality keeps its sense.
void substitute(Row& row, const Row& equation, int unknown, const mpz_class& last_pivot) {
  const mpz_class factor = at(row, unknown);
  const mpz_class& pivot = at(equation, unknown);
  for (std::size_t k = 0; k < row.size(); ++k) {
    row[k] *= pivot;
    mpz_submul(row[k].get_mpz_t(), equation[k].get_mpz_t(), factor.get_mpz_t());
    mpz_divexact(row[k].get_mpz_t(), row[k].get_mpz_t(), last_pivot.get_mpz_t());
  }
}

}  // namespace

bool LinearSystem::feasible() && {
  if (!solve_equations()) {
    return false;
  }
  while (true) {
    for (const Row& row : inequalities_) {
      const bool constant =
          std::all_of(row.begin() + 1, row.end(), [](const mpz_class& c) { return c == 0; });
      if (constant && row[0] < 0) {
        return false;
      }
    }
    const int left = unknowns_left();
    if (left == 0) {
      return true;
    }
    const int unknown = cheapest_unknown();
    if (left == 1) {
      return !interval_is_empty(unknown);
    }
    eliminate(unknown);
  }
}

/// False if some equation has become "a number that is not 0 = 0".
bool LinearSystem::solve_equations() {
  mpz_class last_pivot = 1;
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    Row& equation = equations_[i];
    int unknown = 1;
    while (unknown <= unknowns_ && at(equation, unknown) == 0) {
      ++unknown;
    }
    if (unknown > unknowns_) {
      if (equation[0] != 0) {
        return false;
      }
      continue;
    }
    if (at(equation, unknown) < 0) {
      for (mpz_class& c : equation) {
        c = -c;
      }
    }
    for (std::size_t j = i + 1; j < equations_.size(); ++j) {
      substitute(equations_[j], equation, unknown, last_pivot);
    }
    for (Row& row : inequalities_) {
      substitute(row, equation, unknown, last_pivot);
    }
    last_pivot = at(equation, unknown);
  }
  return true;
}

/// Replaces the rows that hold `unknown` by all sums of a lower bound on it and an upper one.
void LinearSystem::eliminate(int unknown) {
  std::vector<Row> rest;
  for (const Row& lower : inequalities_) {
    if (at(lower, unknown) == 0) {
      rest.push_back(lower);
    }
    if (at(lower, unknown) <= 0) {
      continue;
    }
    for (const Row& upper : inequalities_) {
      if (at(upper, unknown) < 0) {
        rest.push_back(combination(lower, -at(upper, unknown), upper, at(lower, unknown)));
      }
    }
  }
  inequalities_ = std::move(rest);
}

/// For the last unknown: is its greatest lower bound above its least upper one?
bool LinearSystem::interval_is_empty(int unknown) const {
  const Row* greatest_lower = nullptr;
  const Row* least_upper = nullptr;
  // The bound of a row c₀ + c·x ≥ 0 is -c₀/c.
  const auto bound_above = [unknown](const Row& p, const Row& q) {
    const mpz_class left = -p[0] * abs(at(q, unknown)) * sgn(at(p, unknown));
    const mpz_class right = -q[0] * abs(at(p, unknown)) * sgn(at(q, unknown));
    return left > right;
  };
  for (const Row& row : inequalities_) {
    const int sign = sgn(at(row, unknown));
    if (sign > 0 && (greatest_lower == nullptr || bound_above(row, *greatest_lower))) {
      greatest_lower = &row;
    }
    if (sign < 0 && (least_upper == nullptr || bound_above(*least_upper, row))) {
      least_upper = &row;
    }
  }
  return greatest_lower != nullptr && least_upper != nullptr && bound_above(*greatest_lower, *least_upper);
}

/// The one whose elimination makes the fewest rows.
int LinearSystem::cheapest_unknown() const {
  int best = 0;
  std::ptrdiff_t fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (int k = 1; k <= unknowns_; ++k) {
    const auto lower = std::count_if(inequalities_.begin(), inequalities_.end(),
                                     [k](const Row& row) { return at(row, k) > 0; });
    const auto upper = std::count_if(inequalities_.begin(), inequalities_.end(),
                                     [k](const Row& row) { return at(row, k) < 0; });
    if (lower + upper > 0 && lower * upper < fewest) {
      fewest = lower * upper;
      best = k;
    }
  }
  return best;
}

int LinearSystem::unknowns_left() const {
  int left = 0;
  for (int k = 1; k <= unknowns_; ++k) {
    left += std::any_of(inequalities_.begin(), inequalities_.end(),
                        [k](const Row& row) { return at(row, k) != 0; });
  }
  return left;
}

}  // namespace graze::oracle
