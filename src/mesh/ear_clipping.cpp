// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/ear_clipping.h"

#include <algorithm>

namespace graze {
namespace {

constexpr std::uint32_t none = 0xffffffffU;

// Corners that wait are looked at again so long as there were no more searches than this for each corner. Of a simple
// polygon they need not be: what is no ear stays none while its neighbours stay (the argument in the header holds for
// what is left of the polygon as well).
constexpr std::size_t searches_a_corner = 64;

/// From left to right, and from below where that is equal.
bool before(const Place& a, const Place& b) {
  return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y();
}

bool same_place(const Place& a, const Place& b) {
  return a.x() == b.x() && a.y() == b.y();
}

/// Is p in the direction that `to` has from `from`?
bool on_ray(const Place& from, const Place& to, const Place& p) {
  return turn(from, to, p) == 0 && (before(from, to) ? before(from, p) : before(p, from));
}

}  // namespace

bool EarClipper::clip(std::span<const std::uint32_t> loop, std::span<const Place> places,
                      std::span<Face> faces) {
  start(loop, places);
  std::uint32_t last = 0;  // one of those that are left
  for (std::size_t i = 0; i + 1 < faces.size(); ++i) {
    std::optional<std::uint32_t> ear = next_ear();
    if (!ear && searches_ < searches_a_corner * corners_.size()) {
      take_open_case_ = true;
      enqueue_all(last);
      ear = next_ear();
      take_open_case_ = false;
    }
    if (!ear) return false;
    faces[i] = face(*ear);
    last = corners_[*ear].next;
    cut(*ear);
  }
  faces.back() = face(last);
  return corners_[last].turn >= 0;
}

void EarClipper::start(std::span<const std::uint32_t> loop, std::span<const Place> places) {
  loop_ = loop;
  places_ = places;
  const auto count = static_cast<std::uint32_t>(loop.size());
  tree_.build(places);
  corners_.resize(count);
  queue_.clear();
  queue_head_ = 0;
  folds_.clear();
  straight_.clear();
  take_open_case_ = false;
  waiting_.clear();
  searches_ = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    corners_[i] = {i == 0 ? count - 1 : i - 1, i + 1 == count ? 0 : i + 1, none, 0, true, false};
  }
  // From a corner that is the same wherever the loop starts.
  const auto first =
      static_cast<std::uint32_t>(std::min_element(places.begin(), places.end(), before) - places.begin());
  for (std::uint32_t i = 0; i < count; ++i) update((first + i) % count);
}

Face EarClipper::face(std::uint32_t v) const {
  return {loop_[corners_[v].previous], loop_[v], loop_[corners_[v].next]};
}

std::optional<std::uint32_t> EarClipper::next_ear() {
  while (!folds_.empty()) {
    const std::uint32_t v = folds_.back();
    folds_.pop_back();
    if (corners_[v].left_over && turns_back(v)) return v;
  }
  while (queue_head_ < queue_.size()) {
    const std::uint32_t v = queue_[queue_head_++];
    Corner& corner = corners_[v];
    corner.queued = false;
    if (!corner.left_over || corner.turn < 0) continue;
    if (corner.turn == 0) {
      straight_.push_back(v);
      continue;
    }
    const std::optional<Blocker> blocker = find_blocker(v);
    if (!blocker) return v;
    std::uint32_t& first = corners_[blocker->corner].first_waiting;
    waiting_.push_back({v, blocker->touching, first});
    first = static_cast<std::uint32_t>(waiting_.size() - 1);
  }
  while (!straight_.empty()) {
    const std::uint32_t v = straight_.back();
    straight_.pop_back();
    if (corners_[v].left_over && corners_[v].turn == 0) return v;
  }
  return {};
}

/// Does it lie on a line with its neighbours, and not between them?
bool EarClipper::turns_back(std::uint32_t v) const {
  if (corners_[v].turn != 0) return false;
  const Place &u = places_[corners_[v].previous], &p = places_[v], &w = places_[corners_[v].next];
  return !(before(u, p) && before(p, w)) && !(before(w, p) && before(p, u));
}

/// Does the boundary at p run along the triangle's first two edges, in the other direction?
bool EarClipper::runs_back(std::uint32_t p, const std::array<Place, 3>& triangle) const {
  const auto& [u, v, w] = triangle;
  return same_place(places_[p], v) && on_ray(v, w, places_[corners_[p].previous]) &&
         on_ray(v, u, places_[corners_[p].next]);
}

std::optional<EarClipper::Blocker> EarClipper::find_blocker(std::uint32_t v) {
  ++searches_;
  const std::array<Place, 3> triangle = {places_[corners_[v].previous], places_[v],
                                         places_[corners_[v].next]};
  bool touching = false;
  const auto leads_inside = [&](const std::array<int, 3>& sides, std::uint32_t other) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (sides[i] == 0 && turn(triangle[i], triangle[(i + 1) % 3], places_[other]) <= 0) return false;
    }
    return true;
  };
  const auto corner = tree_.find_in(triangle, [&](std::uint32_t p, const std::array<int, 3>& sides) {
    touching = sides[0] == 0 || sides[1] == 0 || sides[2] == 0;
    if (!take_open_case_ && runs_back(p, triangle)) return true;
    return !touching || leads_inside(sides, corners_[p].previous) || leads_inside(sides, corners_[p].next);
  });
  if (!corner) return {};
  return Blocker{*corner, touching};
}

void EarClipper::cut(std::uint32_t v) {
  const auto [u, w] = std::pair(corners_[v].previous, corners_[v].next);
  corners_[v].left_over = false;
  tree_.set(v, false);
  corners_[u].next = w;
  corners_[w].previous = u;
  wake(v, false);
  update(u);
  update(w);
}

/// After a change of its neighbours.
void EarClipper::update(std::uint32_t v) {
  Corner& corner = corners_[v];
  corner.turn = static_cast<std::int8_t>(turn(places_[corner.previous], places_[v], places_[corner.next]));
  const bool blocks = corner.turn <= 0;
  const bool blocks_no_more = tree_.is_on(v) && !blocks;
  tree_.set(v, blocks);
  wake(v, !blocks_no_more);
  if (turns_back(v)) folds_.push_back(v);
  enqueue(v);
}

/// Queues the corners that `blocker` blocks, all or only those where how it blocks depends on its neighbours.
void EarClipper::wake(std::uint32_t blocker, bool touching_only) {
  std::uint32_t& first = corners_[blocker].first_waiting;
  std::uint32_t at = first;
  first = none;
  while (at != none) {
    Waiting& waiting = waiting_[at];
    const std::uint32_t next = waiting.next;
    if (touching_only && !waiting.touching) {
      waiting.next = first;
      first = at;
    } else if (searches_ < searches_a_corner * corners_.size()) {
      enqueue(waiting.corner);
    }
    at = next;
  }
}

/// All that are left, from `first` on.
void EarClipper::enqueue_all(std::uint32_t first) {
  std::uint32_t v = first;
  do {
    enqueue(v);
    v = corners_[v].next;
  } while (v != first);
}

void EarClipper::enqueue(std::uint32_t v) {
  if (corners_[v].queued || !corners_[v].left_over) return;
  corners_[v].queued = true;
  queue_.push_back(v);
}

}  // namespace graze
