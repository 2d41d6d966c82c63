// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/octree_update.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "math/slack.h"

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr std::uint32_t none_yet = 0xffffffffu;

/// The policy for implicit_octree.h: moved nodes.
class Boxes {
 public:
  Boxes(std::span<const OctreeBody, 2> bodies, const std::array<const BlackNodes*, 2>& nodes,
        const std::array<OctreeBoxAxes, 2>& axes, const OctreeCube& cube, const AxisBox& region,
        OctreeUpdateScratch& scratch, Limits& limits)
      : bodies_(bodies),
        nodes_(nodes),
        axes_(axes),
        cube_(cube),
        region_(region),
        scratch_(scratch),
        worker_(scratch.octree.workers[0]),
        limits_(limits) {
    const std::size_t faces = bodies[0].mesh.faces.size() + bodies[1].mesh.faces.size();
    scratch_.octree.faces.clear();
    scratch_.leaf_of_face.clear();
    scratch_.of_numbers.make_room_for(scratch_.number_of_face, faces);
    scratch_.number_of_face.assign(faces, none_yet);
  }

  std::uint32_t body(std::uint32_t i) const { return scratch_.boxes[i].body; }
  void children(std::span<const std::uint32_t> list, const OctreeCell& cell, const OctreeCut& cut,
                std::uint8_t* out) {
    limits_.look();
    worker_.cell_tests += list.size();
    children_of_boxes(scratch_.boxes, axes_, list, cell, cut, out);
  }
  bool leaf(const OctreeCell& cell, std::span<const std::uint32_t> list) {
    // A face is in many nodes of a leaf, and is taken once.
    ++leaf_;
    scratch_.in_leaf.clear();
    for (const std::uint32_t i : list) {
      limits_.look();
      for (const std::uint32_t f : faces_of(i)) {
        const std::uint32_t face = number(body(i), f);
        if (std::exchange(scratch_.leaf_of_face[face], leaf_) == leaf_) continue;
        scratch_.of_in_leaf.make_room(scratch_.in_leaf);
        scratch_.in_leaf.push_back(face);
      }
    }
    return worker_.search(scratch_.octree.faces, scratch_.in_leaf, cell, limits_);
  }

 private:
  std::span<const std::uint32_t> faces_of(std::uint32_t box) const {
    const BlackNodes& nodes = *nodes_[scratch_.boxes[box].body];
    const BlackNodes::Node& node = nodes.nodes()[scratch_.boxes[box].node];
    return nodes.faces().subspan(node.first, node.count);
  }

  /// A face is posed when it is first needed.
  std::uint32_t number(std::uint32_t body, std::uint32_t f) {
    std::uint32_t& number = scratch_.number_of_face[f + (body == 1 ? bodies_[0].mesh.faces.size() : 0)];
    if (number == none_yet) {
      number = static_cast<std::uint32_t>(scratch_.octree.faces.size());
      scratch_.octree.of_faces.make_room(scratch_.octree.faces);
      scratch_.octree.faces.push_back(octree_face(bodies_[body], f, cube_, region_));
      scratch_.octree.faces.back().body = body;
      scratch_.of_leaves.make_room(scratch_.leaf_of_face);
      scratch_.leaf_of_face.push_back(0);
    }
    return number;
  }

  std::span<const OctreeBody, 2> bodies_;
  const std::array<const BlackNodes*, 2>& nodes_;
  const std::array<OctreeBoxAxes, 2>& axes_;
  const OctreeCube& cube_;
  const AxisBox& region_;
  OctreeUpdateScratch& scratch_;
  OctreeWorker& worker_;
  Limits& limits_;
  std::uint32_t leaf_ = 0;
};

/// How a body's nodes lie in the cube's frame.
OctreeBoxAxes axes_of(const OctreeBody& body, const BlackNodes& nodes, const OctreeCube& cube) {
  const double half = nodes.half() * cube.scale;
  // A centre is off by what the body's points are, by the rounding of the node's place in the mesh, and by
  // the rounding to float of coordinates of at most 2 + a node's reach; projecting it on a direction no
  // longer than 1 adds the last once more.
  const double magnitude = 8 * unit_roundoff * body.bounds.reach;
  const double margin = 4 * ((2 * body.error + magnitude) * cube.scale + 0x1p-22 * (4 + 2 * half));
  return OctreeBoxAxes(body.R, half, margin);
}

/// Stage 3: nodes whose moved box reaches into the region, seen from the cube. A node is left out only where that is
/// certain, and so not for NaN.
void fill_boxes(std::uint32_t number, const OctreeBody& body, const BlackNodes& nodes,
                const OctreeBoxAxes& axes, const OctreeCube& cube, const AxisBox& region,
                std::vector<OctreeBox>& boxes, ListShare& share, const Limits& limits) {
  constexpr std::uint32_t nodes_between_looks = 1024;
  const Vector3d low = cube(region.low), high = cube(region.high);
  for (std::uint32_t i = 0; i < nodes.nodes().size(); ++i) {
    if (i % nodes_between_looks == 0) limits.look();
    const BlackNodes::Node& node = nodes.nodes()[i];
    const Vector3d local =
        nodes.cube().centre + Vector3d(node.c[0], node.c[1], node.c[2]) / nodes.cube().scale;
    const Vector3d q = cube(body.image(local));
    bool beyond = false;
    OctreeBox box = {{}, i, number};
    for (int k = 0; k < 3; ++k) {
      box.c[k] = static_cast<float>(q[k]);
      const double reach = static_cast<double>(axes.reach[k]);
      beyond |= q[k] - reach > high[k] || q[k] + reach < low[k];
    }
    if (beyond) continue;
    share.make_room(boxes);
    boxes.push_back(box);
  }
}

}  // namespace

// Level by level, so that it can be seen what the next one would take.
BlackNodes::BlackNodes(const Mesh& mesh, const MeshBounds& bounds, std::optional<int> level) {
  if (mesh.faces.empty()) return;
  cube_ = fitted_root(bounds.box).cube;
  const OctreeBody body = OctreeBody::posed(mesh, bounds, nullptr);
  std::vector<OctreeFace> list;
  list.reserve(mesh.faces.size());
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f)
    list.push_back(octree_face(body, f, cube_, bounds.box));
  const int depth = level ? *level : std::min(level_for(list), 6);
  constexpr std::size_t most_times = 32;
  const std::size_t most = level ? std::numeric_limits<std::uint32_t>::max()
                                 : std::min<std::size_t>(most_times * mesh.faces.size(),
                                                         std::numeric_limits<std::uint32_t>::max());

  // Every cell that holds a face is cut.
  struct Cell {
    OctreeCell cell;
    std::size_t first, count;
  };
  std::vector<Cell> cells = {{{}, 0, mesh.faces.size()}}, next_cells;
  std::vector<std::uint32_t> next_faces;
  std::vector<std::uint8_t> children;
  faces_.resize(mesh.faces.size());
  std::iota(faces_.begin(), faces_.end(), 0u);
  const OctreeCut cut = OctreeCut::all();
  const auto cut_all = [&] {
    next_cells.clear();
    next_faces.clear();
    for (const Cell& cell : cells) {
      const auto in_cell = std::span<const std::uint32_t>(faces_).subspan(cell.first, cell.count);
      children.resize(cell.count);
      children_of_faces(list, in_cell, cell.cell, cut, children.data());
      for (int child = 0; child < 8; ++child) {
        const std::size_t first = next_faces.size();
        for (std::size_t i = 0; i < cell.count; ++i) {
          if ((children[i] >> child & 1) != 0) next_faces.push_back(in_cell[i]);
        }
        if (next_faces.size() > first)
          next_cells.push_back({cut.child(cell.cell, child), first, next_faces.size() - first});
      }
      if (next_faces.size() > most) return false;
    }
    return true;
  };
  for (int cuts = 0; cuts < depth && cut_all(); ++cuts) {
    cells.swap(next_cells);
    faces_.swap(next_faces);
    half_ *= 0.5F;
  }
  nodes_.reserve(cells.size());
  for (const Cell& cell : cells)
    nodes_.push_back({{cell.cell.c[0], cell.cell.c[1], cell.cell.c[2]},
                      static_cast<std::uint32_t>(cell.first),
                      static_cast<std::uint32_t>(cell.count)});
  faces_.shrink_to_fit();
}

void OctreeUpdateScratch::start(Limits& limits) {
  octree.start(limits);
  for (ListShare* const share : {&of_boxes, &of_numbers, &of_leaves, &of_in_leaf}) share->start(limits);
}

void find_by_update(std::span<const OctreeBody, 2> bodies, const BlackNodes& nodes_a,
                    const BlackNodes& nodes_b, bool first_only, OctreeUpdateScratch& scratch,
                    Counters& counters, Limits& limits, std::vector<BodyFacePair>& found, ListShare& share) {
  FaceOctreeScratch& octree = scratch.octree;
  scratch.start(limits);
  if (!find_overlap_regions(bodies, octree, limits)) return;
  const AxisBox& region = octree.regions.front().box;
  // No smaller than a node: where bodies share just a point, anything else would be beyond the range of float.
  OctreeCube cube = fitted_root(region).cube;
  cube.scale = std::min(cube.scale, 1 / std::min(nodes_a.half(), nodes_b.half()));
  const std::array<const BlackNodes*, 2> nodes = {&nodes_a, &nodes_b};
  const std::array<OctreeBoxAxes, 2> axes = {axes_of(bodies[0], nodes_a, cube),
                                             axes_of(bodies[1], nodes_b, cube)};
  scratch.boxes.clear();
  for (std::uint32_t i = 0; i < 2; ++i)
    fill_boxes(i, bodies[i], *nodes[i], axes[i], cube, region, scratch.boxes, scratch.of_boxes, limits);
  counters.box_tests += nodes_a.nodes().size() + nodes_b.nodes().size();
  if (scratch.boxes.empty() || scratch.boxes.front().body == scratch.boxes.back().body) return;

  // Cells as large as the smaller nodes, margin included; cells with hardly any nodes are not cut.
  float smaller = 1;
  for (const OctreeBoxAxes& of_body : axes)
    smaller = std::min({smaller, of_body.reach[0], of_body.reach[1], of_body.reach[2]});
  const int level = static_cast<int>(std::clamp(std::ceil(-std::log2(smaller)), 0.0F, 10.0F));
  constexpr std::size_t few = 3, tests_a_node = 1024;
  if (octree.workers.empty()) octree.workers.resize(1);
  OctreeWorker& worker = octree.workers[0];
  worker.start(bodies, std::max(bodies[0].error, bodies[1].error), first_only, limits);
  worker.lists.fill(scratch.boxes.size());
  const OctreePlan plan(true, level, few, tests_a_node);
  Boxes boxes(bodies, nodes, axes, cube, region, scratch, limits);
  if (!ImplicitOctree(plan, worker.lists, boxes).go_down({{}, 0, 0, scratch.boxes.size()}))
    worker.pairs.decide(octree.faces);
  counters += worker.pairs.counters;
  counters.box_tests += worker.cell_tests;
  share.make_room(found, worker.pairs.found.size());
  found.insert(found.end(), worker.pairs.found.begin(), worker.pairs.found.end());
}

}  // namespace graze
