// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/error.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "verbs.h"

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

/// The benchmarks link the peers, which the command line must not need: a program of their own, beside this
/// one or where the build leaves it.
fs::path bench_program(const std::string& name) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& candidate : {here / name, here.parent_path() / "bench" / name}) {
    if (!error && fs::is_regular_file(candidate)) return candidate;
  }
  throw Error(
      "the benchmarks are not built: ./graze bench, in the project's folder, builds and runs them, as does "
      "cmake with -DGRAZE_BUILD_BENCH=ON and the target " +
      name);
}

struct Subject {
  std::string_view name;  ///< the word after `bench`
  std::string_view program;
};
constexpr Subject subjects[] = {
    {"meshes", "bench_mesh_pairs"}, {"broad", "bench_broad_phases"},          {"convex", "bench_convex"},
    {"deform", "bench_deform"},     {"triangles", "bench_triangle_triangle"}, {"read", "bench_read_mesh"}};

/// Takes the subject's name away, if one is given; meshes are the default.
std::string take_subject(std::vector<std::string>& arguments) {
  for (const Subject& subject : subjects) {
    if (arguments.empty() || arguments.front() != subject.name) continue;
    arguments.erase(arguments.begin());
    return std::string(subject.program);
  }
  return std::string(subjects[0].program);
}

/// Becomes the program; returns only by throwing.
[[noreturn]] void run_bench(std::vector<std::string> arguments) {
  const std::string program = bench_program(take_subject(arguments)).string();
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  throw Error(fmt::format("cannot run '{}': {}", program, std::strerror(errno)));
}

}  // namespace

void add_bench(CLI::App& app, int& exit_code) {
  CLI::App* verb =
      app.add_subcommand("bench",
                         "How fast is it, beside other libraries? bench meshes (the default), broad, convex, "
                         "deform, triangles, read");
  // Whatever follows is for the program, --help among it.
  verb->prefix_command();
  verb->set_help_flag();
  verb->callback([verb, &exit_code] {
    exit_code = exit_error;
    run_bench(verb->remaining());
  });
}

}  // namespace graze::cli
