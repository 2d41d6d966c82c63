// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/scene.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace graze::selftest {

/// One number for all answers of a build under one instruction set and number of threads.
struct GoldenHash {
  std::string target;
  int threads = 1;
  std::uint64_t hash = 0;
};

/// The answers to the scenes: face pairs, yes or no with a cache, distances and worlds, hashed bit by bit, under each instruction set
/// with 1, 2, 4 and 8 threads. All must be equal, for any compiler and its options. Scenes come from files, since a generator may draw
/// others with another compiler, which evaluates arguments in another order, or another machine's sine.
std::vector<GoldenHash> golden_hashes(std::span<const Scene> scenes);

}  // namespace graze::selftest
