// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies asked by a World, whose broad phase leaves out pairs with boxes apart.
#pragma once

#include "check_task.h"

namespace graze::cli {

/// Every frame is a step of one World. Listed are all pairs (see CheckTask::each_is_listed) or those that collide.
void ask_world(CheckTask& task, BroadPhaseKind kind);

/// Within a budget for each pair, of a scene without frames: the broad phase names the pairs, which are then asked one
/// by one. Listed are those that collide or stay undecided.
void ask_candidates(CheckTask& task);

}  // namespace graze::cli
