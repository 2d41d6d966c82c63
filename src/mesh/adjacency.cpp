// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/adjacency.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "mesh/sizes.h"

namespace graze {
namespace {

/// A side of a face, in the bucket of its lower vertex.
struct Side {
  std::uint32_t other;  // the higher vertex
  std::uint32_t face;
  std::uint32_t corner;
};

bool comes_before(const Side& s, const Side& t) {
  return s.other != t.other ? s.other < t.other : s.face != t.face ? s.face < t.face : s.corner < t.corner;
}

}  // namespace

Adjacency adjacency(std::span<const Face> faces, std::size_t vertex_count) {
  static_assert(3 * most_faces < (std::uint64_t{1} << 32), "sides are numbered with 32 bits");
  // A counting sort by the lower vertex, then a sort of each bucket: two passes over memory instead of the twenty of a sort of
  // all sides at once.
  std::vector<std::uint32_t> start(vertex_count + 1, 0);
  for (const Face& face : faces) {
    for (int k = 0; k < 3; ++k) {
      assert(face[k] < vertex_count);
      ++start[std::min(face[k], face[(k + 1) % 3]) + 1];
    }
  }
  for (std::size_t v = 0; v < vertex_count; ++v) start[v + 1] += start[v];
  std::vector<Side> sides(3 * faces.size());
  std::vector<std::uint32_t> next(start.begin(), start.end() - 1);
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(faces[f][k], faces[f][(k + 1) % 3]);
      sides[next[low]++] = {high, f, k};
    }
  }

  Adjacency result;
  result.edges.reserve(sides.size() / 2 + 1);
  result.first.reserve(sides.size() / 2 + 2);
  result.incident.reserve(sides.size());
  result.edges_of_face.resize(faces.size());
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    std::sort(sides.begin() + start[v], sides.begin() + start[v + 1], comes_before);
    for (std::uint32_t i = start[v]; i < start[v + 1]; ++i) {
      const Side& side = sides[i];
      const bool new_edge = i == start[v] || sides[i - 1].other != side.other;
      if (new_edge) {
        result.edges.push_back({v, side.other});
        result.first.push_back(static_cast<std::uint32_t>(result.incident.size()));
      }
      // A face that names a vertex twice has the same edge on two sides.
      if (new_edge || sides[i - 1].face != side.face) result.incident.push_back(side.face);
      result.edges_of_face[side.face][side.corner] = static_cast<std::uint32_t>(result.edges.size() - 1);
    }
  }
  result.first.push_back(static_cast<std::uint32_t>(result.incident.size()));
  return result;
}

}  // namespace graze
