// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "selftest/roads.h"

namespace graze::selftest {

/// The calling thread rounds in some way, for as long as this lives.
class CallersMode {
 public:
  explicit CallersMode(FloatMode mode) {
    std::fegetenv(&found_);
    if (mode == FloatMode::upward) std::fesetround(FE_UPWARD);
    if (mode == FloatMode::downward) std::fesetround(FE_DOWNWARD);
    if (mode == FloatMode::toward_zero) std::fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
    if (mode == FloatMode::flush_to_zero) _mm_setcsr(_mm_getcsr() | 0x8040U);  // results and operands
#endif
  }
  ~CallersMode() {
    std::fesetenv(&found_);
  }
  CallersMode(const CallersMode&) = delete;
  CallersMode& operator=(const CallersMode&) = delete;

 private:
  std::fenv_t found_;
};

}  // namespace graze::selftest
