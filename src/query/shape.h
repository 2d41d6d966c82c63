// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/shape.h>

#include "math/axis_box.h"

namespace graze {

struct Shape::Impl {
  ShapeKind kind;
};

}  // namespace graze
