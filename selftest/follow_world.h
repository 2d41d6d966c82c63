// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "selftest/roads.h"

namespace graze::selftest {

/// `follow` for a road through a World.
std::optional<Disagreement> follow_world(const Road& road, const Case& c, const Truths& truths, Tally& tally);

}  // namespace graze::selftest
