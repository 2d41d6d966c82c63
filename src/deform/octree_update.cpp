// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/octree_update.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr std::uint32_t none_yet = 0xffffffffu;

/// The policy for implicit_octree.h: moved nodes.
class Boxes {
 public:
  Boxes(std::span<const OctreeBody, 2> bodies, const std::array<const BlackNodes*, 2>& nodes,
        const std::array<OctreeBoxAxes, 2>& axes, const OctreeCube& cube, OctreeUpdateScratch& scratch)
      : bodies_(bodies),
        nodes_(nodes),
        axes_(axes),
        cube_(cube),
        scratch_(scratch),
        worker_(scratch.octree.workers[0]) {
    scratch_.octree.faces.clear();
    scratch_.number_of_face.assign(bodies[0].mesh.faces.size() + bodies[1].mesh.faces.size(), none_yet);
  }

  std::uint32_t body(std::uint32_t i) const { return scratch_.boxes[i].body; }
  void children(std::span<const std::uint32_t> list, const OctreeCell& cell, const OctreeCut& cut,
                std::uint8_t* out) {
    worker_.cell_tests += list.size();
    children_of_boxes(scratch_.boxes, axes_, list, cell, cut, out);
  }
  bool leaf(const OctreeCell&, std::span<const std::uint32_t> list) {
    const auto second = std::find_if(list.begin(), list.end(), [&](std::uint32_t i) { return body(i) == 1; });
    for (auto i = list.begin(); i != second; ++i) {
      for (auto j = second; j != list.end(); ++j) {
        if (all_pairs(faces_of(*i), faces_of(*j))) return true;
      }
    }
    return false;
  }

 private:
  std::span<const std::uint32_t> faces_of(std::uint32_t box) const {
    const BlackNodes& nodes = *nodes_[scratch_.boxes[box].body];
    const BlackNodes::Node& node = nodes.nodes()[scratch_.boxes[box].node];
    return nodes.faces().subspan(node.first, node.count);
  }

  bool all_pairs(std::span<const std::uint32_t> faces_a, std::span<const std::uint32_t> faces_b) {
    for (const std::uint32_t f : faces_a) {
      const std::uint32_t a = number(0, f);
      for (const std::uint32_t g : faces_b) {
        const std::uint32_t b = number(1, g);
        if (boxes_overlap(scratch_.octree.faces[a], scratch_.octree.faces[b]) &&
            worker_.pairs.offer(scratch_.octree.faces, {a, b, false}))
          return true;
      }
    }
    return false;
  }

  /// A face is posed when it is first needed.
  std::uint32_t number(std::uint32_t body, std::uint32_t f) {
    std::uint32_t& number = scratch_.number_of_face[f + (body == 1 ? bodies_[0].mesh.faces.size() : 0)];
    if (number == none_yet) {
      number = static_cast<std::uint32_t>(scratch_.octree.faces.size());
      scratch_.octree.faces.push_back(octree_face(bodies_[body], f, cube_));
      scratch_.octree.faces.back().body = body;
    }
    return number;
  }

  static bool boxes_overlap(const OctreeFace& a, const OctreeFace& b) {
    for (int k = 0; k < 3; ++k) {
      if (a.low[k] > b.high[k] || b.low[k] > a.high[k]) return false;
    }
    return true;
  }

  std::span<const OctreeBody, 2> bodies_;
  const std::array<const BlackNodes*, 2>& nodes_;
  const std::array<OctreeBoxAxes, 2>& axes_;
  const OctreeCube& cube_;
  OctreeUpdateScratch& scratch_;
  OctreeWorker& worker_;
};

/// How a body's nodes lie in the cube's frame.
OctreeBoxAxes axes_of(const OctreeBody& body, const BlackNodes& nodes, const OctreeCube& cube) {
  const double half = static_cast<double>(nodes.half()) / nodes.cube().scale * cube.scale;
  // A centre is off by what the body's points are, by the rounding of the node's place in the mesh, and by
  // the rounding to float of coordinates of at most 2 + a node's reach; projecting it on a direction no
  // longer than 1 adds the last once more.
  const double magnitude = body.bounds.reach * 4 * 0x1p-52;
  const double margin = 4 * ((2 * body.error + magnitude) * cube.scale + 0x1p-22 * (4 + 2 * half));
  return OctreeBoxAxes(body.R, half, margin);
}

/// Stage 3: nodes whose moved box reaches into the region, seen from the cube.
void fill_boxes(std::uint32_t number, const OctreeBody& body, const BlackNodes& nodes,
                const OctreeBoxAxes& axes, const OctreeCube& cube, const AxisBox& region,
                std::vector<OctreeBox>& boxes) {
  const Vector3d low = (region.low - cube.centre) * cube.scale,
                 high = (region.high - cube.centre) * cube.scale;
  for (std::uint32_t i = 0; i < nodes.nodes().size(); ++i) {
    const BlackNodes::Node& node = nodes.nodes()[i];
    const Vector3d local =
        nodes.cube().centre + Vector3d(node.c[0], node.c[1], node.c[2]) / nodes.cube().scale;
    const Vector3d q = (body.image(local) - cube.centre) * cube.scale;
    bool inside = true;
    OctreeBox box = {{}, i, number};
    for (int k = 0; k < 3; ++k) {
      box.c[k] = static_cast<float>(q[k]);
      const double reach = static_cast<double>(axes.reach[k]);
      inside &= q[k] - reach <= high[k] && q[k] + reach >= low[k];
    }
    if (inside) boxes.push_back(box);
  }
}

}  // namespace

BlackNodes::BlackNodes(const Mesh& mesh, const MeshBounds& bounds, std::optional<int> level) {
  if (mesh.faces.empty()) return;
  cube_ = fitted_root(bounds.box).cube;
  const OctreeBody body = OctreeBody::posed(mesh, bounds, nullptr);
  std::vector<OctreeFace> list;
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) list.push_back(octree_face(body, f, cube_));
  const int depth = level ? *level : std::min(level_for(list), 6);
  half_ = std::ldexp(1.0F, -depth);

  OctreeLists lists;
  lists.start(mesh.faces.size());
  const OctreeCut cut = OctreeCut::all();
  // Every cell that holds a face is cut, whosever it is.
  const auto go_down = [&](const auto& self, const OctreeJob& job) -> void {
    if (job.depth == depth) {
      nodes_.push_back({{job.cell.c[0], job.cell.c[1], job.cell.c[2]},
                        static_cast<std::uint32_t>(faces_.size()),
                        static_cast<std::uint32_t>(job.count)});
      const auto start = lists.items.begin() + static_cast<std::ptrdiff_t>(job.first);
      faces_.insert(faces_.end(), start, start + static_cast<std::ptrdiff_t>(job.count));
      return;
    }
    std::vector<std::uint8_t> children(job.count);
    children_of_faces(list, std::span(lists.items).subspan(job.first, job.count), job.cell, cut,
                      children.data());
    for (int child = 0; child < 8; ++child) {
      const std::size_t first = lists.items.size();
      for (std::size_t i = 0; i < job.count; ++i) {
        if ((children[i] >> child & 1) != 0) lists.items.push_back(lists.items[job.first + i]);
      }
      if (lists.items.size() > first)
        self(self, {cut.child(job.cell, child), job.depth + 1, first, lists.items.size() - first});
      lists.items.resize(first);
    }
  };
  go_down(go_down, {{}, 0, 0, mesh.faces.size()});
  nodes_.shrink_to_fit();
  faces_.shrink_to_fit();
}

void find_by_update(std::span<const OctreeBody, 2> bodies, const BlackNodes& nodes_a,
                    const BlackNodes& nodes_b, bool first_only, OctreeUpdateScratch& scratch,
                    Counters& counters, std::vector<BodyFacePair>& found) {
  FaceOctreeScratch& octree = scratch.octree;
  if (!find_overlap_regions(bodies, octree)) return;
  const AxisBox& region = octree.regions.front().box;
  const OctreeCube cube = fitted_root(region).cube;
  const std::array<const BlackNodes*, 2> nodes = {&nodes_a, &nodes_b};
  const std::array<OctreeBoxAxes, 2> axes = {axes_of(bodies[0], nodes_a, cube),
                                             axes_of(bodies[1], nodes_b, cube)};
  scratch.boxes.clear();
  for (std::uint32_t i = 0; i < 2; ++i)
    fill_boxes(i, bodies[i], *nodes[i], axes[i], cube, region, scratch.boxes);
  counters.box_tests += nodes_a.nodes().size() + nodes_b.nodes().size();
  if (scratch.boxes.empty() || scratch.boxes.front().body == scratch.boxes.back().body) return;

  // Cells as large as the smaller nodes; cells with hardly any nodes are not cut.
  const float smaller = std::min(axes[0].half, axes[1].half);
  const int level = static_cast<int>(std::clamp(std::ceil(-std::log2(smaller)), 0.0F, 10.0F));
  constexpr std::size_t few = 3;
  if (octree.workers.empty()) octree.workers.resize(1);
  OctreeWorker& worker = octree.workers[0];
  worker.pairs.start(bodies, std::max(bodies[0].error, bodies[1].error), first_only);
  worker.cell_tests = 0;
  worker.lists.start(scratch.boxes.size());
  const OctreePlan plan(true, level, few);
  Boxes boxes(bodies, nodes, axes, cube, scratch);
  if (!ImplicitOctree(plan, worker.lists, boxes).go_down({{}, 0, 0, scratch.boxes.size()}))
    worker.pairs.decide(octree.faces);
  counters += worker.pairs.counters;
  counters.box_tests += worker.cell_tests;
  found.insert(found.end(), worker.pairs.found.begin(), worker.pairs.found.end());
}

}  // namespace graze
