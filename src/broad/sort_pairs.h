// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "broad/broad_phase.h"

namespace graze {

/// Sorts by radix, eleven bits at a time, skipping digits that all pairs share: a few nanoseconds a pair. `spare`
/// is memory to be re-used.
void sort_pairs(std::vector<SlotPair>& pairs, std::vector<SlotPair>& spare);

}  // namespace graze
