// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "models.h"

#include <array>

namespace graze::scenes {

std::span<const Model> models() {
  static constexpr std::array<Model, 8> all = {{
      {"chair", 146, make_chair},
      {"shuttle", 528, make_shuttle},
      {"hand", 960, make_hand},
      {"head", 1816, make_head},
      {"door_skin", 3391, make_door_skin},
      {"door_lock", 20898, make_door_lock},
      {"car", 60755, make_car},
      {"pipes", 124736, make_pipes},
  }};
  return all;
}

}  // namespace graze::scenes
