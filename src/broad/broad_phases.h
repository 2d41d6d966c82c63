// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "broad/broad_phase.h"

namespace graze {

std::unique_ptr<BroadPhase> make_broad_phase(BroadPhaseKind kind);

/// Does it look at BroadFrame::motions?
bool uses_motions(BroadPhaseKind kind);

}  // namespace graze
