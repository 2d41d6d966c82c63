// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

namespace graze::cli {

/// Adds --memory, which holds the whole process to a size from the moment that it is read.
void add_memory_option(CLI::App& verb);

/// What to say of an exception. If memory has run out, be it within an Error that names a file, it names --memory where that was
/// given.
std::string text_of(const std::exception& error);

}  // namespace graze::cli
