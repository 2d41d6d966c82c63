// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include <functional>
#include <span>
#include <string_view>
#include <vector>

// Bodies that change their form with time, as in the interactive experiment of kitamura1998: made by program,
// the same to the last bit whenever they are made. Time is in seconds; one period is one second.
namespace graze::scenes {

/// A body at rest, where its vertices are at a time, and where it is.
struct DeformingBody {
  Mesh rest;
  std::function<void(double time, std::span<Eigen::Vector3d> vertices)> deform;
  std::function<Pose(double time)> pose = [](double) { return Pose(); };
};

/// The hand of models.h, whose fingers close to a fist and open again; each knuckle turns what is beyond it,
/// with weights that change smoothly over it. Faces are cut until there are `faces`, 960 or more.
DeformingBody make_moving_hand(std::size_t faces = 960);

/// A sphere of 2·m·(n-1) faces whose surface swells and sinks in waves; `depth` 1 makes it touch its centre.
DeformingBody make_pulsing_sphere(int m, int n, double depth);

/// A bar of m × m × n cells along z whose ends turn against each other by up to `turns` turns.
DeformingBody make_twisting_bar(int m, int n, double turns);

/// An open sheet of n × n cells, in waves; once a period it lies flat, folded in two on itself.
DeformingBody make_waving_cloth(int n);

/// Bodies among each other.
struct DeformingScene {
  std::string_view name;
  std::vector<DeformingBody> bodies;
};

/// The experiment's bodies and some that are harder: faces lose their area, fold over and coincide on the
/// way. `detail` 1 is a few hundred faces a body; their number grows with its square.
std::vector<DeformingScene> deforming_scenes(int detail);

}  // namespace graze::scenes
