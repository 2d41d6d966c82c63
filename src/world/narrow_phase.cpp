// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/narrow_phase.h"

#include <graze/error.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "broad/float_ends.h"
#include "math/deadline.h"
#include "math/message.h"
#include "math/parallel.h"
#include "math/sort_pairs.h"
#include "query/shape/shape.h"
#include "world/packed_tree.h"

namespace graze {
namespace {

constexpr std::size_t pairs_a_job = 16;
constexpr std::size_t worth_threads = 64;  // pairs: starting a thread takes as long as some tens of queries

constexpr std::uint32_t no_cache = ~std::uint32_t{0};
constexpr std::size_t most_listed = ~std::uint32_t{0};  // pairs and face pairs are counted in 32 bits

/// Does a cache save more than it costs? Measured on bodies that move a tenth of their radius and turn by 10° a frame: two meshes
/// need many faces, and caches say nothing of all face pairs. Two convex bodies have caches where the method lives from them; gjk is no faster with one than without.
bool cache_pays(const Shape& a, const Shape& b, const NarrowPhase::Request& request) {
  constexpr std::size_t many_faces = 400;
  const Shape::Impl &impl_a = a.impl(), &impl_b = b.impl();
  if (impl_a.mesh && impl_b.mesh) {
    return request.faces != FaceReport::all &&
           impl_a.mesh->mesh().faces.size() + impl_b.mesh->mesh().faces.size() > many_faces;
  }
  if (request.method == Method::automatic || !impl_a.convex || !impl_b.convex) return false;
  const Method ran = method_for(a, b, request.method);
  return ran == Method::lin_canny || ran == Method::separating_plane;
}

/// How far bodies are from the nearest interactive one, from centre to centre. Each body is looked up once.
class InteractiveDistances {
 public:
  explicit InteractiveDistances(const Bodies& bodies) : bodies_(bodies) {
    for (Slot slot = 0; slot < bodies.slots(); ++slot) {
      if (bodies.in_use(slot) && bodies.options(slot).mobility == Mobility::interactive)
        interactive_.push_back(slot);
    }
    if (interactive_.empty()) return;
    distances_.assign(bodies.slots(), unknown);
    for (const Slot slot : interactive_) distances_[slot] = 0;
  }

  bool has_any() const { return !interactive_.empty(); }

  float of(Slot slot) {
    if (distances_[slot] == unknown) distances_[slot] = find(centre(slot));
    return distances_[slot];
  }

 private:
  static constexpr float unknown = -1;

  Eigen::Vector3d centre(Slot slot) const { return bodies_.pose(slot) * bodies_.bounds(slot).centre(); }

  void build_tree() {
    std::vector<PackedTree::Item> items;
    items.reserve(interactive_.size());
    for (const Slot slot : interactive_) {
      const Eigen::Vector3d c = centre(slot);
      if (!c.allFinite()) continue;
      items.push_back({{{float_below(c[0]), float_below(c[1]), float_below(c[2])},
                        {float_above(c[0]), float_above(c[1]), float_above(c[2])}},
                       slot});
    }
    tree_.emplace().build(items);
    last_ = interactive_[0];
  }

  /// Infinite where no distance is a number. The search starts from the body that was found last: it is often the nearest again.
  float find(const Eigen::Vector3d& point) {
    if (!tree_) build_tree();
    double least = std::numeric_limits<double>::infinity();
    const auto look_at = [&](Slot slot) {
      const double distance = (point - centre(slot)).squaredNorm();
      if (!(distance < least)) return;
      least = distance;
      last_ = slot;
    };
    look_at(last_);
    tree_->for_each([&](const BroadBox& box) { return squared_distance(box, point) < least; }, look_at);
    return static_cast<float>(std::sqrt(least));
  }

  static double squared_distance(const BroadBox& box, const Eigen::Vector3d& p) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      const double away =
          std::max({static_cast<double>(box.low[i]) - p[i], p[i] - static_cast<double>(box.high[i]), 0.0});
      sum += away * away;
    }
    return sum;
  }

  const Bodies& bodies_;
  std::vector<Slot> interactive_;
  std::vector<float> distances_;  // by slot
  std::optional<PackedTree>
      tree_;       // over the centres of interactive bodies; built when the first other body is looked up
  Slot last_ = 0;  // that was the nearest
};

}  // namespace

void NarrowPhase::run(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request) {
  if (pairs.size() > most_listed) throw Error(message("more than ", most_listed, " pairs of boxes overlap"));
  if (!request.shortcuts.has(Shortcut::kept_answer)) forget_answers();
  keep_answers(bodies, pairs);
  caches_of_pairs_.assign(pairs.size(), no_cache);
  if (request.caches) {
    try {
      recall(bodies, pairs, request);
    } catch (...) {  // the assignment of caches to pairs is incomplete
      memory_.clear();
      free_caches_.clear();
      caches_.clear();
      throw;
    }
  }
  const bool limited = request.most_pairs < open_.size() || request.deadline != no_deadline;
  if (limited) order_by_urgency(bodies, pairs, request);
  const std::size_t asked = is_past(request.deadline) ? 0 : std::min(request.most_pairs, open_.size());
  const int threads = asked < worth_threads ? 1 : request.threads;
  if (workers_.size() < static_cast<std::size_t>(threads)) workers_.resize(static_cast<std::size_t>(threads));
  for (Worker& worker : workers_) {
    worker.faces.clear();
    worker.counters = {};
    worker.error = nullptr;
    worker.options = {.method = request.method,
                      .scratch = &worker.scratch,
                      .counters = &worker.counters,
                      .shortcuts = request.shortcuts,
                      .stop = request.stop,
                      .memory = request.memory};
  }
  const std::size_t a_job = limited ? 1 : pairs_a_job;
  parallel_for(request.workers, threads, (asked + a_job - 1) / a_job, [&](std::size_t job, int thread) {
    Worker& worker = workers_[static_cast<std::size_t>(thread)];
    if (worker.error || is_past(request.deadline)) return;
    for (std::size_t k = job * a_job; k < std::min(asked, (job + 1) * a_job); ++k) {
      const std::size_t i = open_[k];
      try {
        answers_[i].thread = thread;
        // A single query uses all threads.
        ask(bodies, pairs[i], request, asked == 1 ? request.threads : 1,
            caches_of_pairs_[i] != no_cache ? &caches_[caches_of_pairs_[i]] : nullptr, worker, answers_[i]);
      } catch (...) {
        worker.error = std::current_exception();
        worker.error_at = k;
        return;
      }
    }
  });
  counters_ = {};
  counters_[Shortcut::kept_answer] = pairs.size() - open_.size();
  // Of several errors the one of the pair that was to be asked first counts. Jobs are begun in that order, and a thread skips
  // pairs only after an error of an earlier one, so which it is does not depend on timing.
  const Worker* first_error = nullptr;
  for (const Worker& worker : workers_) {
    counters_ += worker.counters;
    if (worker.error && (first_error == nullptr || worker.error_at < first_error->error_at))
      first_error = &worker;
  }
  if (first_error == nullptr) {
    answers_hold_ = true;
    return;
  }
  const SlotPair pair = pairs[open_[first_error->error_at]];
  try {
    std::rethrow_exception(first_error->error);
  } catch (const Cancelled&) {
    throw;
  } catch (const Error& error) {
    throw Error(message("cannot ask bodies ", pair.a, " and ", pair.b, ": ", error.what()));
  }
}

void NarrowPhase::ask(const Bodies& bodies, SlotPair pair, const Request& request, int query_threads,
                      PairCache* cache, Worker& worker, Answer& answer) const {
  const Shape &a = bodies.shape(pair.a), &b = bodies.shape(pair.b);
  const Pose &X_WA = bodies.pose(pair.a), &X_WB = bodies.pose(pair.b);
  QueryOptions& options = worker.options;
  options.cache = cache;
  options.threads = query_threads;
  answer.first_face_pair = static_cast<std::uint32_t>(worker.faces.size());
  bool collide = false;
  switch (request.faces) {
    case FaceReport::none:
      collide = collides(a, X_WA, b, X_WB, options);
      break;
    case FaceReport::first:
      if (const auto witness = first_face_pair(a, X_WA, b, X_WB, options)) {
        worker.faces.push_back(*witness);
        collide = true;
      }
      break;
    case FaceReport::all:
      face_pairs(a, X_WA, b, X_WB, options, worker.found);
      worker.faces.insert(worker.faces.end(), worker.found.begin(), worker.found.end());
      collide = !worker.found.empty();
      break;
  }
  if (worker.faces.size() > most_listed)
    throw Error(message("more than ", most_listed, " pairs of faces meet"));
  answer.face_pair_count = static_cast<std::uint32_t>(worker.faces.size()) - answer.first_face_pair;
  // Twice in a list that grows by doubling, once in the frame, once where the next step keeps them.
  request.limits.take(4 * sizeof(FacePair) * answer.face_pair_count);
  answer.verdict = collide ? Answer::Verdict::collide : Answer::Verdict::apart;
}

std::span<const FacePair> NarrowPhase::faces(const Answer& answer) const {
  const auto& list =
      answer.thread == kept ? old_faces_ : workers_[static_cast<std::size_t>(answer.thread)].faces;
  return std::span(list).subspan(answer.first_face_pair, answer.face_pair_count);
}

/// The shortcut "kept answer": if this is pair `old` of the last run and neither body has changed since, the answer
/// still holds, because a query depends on nothing but the shapes and poses of the two bodies.
bool NarrowPhase::is_kept(const Bodies& bodies, SlotPair pair, std::size_t old) const {
  return old < old_pairs_.size() && old_pairs_[old] == pair &&
         old_answers_[old].verdict != Answer::Verdict::undecided && !bodies.has_changed(pair.a) &&
         !bodies.has_changed(pair.b);
}

/// Fills answers_ with those of the last run that still hold, and open_ with the pairs that are left.
void NarrowPhase::keep_answers(const Bodies& bodies, std::span<const SlotPair> pairs) {
  // If this run throws, answers_ and old_pairs_ do not match, and the next run keeps nothing.
  if (!std::exchange(answers_hold_, false)) old_pairs_.clear();
  old_answers_.swap(answers_);
  answers_.assign(pairs.size(), {});
  open_.clear();
  spare_faces_.clear();
  std::size_t old = 0;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    while (old < old_pairs_.size() && old_pairs_[old] < pairs[i]) ++old;
    if (!is_kept(bodies, pairs[i], old)) {
      open_.push_back(i);
      continue;
    }
    const auto old_faces = faces(old_answers_[old]);
    answers_[i] = old_answers_[old];
    answers_[i].thread = kept;
    answers_[i].first_face_pair = static_cast<std::uint32_t>(spare_faces_.size());
    spare_faces_.insert(spare_faces_.end(), old_faces.begin(), old_faces.end());
  }
  if (spare_faces_.size() > most_listed)
    throw Error(message("more than ", most_listed, " pairs of faces meet"));
  old_faces_.swap(spare_faces_);
  old_pairs_.assign(pairs.begin(), pairs.end());
}

/// Gives each pair for which it pays a cache: the one of the last run if there was one.
void NarrowPhase::recall(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request) {
  next_memory_.clear();
  auto old = memory_.begin();
  const auto forget = [&] {
    caches_[old->cache].forget();
    free_caches_.push_back(old->cache);
    ++old;
  };
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!cache_pays(bodies.shape(pairs[i].a), bodies.shape(pairs[i].b), request)) continue;
    const BodyPair ids = {bodies.id(pairs[i].a), bodies.id(pairs[i].b)};
    while (old != memory_.end() && old->bodies < ids) forget();
    if (old != memory_.end() && old->bodies == ids) {
      next_memory_.push_back(*old++);
    } else {
      next_memory_.push_back({ids, new_cache()});
    }
    caches_of_pairs_[i] = next_memory_.back().cache;
  }
  while (old != memory_.end()) forget();
  memory_.swap(next_memory_);
}

std::uint32_t NarrowPhase::new_cache() {
  if (free_caches_.empty()) {
    free_caches_.push_back(static_cast<std::uint32_t>(caches_.size()));
    caches_.emplace_back();
  }
  const std::uint32_t cache = free_caches_.back();
  free_caches_.pop_back();
  return cache;
}

/// Pairs nearest to an interactive body first. Where the time is up before, the order is any: no pair will be asked.
void NarrowPhase::order_by_urgency(const Bodies& bodies, std::span<const SlotPair> pairs,
                                   const Request& request) {
  constexpr std::size_t pairs_between_looks = 64;
  InteractiveDistances distances(bodies);
  if (!distances.has_any()) return;
  urgencies_.clear();
  urgencies_.reserve(open_.size());
  for (const std::uint32_t i : open_) {
    if (urgencies_.size() % pairs_between_looks == 0) {
      request.limits.look();
      if (is_past(request.deadline)) return;
    }
    const float distance = std::min(distances.of(pairs[i].a), distances.of(pairs[i].b));
    urgencies_.push_back(
        {std::bit_cast<std::uint32_t>(distance), i});  // bits of positive floats are in their order
  }
  sort_pairs(urgencies_, spare_urgencies_, request.limits);
  for (std::size_t k = 0; k < open_.size(); ++k) open_[k] = urgencies_[k].b;
}

std::size_t NarrowPhase::memory() const {
  std::size_t bytes = (answers_.capacity() + old_answers_.capacity()) * sizeof(Answer) +
                      (open_.capacity() + caches_of_pairs_.capacity()) * sizeof(std::uint32_t) +
                      old_pairs_.capacity() * sizeof(SlotPair) +
                      (old_faces_.capacity() + spare_faces_.capacity()) * sizeof(FacePair) +
                      (urgencies_.capacity() + spare_urgencies_.capacity()) * sizeof(Urgency) +
                      (memory_.capacity() + next_memory_.capacity()) * sizeof(Remembered) +
                      free_caches_.capacity() * sizeof(std::uint32_t) +
                      caches_.capacity() * (sizeof(PairCache) + PairCache::bytes());
  for (const Worker& worker : workers_) {
    bytes += (worker.faces.capacity() + worker.found.capacity()) * sizeof(FacePair);
  }
  return bytes;
}

}  // namespace graze
