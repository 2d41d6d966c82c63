// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

// The car of make_car in pieces, in place: the front towards -x, the ground at z = 0, metres.
namespace graze::scenes::car {

Mesh body();       ///< outer sheet, inner liner, floor; open
Mesh wheels();     ///< tyres, rims, brakes, axles
Mesh interior();   ///< seats, dashboard, steering wheel, levers
Mesh machinery();  ///< engine, gearbox, exhaust, tank

}  // namespace graze::scenes::car
