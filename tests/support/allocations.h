// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A test program that includes this is linked with an operator new that counts (tests/CMakeLists.txt).
#pragma once

#include <cstddef>

namespace graze::testing {

/// Of operator new in this whole program, so far.
std::size_t allocations();
/// Bytes asked of operator new and not given back.
std::size_t bytes_held();
/// The most bytes that were asked for at once since `forget_largest_allocation`.
std::size_t largest_allocation();
void forget_largest_allocation();
/// The most bytes that were held at once since `forget_most_held`.
std::size_t most_held();
void forget_most_held();
/// The next allocation after so many fails, once. Negative: none does.
void fail_after(int allocations);

}  // namespace graze::testing
