// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "selftest/generators.h"
#include "selftest/roads.h"

namespace graze::selftest {

struct RunOptions {
  double seconds = 60;
  std::uint64_t seed = 1;
  int threads = 1;
  std::vector<const Generator*> kinds = {};  ///< none: all
  std::optional<std::uint64_t> only_case = std::nullopt;
  std::filesystem::path folder = "selftest-found";  ///< for scenes; made when there is one
  std::size_t most_disagreements = 10;              ///< the run ends with the last of them
  /// Ends the run early, after the cases at hand, once it says yes. Called by all threads.
  std::function<bool()> stop = [] { return false; };
  /// Called some times a second, by the thread that called `run`, with the seconds that have passed.
  std::function<void(double)> progress = {};
};

struct Found {
  std::string_view kind;
  std::uint64_t number = 0;  ///< of the case
  std::string target;        ///< the instruction set
  double seconds = 0;        ///< from the start of the run until it was found
  Disagreement disagreement;
  std::filesystem::path file;  ///< the minimised scene; empty if no case could be drawn
};

struct Report {
  std::vector<Tally> kinds;  ///< in the order of `all_generators`
  std::vector<Found> found;
  std::vector<std::string> targets;  ///< instruction sets that were used
  double seconds = 0;
};

/// Cases are numbered. A number and the seed decide all about a case; what kind it is, the number alone. Threads take numbers
/// in turn. Every few seconds the instruction set is changed.
///
/// If the program crashes, or a case takes more than a minute, the cases that were being tested are written to standard
/// error, and the program ends.
Report run(const RunOptions& options);

}  // namespace graze::selftest
