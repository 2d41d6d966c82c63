// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "oracle/draw.h"

namespace graze::selftest {

/// Which pairs a World is told to test, in all the ways there are: layers and mobilities of bodies, lists of pairs in either
/// order, predicates. Each may change between two steps. Says beside the world which pairs these are.
class WorldFilters {
 public:
  /// With seed 0 all pairs are tested.
  explicit WorldFilters(std::uint64_t seed) : seed_(seed), draw_(seed) {}
  WorldFilters(const WorldFilters&) = delete;
  WorldFilters& operator=(const WorldFilters&) = delete;

  /// Of a body that is to be added.
  BodyOptions draw_options();
  /// Allows these pairs alone, named in any order.
  void allow_only(World& world, std::vector<BodyPair> pairs);
  /// Changes some of the filters. The pairs are those of which a list is made; if there are none, the list stays as it is.
  void change(World& world, std::vector<BodyPair> pairs);

  void begin_step() { asked_.clear(); }
  /// Until `set_predicate`, the predicate requests a stop when it has been asked so often.
  void stop_after(World& world, int calls, std::stop_source& source);
  void set_predicate(World& world);

  /// Are the two bodies tested, as things are now?
  bool wants(const World& world, BodyId a, BodyId b) const;
  /// What was wrong with the calls of the predicate in the last step; empty if nothing was.
  std::string fault_of_predicate(const World& world) const;

 private:
  enum class List { none, allowed, forbidden };

  void change_list(World& world, std::vector<BodyPair> pairs);
  /// In any order, each pair in either order.
  void shuffle(std::vector<BodyPair>& pairs);
  /// By all but the predicate.
  bool passes(const World& world, BodyPair pair) const;
  bool passes_predicate(BodyPair pair) const;

  std::uint64_t seed_;
  oracle::Draw draw_;
  List kind_ = List::none;
  std::set<BodyPair> list_;      ///< a < b
  std::uint64_t predicate_ = 0;  ///< chooses the pairs that it lets through; 0: there is none
  std::vector<BodyPair> asked_;  ///< of the predicate, in this step
};

}  // namespace graze::selftest
