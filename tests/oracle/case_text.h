// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "oracle/cases.h"

/// Cases as text that reads back to the last bit (hex floats): what a failing test prints, and what a file in
/// tests/regress holds. A case is a line "pair" or "box", then lines of a name and its numbers, then a blank
/// line:
///
///     pair                       box
///     a  9 numbers               t  9 numbers
///     b  9 numbers               X  12 numbers, optional: R row by row, t
///     X_a  12 numbers, optional  low  3 numbers
///     X_b  12 numbers, optional  high  3 numbers
///
/// Lines that start with # are comments.
namespace graze::oracle {

std::string to_text(const PairCase& c);
std::string to_text(const BoxCase& c);

/// Throws when a case is of no known kind or lacks a number.
std::vector<std::variant<PairCase, BoxCase>> read_cases(std::istream& in);

}  // namespace graze::oracle
