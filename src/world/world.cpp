// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A step: boxes of changed bodies → broad phase → filters → narrow phase → collisions that begin, persist and end.
#include <graze/error.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/deadline.h"
#include "math/float_environment.h"
#include "math/message.h"
#include "math/parallel.h"
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

Deadline deadline(Clock::time_point start, double seconds) {
  constexpr double a_year = 3e7;
  return seconds < a_year
             ? deadline_after(std::chrono::nanoseconds(static_cast<std::int64_t>(1e9 * seconds)), start)
             : no_deadline;
}

/// Grows by half at least, so that repeated growth is linear.
template <class T>
void make_room(std::vector<T>& v, std::size_t size) {
  if (v.capacity() < size) v.reserve(std::max(size, v.capacity() + v.capacity() / 2));
}

void validate_budget(double seconds) {
  if (!(seconds >= 0))
    throw Error(message("budget_seconds is ", seconds, ": it must be a number that is not negative"));
}

WorldOptions validated(WorldOptions options) {
  method_name(options.method);  // throws if there is none
  if (options.faces < FaceReport::none || options.faces > FaceReport::all) {
    throw Error(message("there is no face report number ", static_cast<int>(options.faces)));
  }
  if (options.boxes < BodyBoxes::turned || options.boxes > BodyBoxes::climbed) {
    throw Error(message("there is no kind of body boxes number ", static_cast<int>(options.boxes)));
  }
  if (!(options.box_growth >= 0) || !std::isfinite(options.box_growth)) {
    throw Error(message("box_growth is ", options.box_growth, ": it must be finite and not negative"));
  }
  options.threads = usable_threads(options.threads);
  validate_budget(options.budget_seconds);
  return options;
}

void validate(const PredictedPath& path, BodyId id) {
  const auto fail = [&](const char* what, const auto& value, const char* rule) {
    throw Error(message("path of body ", id.number, " has ", what, " ", value, ": it must ", rule));
  };
  if (!(path.duration >= 0)) fail("duration", path.duration, "be a number that is not negative");
  if (!path.velocity.allFinite()) fail("velocity", path.velocity.transpose(), "be finite");
  if (!path.acceleration.allFinite()) fail("acceleration", path.acceleration.transpose(), "be finite");
  if (!path.deviation.allFinite() || !(path.deviation.array() >= 0).all()) {
    fail("deviation", path.deviation.transpose(), "be finite and not negative");
  }
}

/// Throws if a body is not in the world, or if a pair names one body twice.
void validate(std::span<const BodyPair> pairs, const Bodies& bodies) {
  for (const BodyPair& pair : pairs) {
    bodies.slot(pair.a);
    if (bodies.slot(pair.b) == pair.a.number) {
      throw Error(message("body ", pair.a.number, " is listed as a pair with itself"));
    }
  }
}

}  // namespace

World::World(const WorldOptions& options) : impl_(std::make_unique<Impl>(validated(options))) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

void World::reserve(std::size_t bodies) {
  impl_->require_no_step();
  impl_->bodies.reserve(bodies);
}

World::Impl& World::changing() {
  impl_->require_no_step();
  impl_->up_to_date = false;
  return *impl_;
}

BodyId World::add(const Shape& shape, const Pose& pose, const BodyOptions& options) {
  const FloatEnvironment environment;
  Impl& impl = changing();
  impl.index.make_room(impl.bodies.next_slot());
  const BodyId id = impl.bodies.add(shape, pose, options);
  impl.index.change(id.number);
  return id;
}

void World::remove(BodyId id) {
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.index.make_room(slot);
  impl.bodies.remove(slot);
  impl.deformers.erase(slot);
  impl.motions.forget(slot);
  impl.index.change(slot);
}

void World::move(BodyId id, const Pose& pose) {
  const FloatEnvironment environment;
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.index.make_room(slot);
  impl.bodies.move(slot, pose);
  impl.index.change(slot);
}

void World::set_shape(BodyId id, const Shape& shape) {
  const FloatEnvironment environment;
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  impl.index.make_room(slot);
  impl.bodies.set_shape(slot, shape);
  impl.deformers.erase(slot);
  impl.index.change(slot);
}

void World::deform(BodyId id, std::span<const Eigen::Vector3d> vertices) {
  const FloatEnvironment environment;
  Impl& impl = changing();
  const Slot slot = impl.bodies.slot(id);
  const Shape& shape = impl.bodies.shape(slot);
  const auto* body = std::get_if<Deformable>(&shape.kind());
  if (body == nullptr) {
    throw Error(
        message("body ", id.number, " is of kind ", kind_name(shape.kind()), " and cannot be deformed"));
  }
  if (vertices.size() != body->mesh.vertices.size()) {
    throw Error(message("body ", id.number, " has ", body->mesh.vertices.size(),
                        " vertices and cannot be given ", vertices.size()));
  }
  impl.index.make_room(slot);
  // The deformer starts from a copy, since others may use the body's shape. From then on only vertices are copied.
  const auto [deformer, is_new] = impl.deformers.try_emplace(slot, shape);
  try {
    impl.bodies.set_shape(slot, deformer->second.deform(vertices));
  } catch (...) {
    if (is_new) impl.deformers.erase(deformer);
    throw;
  }
  impl.index.change(slot);
}

void World::set_path(BodyId id, const PredictedPath& path) {
  const FloatEnvironment environment;
  impl_->require_no_step();
  const Slot slot = impl_->bodies.slot(id);
  validate(path, id);
  if (uses_motions(impl_->options.broad_phase))
    impl_->motions.set_path(impl_->bodies, slot, path, impl_->time);
}

void World::set_options(BodyId id, const BodyOptions& options) {
  Impl& impl = changing();
  impl.bodies.set_options(impl.bodies.slot(id), options);
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
  validate(pairs, impl_->bodies);
  changing().filter.set_list(PairFilter::List::allowed, pairs);
}

void World::forbid(std::span<const BodyPair> pairs) {
  validate(pairs, impl_->bodies);
  changing().filter.set_list(PairFilter::List::forbidden, pairs);
}

void World::set_predicate(std::function<bool(BodyId, BodyId)> wanted) {
  changing().filter.set_predicate(std::move(wanted));
}

void World::set_budget(double seconds, std::size_t pairs) {
  impl_->require_no_step();
  validate_budget(seconds);
  impl_->options.budget_seconds = seconds;
  impl_->options.budget_pairs = pairs;
}

const Frame& World::step(double dt, const std::stop_token& stop) {
  const FloatEnvironment environment;
  impl_->require_no_step();
  if (!(dt > 0) || !std::isfinite(dt))
    throw Error(message("a step of ", dt, ": it must be positive and finite"));
  const auto start = Clock::now();
  const double now = impl_->time + dt;
  if (!std::isfinite(now))
    throw Error(message("a step of ", dt, " at time ", impl_->time, ": their sum is not finite"));
  Limits(stop, impl_->options.memory).look();
  if (impl_->would_repeat()) {
    impl_->repeat();
    impl_->frame.seconds = {};
    impl_->frame.seconds.report = std::chrono::duration<double>(Clock::now() - start).count();
  } else {
    impl_->look(now, start, stop);
  }
  impl_->time = now;
  return impl_->frame;
}

/// If it throws, the frame and the time are unchanged, and the next step finds what this one would have found.
void World::Impl::look(double now, Clock::time_point start, const std::stop_token& stop) {
  up_to_date = false;  // until the step has succeeded
  if (broad_phase_is_lost) {
    broad_phase = make_broad_phase(options.broad_phase);
    bodies.all_are_new();
    broad_phase_is_lost = false;
  }
  StepCounters counters;
  StepSeconds seconds;
  Limits limits(stop, options.memory);
  counters.bodies = bodies.size();
  try {
    seconds.update = seconds_of(
        [&] { counters.updated = bodies.update_boxes(options.box_growth, options.threads, &workers); });
    limits.look();
    seconds.broad = seconds_of([&] { find_candidates(now, counters); });
    limits.look();
    seconds.filter = seconds_of([&] { apply_filter(); });
    limits.look();
    seconds.narrow = seconds_of([&] { ask(start, stop, limits, counters); });
    seconds.report = seconds_of([&] { report(); });
  } catch (...) {
    narrow_phase.forget_answers();
    throw;
  }
  counters.tested = pairs.size() - frame.undecided.size();
  frame.counters = counters;
  frame.seconds = seconds;
  up_to_date = true;
}

/// The predicate is the application's code: it may ask the world, but not change it.
void World::Impl::apply_filter() {
  struct Asking {
    bool& flag;
    ~Asking() { flag = false; }
  };
  const Asking asking{asks_predicate = true};
  filter.apply(bodies, pairs);
}

void World::Impl::require_no_step() const {
  if (asks_predicate) throw Error("a predicate cannot change the world that asks it, nor step it");
}

/// Nothing has changed: the frame of the last step is valid again, and no collision begins or ends.
void World::Impl::repeat() {
  StepCounters counters;
  counters.bodies = frame.counters.bodies;
  counters.candidates = frame.counters.candidates;
  counters.tested = frame.counters.tested;
  counters.queries[Shortcut::repeated_step] = 1;
  frame.counters = counters;
  frame.ended.clear();
  if (!std::exchange(some_begin, false)) return;
  for (Collision& c : frame.collisions) c.begins = false;
}

void World::Impl::find_candidates(double now, StepCounters& counters) {
  BroadFrame changes = bodies.changes();
  changes.time = now;
  changes.threads = options.threads;
  changes.workers = &workers;
  if (uses_motions(options.broad_phase)) {
    motions.update(bodies, changes, now);
    changes.motions = motions.motions();
    changes.moved = motions.moved();
  }
  broad_phase_is_lost = true;
  broad_phase->find_pairs(changes, pairs);
  broad_phase_is_lost = false;
  bodies.changes_are_known();
  counters.candidates = pairs.size();
  counters.box_pairs_looked_at = broad_phase->counters().pairs_looked_at;
  counters.swaps = broad_phase->counters().swaps;
}

void World::Impl::ask(Clock::time_point start, const std::stop_token& stop, Limits& limits,
                      StepCounters& counters) {
  narrow_phase.run(bodies, pairs,
                   {.method = options.method,
                    .faces = options.faces,
                    .caches = options.caches,
                    .shortcuts = options.shortcuts,
                    .threads = options.threads,
                    .workers = &workers,
                    .most_pairs = options.budget_pairs,
                    .deadline = deadline(start, options.budget_seconds),
                    .stop = stop,
                    .memory = options.memory,
                    .limits = limits});
  counters.queries = narrow_phase.counters();
}

void World::Impl::report() {
  using Verdict = NarrowPhase::Answer::Verdict;
  std::size_t collisions = 0, undecided = 0, face_pairs = 0;
  for (const NarrowPhase::Answer& answer : narrow_phase.answers()) {
    collisions += answer.verdict == Verdict::collide ? 1 : 0;
    undecided += answer.verdict == Verdict::undecided ? 1 : 0;
    face_pairs += answer.face_pair_count;
  }
  constexpr std::size_t most_face_pairs = std::numeric_limits<std::uint32_t>::max();
  if (face_pairs > most_face_pairs)
    throw Error(message(face_pairs, " pairs of faces meet: a frame lists at most ", most_face_pairs));
  // What may fail comes first.
  make_room(frame.collisions, collisions);
  make_room(frame.ended, touching.size());
  make_room(frame.undecided, undecided);
  make_room(frame.face_pairs, face_pairs);
  make_room(next_touching, collisions + undecided);
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
      if (touched) next_touching.push_back(ids);  // until the pair is decided
      continue;
    }
    const auto faces = narrow_phase.faces(answer);
    frame.collisions.push_back({ids.a, ids.b, !touched, static_cast<std::uint32_t>(frame.face_pairs.size()),
                                static_cast<std::uint32_t>(faces.size())});
    frame.face_pairs.insert(frame.face_pairs.end(), faces.begin(), faces.end());
    next_touching.push_back(ids);
  }
  frame.ended.insert(frame.ended.end(), old, touching.end());
  touching.swap(next_touching);
  some_begin = true;
}

const Frame& World::frame() const {
  return impl_->frame;
}

std::size_t World::memory() const {
  const Frame& f = impl_->frame;
  return impl_->bodies.memory() + impl_->broad_phase->memory() + impl_->narrow_phase.memory() +
         impl_->motions.memory() + impl_->index.memory() + impl_->filter.memory() +
         impl_->pairs.capacity() * sizeof(SlotPair) +
         (impl_->touching.capacity() + impl_->next_touching.capacity() + f.ended.capacity() +
          f.undecided.capacity()) *
             sizeof(BodyPair) +
         f.collisions.capacity() * sizeof(Collision) + f.face_pairs.capacity() * sizeof(FacePair);
}

}  // namespace graze
