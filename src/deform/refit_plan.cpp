// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/refit_plan.h"

#include <graze/error.h>

#include <algorithm>
#include <limits>

#include "deform/vertices.h"
#include "math/message.h"

namespace graze {
namespace {

using Eigen::Vector3d;

/// A subtree has a list of blocks if it has at most so many faces, and the node above it has more. The larger size
/// skips most of the tree with few lists, the smaller one follows the border of a box closely.
constexpr std::uint32_t listed_sizes[] = {192, 2048};

/// The pair of points whose difference has the largest `size`.
template <class Size>
void find_largest(std::span<const Vector3d> points, const Size& size, std::uint8_t (&pair)[2]) {
  double largest = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double of_pair = size(points[i] - points[j]);
      if (!(of_pair > largest)) continue;
      largest = of_pair;
      pair[0] = static_cast<std::uint8_t>(i);
      pair[1] = static_cast<std::uint8_t>(j);
    }
  }
}

}  // namespace

RefitPlan::RefitPlan(const WideBvh& tree, const Mesh& mesh) {
  // Places of coordinates are kept in 32 bits; a leaf has at most `most_vertices` of them, and each may be in two
  // lists of blocks.
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (mesh.vertices.size() > most / 3 || tree.leaves().size() > (most - ahead) / (2 * most_vertices)) {
    throw Error(message("a body of ", mesh.vertices.size(), " vertices and ", mesh.faces.size(),
                        " faces is too large to be deformed"));
  }
  leaves_.reserve(tree.leaves().size());
  for (const WideBvh::Leaf& leaf : tree.leaves()) add_leaf(tree, mesh, leaf);
  vertices_.resize(vertices_.size() + ahead, 0);
  vertices_.shrink_to_fit();
  find_blocks(tree);
}

void RefitPlan::add_leaf(const WideBvh& tree, const Mesh& mesh, const WideBvh::Leaf& faces) {
  Leaf& leaf = leaves_.emplace_back();
  leaf = {};
  leaf.first = static_cast<std::uint32_t>(vertices_.size());
  std::uint32_t own[most_vertices];
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < WideBvh::width; ++i) {
    const Face& face = mesh.faces[tree.faces()[faces.first + std::min(i, faces.count - 1)]];
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t v = face[i < faces.count ? corner : 0];
      const auto at = static_cast<std::size_t>(std::find(own, own + count, v) - own);
      if (at == count) own[count++] = v;
      leaf.corner[corner][i] = static_cast<std::uint8_t>(at);
    }
  }
  Vector3d points[most_vertices];
  for (std::size_t i = 0; i < count; ++i) points[i] = tree.frame()(mesh.vertices[own[i]]);
  find_largest(
      {points, count}, [](const Vector3d& d) { return d.squaredNorm(); }, leaf.diagonal[0]);
  const Vector3d longest = points[leaf.diagonal[0][0]] - points[leaf.diagonal[0][1]];
  find_largest(
      {points, count}, [&](const Vector3d& d) { return longest.cross(d).squaredNorm(); }, leaf.diagonal[1]);
  while (count < WideBvh::width || count % 4 != 0) {
    own[count] = own[count - 1];
    ++count;
  }
  leaf.count = static_cast<std::uint8_t>(count);
  for (std::size_t i = 0; i < count; ++i) vertices_.push_back(3 * own[i]);
}

void RefitPlan::find_blocks(const WideBvh& tree) {
  const std::size_t count = tree.nodes().size();
  // Children come after their parents, and all that is below a node before the next one beside it.
  std::vector<std::uint32_t> faces(count, 0), above(count, 0), end(count, 0);
  for (std::size_t i = count; i-- > 0;) {
    end[i] = std::max(end[i], static_cast<std::uint32_t>(i + 1));
    for (const std::uint32_t child : tree.nodes()[i].child) {
      if (child == 0) continue;
      const bool leaf = (child & WideBvh::leaf_flag) != 0;
      faces[i] += leaf ? tree.leaves()[child & ~WideBvh::leaf_flag].count : faces[child];
      if (leaf) continue;
      above[child] = static_cast<std::uint32_t>(i);
      end[i] = std::max(end[i], end[child]);
    }
  }
  first_block_.assign(count + 1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool listed = std::any_of(
        std::begin(listed_sizes), std::end(listed_sizes),
        [&](std::uint32_t size) { return faces[i] <= size && (i == 0 || faces[above[i]] > size); });
    if (listed) add_blocks(tree.nodes().subspan(i, end[i] - i));
    first_block_[i + 1] = static_cast<std::uint32_t>(blocks_.size());
  }
  blocks_.shrink_to_fit();
}

void RefitPlan::add_blocks(std::span<const WideBvh::Node> subtree) {
  const auto first = static_cast<std::ptrdiff_t>(blocks_.size());
  for (const WideBvh::Node& node : subtree) {
    for (const std::uint32_t child : node.child) {
      if ((child & WideBvh::leaf_flag) == 0) continue;
      const Leaf& leaf = leaves_[child & ~WideBvh::leaf_flag];
      for (std::uint32_t i = leaf.first; i < leaf.first + leaf.count; ++i)
        blocks_.push_back(vertices_[i] / (3 * vertex_block));
    }
  }
  std::sort(blocks_.begin() + first, blocks_.end());
  blocks_.erase(std::unique(blocks_.begin() + first, blocks_.end()), blocks_.end());
}

std::size_t RefitPlan::bytes() const {
  return sizeof(*this) + leaves_.capacity() * sizeof(Leaf) +
         (vertices_.capacity() + blocks_.capacity() + first_block_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace graze
