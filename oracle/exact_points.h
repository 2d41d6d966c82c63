// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmpxx.h>

#include <array>
#include <span>
#include <vector>

#include "exact/predicates.h"

namespace graze::oracle {

using IntegerPoint = std::array<mpz_class, 3>;

/// The points R·p + t of real arithmetic, all multiplied by one power of two that makes every coordinate an
/// integer.
///
/// Each finite double is an integer times a power of two, hence so is every sum of products of them; a common
/// positive factor changes no sign and no incidence.
std::vector<IntegerPoint> to_integers(std::span<const exact::Point> points);

}  // namespace graze::oracle
