// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace graze::testing {

/// Of operator new in this whole program, so far.
std::size_t allocations();
/// Bytes asked of operator new and not given back.
std::size_t bytes_held();

}  // namespace graze::testing
