// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace graze {

/// Three vertex numbers, counter-clockwise seen from outside where the mesh has an outside.
using Face = std::array<std::uint32_t, 3>;

/// Vertices and triangles: a plain value. Any soup is legal: open, self-intersecting, with degenerate or
/// duplicate faces.
struct Mesh {
  std::vector<Eigen::Vector3d> vertices;
  std::vector<Face> faces;

  bool operator==(const Mesh&) const = default;
};

/// Throws Error if a coordinate is not finite, a face names a vertex that is not there, or there are more than 500 million
/// faces or 4,000 million vertices. `name` is used in the message.
void validate(const Mesh& mesh, std::string_view name = "mesh");

}  // namespace graze
