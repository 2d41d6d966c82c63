// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <string_view>

#include "math/message.h"
#include "query/shape/shape.h"

namespace graze {

/// Throws Error unless there is at least one thread.
inline void require_threads(int threads) {
  if (threads < 1) throw Error(message("threads is ", threads, ": it must be at least 1"));
}

/// Throws Error for a shape that is neither mesh nor deformable.
inline void require_mesh(const Shape& shape, std::string_view what) {
  if (!shape.impl().mesh)
    throw Error(message(what, " on ", kind_name(shape.kind()), " is not supported, only on meshes"));
}

}  // namespace graze
