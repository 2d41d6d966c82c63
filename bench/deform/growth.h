// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace graze::bench {

/// 15 bodies of 528 faces beside two of them, as in the paper, and more bodies. Draws the cost of a body against
/// their number, if a folder is given.
void run_many(const std::filesystem::path& out);

/// Cost and memory against faces that overlap, and against faces that do not; both are drawn.
void run_growth(const std::filesystem::path& out);

}  // namespace graze::bench
