// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#else
#include <cfenv>
#endif

namespace graze {

/// Every error bound assumes rounding to nearest and gradual underflow. A caller may have changed that: interval arithmetic
/// rounds upward, and start-up code of -ffast-math flushes denormals to zero. Every public function that computes holds one of
/// these: it sets what the bounds assume, for the calling thread, and restores what it found.
///
/// Whether anything was changed is seen from three sums. Reading the control register instead would wait for all operations
/// before it, and take as long as a tenth of a short query.
class FloatEnvironment {
 public:
  FloatEnvironment() {
    if (is_as_assumed()) [[likely]]
      return;
    found_ = read();
    changed_ = true;
    write(found_ & ~mask);
  }
  ~FloatEnvironment() {
    if (changed_) [[unlikely]]
      write(found_);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
#if defined(__x86_64__) || defined(__i386__)
  // MXCSR in the low half: flush to zero, rounding control, denormals are zero. In the high half the control word of the x87 unit,
  // whose rounding control std::fesetround sets too, and strtod of glibc looks at.
  using State = std::uint64_t;
  static constexpr State mask = 0xe040 | (std::uint64_t{0x0c00} << 32);
  static State read() {
    std::uint16_t x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return _mm_getcsr() | (std::uint64_t{x87} << 32);
  }
  static void write(State state) {
    const auto x87 = static_cast<std::uint16_t>(state >> 32);
    __asm__ volatile("fldcw %0" : : "m"(x87));
    _mm_setcsr(static_cast<std::uint32_t>(state));
  }
#elif defined(__aarch64__)
  using State = std::uint64_t;
  static constexpr State mask = std::uint64_t{7} << 22;  // FPCR: FZ and RMode
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
  static constexpr State mask = ~0;
  static State read() {
    return std::fegetround() == FE_TONEAREST ? 0 : std::fegetround();
  }
  static void write(State state) {
    std::fesetround(state == 0 ? FE_TONEAREST : state);
  }
#endif

  static bool is_as_assumed() {
    // Volatile, so that the sums are computed here and not by the compiler.
    static constinit volatile const double one = 1, small = 0x1p-60, denormal = 0x1p-1074;
    const double x = one, s = small, d = denormal;
    // Rounding upward changes the first; downward or toward zero, the second; flushing, the third. Bits are compared, which is
    // quicker than to compare doubles that might be NaN.
    const auto bits = [](double y) { return std::bit_cast<std::uint64_t>(y); };
    return (((bits(x + s) ^ bits(x)) | (bits(x - s) ^ bits(x))) == 0) & (bits(d + d) != 0);
  }

  State found_ = 0;
  bool changed_ = false;
};

}  // namespace graze
