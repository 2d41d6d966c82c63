// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A step: boxes of what has changed → broad phase → filters → narrow phase → what is new and what is over.
#include <graze/error.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/message.h"
#include "world/world_impl.h"

namespace graze {
namespace {

using Clock = std::chrono::steady_clock;

/// Runs `work` and returns the seconds that it took.
template <class Work>
double seconds_of(const Work& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Clock::time_point deadline(Clock::time_point start, double seconds) {
  constexpr double a_year = 3e7;
  if (!(seconds < a_year)) return Clock::time_point::max();
  return start +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::max(seconds, 0.0)));
}

}  // namespace

World::World(const WorldOptions& options) : impl_(std::make_unique<Impl>(options)) {
  method_name(options.method);  // throws if there is none
  if (!(options.box_growth >= 0) || !std::isfinite(options.box_growth)) {
    throw Error(message("box_growth is ", options.box_growth, ": it must be finite and not negative"));
  }
}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

void World::reserve(std::size_t bodies) {
  impl_->bodies.reserve(bodies);
}

World::Impl& World::changing() {
  impl_->up_to_date = false;
  return *impl_;
}

BodyId World::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
  Impl& impl = changing();
  const BodyId id = impl.bodies.add(shape, pose, options);
  impl.index.change(id.number);
  return id;
}

void World::remove(BodyId id) {
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.bodies.remove(slot);
  impl.deformers.erase(slot);
  impl.motions.forget(slot);
  impl.index.change(slot);
}

void World::move(BodyId id, const Pose& pose) {
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.bodies.move(slot, pose);
  impl.index.change(slot);
}

void World::set_shape(BodyId id, const Shape& shape) {
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.bodies.set_shape(slot, shape);
  impl.deformers.erase(slot);
  impl.index.change(slot);
}

void World::deform(BodyId id, std::span<const Eigen::Vector3d> vertices) {
  const Slot slot = impl_->bodies.slot(id);
  const Shape& shape = impl_->bodies.shape(slot);
  const auto* body = std::get_if<Deformable>(&shape.kind());
  if (body == nullptr) {
    throw Error(
        message("body ", id.number, " is of kind ", kind_name(shape.kind()), " and cannot be deformed"));
  }
  if (vertices.size() != body->mesh.vertices.size()) {
    throw Error(message("body ", id.number, " has ", body->mesh.vertices.size(),
                        " vertices and cannot be given ", vertices.size()));
  }
  // The deformer starts from a copy, since others may use the body's shape. From then on only vertices are copied.
  const Shape next = impl_->deformers.try_emplace(slot, shape).first->second.deform(vertices);
  Impl& impl = changing();
  impl.bodies.set_shape(slot, next);
  impl.index.change(slot);
}

void World::set_path(BodyId id, const PredictedPath& path) {
  const Slot slot = impl_->bodies.slot(id);
  const bool grows = path.deviation.allFinite() && (path.deviation.array() >= 0).all();
  if (!grows || !path.velocity.allFinite() || !path.acceleration.allFinite() || !(path.duration >= 0)) {
    throw Error(
        message("path of body ", id.number, " is not finite or has a negative duration or deviation"));
  }
  if (uses_motions(impl_->options.broad_phase))
    impl_->motions.set_path(impl_->bodies, slot, path, impl_->time);
}

void World::set_options(BodyId id, const BodyOptions& options) {
  changing().bodies.set_options(impl_->bodies.slot(id), options);
}

bool World::contains(BodyId id) const {
  return impl_->bodies.contains(id);
}

std::size_t World::size() const {
  return impl_->bodies.size();
}

std::vector<BodyId> World::ids() const {
  std::vector<BodyId> ids;
  for (Slot slot = 0; slot < impl_->bodies.slots(); ++slot) {
    if (impl_->bodies.in_use(slot)) ids.push_back(impl_->bodies.id(slot));
  }
  return ids;
}

const Shape& World::shape(BodyId id) const {
  return impl_->bodies.shape(impl_->bodies.slot(id));
}

Pose World::pose(BodyId id) const {
  return impl_->bodies.pose(impl_->bodies.slot(id));
}

BodyOptions World::options(BodyId id) const {
  return impl_->bodies.options(impl_->bodies.slot(id));
}

void World::allow_all_pairs() {
  changing().filter.set_list(PairFilter::List::none, {});
}

void World::allow_only(std::span<const BodyPair> pairs) {
  changing().filter.set_list(PairFilter::List::allowed, pairs);
}

void World::forbid(std::span<const BodyPair> pairs) {
  changing().filter.set_list(PairFilter::List::forbidden, pairs);
}

void World::set_predicate(std::function<bool(BodyId, BodyId)> wanted) {
  changing().filter.set_predicate(std::move(wanted));
}

void World::set_budget(double seconds, std::size_t pairs) {
  impl_->options.budget_seconds = seconds;
  impl_->options.budget_pairs = pairs;
}

const Frame& World::step(double dt) {
  if (!(dt > 0) || !std::isfinite(dt))
    throw Error(message("a step of ", dt, ": it must be positive and finite"));
  const auto start = Clock::now();
  impl_->time += dt;
  Frame& frame = impl_->frame;
  if (impl_->would_repeat()) {
    frame.seconds = {};
    frame.seconds.report = seconds_of([&] { impl_->repeat(); });
    return frame;
  }
  impl_->up_to_date = false;  // until all is well
  frame.counters = {};
  frame.counters.bodies = size();
  const WorldOptions& options = impl_->options;
  frame.seconds.update = seconds_of([&] {
    frame.counters.updated = impl_->bodies.update_boxes(options.box_growth, options.threads, &impl_->workers);
  });
  frame.seconds.broad = seconds_of([&] { impl_->find_candidates(); });
  frame.seconds.filter = seconds_of([&] { impl_->filter.apply(impl_->bodies, impl_->pairs); });
  frame.seconds.narrow = seconds_of([&] { impl_->ask(start); });
  frame.seconds.report = seconds_of([&] { impl_->report(); });
  impl_->up_to_date = true;
  return frame;
}

/// Nothing has changed: the step finds what the last one found, and none of it is new.
void World::Impl::repeat() {
  StepCounters counters;
  counters.bodies = frame.counters.bodies;
  counters.candidates = frame.counters.candidates;
  counters.tested = frame.counters.tested;
  frame.counters = counters;
  frame.ended.clear();
  if (!std::exchange(some_begin, false)) return;
  for (Collision& c : frame.collisions) c.begins = false;
}

void World::Impl::find_candidates() {
  BroadFrame changes = bodies.changes();
  changes.time = time;
  changes.threads = options.threads;
  changes.workers = &workers;
  if (uses_motions(options.broad_phase)) {
    motions.update(bodies, changes, time);
    changes.motions = motions.motions();
    changes.moved = motions.moved();
  }
  broad_phase->find_pairs(changes, pairs);
  bodies.changes_are_known();
  frame.counters.candidates = pairs.size();
  frame.counters.box_pairs_looked_at = broad_phase->counters().pairs_looked_at;
  frame.counters.swaps = broad_phase->counters().swaps;
}

void World::Impl::ask(Clock::time_point start) {
  narrow_phase.run(bodies, pairs,
                   {options.method, options.faces, options.caches, options.threads, &workers,
                    options.budget_pairs, deadline(start, options.budget_seconds)});
  frame.counters.queries = narrow_phase.counters();
}

void World::Impl::report() {
  using Verdict = NarrowPhase::Answer::Verdict;
  frame.collisions.clear();
  frame.ended.clear();
  frame.undecided.clear();
  frame.face_pairs.clear();
  next_touching.clear();
  auto old = touching.begin();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const NarrowPhase::Answer& answer = narrow_phase.answers()[i];
    if (answer.verdict == Verdict::apart) continue;
    const BodyPair ids = {bodies.id(pairs[i].a), bodies.id(pairs[i].b)};
    for (; old != touching.end() && *old < ids; ++old) frame.ended.push_back(*old);
    const bool touched = old != touching.end() && *old == ids;
    if (touched) ++old;
    if (answer.verdict == Verdict::undecided) {
      frame.undecided.push_back(ids);
      if (touched) next_touching.push_back(ids);  // until it is known better
      continue;
    }
    const auto faces = narrow_phase.faces(answer);
    frame.collisions.push_back({ids.a, ids.b, !touched, static_cast<std::uint32_t>(frame.face_pairs.size()),
                                static_cast<std::uint32_t>(faces.size())});
    frame.face_pairs.insert(frame.face_pairs.end(), faces.begin(), faces.end());
    next_touching.push_back(ids);
  }
  frame.ended.insert(frame.ended.end(), old, touching.end());
  frame.counters.tested = pairs.size() - frame.undecided.size();
  touching.swap(next_touching);
  some_begin = true;
}

const Frame& World::frame() const {
  return impl_->frame;
}

std::size_t World::memory() const {
  const Frame& f = impl_->frame;
  return impl_->bodies.memory() + impl_->broad_phase->memory() + impl_->narrow_phase.memory() +
         impl_->motions.memory() + impl_->index.memory() + impl_->pairs.capacity() * sizeof(SlotPair) +
         (impl_->touching.capacity() + impl_->next_touching.capacity() + f.ended.capacity() +
          f.undecided.capacity()) *
             sizeof(BodyPair) +
         f.collisions.capacity() * sizeof(Collision) + f.face_pairs.capacity() * sizeof(FacePair);
}

}  // namespace graze
