// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "tree/box/box_tree.h"

#include <graze/error.h>

#include <algorithm>

#include "elementary/triangle_box.h"
#include "math/message.h"

namespace graze {
namespace {

/// Calls visit(node, box) for every node, the root first.
template <class Visit>
void walk(const BoxTree& tree, const Visit& visit) {
  struct Walker {
    std::span<const BoxTree::Node> nodes;
    const Visit& visit;
    void go(std::uint32_t number, const AxisBox& box) const {
      const BoxTree::Node& node = nodes[number];
      visit(node, box);
      if (node.kind >= BoxTree::Kind::leaf) return;
      AxisBox left = box, right = box;
      const auto axis = static_cast<int>(node.kind);
      left.high[axis] = right.low[axis] = static_cast<double>(node.cut);
      go(node.child, left);
      go(node.child + 1, right);
    }
  };
  if (tree.nodes().empty()) return;
  AxisBox root;
  for (int k = 0; k < 3; ++k) {
    root.low[k] = static_cast<double>(tree.root(k)[0]);
    root.high[k] = static_cast<double>(tree.root(k)[1]);
  }
  Walker{tree.nodes(), visit}.go(0, root);
}

AxisBox grown(AxisBox box, double by) {
  box.low.array() -= by;
  box.high.array() += by;
  return box;
}

/// Checks the faces, or the edges, of a tree.
struct Coverage {
  const BoxTree& tree;
  const char* what;
  std::vector<Triangle> things;  ///< in the tree's frame
  std::span<const std::uint32_t> (BoxTree::*in)(const BoxTree::Leaf&) const;

  void check() const {
    struct Box {
      const BoxTree::Node& node;
      AxisBox box;
    };
    std::vector<Box> leaves;
    walk(tree, [&](const BoxTree::Node& node, const AxisBox& box) {
      if (node.kind >= BoxTree::Kind::leaf) leaves.push_back({node, box});
    });
    const double slack = static_cast<double>(tree.slack());
    constexpr int samples = 21;
    std::vector<std::uint32_t> covered(things.size(), 0);  // a bit for each sample
    for (const Box& leaf : leaves) {
      std::vector<bool> has(things.size(), false);
      if (leaf.node.kind == BoxTree::Kind::leaf) {
        for (const std::uint32_t i : (tree.*in)(tree.leaves()[leaf.node.child])) has[i] = true;
      }
      const AxisBox near = grown(leaf.box, slack), inside = grown(leaf.box, -2 * slack);
      for (std::size_t i = 0; i < things.size(); ++i) {
        if (has[i]) {
          for (int s = 0; s < samples; ++s) {
            covered[i] |= static_cast<std::uint32_t>(near.contains(sample(things[i], s)) ? 1 : 0) << s;
          }
        } else if ((inside.low.array() <= inside.high.array()).all() &&
                   triangle_meets_box({things[i]}, inside)) {
          throw Error(message(what, " ", i, " reaches into a box that does not have it"));
        }
      }
    }
    for (std::size_t i = 0; i < things.size(); ++i) {
      if (covered[i] != (1u << samples) - 1) {
        throw Error(message("part of ", what, " ", i, " is in no leaf that has it"));
      }
    }
  }

  /// Points of a triangle in a grid of barycentric coordinates.
  static Eigen::Vector3d sample(const Triangle& t, int number) {
    int i = 0;
    while (number > i) number -= ++i;
    return ((5.0 - i) * t[0] + static_cast<double>(i - number) * t[1] + static_cast<double>(number) * t[2]) /
           5;
  }
};

}  // namespace

std::size_t BoxTree::bytes() const {
  return sizeof(*this) + nodes_.capacity() * sizeof(Node) + leaves_.capacity() * sizeof(Leaf) +
         (faces_.capacity() + edges_.capacity()) * sizeof(std::uint32_t) +
         (face_lanes_.capacity() + edge_lanes_.capacity()) * sizeof(float);
}

double BoxTree::empty_volume() const {
  double empty = 0, all = 0;
  walk(*this, [&](const Node& node, const AxisBox& box) {
    const double volume = (box.high - box.low).prod();
    if (node.kind == Kind::empty) empty += volume;
    if (node.kind >= Kind::leaf) all += volume;
  });
  return all > 0 ? empty / all : 0;
}

double BoxTree::crossing_factor() const {
  std::vector<std::uint32_t> faces = faces_, edges = edges_;
  const auto distinct = [](std::vector<std::uint32_t>& list) {
    std::sort(list.begin(), list.end());
    return static_cast<double>(std::unique(list.begin(), list.end()) - list.begin());
  };
  const double all = static_cast<double>(faces_.size() + edges_.size());
  return all > 0 ? all / (distinct(faces) + distinct(edges)) : 1;
}

void BoxTree::validate(const Mesh& mesh, const Adjacency& adjacency) const {
  const auto point = [&](std::uint32_t v) { return frame_(mesh.vertices[v]); };
  Coverage faces = {*this, "face", {}, &BoxTree::faces};
  for (const Face& f : mesh.faces) faces.things.push_back({point(f[0]), point(f[1]), point(f[2])});
  faces.check();
  Coverage edges = {*this, "edge", {}, &BoxTree::edges};
  for (const Edge& e : adjacency.edges) edges.things.push_back({point(e.a), point(e.b), point(e.b)});
  edges.check();
  walk(*this, [&](const Node& node, const AxisBox& box) {
    if (node.kind >= Kind::leaf) return;
    const auto axis = static_cast<int>(node.kind);
    const double cut = static_cast<double>(node.cut);
    if (!(box.low[axis] <= cut && cut <= box.high[axis]))
      throw Error(message("a cut at ", cut, " is not in its box"));
  });
}

}  // namespace graze
