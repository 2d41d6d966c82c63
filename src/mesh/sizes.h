// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <cstdint>
#include <limits>
#include <string_view>

#include "math/message.h"

namespace graze {

/// Generators take sizes in this range: outside it, distinct vertices would round to the same place.
inline constexpr double smallest_size = 1e-300;
inline constexpr double largest_size = 1e300;

/// Throws Error unless `size` is in range. Written so that NaN fails.
inline void require_size(double size, std::string_view what) {
  if (!(size >= smallest_size && size <= largest_size)) {
    throw Error(message(what, " is ", size, ", but must be from ", smallest_size, " to ", largest_size));
  }
}

inline void require_at_least(std::int64_t least, std::int64_t count, std::string_view what) {
  if (count < least) throw Error(message(what, " is ", count, ", but must be at least ", least));
}

/// Throws Error if this many faces, and so the vertices they need, could not be numbered with 32 bits.
inline void require_numberable(std::int64_t faces, std::string_view what) {
  if (faces > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
    throw Error(message(what, " would have ", faces, " faces, more than can be numbered"));
  }
}

}  // namespace graze
