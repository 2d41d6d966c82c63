// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <string>

namespace graze::testing {

/// What the Error that `run` throws says; "no error" if it throws none.
template <class Run>
std::string error_of(const Run& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace graze::testing
