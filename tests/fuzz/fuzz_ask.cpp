// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include "fuzz/ask.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string found = graze::fuzz::disagreement({bytes, size});
  if (found.empty()) return 0;
  std::fprintf(stderr, "%s\n", found.c_str());
  std::abort();
}
