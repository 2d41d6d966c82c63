// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>

namespace graze {

/// Thrown for bad input. The message says what is wrong, where, and with which value. Nothing is half-changed
/// after it.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by a query or a step whose `stop` was requested.
class Cancelled : public Error {
 public:
  using Error::Error;
};

}  // namespace graze
