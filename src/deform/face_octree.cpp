// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Stages 4 to 6 of the face octree (face_octree.h).
//
// We deviate:
//   - A face is tested against all children of a cell at once, by separating axes and not by clipping (octree_lanes.cpp).
//   - Without a level from the user, cells are cut until they hold few faces, or are as small as a face.
//   - Of the pairs in a smallest cell only those go on whose boxes overlap inside it. Where the overlap touches the cell's
//     border a set remembers the pair; elsewhere no other cell can have it. So each pair is tested once.
//   - The bintree form cuts a cell in two across its longest side, three levels for one of the octree.
//   - With threads, the cells of the second level are jobs of their own; a pair at the border of two is then tested twice.
//
// Cost: a face is tested once for each cell on its way down that it shares with another body.
#include "deform/face_octree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "elementary/triangle_triangle.h"
#include "math/parallel.h"

namespace graze {
namespace {

using Eigen::Vector3d;

constexpr int deepest = 20;

struct Root {
  OctreeCube cube;
  int level = 0;
  std::size_t few = 0;  // a cell with no more faces than this is not cut
};

/// The cube of the user, doubled until it holds the box; with it the level, so that cells stay as large.
Root user_root(Cube world, int level, const AxisBox& box) {
  while (!((world.low.array() <= box.low.array()).all() &&
           (world.low.array() + world.side >= box.high.array()).all())) {
    for (int k = 0; k < 3; ++k) {
      if (box.low[k] < world.low[k]) world.low[k] -= world.side;
    }
    world.side *= 2;
    ++level;
  }
  return {{world.low + Vector3d::Constant(0.5 * world.side), 2 / world.side}, std::min(level, deepest)};
}

Root fitted_root(const AxisBox& box) {
  const double magnitude = box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff();
  const double side = std::max({1.0001 * (box.high - box.low).maxCoeff(), 0x1p-40 * magnitude, 0x1p-1000});
  return {{0.5 * box.low + 0.5 * box.high, 2 / side}};
}

/// A level from the data: cells no smaller than the faces are on the average.
int level_for(std::span<const OctreeFace> faces) {
  double sum = 0;
  for (const OctreeFace& face : faces) sum += std::min(2.0F, face.extent);
  const double mean = sum / static_cast<double>(faces.size());
  return static_cast<int>(std::clamp(std::floor(std::log2(2 / mean)), 0.0, 10.0));
}

/// Everything that is the same for all cells.
struct Run {
  std::span<const OctreeBody> bodies;
  std::span<const OctreeFace> faces;
  double error;  // the largest of all bodies
  bool first_only;
  int depth;  // of the smallest cells, in cuts
  std::size_t few;
  std::array<OctreeCut, 3> cuts;  // of a level; the octree has one
  int cuts_a_level;
};

/// A cell to be looked at, with its faces, sorted by body.
struct Job {
  OctreeCell cell;
  int depth;
  std::size_t first, count;  // in the list of the worker that made it
};

class Recursion {
 public:
  Recursion(const Run& run, OctreeWorker& worker) : run_(run), worker_(worker) {
    worker_.seen.clear();
    worker_.found.clear();
    worker_.counters = {};
    worker_.pairs.size = 0;
  }

  /// Lists are at the end of worker.lists; true to stop.
  bool go_down(const OctreeCell& cell, int depth, std::size_t first, std::size_t count) {
    if (depth == run_.depth || count <= run_.few) return pair_up(cell, first, count);
    const OctreeCut& cut = run_.cuts[depth % run_.cuts_a_level];
    bool stop = false;
    open(cell, cut, first, count, [&](int child) {
      const std::size_t list = worker_.lists.size();
      gather(child, first, count);
      stop = go_down(cut.child(cell, child), depth + 1, list, worker_.lists.size() - list);
      worker_.lists.resize(list);
      return stop;
    });
    return stop;
  }

  /// Cuts cells once and leaves the children as jobs.
  void split(const Job& job, std::vector<Job>& jobs) {
    const OctreeCut& cut = run_.cuts[job.depth % run_.cuts_a_level];
    open(job.cell, cut, job.first, job.count, [&](int child) {
      const std::size_t list = worker_.lists.size();
      gather(child, job.first, job.count);
      jobs.push_back({cut.child(job.cell, child), job.depth + 1, list, worker_.lists.size() - list});
      return false;
    });
  }

  /// The pairs that are still waiting.
  bool finish() { return decide(); }

 private:
  /// Calls `each` for the children with faces of two or more bodies, until it returns true. While it runs, the children
  /// of this cell's faces are at the end of worker.children.
  template <class Each>
  void open(const OctreeCell& cell, const OctreeCut& cut, std::size_t first, std::size_t count,
            const Each& each) {
    const std::size_t start = worker_.children.size();
    worker_.children.resize(start + count);
    children_of_faces(run_.faces, std::span(worker_.lists).subspan(first, count), cell, cut,
                      worker_.children.data() + start);
    worker_.counters.box_tests += count;
    children_at_ = start;
    for (unsigned left = shared_children(first, count); left != 0; left &= left - 1) {
      const bool stop = each(__builtin_ctz(left));
      children_at_ = start;
      if (stop) break;
    }
    worker_.children.resize(start);
  }

  /// The children that hold faces of two or more bodies.
  unsigned shared_children(std::size_t first, std::size_t count) const {
    unsigned once = 0, twice = 0, of_body = 0;
    for (std::size_t i = 0; i < count; ++i) {
      of_body |= worker_.children[children_at_ + i];
      const bool last_of_body = i + 1 == count || run_.faces[worker_.lists[first + i]].body !=
                                                      run_.faces[worker_.lists[first + i + 1]].body;
      if (!last_of_body) continue;
      twice |= once & of_body;
      once |= of_body;
      of_body = 0;
    }
    return twice;
  }

  /// Appends the faces of a child to the lists.
  void gather(int child, std::size_t first, std::size_t count) {
    const std::size_t list = worker_.lists.size();
    worker_.lists.resize(list + count);
    std::size_t size = list;
    for (std::size_t i = 0; i < count; ++i) {
      worker_.lists[size] = worker_.lists[first + i];
      size += worker_.children[children_at_ + i] >> child & 1;
    }
    worker_.lists.resize(size);
  }

  bool pair_up(const OctreeCell& cell, std::size_t first, std::size_t count) {
    worker_.candidates.clear();
    append_candidates(run_.faces, std::span(worker_.lists).subspan(first, count), cell, worker_.boxes,
                      worker_.candidates);
    for (const OctreeCandidate& candidate : worker_.candidates) {
      if (!candidate.inside && !worker_.seen.insert(candidate.a, candidate.b)) continue;
      worker_.pairs.a[worker_.pairs.size] = candidate.a;
      worker_.pairs.b[worker_.pairs.size] = candidate.b;
      if (++worker_.pairs.size == 8 && decide()) return true;
    }
    return false;
  }

  bool decide() {
    const OctreePairs pairs = std::exchange(worker_.pairs, {});
    if (pairs.size == 0) return false;
    worker_.counters.face_tests += static_cast<std::uint64_t>(pairs.size);
    const Verdicts verdicts = pairs_meet(run_.faces, pairs);
    for (unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << pairs.size) - 1); left != 0;
         left &= left - 1) {
      const int i = __builtin_ctz(left);
      const OctreeFace &a = run_.faces[pairs.a[i]], &b = run_.faces[pairs.b[i]];
      if ((verdicts.meet >> i & 1) == 0 && !faces_meet(a, b)) continue;
      worker_.found.push_back({a.body, b.body, a.face, b.face});
      if (run_.first_only) return true;
    }
    return false;
  }

  bool faces_meet(const OctreeFace& a, const OctreeFace& b) {
    ++worker_.counters.double_tests;
    const Verdict verdict = triangles_meet_filter(a.p, b.p, run_.error);
    if (verdict != Verdict::unsure) return verdict == Verdict::meet;
    ++worker_.counters.exact_fallbacks;
    const OctreeBody &body_a = run_.bodies[a.body], &body_b = run_.bodies[b.body];
    return triangles_meet_exact({triangle(body_a.mesh, a.face), body_a.X},
                                {triangle(body_b.mesh, b.face), body_b.X});
  }

  const Run& run_;
  OctreeWorker& worker_;
  std::size_t children_at_ = 0;
};

/// The first two levels alone, then their cells as jobs.
void run_in_parallel(const Run& run, int threads, FaceOctreeScratch& scratch) {
  OctreeWorker& first = scratch.workers[0];
  Recursion top(run, first);
  std::vector<Job> jobs = {{{}, 0, 0, first.lists.size()}}, next;
  for (int cut = 0; cut < std::min(2 * run.cuts_a_level, run.depth); ++cut) {
    next.clear();
    for (const Job& job : jobs) top.split(job, next);
    jobs.swap(next);
  }
  // The lists of the jobs stay where they are; each thread takes what it needs from there.
  const std::vector<std::uint32_t> lists = std::move(first.lists);
  const Counters counters = first.counters;
  std::vector<std::optional<Recursion>> recursions(static_cast<std::size_t>(threads));
  for (std::size_t i = 0; i < recursions.size(); ++i) recursions[i].emplace(run, scratch.workers[i]);
  parallel_for(threads, jobs.size(), [&](std::size_t i, int thread) {
    OctreeWorker& worker = scratch.workers[static_cast<std::size_t>(thread)];
    const auto start = lists.begin() + static_cast<std::ptrdiff_t>(jobs[i].first);
    worker.lists.assign(start, start + static_cast<std::ptrdiff_t>(jobs[i].count));
    recursions[static_cast<std::size_t>(thread)]->go_down(jobs[i].cell, jobs[i].depth, 0, jobs[i].count);
  });
  for (std::optional<Recursion>& recursion : recursions) recursion->finish();
  first.counters += counters;
}

}  // namespace

std::size_t OctreeWorker::bytes() const {
  return lists.capacity() * sizeof(lists[0]) + children.capacity() + boxes.capacity() * sizeof(boxes[0]) +
         candidates.capacity() * sizeof(candidates[0]) + seen.bytes() + found.capacity() * sizeof(found[0]);
}

std::size_t FaceOctreeScratch::bytes() const {
  std::size_t sum = boxes.capacity() * sizeof(boxes[0]) + order.capacity() * sizeof(order[0]) +
                    regions.capacity() * sizeof(regions[0]) + near.capacity() * sizeof(near[0]) +
                    faces.capacity() * sizeof(faces[0]) + workers.capacity() * sizeof(workers[0]);
  for (const OctreeWorker& worker : workers) sum += worker.bytes();
  return sum;
}

void find_among(std::span<const OctreeBody> bodies, const FaceOctreeConfig& config,
                FaceOctreeScratch& scratch, Counters& counters, std::vector<BodyFacePair>& found) {
  if (!find_overlap_regions(bodies, scratch)) return;
  // A level of the user's is one of the world's; without one, the cube need only hold the places where bodies overlap.
  AxisBox around;
  for (const OverlapRegion& region : scratch.regions) around.include(region.box);
  if (config.level && !config.world) {
    for (const AxisBox& box : scratch.boxes) around.include(box);
  }
  Root root = config.world ? user_root(*config.world, config.level.value_or(0), around) : fitted_root(around);
  if (!fill_checklists(bodies, root.cube, counters, scratch)) return;
  if (!config.level) {
    root.level = level_for(scratch.faces);
    root.few = 24;
  } else if (!config.world) {
    root.level = *config.level;
  }

  const bool octree = config.subdivision == Subdivision::octree;
  Run run = {bodies, scratch.faces, 0, config.first_only, octree ? root.level : 3 * root.level, root.few,
             {},     octree ? 1 : 3};
  for (const OctreeBody& body : bodies) run.error = std::max(run.error, body.error);
  for (int k = 0; k < 3; ++k) run.cuts[k] = octree ? OctreeCut::all() : OctreeCut::across(k);

  constexpr std::size_t worth_threads = 2048;
  const bool parallel = config.threads > 1 && !config.first_only && scratch.faces.size() >= worth_threads;
  const std::size_t workers = parallel ? static_cast<std::size_t>(config.threads) : 1;
  if (scratch.workers.size() < workers) scratch.workers.resize(workers);
  std::vector<std::uint32_t>& list = scratch.workers[0].lists;
  list.resize(scratch.faces.size());
  for (std::uint32_t i = 0; i < list.size(); ++i) list[i] = i;
  if (parallel) {
    run_in_parallel(run, config.threads, scratch);
  } else {
    Recursion recursion(run, scratch.workers[0]);
    if (!recursion.go_down({}, 0, 0, list.size())) recursion.finish();
  }
  for (std::size_t i = 0; i < workers; ++i) {
    counters += scratch.workers[i].counters;
    found.insert(found.end(), scratch.workers[i].found.begin(), scratch.workers[i].found.end());
  }
}

}  // namespace graze
