// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <cstddef>
#include <span>
#include <string_view>

// Stand-ins for the models that the papers used and that we don't have: made by program, with the same number
// of faces and of the same character. Metres, z up, the front towards -x; the lock is in millimetres.
namespace graze::scenes {

Mesh make_shuttle();    ///< a space shuttle of closed parts that run into each other; concave
Mesh make_chair();      ///< seat, legs, back: thin closed bars
Mesh make_head();       ///< one closed sculpted surface
Mesh make_hand();       ///< one closed smooth surface, its fingers up, the palm to the front
Mesh make_door_skin();  ///< the outer sheet of a car's door: thin, curved, open, with a window
Mesh make_door_lock();  ///< a car door's lock: many small mechanical parts between two plates
Mesh make_car();        ///< an open body shell with seats, wheels, engine, …
Mesh make_pipes();      ///< a plant's tangle of bent tubes with flanges and bolts

struct Model {
  std::string_view name;
  std::size_t faces = 0;
  Mesh (*make)() = nullptr;
};

/// All of them, by rising number of faces.
std::span<const Model> models();

}  // namespace graze::scenes
