// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "workload.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/io.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models.h"

namespace graze::bench {
namespace {

namespace fs = std::filesystem;

Mesh make_fine_torus() {
  return make_torus(0.7, 0.3, 232, 116);
}

struct BuiltIn {
  const char* name;
  Mesh (*make)();
};

constexpr BuiltIn built_ins[] = {
    {"torus", make_fine_torus},
    {"sphere", [] { return make_fine_sphere(1); }},
    {"door-lock", scenes::make_door_lock},
    {"car", scenes::make_car},
    {"pipes", scenes::make_pipes},
};

constexpr const char* file_names[] = {"cow", "homer", "fandisk", "rocker-arm", "stanford-bunny"};

NamedMesh from_file(std::string name, const fs::path& file) {
  return {std::move(name), [file] { return scaled_to(load_mesh(file), body_size); }};
}

fs::path file_in(const fs::path& folder, const std::string& name) {
  return folder / (name + ".obj");
}

}  // namespace

std::vector<std::string> built_in_mesh_names() {
  std::vector<std::string> names;
  for (const BuiltIn& built_in : built_ins) names.emplace_back(built_in.name);
  return names;
}

NamedMesh mesh_from_name(const std::string& name, const fs::path& folder) {
  for (const BuiltIn& built_in : built_ins) {
    if (name == built_in.name) {
      return {name, [make = built_in.make] { return scaled_to(make(), body_size); }};
    }
  }
  if (fs::is_regular_file(name)) return from_file(fs::path(name).stem().string(), name);
  if (fs::is_regular_file(file_in(folder, name))) return from_file(name, file_in(folder, name));
  throw Error(
      fmt::format("'{}' is no mesh file and none of {}", name, fmt::join(built_in_mesh_names(), ", ")));
}

std::vector<NamedMesh> default_meshes(const fs::path& folder) {
  std::vector<NamedMesh> meshes;
  for (const std::string& name : built_in_mesh_names()) meshes.push_back(mesh_from_name(name, folder));
  for (const std::string name : file_names) {
    if (fs::is_regular_file(file_in(folder, name))) meshes.push_back(from_file(name, file_in(folder, name)));
  }
  return meshes;
}

Mesh scaled_to(Mesh mesh, double size) {
  if (mesh.vertices.empty()) throw Error("a mesh without vertices cannot be measured");
  Eigen::Vector3d low = mesh.vertices.front(), high = low;
  for (const Eigen::Vector3d& v : mesh.vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  const Eigen::Vector3d middle = (low + high) / 2;
  const double scale = size / (high - low).maxCoeff();
  if (!std::isfinite(scale)) throw Error("a mesh without extent cannot be measured");
  for (Eigen::Vector3d& v : mesh.vertices) v = (v - middle) * scale;
  return mesh;
}

Mesh make_wavy_plate(int n) {
  Mesh mesh;
  const auto side = static_cast<std::uint32_t>(n) + 1;
  for (std::uint32_t i = 0; i < side; ++i) {
    for (std::uint32_t j = 0; j < side; ++j) {
      const double x = body_size * (static_cast<double>(i) / n - 0.5);
      const double y = body_size * (static_cast<double>(j) / n - 0.5);
      const double waves = 2 * std::numbers::pi * 4 / body_size;
      mesh.vertices.emplace_back(x, y, 0.05 * body_size * std::sin(waves * x) * std::cos(waves * y));
    }
  }
  for (std::uint32_t i = 0; i + 1 < side; ++i) {
    for (std::uint32_t j = 0; j + 1 < side; ++j) {
      const std::uint32_t k = i * side + j;
      mesh.faces.push_back({k, k + side, k + side + 1});
      mesh.faces.push_back({k, k + side + 1, k + 1});
    }
  }
  return mesh;
}

Mesh make_fine_sphere(double radius) {
  return make_sphere(radius, 311, 157);
}

}  // namespace graze::bench
