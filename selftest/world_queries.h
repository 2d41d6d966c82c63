// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include "oracle/draw.h"
#include "selftest/case.h"
#include "selftest/roads.h"
#include "selftest/tally.h"

namespace graze::selftest {

/// A world and the bodies that it should have.
struct WorldView {
  const World& world;
  const Player& player;
  std::span<const std::optional<BodyId>> ids;  ///< of the player's bodies; none: not in the world
  FloatMode float_mode = FloatMode::plain;     ///< of the caller
  bool boxes_grow = false;                     ///< so that much may be near what it is far from
};

struct WrongAnswer {
  std::string said;
  std::string truth;
  std::array<std::size_t, 2> bodies = {};
};

/// Asks a world, between two steps, what is in a box, on a path and near a point, and which bodies it has. Compares with rational
/// arithmetic, or with asking each body.
std::optional<WrongAnswer> ask_between_steps(const WorldView& view, oracle::Draw& draw, Tally& tally);

}  // namespace graze::selftest
