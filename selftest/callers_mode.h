// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "selftest/roads.h"

namespace graze::selftest {

/// The calling thread rounds in some way, for as long as this lives. Says at its end if another one was set meanwhile.
class CallersMode {
 public:
  CallersMode(FloatMode mode, bool& changed) : changed_(changed) {
    std::fegetenv(&found_);
    if (mode == FloatMode::upward) std::fesetround(FE_UPWARD);
    if (mode == FloatMode::downward) std::fesetround(FE_DOWNWARD);
    if (mode == FloatMode::toward_zero) std::fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
    if (mode == FloatMode::flush_to_zero) _mm_setcsr(_mm_getcsr() | 0x8040U);  // results and operands
#endif
    set_ = control_bits();
  }
  ~CallersMode() {
    changed_ = changed_ || control_bits() != set_;
    std::fesetenv(&found_);
  }
  CallersMode(const CallersMode&) = delete;
  CallersMode& operator=(const CallersMode&) = delete;

 private:
  static unsigned control_bits() {
#if defined(__SSE2__)
    return _mm_getcsr() & ~0x3fU;  // without the exceptions that were met
#else
    return static_cast<unsigned>(std::fegetround());
#endif
  }

  bool& changed_;
  std::fenv_t found_;
  unsigned set_ = 0;
};

}  // namespace graze::selftest
