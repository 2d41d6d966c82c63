// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "program.h"

#ifdef GRAZE_WITH_ASSIMP
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

// How long it takes to read a mesh file, next to Assimp in the same run: `bench_read_mesh [FILE…]`. Each mesh
// is read from OBJ, binary STL and binary PLY. Without files: a sphere of 70,000 faces. Times are medians,
// with the files in the page cache.
namespace {

namespace fs = std::filesystem;

/// Rings of vertices between two poles.
graze::Mesh sphere(std::uint32_t meridians, std::uint32_t bands) {
  graze::Mesh mesh;
  mesh.vertices.emplace_back(0, 0, 1);
  for (std::uint32_t j = 1; j < bands; ++j) {
    const double polar = std::numbers::pi * j / bands;
    for (std::uint32_t i = 0; i < meridians; ++i) {
      const double around = 2 * std::numbers::pi * i / meridians;
      mesh.vertices.emplace_back(std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                                 std::cos(polar));
    }
  }
  const auto south = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.emplace_back(0, 0, -1);
  const auto at = [&](std::uint32_t i, std::uint32_t j) { return 1 + (j - 1) * meridians + i % meridians; };
  for (std::uint32_t i = 0; i < meridians; ++i) {
    mesh.faces.push_back({0, at(i, 1), at(i + 1, 1)});
    mesh.faces.push_back({south, at(i + 1, bands - 1), at(i, bands - 1)});
    for (std::uint32_t j = 1; j + 1 < bands; ++j) {
      mesh.faces.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      mesh.faces.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  return mesh;
}

template <class Run>
double median_milliseconds(const Run& run) {
  constexpr int warm_up = 2;
  constexpr int runs = 15;
  std::vector<double> times;
  for (int i = 0; i < warm_up + runs; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    if (i >= warm_up) times.push_back(elapsed.count());
  }
  std::nth_element(times.begin(), times.begin() + runs / 2, times.end());
  return times[runs / 2];
}

#ifdef GRAZE_WITH_ASSIMP
double assimp_milliseconds(const fs::path& file, unsigned steps) {
  return median_milliseconds([&] {
    Assimp::Importer importer;
    if (!importer.ReadFile(file.string(), steps)) throw std::runtime_error(importer.GetErrorString());
  });
}
#endif

void compare(const fs::path& file, std::string_view kind) {
  std::size_t faces = 0;
  const double ours = median_milliseconds([&] { faces = graze::load_mesh(file).faces.size(); });
  std::printf("%-22s %9zu %10.2f", std::string(kind).c_str(), faces, ours);
#ifdef GRAZE_WITH_ASSIMP
  // Plain: whatever the file has. Joined: with shared vertices, which ours always gives.
  const double plain = assimp_milliseconds(file, aiProcess_Triangulate);
  const double joined = assimp_milliseconds(file, aiProcess_Triangulate | aiProcess_JoinIdenticalVertices);
  std::printf(" %10.2f %7.1fx %10.2f %7.1fx", plain, plain / ours, joined, joined / ours);
#endif
  std::printf("\n");
}

/// The mesh in each format, in a folder that is removed at the end.
class Copies {
 public:
  explicit Copies(const graze::Mesh& mesh)
      : folder_(
            fs::temp_directory_path() /
            ("graze-bench-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()))) {
    fs::create_directory(folder_);
    for (const char* name : {"mesh.obj", "mesh.stl", "mesh.ply"}) graze::save_mesh(mesh, folder_ / name);
  }
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  fs::path file(std::string_view name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

void run(const std::string& title, const graze::Mesh& mesh, const fs::path& original) {
  std::printf("%s\n%-22s %9s %10s %10s %8s %10s %8s\n", title.c_str(), "  medians", "faces", "Graze ms",
              "Assimp ms", "ratio", "joined ms", "ratio");
  const Copies copies(mesh);
  if (!original.empty()) compare(original, "  as given");
  compare(copies.file("mesh.obj"), "  OBJ");
  compare(copies.file("mesh.stl"), "  binary STL");
  compare(copies.file("mesh.ply"), "  binary PLY");
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files;
  CLI::App app("Reading meshes, beside Assimp.", "graze bench read");
  app.add_option("FILE", files, "Meshes; without any, a sphere of 70,000 faces")->option_text("...");
  app.footer(graze::bench::footer("  graze bench read bunny.obj"));
  return graze::bench::run_program(app, argc, argv, [&] {
    if (files.empty()) run("sphere", sphere(250, 141), {});
    for (const std::string& file : files) run(file, graze::load_mesh(file), file);
    return true;
  });
}
