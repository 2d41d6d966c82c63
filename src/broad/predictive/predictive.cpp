// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/predictive/predictive.h"

#include <bit>
#include <cmath>
#include <stdexcept>

namespace graze {
namespace {

/// A hash of a motion. A collision of hashes is harmless, because tubes are checked on every frame.
std::uint64_t digest(const Motion& motion) {
  const double values[] = {motion.begin, motion.end,  motion.s[0], motion.s[1], motion.s[2],
                           motion.v[0],  motion.v[1], motion.v[2], motion.a[0], motion.a[1],
                           motion.a[2],  motion.d[0], motion.d[1], motion.d[2], motion.radius};
  std::uint64_t sum = 0;
  for (int i = 0; i < 15; ++i) sum += std::rotl(std::bit_cast<std::uint64_t>(values[i]), 4 * i + 1);
  return sum;
}

/// The motion of a body, or null if none is known.
const Motion* motion_of(const BroadFrame& frame, Slot slot) {
  if (frame.motions.size() <= slot) return nullptr;
  const Motion& motion = frame.motions[slot];
  return motion.begin <= motion.end ? &motion : nullptr;
}

/// The time in which a body moves by its own width, or deviates from a straight line by as much, or in which the deviation
/// from its path has become as large: wider tubes are made only when narrower ones have met few others.
double first_span(const Motion& motion) {
  const double width = 2 * motion.radius;
  const double span =
      std::min({width / motion.v.norm(), std::sqrt(width / motion.a.norm()),
                width / std::max(0.0, motion.d[1]), std::sqrt(width / std::max(0.0, motion.d[2]))});
  return span > 0 && span < std::numeric_limits<double>::infinity() ? span : 1;
}

/// A factor from 0.75 to 1.25, spread by the golden ratio, so that bodies added in one frame are not all renewed in one
/// frame.
double stagger(Slot slot) {
  return 0.75 + 0.5 * static_cast<double>(slot * 0x9e3779b9U) * 0x1p-32;
}

// A prediction that looked at fewer tubes lengthens the body's span; one that looked at more shortens it.
constexpr std::uint64_t little = 64, much = 256;
constexpr double more = 1.5;
// A tube that lasted fewer steps was not worth its cost: the body stays loose for some frames.
constexpr double least_steps = 4;
constexpr std::uint8_t frames_of_rest = 16;
// A tube for which more tubes and loose boxes than this are looked at is refused.
constexpr std::uint64_t too_many = 2 * much;
// What refused tubes may look at in one frame, for each body: about as many as a loose body looks at.
constexpr std::uint64_t looks_of_body = 64;

/// How long a body is loose after so many refusals in a row: at most 240 frames. It is spread by slot, so that bodies refused in
/// one frame do not all try again in one frame.
std::uint8_t rest_after(int refusals, Slot slot) {
  const double frames = static_cast<double>(frames_of_rest << std::clamp(refusals - 1, 0, 3));
  return static_cast<std::uint8_t>(frames * (1.5 * stagger(slot)));
}

}  // namespace

void Predictive::leave(Slot slot) {
  Body& body = bodies_[slot];
  ++stamps_[slot];
  body.has_tube = false;
  watches_[slot] = {};
  loose_.erase(slot);
  loose_boxes_.remove(slot);
  tubes_.remove(slot);
  fixed_boxes_.remove(slot);
}

void Predictive::follow(const BroadFrame& frame) {
  bodies_.resize(std::max(bodies_.size(), frame.boxes.size()));
  stamps_.resize(bodies_.size());
  watches_.resize(bodies_.size());
  swept_.resize(bodies_.size());
  tubes_.grow(bodies_.size());
  fixed_boxes_.grow(bodies_.size());
  loose_boxes_.grow(bodies_.size());
  for (SlotSet* set : {&moving_, &fixed_, &loose_}) set->grow(bodies_.size());
  for (const Slot slot : frame.removed) {
    leave(slot);
    moving_.erase(slot);
    fixed_.erase(slot);
  }
  for (const Slot slot : frame.added) {
    const bool fixed = frame.mobilities[slot] == Mobility::fixed;
    (fixed ? fixed_ : moving_).insert(slot);
    bodies_[slot].fixed = fixed;
    bodies_[slot].span = 0;
    bodies_[slot].rest = 0;
    bodies_[slot].refusals = 0;
    if (fixed) renew(slot, frame);
  }
  for (const Slot slot : frame.moved) {
    if (frame.mobilities[slot] == Mobility::fixed) renew(slot, frame);
  }
}

/// Renews all moving bodies that are not certainly inside their tubes.
void Predictive::check(const BroadFrame& frame) {
  const bool turned_back = !(frame.time >= time_);
  if (frame.time > time_ && time_ > -std::numeric_limits<double>::infinity()) step_ = frame.time - time_;
  time_ = frame.time;
  for (const Slot slot : moving_) {
    if (!turned_back && still_holds(slot, frame)) continue;
    Body& body = bodies_[slot];
    if (body.has_tube) {
      if (frame.time < (body.tube.begin + body.tube.end) / 2) body.span /= 2;
      if (frame.time - body.tube.begin < least_steps * step_) body.rest = frames_of_rest;
    }
    renew(slot, frame);
  }
}

/// Is the motion still the same, and the body inside the tube that was made from it?
bool Predictive::still_holds(Slot slot, const BroadFrame& frame) const {
  const TubeWatch& watch = watches_[slot];
  const BroadBox& box = frame.boxes[slot];
  const Motion* motion = motion_of(frame, slot);
  if (motion == nullptr || digest(*motion) != watch.motion) return false;
  return certainly_holds(watch, box, frame.time) ||
         (bodies_[slot].has_tube && !box.empty() && holds(bodies_[slot].tube, box, frame.time));
}

std::optional<Tube> Predictive::tube_for(Slot slot, const BroadFrame& frame) {
  Body& body = bodies_[slot];
  if (body.fixed) return resting_tube(frame.boxes[slot]);
  if (body.rest > 0) {
    --body.rest;
    return std::nullopt;
  }
  const Motion* motion = motion_of(frame, slot);
  if (motion == nullptr) return std::nullopt;
  if (!(body.span > 0)) body.span = first_span(*motion);
  if (step_ > 0) body.span = std::clamp(body.span, 2 * step_, 4096 * step_);
  return tube_of(*motion, frame.boxes[slot], frame.time, body.span * stagger(slot));
}

void Predictive::renew(Slot slot, const BroadFrame& frame) {
  const BroadBox& box = frame.boxes[slot];
  Body& body = bodies_[slot];
  if (box.empty()) {
    leave(slot);
    return;
  }
  const std::optional<Tube> tube = tube_for(slot, frame);
  ++stamps_[slot];
  body.has_tube = tube.has_value();
  if (body.has_tube) {
    body.tube = *tube;
    watches_[slot] = TubeWatch(body.tube);
    if (!body.fixed) watches_[slot].motion = digest(frame.motions[slot]);
    // A fixed body is in the grid by its own box, which is smaller than that of its tube.
    swept_[slot] = body.fixed ? box : swept_box(body.tube, frame.time);
    (body.fixed ? fixed_boxes_ : tubes_).place(slot, swept_[slot]);
    loose_.erase(slot);
    loose_boxes_.remove(slot);
    body.is_new = true;
    renewed_.push_back(slot);
  } else {
    make_loose(slot, box);
  }
}

/// What is predicted of the body must be void already.
void Predictive::make_loose(Slot slot, const BroadBox& box) {
  bodies_[slot].has_tube = false;
  watches_[slot] = {};
  tubes_.remove(slot);
  fixed_boxes_.remove(slot);
  loose_.insert(slot);
  loose_boxes_.place(slot, box);
}

void Predictive::schedule(Slot a, Slot b, double now) {
  const Meeting m = meeting(bodies_[a].tube, bodies_[b].tube, now);
  const Prediction prediction = {m, a, b, stamps_[a], stamps_[b]};
  if (m.first <= now) {
    near_.push_back(prediction);
  } else if (m.first < std::numeric_limits<double>::infinity()) {
    queue_.push(prediction, [this](const Prediction& p) { return valid(p); });
  }
}

void Predictive::consider(Slot slot, Slot other, double now) {
  // A pair of two new tubes is scheduled once, by the lower slot.
  if (!bodies_[other].is_new || slot < other) schedule(slot, other, now);
}

/// Moving bodies first, so that fixed ones do not look at tubes that are then refused.
void Predictive::predict_renewed(const BroadFrame& frame) {
  std::uint64_t looks_left = looks_of_body * (moving_.size() + fixed_.size());
  for (const Slot slot : renewed_) {
    if (!bodies_[slot].fixed) predict(slot, frame, looks_left);
  }
  for (const Slot slot : renewed_) {
    if (bodies_[slot].fixed) predict_fixed(slot, frame);
  }
  for (const Slot slot : renewed_) bodies_[slot].is_new = false;
  renewed_.clear();
}

void Predictive::predict_fixed(Slot slot, const BroadFrame& frame) {
  counters_.pairs_looked_at += tubes_.for_each_overlap(
      swept_[slot], swept_.data(), [&](Slot other) { consider(slot, other, frame.time); });
}

/// Schedules the body's pairs, or refuses its tube and makes it loose. Then nothing has been scheduled by it; what others have
/// scheduled with it is void.
void Predictive::predict(Slot slot, const BroadFrame& frame, std::uint64_t& looks_left) {
  Body& body = bodies_[slot];
  const auto refuse = [&](int refusals) {
    body.refusals = static_cast<std::uint8_t>(refusals);
    body.rest = rest_after(refusals, slot);
    ++stamps_[slot];
    make_loose(slot, frame.boxes[slot]);
  };
  if (looks_left == 0) return refuse(body.refusals);  // not its fault

  met_.clear();
  const auto meet = [&](Slot other) {
    if (met_.size() < too_many) met_.push_back(other);
  };
  const std::uint64_t looked_at = tubes_.for_each_overlap(slot, swept_.data(), meet) +
                                  fixed_boxes_.for_each_overlap(swept_[slot], swept_.data(), meet);
  counters_.pairs_looked_at += looked_at;
  if (looked_at < little) body.span *= more;
  if (looked_at > much) body.span /= more;
  std::uint64_t compared =
      0;  // with loose boxes. Those that overlap would be compared with the tube on each frame
  if (looked_at <= too_many && loose_boxes_.size() > 0) {
    compared = loose_boxes_.for_each_overlap(swept_[slot], frame.boxes.data(), [](Slot) {});
    counters_.pairs_looked_at += compared;
  }
  if (looked_at + compared > too_many) {
    looks_left -= std::min(looks_left, looked_at + compared);
    return refuse(std::min(body.refusals + 1, 4));
  }
  body.refusals = 0;
  for (const Slot other : met_) consider(slot, other, frame.time);
}

void Predictive::follow_near_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  for (; queue_.has_one_until(frame.time);) {
    const Prediction p = queue_.pop();
    if (valid(p)) near_.push_back(p);
  }
  std::size_t kept = 0;
  const std::size_t count = near_.size();
  for (std::size_t i = 0; i < count; ++i) {
    Prediction p = near_[i];
    if (!valid(p)) continue;
    ++counters_.pairs_looked_at;
    if (frame.time > p.meeting.last) {
      p.meeting = meeting(bodies_[p.a].tube, bodies_[p.b].tube, frame.time);
      if (p.meeting.first > frame.time) {
        if (p.meeting.first < std::numeric_limits<double>::infinity()) {
          queue_.push(p, [this](const Prediction& other) { return valid(other); });
        }
        continue;
      }
    }
    near_[kept++] = p;
    if (frame.boxes[p.a].overlaps(frame.boxes[p.b]))
      pairs.push_back({std::min(p.a, p.b), std::max(p.a, p.b)});
  }
  near_.resize(kept);
}

void Predictive::look_for_loose_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  const auto add = [&](Slot a, Slot b) {
    if (!both_fixed(frame, a, b)) pairs.push_back({std::min(a, b), std::max(a, b)});
  };
  counters_.pairs_looked_at += loose_boxes_.for_each_pair(frame.boxes.data(), add);
  for (const Slot slot : loose_) {
    const BroadBox& box = frame.boxes[slot];
    const auto compare = [&](Slot other) {
      if (box.overlaps(frame.boxes[other])) add(slot, other);
    };
    counters_.pairs_looked_at += tubes_.for_each_overlap(box, swept_.data(), compare);
    if (frame.mobilities[slot] == Mobility::fixed) continue;
    counters_.pairs_looked_at += fixed_boxes_.for_each_overlap(box, swept_.data(), compare);
  }
}

void Predictive::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  pairs.clear();
  follow(frame);
  check(frame);
  predicted_ = renewed_.size();
  predict_renewed(frame);
  follow_near_pairs(frame, pairs);
  look_for_loose_pairs(frame, pairs);
  sorter_.sort(pairs, frame.boxes.size());
}

double Predictive::share_not_looked_at() const {
  const auto pairs_of = [](std::size_t n) {
    return static_cast<double>(n) * (static_cast<double>(n) - 1) / 2;
  };
  const double all = pairs_of(moving_.size() + fixed_.size()) - pairs_of(fixed_.size());
  return all > 0 ? std::max(0.0, 1 - static_cast<double>(counters_.pairs_looked_at) / all) : 1;
}

std::size_t Predictive::memory() const {
  return stamps_.capacity() * sizeof(std::uint32_t) + watches_.capacity() * sizeof(TubeWatch) +
         bodies_.capacity() * sizeof(Body) + swept_.capacity() * sizeof(BroadBox) + moving_.memory() +
         fixed_.memory() + loose_.memory() + (renewed_.capacity() + met_.capacity()) * sizeof(Slot) +
         tubes_.memory() + fixed_boxes_.memory() + loose_boxes_.memory() + queue_.memory() +
         near_.capacity() * sizeof(Prediction) + sorter_.memory();
}

void Predictive::validate(const BroadFrame& frame) const {
  const auto require = [](bool fulfilled, const char* what) {
    if (!fulfilled) throw std::logic_error(what);
  };
  tubes_.validate(swept_.data());
  fixed_boxes_.validate(swept_.data());
  loose_boxes_.validate(frame.boxes.data());
  for (const SlotSet* set : {&moving_, &fixed_}) {
    for (const Slot slot : *set) {
      const Body& body = bodies_[slot];
      const BroadBox& box = frame.boxes[slot];
      const bool loose = !box.empty() && !body.has_tube;
      require(loose_.contains(slot) == loose && loose_boxes_.holds(slot) == loose,
              "a loose body is not known as one");
      require(tubes_.holds(slot) == (body.has_tube && !body.fixed),
              "a tube is not in its grid, or another is");
      require(fixed_boxes_.holds(slot) == (body.has_tube && body.fixed), "a fixed box is not in its grid");
      if (!body.has_tube) continue;
      require(!box.empty(), "an empty box has a tube");
      require(body.fixed || holds(body.tube, box, frame.time), "a body is outside its tube");
      for (std::size_t k = 0; k < 3; ++k) {
        require(swept_[slot].low[k] <= box.low[k] && box.high[k] <= swept_[slot].high[k],
                "a body is outside its tube's box");
      }
    }
  }
}

}  // namespace graze
