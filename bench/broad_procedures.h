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

}  // namespace graze::bench
