// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace graze::cli {

/// Adds --memory, which holds the whole process to a size from the moment that it is read.
void add_memory_option(CLI::App& verb);

/// What to say when an allocation has failed: names --memory if it was given.
std::string out_of_memory_text();

}  // namespace graze::cli
