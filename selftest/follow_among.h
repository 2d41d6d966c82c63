// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "selftest/roads.h"

namespace graze::selftest {

/// `follow` for a road of face_pairs_among.
std::optional<Disagreement> follow_among(const Road& road, const Case& c, const Truths& truths, Tally& tally);

}  // namespace graze::selftest
