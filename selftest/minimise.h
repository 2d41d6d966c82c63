// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "selftest/roads.h"

namespace graze::selftest {

struct Minimised {
  Case smaller;
  Disagreement disagreement;  ///< that the road still meets in it
};

/// Leaves out frames, bodies, faces, pieces and digits, and makes the road a simpler one, for as long as there is a
/// disagreement, and for at most so many seconds.
Minimised minimised(const Case& c, const Disagreement& found, double seconds);

}  // namespace graze::selftest
