// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>
#include <graze/shape.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "race.h"

// What is measured: meshes, and the poses at which they are asked about. All of it is the same in every run.
namespace graze::bench {

/// The largest extent of the box of every body, unless said otherwise. Gaps and steps are shares of it.
inline constexpr double body_size = 2;

struct NamedMesh {
  std::string name;
  std::function<Mesh()> make;  ///< scaled to `body_size` about the origin
};

/// Those that are measured when none are named: made by program, and the files in `folder` if it is there.
std::vector<NamedMesh> default_meshes(const std::filesystem::path& folder);

/// A built-in name, or a file. Throws Error for what is neither.
NamedMesh mesh_from_name(const std::string& name, const std::filesystem::path& folder);
std::vector<std::string> built_in_mesh_names();

/// Scaled and moved so that the box of its vertices has its middle at the origin and the largest extent
/// `size`.
Mesh scaled_to(Mesh mesh, double size);

/// A square sheet of waves with 2·n² faces.
Mesh make_wavy_plate(int n);
Mesh make_fine_sphere(double radius);  ///< 97,032 faces

/// Shares of the size between the centres of two equal bodies: deep in each other … well apart.
inline constexpr double sweep_distances[] = {0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.1, 1.3};

/// At each distance a group; B is turned about a tilted axis, `turns` times.
std::vector<Query> sweep_queries(int turns);

/// Shares of the size between bodies that almost touch.
inline constexpr double near_miss_gaps[] = {1e-2, 1e-3, 1e-4};

/// B comes from afar along a line until it touches A, and is moved back by the gap; each gap a group.
std::vector<Query> near_miss_queries(const Shape& a, const Shape& b, std::span<const double> gaps,
                                     int orientations);

/// Deep in each other, turned at random.
std::vector<Query> deep_queries(int count);

/// B turns by 1° and moves by 0.5 % of the size a step, or by `share` of both, through A and out again.
std::vector<Query> coherent_queries(double share);

/// B turned and moved by at most so much, each query otherwise.
std::vector<Query> jittered_queries(int count, double angle, double shift, const Eigen::Vector3d& offset);

/// B, of the given size, near to random points of A's surface.
std::vector<Query> surface_queries(const Mesh& a, double size_b, int count);

}  // namespace graze::bench
