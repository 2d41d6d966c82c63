// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "fuzz/replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  graze::fuzz::replay("polytopes", {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
