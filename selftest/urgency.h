// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

namespace graze::selftest {

/// Pairs nearest to an interactive body are asked first. Is a pair undecided that is nearer to one than a pair that collides?
bool is_out_of_order(const World& world, const Frame& frame);

}  // namespace graze::selftest
