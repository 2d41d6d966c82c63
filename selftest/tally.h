// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

namespace graze::selftest {

/// What was compared, of one kind of case.
struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t queries = 0;   ///< compared with the truth
  std::uint64_t rational = 0;  ///< of these, with rational arithmetic
  std::uint64_t hits = 0;      ///< of the queries
  double seconds = 0;          ///< of a core
  double slowest_seconds = 0;  ///< of the case that took longest
  std::uint64_t slowest = 0;   ///< its number
  Counters counters;           ///< of the library

  void add(bool rational_truth, bool hit) {
    ++queries;
    rational += rational_truth ? 1 : 0;
    hits += hit ? 1 : 0;
  }
  void note_time(std::uint64_t number, double of_case) {
    if (of_case <= slowest_seconds) return;
    slowest = number;
    slowest_seconds = of_case;
  }
  Tally& operator+=(const Tally& other) {
    cases += other.cases;
    queries += other.queries;
    rational += other.rational;
    hits += other.hits;
    seconds += other.seconds;
    note_time(other.slowest, other.slowest_seconds);
    counters += other.counters;
    return *this;
  }
};

}  // namespace graze::selftest
