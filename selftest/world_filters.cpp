// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/world_filters.h"

#include <algorithm>

namespace graze::selftest {
namespace {

BodyPair in_order(BodyId a, BodyId b) {
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

BodyOptions WorldFilters::draw_options() {
  if (seed_ == 0 || draw_.coin()) return {};
  BodyOptions options;
  options.mobility =
      draw_.pick(std::array{Mobility::fixed, Mobility::moving, Mobility::moving, Mobility::interactive});
  if (draw_.coin()) return options;
  // Of three layers most pairs share one; the last has the highest bit.
  const auto some = [&] {
    return draw_.pick(std::array{1U, 2U, 3U, 0x80000000U, 0x80000001U, ~0U, ~0U}) &
           (draw_.one_in(16) ? 0U : ~0U);
  };
  options.layers = some();
  options.collides_with = some();
  return options;
}

void WorldFilters::shuffle(std::vector<BodyPair>& pairs) {
  for (std::size_t i = pairs.size(); i-- > 0;) {
    std::swap(pairs[i], pairs[draw_.below(i + 1)]);
    if (draw_.coin()) std::swap(pairs[i].a, pairs[i].b);
  }
}

void WorldFilters::allow_only(World& world, std::vector<BodyPair> pairs) {
  kind_ = List::allowed;
  list_.clear();
  for (const BodyPair& pair : pairs) list_.insert(in_order(pair.a, pair.b));
  if (seed_ != 0) shuffle(pairs);
  world.allow_only(pairs);
}

void WorldFilters::change(World& world, std::vector<BodyPair> pairs) {
  if (seed_ == 0) return;
  for (const BodyId id : world.ids()) {
    if (draw_.one_in(8)) world.set_options(id, draw_options());
  }
  if (!pairs.empty() && !draw_.one_in(3)) change_list(world, std::move(pairs));
  if (!draw_.one_in(3)) return;
  predicate_ = draw_.coin() ? draw_.next() | 1 : 0;
  set_predicate(world);
}

void WorldFilters::change_list(World& world, std::vector<BodyPair> pairs) {
  const int left_out = draw_.pick(std::array{1, 2, 2, 8});
  std::erase_if(pairs, [&](const BodyPair&) { return left_out > 1 && draw_.one_in(left_out); });
  const List kind = draw_.pick(std::array{List::none, List::allowed, List::allowed, List::forbidden});
  if (kind == List::allowed) return allow_only(world, std::move(pairs));
  if (draw_.coin()) std::erase_if(pairs, [&](const BodyPair&) { return draw_.coin(); });
  kind_ = kind;
  list_ = {pairs.begin(), pairs.end()};
  shuffle(pairs);
  if (kind == List::none) {
    world.allow_all_pairs();
  } else {
    world.forbid(pairs);
  }
}

void WorldFilters::set_predicate(World& world) {
  if (predicate_ == 0) return world.set_predicate({});
  world.set_predicate([this](BodyId a, BodyId b) {
    asked_.push_back({a, b});
    return passes_predicate({a, b});
  });
}

void WorldFilters::stop_after(World& world, int calls, std::stop_source& source) {
  world.set_predicate([this, calls, &source](BodyId a, BodyId b) mutable {
    if (calls-- == 0) source.request_stop();
    return passes_predicate({a, b});
  });
}

bool WorldFilters::passes_predicate(BodyPair pair) const {
  if (predicate_ == 0) return true;
  const std::uint64_t of_pair = (std::uint64_t{pair.a.number} << 32) ^ pair.b.number;
  return Random(predicate_ ^ of_pair).below(3) != 0;
}

bool WorldFilters::passes(const World& world, BodyPair pair) const {
  const BodyOptions a = world.options(pair.a), b = world.options(pair.b);
  if (a.mobility == Mobility::fixed && b.mobility == Mobility::fixed) return false;
  if ((a.layers & b.collides_with) == 0 || (b.layers & a.collides_with) == 0) return false;
  return kind_ == List::none || list_.contains(pair) == (kind_ == List::allowed);
}

bool WorldFilters::wants(const World& world, BodyId a, BodyId b) const {
  const BodyPair pair = in_order(a, b);
  return passes(world, pair) && passes_predicate(pair);
}

std::string WorldFilters::fault_of_predicate(const World& world) const {
  for (std::size_t i = 0; i < asked_.size(); ++i) {
    const BodyPair& pair = asked_[i];
    if (!(pair.a < pair.b)) return "asked for a pair (b, a)";
    if (i > 0 && !(asked_[i - 1] < pair)) return "asked for pairs out of order";
    if (!passes(world, pair)) return "asked for a pair that another filter has taken out";
  }
  return {};
}

}  // namespace graze::selftest
