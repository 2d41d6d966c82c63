// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "oracle/draw.h"
#include "selftest/case.h"

namespace graze::selftest {

/// A kind of case, after something that was once answered wrongly or looked as if it might be.
struct Generator {
  std::string_view name;
  std::string_view makes;
  Case (*draw)(oracle::Draw& draw);
};

std::span<const Generator> all_generators();

/// What the case with this number is drawn from.
oracle::Draw draw_of(std::uint64_t seed, std::uint64_t number);

/// The kind of the case with this number, as a place in the list. Kinds that take long come up less often.
std::size_t kind_of_case(std::uint64_t number);

/// Throws Error for a name that is none.
const Generator& generator_from_name(std::string_view name);

}  // namespace graze::selftest
