// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Where the benchmarks leave their figures. What they measure is not tested here.
#include <graze/error.h>
#include <gtest/gtest.h>

#include <fstream>

#include "io/files.h"
#include "program.h"

namespace graze::bench {
namespace {

/// As a program with these arguments has them.
Figures opened(std::vector<std::string> arguments) {
  CLI::App app;
  Figures figures;
  figures.add_options(app);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  app.parse(std::move(arguments));
  figures.open();
  return figures;
}

/// Null if there is no such file.
Json read(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return stream ? Json::parse(stream) : Json();
}

/// --out left nothing but the plots of some procedures.
TEST(Figures, EachProcedureHasAFile) {
  const testing::Folder folder;
  Figures figures = opened({"--out", folder / "out", "--json", folder / "all.json"});
  const Json sweep = {{"seconds", 1}}, build = {{"seconds", 2}}, all = {{"sweep", sweep}, {"build", build}};
  figures.write("sweep", sweep, {{"sweep", sweep}});
  figures.write("build", build, all);
  EXPECT_EQ(read(folder / "out/sweep.json"), sweep);
  EXPECT_EQ(read(folder / "out/build.json"), build);
  EXPECT_EQ(read(folder / "all.json"), all);
}

TEST(Figures, NeverOverWhatIsThere) {
  const testing::Folder folder;
  folder.write("all.json", "somebody else's");
  EXPECT_THROW(opened({"--json", folder / "all.json"}), Error);
  EXPECT_THROW(opened({"--out", folder.path()}), Error);
}

}  // namespace
}  // namespace graze::bench
