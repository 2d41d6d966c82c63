// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_task.h"

#include <algorithm>
#include <map>

namespace graze::cli {
namespace {

/// Of all pairs, when the scene names none, so many are listed one by one.
constexpr std::size_t most_listed_pairs = 40;

}  // namespace

CheckTask::CheckTask(const Scene& scene, const CheckOptions& options, CheckReport& report)
    : scene_(scene), options_(options), report_(report) {
  std::size_t pairs = 0;
  if (scene.pairs) {
    named_ = *scene.pairs;
    std::sort(named_.begin(), named_.end());
    named_.erase(std::unique(named_.begin(), named_.end()), named_.end());
    pairs = named_.size();
  } else if (!scene.bodies.empty()) {
    pairs = scene.bodies.size() * (scene.bodies.size() - 1) / 2;
  }
  totals_.method = options.method;
  totals_.frames = scene.frames.size() + 1;
  totals_.pairs = pairs * totals_.frames;
  totals_.left_to_automatic = count_left_to_automatic() * totals_.frames;
}

bool CheckTask::each_is_listed() const {
  return scene_.pairs || options_.distance || pairs() <= most_listed_pairs;
}

void CheckTask::for_each_pair(const std::function<void(const BodyNumbers&)>& visit) const {
  if (scene_.pairs) {
    for (const BodyNumbers& pair : named_) visit(pair);
    return;
  }
  for (std::size_t a = 0; a < scene_.bodies.size(); ++a) {
    for (std::size_t b = a + 1; b < scene_.bodies.size(); ++b) visit({a, b});
  }
}

void CheckTask::for_each_frame(const std::function<void(const SceneChange&)>& change,
                               const std::function<void()>& ask) {
  ask();
  for (const SceneFrame& frame : scene_.frames) {
    ++frame_;
    for (const SceneChange& what : frame) change(what);
    ask();
  }
}

void CheckTask::add(PairAnswer answer) {
  if (answer.answer == Answer::hit && totals_.hits++ == 0) totals_.first_hit_frame = frame_;
  if (answer.answer == Answer::undecided) ++totals_.undecided;
  if (!answer.no_distance.empty() && totals_.without_distance++ == 0)
    totals_.no_distance = answer.no_distance;
  answer.frame = frame_;
  answer.method = method_for(scene_.bodies[answer.bodies[0]].shape, scene_.bodies[answer.bodies[1]].shape,
                             options_.method);
  report_.add(answer);
}

/// Pairs of a frame of which the method does not serve the kinds, counted by kind.
std::size_t CheckTask::count_left_to_automatic() const {
  const Method method = options_.method;
  if (method == Method::automatic) return 0;
  std::size_t count = 0;
  if (scene_.pairs) {
    for (const auto& [a, b] : named_)
      count += method_for(scene_.bodies[a].shape, scene_.bodies[b].shape, method) != method;
    return count;
  }
  struct Kind {
    const Shape* example;
    std::size_t bodies = 0;
  };
  // Of one kind some may be served and some not: a capsule without a radius is a polytope.
  std::map<std::pair<std::size_t, Method>, Kind> kinds;
  for (const SceneBody& b : scene_.bodies) {
    const auto key = std::pair(b.shape.kind().index(), method_for(b.shape, b.shape, method));
    ++kinds.try_emplace(key, Kind{&b.shape}).first->second.bodies;
  }
  for (auto a = kinds.begin(); a != kinds.end(); ++a) {
    for (auto b = a; b != kinds.end(); ++b) {
      const std::size_t n = a->second.bodies, m = b->second.bodies;
      if (method_for(*a->second.example, *b->second.example, method) != method)
        count += a == b ? n * (n - 1) / 2 : n * m;
    }
  }
  return count;
}

}  // namespace graze::cli
