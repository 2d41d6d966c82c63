// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/io.h>

#include <limits>

#include "io/file.h"
#include "io/formats.h"
#include "io/text.h"
#include "math/float_environment.h"

namespace graze {
namespace io {

void require_faces(const Mesh& mesh, std::string_view name) {
  if (mesh.faces.empty()) throw Error(message(name, ": has no faces"));
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (mesh.vertices.size() > most || mesh.faces.size() > most) {
    throw Error(message(name, ": has ", mesh.vertices.size(), " vertices and ", mesh.faces.size(),
                        " faces, but at most ", most, " are supported"));
  }
}

}  // namespace io

namespace {

Mesh load(const std::filesystem::path& file, PolygonReport* polygons) {
  const FloatEnvironment environment;
  const std::string ending = file.extension().string(), name = file.string();
  if (io::same_word(ending, ".obj")) return io::read_obj(io::read_file(file).view(), name, polygons);
  if (io::same_word(ending, ".stl")) return io::read_stl(io::read_file(file).view(), name, polygons);
  if (io::same_word(ending, ".ply")) return io::read_ply(io::read_file(file).view(), name, polygons);
  if (io::same_word(ending, ".off")) return io::read_off(io::read_file(file).view(), name, polygons);
  io::require_readable(file);
  if (is_polytope_library(file)) {
    throw Error(message(name, ": is a library of polytopes, a mesh is needed"));
  }
  return io::read_with_assimp(file, polygons);
}

}  // namespace

Mesh load_mesh(const std::filesystem::path& file) {
  return load(file, nullptr);
}

Mesh load_mesh(const std::filesystem::path& file, PolygonReport& polygons) {
  return load(file, &polygons);
}

void save_mesh(const Mesh& mesh, const std::filesystem::path& file, IfExists existing) {
  const FloatEnvironment environment;
  const std::string name = file.string();
  const std::string ending = file.extension().string();
  const auto write = [&](auto writer) {
    validate(mesh, name);
    io::require_faces(mesh, name);
    io::write_file(file, writer(), existing);
  };
  if (io::same_word(ending, ".obj")) return write([&] { return io::write_obj(mesh); });
  if (io::same_word(ending, ".stl")) return write([&] { return io::write_stl(mesh, name); });
  if (io::same_word(ending, ".ply")) return write([&] { return io::write_ply(mesh); });
  throw Error(message(name, ": ", ending.empty() ? "a name without an ending" : io::in_quotes(ending),
                      " is no mesh format that can be written: .obj, .stl, .ply"));
}

}  // namespace graze
