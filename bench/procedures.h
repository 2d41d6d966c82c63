// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <span>
#include <string_view>

#include "peers/graze.h"
#include "report.h"
#include "workload.h"

namespace graze::bench {

/// What every procedure is given.
struct Context {
  bool quick = false;         ///< a tenth of the queries, a few rounds: does it run, and roughly how?
  int threads = 2;            ///< for queries with several of them
  std::filesystem::path out;  ///< folder for tables and plots; none are written if it is empty
  std::vector<NamedMesh> meshes;
  Peers peers;  ///< beside ours
  Report report;

  int scaled(int count) const { return quick ? std::max(1, count / 10) : count; }
  RaceOptions race_options() const { return {.rounds = quick ? 3 : 7, .seconds_each = quick ? 1.0 : 5.0}; }
  /// For queries of milliseconds: fewer rounds, so that more of them can be asked.
  RaceOptions long_race_options() const {
    return {.rounds = quick ? 1 : 3, .seconds_each = quick ? 2.0 : 10.0};
  }
};

/// Everyone's version of the same two bodies, ours first.
class Field {
 public:
  /// The meshes must stay; they may be the same. `ours` replaces the default entry.
  Field(Context& context, const Mesh& a, const Mesh& b, bool all_pairs = false,
        std::vector<GrazeConfig> ours = {{}});

  std::span<const Contender> contenders() const { return contenders_; }
  const Shape& a() const;  ///< of our first entry
  const Shape& b() const;

  /// Races, and reports it under `name`. Returns the courses.
  std::vector<Course> run(const std::string& name, std::span<const Query> queries, Ask ask,
                          const RaceOptions& options, std::span<const std::string> groups = {});

 private:
  void enter(Peer& peer, const Mesh& a, const Mesh& b);
  Counters count(std::span<const Query> queries, Ask ask);

  Context& context_;
  std::size_t faces_;
  bool same_;
  Peers own_;
  std::vector<std::unique_ptr<Body>> bodies_;
  std::vector<std::unique_ptr<Pair>> pairs_;
  std::vector<Contender> contenders_;
};

/// Bytes that are now taken from the heap.
std::size_t heap_bytes();

void run_sweep(Context& context);
void run_sweep_obb(Context& context);
void run_near_miss(Context& context);
void run_all_pairs(Context& context);
void run_contact(Context& context);
void run_parallel(Context& context);
void run_tiny_huge(Context& context);
void run_build(Context& context);
void run_coherent(Context& context);
void run_smooth(Context& context);
void run_threads(Context& context);
void run_budget(Context& context);
void run_scaling(Context& context);
void run_methods(Context& context);

struct Procedure {
  std::string_view name;
  std::string_view what;
  void (*run)(Context& context);
};

/// In the order in which they are run.
std::span<const Procedure> procedures();

}  // namespace graze::bench
