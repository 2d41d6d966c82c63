// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Stages 4 to 6 of the face octree (face_octree.h).
//
// We deviate:
//   - A face is tested against all children of a cell at once, by separating axes and not by clipping
//     (octree_lanes.cpp).
//   - Without a level from the user, cells are cut until they hold few faces, or are as small as a face.
//   - Of the pairs in a smallest cell only those go on whose boxes overlap inside it. Where the overlap
//     touches the cell's border a set remembers the pair; elsewhere no other cell can have it. So each pair is
//     tested once.
//   - Cells are cut only while that costs no more than `tests_a_face` tests: many large faces that lie on each other
//     would fill all cells of a deep level.
//   - The bintree form cuts a cell in two, along x, y and z in turn: three levels for one of the octree.
//   - With threads, the cells of the second level are jobs of their own; a pair at the border of two is then
//     tested twice.
//
// Cost: a face is tested once for each cell on its way down that it shares with another body.
#include "deform/face_octree.h"

#include <algorithm>
#include <cmath>

#include "math/parallel.h"

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr int deepest = 20;

/// Of faces against cells, at most, on the average.
constexpr std::size_t tests_a_face = 1024;

/// The cube of the user, doubled until it holds the box; with it the level, so that cells stay as large. Far from the
/// origin `low + side` is rounded, so what counts is the frame that the octree works in.
OctreeRoot user_root(Cube world, int level, const AxisBox& box) {
  while (true) {
    const OctreeCube cube = {world.low + Vector3d::Constant(0.5 * world.side), 2 / world.side};
    if (cube.holds(box)) return {cube, std::min(level, deepest)};
    const Vector3d low = cube(box.low);
    for (int k = 0; k < 3; ++k) {
      if (low[k] < -1) world.low[k] -= world.side;
    }
    world.side *= 2;
    ++level;
  }
}

/// The policy for implicit_octree.h: faces on checklists, by their number there.
class Faces {
 public:
  Faces(std::span<const OctreeFace> faces, OctreeWorker& worker, Limits& limits)
      : faces_(faces), worker_(worker), limits_(limits) {}

  std::uint32_t body(std::uint32_t i) const { return faces_[i].body; }
  void children(std::span<const std::uint32_t> list, const OctreeCell& cell, const OctreeCut& cut,
                std::uint8_t* out) {
    limits_.look();
    worker_.cell_tests += list.size();
    children_of_faces(faces_, list, cell, cut, out);
  }
  bool leaf(const OctreeCell& cell, std::span<const std::uint32_t> list) {
    return worker_.search(faces_, list, cell, limits_);
  }

 private:
  std::span<const OctreeFace> faces_;
  OctreeWorker& worker_;
  Limits& limits_;
};

void run_alone(const OctreePlan& plan, FaceOctreeScratch& scratch, Limits& limits) {
  OctreeWorker& worker = scratch.workers[0];
  Faces faces(scratch.faces, worker, limits);
  worker.lists.fill(scratch.faces.size());
  if (!ImplicitOctree(plan, worker.lists, faces).go_down({{}, 0, 0, scratch.faces.size()}))
    worker.pairs.decide(scratch.faces);
}

/// The first two levels alone, then their cells as jobs.
void run_in_parallel(const OctreePlan& plan, int threads, FaceOctreeScratch& scratch, Limits& limits) {
  OctreeLists& top = scratch.top;
  top.start(limits);
  top.fill(scratch.faces.size());
  Faces faces(scratch.faces, scratch.workers[0], limits);
  ImplicitOctree octree(plan, top, faces);
  std::vector<OctreeJob> jobs = {{{}, 0, 0, scratch.faces.size()}}, next;
  for (int cut = 0; cut < std::min(2 * plan.cuts_a_level, plan.depth); ++cut) {
    next.clear();
    for (const OctreeJob& job : jobs) octree.split(job, next);
    jobs.swap(next);
  }
  parallel_for(threads, jobs.size(), [&](std::size_t i, int thread) {
    OctreeWorker& worker = scratch.workers[static_cast<std::size_t>(thread)];
    const auto start = top.items.begin() + static_cast<std::ptrdiff_t>(jobs[i].first);
    worker.lists.of_items.make_room_for(worker.lists.items, jobs[i].count);
    worker.lists.items.assign(start, start + static_cast<std::ptrdiff_t>(jobs[i].count));
    worker.lists.children.clear();
    Faces of_thread(scratch.faces, worker, limits);
    ImplicitOctree(plan, worker.lists, of_thread).go_down({jobs[i].cell, jobs[i].depth, 0, jobs[i].count});
  });
  for (int i = 0; i < threads; ++i) scratch.workers[static_cast<std::size_t>(i)].pairs.decide(scratch.faces);
}

}  // namespace

OctreeRoot fitted_root(const AxisBox& box) {
  const Vector3d centre = 0.5 * box.low + 0.5 * box.high;
  // From the centre as it is rounded. Far out, a cube is no smaller than differences of coordinates are exact.
  const double half = (box.high - centre).cwiseMax(centre - box.low).maxCoeff(),
               magnitude = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
  return {{centre, 1 / std::max({1.0001 * half, 0x1p-41 * magnitude, 0x1p-1001})}};
}

int level_for(std::span<const OctreeFace> faces) {
  double sum = 0;
  for (const OctreeFace& face : faces) sum += std::min(2.0F, face.extent);
  const double mean = sum / static_cast<double>(faces.size());
  return static_cast<int>(std::clamp(std::floor(std::log2(2 / mean)), 0.0, 10.0));
}

bool OctreeWorker::search(std::span<const OctreeFace> faces, std::span<const std::uint32_t> list,
                          const OctreeCell& cell, const Limits& limits) {
  of_boxes.make_room_for(boxes, (list.size() + 7) / 8);
  // The last face that is looked at may add one with each of the others.
  const std::size_t at_most = list.size() * list.size();
  of_candidates.make_room_for(candidates, std::min(many_candidates + list.size(), at_most));
  for (std::size_t next = 0; next < list.size();) {
    limits.look();
    candidates.clear();
    next = append_candidates(faces, list, next, cell, boxes, candidates);
    for (const OctreeCandidate& candidate : candidates) {
      if (pairs.offer(faces, candidate)) return true;
    }
  }
  return false;
}

void OctreeWorker::start(std::span<const OctreeBody> bodies, double error, bool first_only, Limits& limits) {
  lists.start(limits);
  of_boxes.start(limits);
  of_candidates.start(limits);
  pairs.start(bodies, error, first_only, limits);
  cell_tests = 0;
}

std::size_t OctreeWorker::bytes() const {
  return lists.bytes() + boxes.capacity() * sizeof(boxes[0]) + candidates.capacity() * sizeof(candidates[0]) +
         pairs.bytes();
}

void FaceOctreeScratch::start(Limits& limits) {
  for (ListShare* const share : {&of_boxes, &of_order, &of_regions, &of_near, &of_faces})
    share->start(limits);
}

std::size_t FaceOctreeScratch::bytes() const {
  std::size_t sum = boxes.capacity() * sizeof(boxes[0]) + order.capacity() * sizeof(order[0]) +
                    regions.capacity() * sizeof(regions[0]) + near.capacity() * sizeof(near[0]) +
                    faces.capacity() * sizeof(faces[0]) + top.bytes() +
                    workers.capacity() * sizeof(workers[0]);
  for (const OctreeWorker& worker : workers) sum += worker.bytes();
  return sum;
}

void find_among(std::span<const OctreeBody> bodies, const FaceOctreeConfig& config,
                FaceOctreeScratch& scratch, Counters& counters, Limits& limits,
                std::vector<BodyFacePair>& found, ListShare& share) {
  scratch.start(limits);
  if (!find_overlap_regions(bodies, scratch, limits)) return;
  // A level of the user's is one of the world's; without one, the cube need only hold the places where bodies
  // overlap.
  AxisBox around;
  for (const OverlapRegion& region : scratch.regions) around.include(region.box);
  if (config.level && !config.world) {
    for (const AxisBox& box : scratch.boxes) around.include(box);
  }
  OctreeRoot root =
      config.world ? user_root(*config.world, config.level.value_or(0), around) : fitted_root(around);
  if (!fill_checklists(bodies, root.cube, counters, scratch, limits)) return;
  if (!config.level) {
    root.level = level_for(scratch.faces);
  } else if (!config.world) {
    root.level = *config.level;
  }
  constexpr std::size_t few = 64, worth_threads = 2048;
  const OctreePlan plan(config.subdivision == Subdivision::octree, root.level, config.level ? 0 : few,
                        tests_a_face);
  const bool parallel = config.threads > 1 && !config.first_only && scratch.faces.size() >= worth_threads;
  const std::size_t workers = parallel ? static_cast<std::size_t>(config.threads) : 1;
  if (scratch.workers.size() < workers) scratch.workers.resize(workers);
  double error = 0;
  for (const OctreeBody& body : bodies) error = std::max(error, body.error);
  for (std::size_t i = 0; i < workers; ++i)
    scratch.workers[i].start(bodies, error, config.first_only, limits);
  if (parallel) {
    run_in_parallel(plan, config.threads, scratch, limits);
  } else {
    run_alone(plan, scratch, limits);
  }
  for (std::size_t i = 0; i < workers; ++i) {
    OctreeWorker& worker = scratch.workers[i];
    counters += worker.pairs.counters;
    counters.box_tests += worker.cell_tests;
    share.make_room(found, worker.pairs.found.size());
    found.insert(found.end(), worker.pairs.found.begin(), worker.pairs.found.end());
  }
}

}  // namespace graze
