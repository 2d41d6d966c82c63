// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace graze {

/// New vertices of a mesh that is being subdivided, one an edge.
class EdgeMiddles {
 public:
  explicit EdgeMiddles(Mesh& mesh) : mesh_(mesh) {}

  /// The number of the vertex on the edge from a to b; placed at place(a's place, b's place) when it is first asked for.
  template <class Place>
  std::uint32_t between(std::uint32_t a, std::uint32_t b, const Place& place) {
    const auto [at, is_new] =
        number_.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(place(mesh_.vertices[a], mesh_.vertices[b]));
    return at->second;
  }

 private:
  Mesh& mesh_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> number_;
};

}  // namespace graze
