// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "fuzz/replay.h"
#include "io/file.h"
#include "io/files.h"

namespace graze {
namespace {

/// Files whose names begin with "ok" must be accepted, the others refused.
TEST(Corpus, EveryFileIsReadOrRefused) {
  const std::filesystem::path corpus = std::filesystem::path(GRAZE_SOURCE_DIR) / "tests/fuzz/corpus";
  for (const char* reader : {"obj", "stl", "ply", "off", "polytopes", "scene"}) {
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / reader)) {
      const bool valid = entry.path().filename().string().starts_with("ok");
      EXPECT_EQ(fuzz::replay(reader, io::read_file(entry.path()).view()), valid) << entry.path();
      ++files;
    }
    EXPECT_GT(files, 5U) << reader;
  }
}

}  // namespace
}  // namespace graze
