// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "render.h"

namespace graze::picture {

/// A few quiet colours in turn, none near the highlight's red.
Colour body_colour(std::size_t body);

/// Marks every face that shares a point with a face of another body.
void highlight_collisions(std::vector<RenderBody>& bodies);

/// The picture at the head of the README: stand-ins run into each other, with the colliding faces in red.
Image draw_readme();

}  // namespace graze::picture
