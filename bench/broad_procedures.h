// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "broad_race.h"

namespace graze::bench {

struct BroadContext {
  bool quick = false;
  int threads = 2;
  std::vector<std::string> peers;
  std::vector<std::size_t> sizes;
  std::filesystem::path out;
  Json json;
  bool all_good = true;
};

struct BroadProcedure {
  std::string name, what;
  void (*run)(BroadContext&);
};

std::span<const BroadProcedure> broad_procedures();

// Those that measure whole worlds.
void run_threads(BroadContext& context);
void run_churn(BroadContext& context);
void run_boxes(BroadContext& context);
void run_queries(BroadContext& context);

/// In the unit that suits it.
std::string time_text(double seconds);

}  // namespace graze::bench
