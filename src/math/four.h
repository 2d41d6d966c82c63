// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>

namespace graze {

/// Four floats in a register. By the compilers' own vectors and not by Highway's, which on some targets have
/// no four lanes.
using Four = float __attribute__((vector_size(16)));
/// Four doubles, in one register or two. By reference, or to functions that are inlined: how they are passed depends on the target.
using FourDoubles = double __attribute__((vector_size(32)));

inline Four four(float x) {
  return Four{x, x, x, x};
}
inline Four load(const float (&from)[4]) {
  Four x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store(Four x, float (&to)[4]) {
  std::memcpy(to, &x, sizeof x);
}
/// The fourth is 0.
inline Four to_float(double x, double y, double z) {
  return Four{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), 0};
}
inline Four absolute(Four x) {
  return x < 0 ? -x : x;
}
inline Four min(Four a, Four b) {
  return a < b ? a : b;
}
inline Four max(Four a, Four b) {
  return a > b ? a : b;
}

}  // namespace graze
