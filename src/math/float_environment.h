// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace graze {

/// Every error bound assumes rounding to nearest and gradual underflow, and infinities and NaN are computed with where they occur.
/// A caller may have changed that: interval arithmetic rounds upward, start-up code of -ffast-math flushes denormals to zero, and
/// debuggers of numerics let overflows trap. Every public function that computes holds one of these: it sets what the bounds
/// assume, for the calling thread, and restores what it found. Where nothing was changed it reads one register.
class FloatEnvironment {
 public:
  FloatEnvironment() {
    const State state = read();
    if ((state & mask) == wanted) [[likely]]
      return;
    found_ = state;
    changed_ = true;
    write((state & ~mask) | wanted);
  }
  ~FloatEnvironment() {
    if (changed_) [[unlikely]]
      write(found_);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  using State = std::uint32_t;
  // MXCSR: flush to zero, rounding control, masks of the six exceptions, denormals are zero.
  static constexpr State mask = 0xffc0, wanted = 0x1f80;
  static State read() {
    return _mm_getcsr();
  }
  static void write(State state) {
    _mm_setcsr(state);
  }
#elif defined(__aarch64__)
  using State = std::uint64_t;
  // FPCR: FZ, RMode, and the traps IDE and IXE to IOE.
  static constexpr State mask = (std::uint64_t{7} << 22) | 0x9f00, wanted = 0;
  static State read() {
    State state;
    __asm__ volatile("mrs %0, fpcr" : "=r"(state));
    return state;
  }
  static void write(State state) {
    __asm__ volatile("msr fpcr, %0" : : "r"(state));
  }
#else
  // Elsewhere the rounding direction alone can be set.
  using State = int;
  static constexpr State mask = ~0, wanted = 0;
  static State read() {
    return std::fegetround() == FE_TONEAREST ? 0 : std::fegetround();
  }
  static void write(State state) {
    std::fesetround(state == 0 ? FE_TONEAREST : state);
  }
#endif

  State found_ = 0;
  bool changed_ = false;
};

}  // namespace graze
