// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>

namespace graze {

/// `validate` for the poses of a pair, both at once: it takes little longer than for one.
void validate(const Pose& X, const Pose& Y);

}  // namespace graze
