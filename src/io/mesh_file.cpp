// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/io.h>

#include <limits>

#include "io/file.h"
#include "io/formats.h"
#include "io/text.h"

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

Mesh load_mesh(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  const auto read = [&](auto reader) { return reader(io::read_file(file).view(), file.string()); };
  if (io::same_word(ending, ".obj")) return read(io::read_obj);
  if (io::same_word(ending, ".stl")) return read(io::read_stl);
  if (io::same_word(ending, ".ply")) return read(io::read_ply);
  if (io::same_word(ending, ".off")) return read(io::read_off);
  io::require_readable(file);
  if (is_polytope_library(file)) {
    throw Error(message(file.string(), ": is a library of polytopes, a mesh is needed"));
  }
  return io::read_with_assimp(file);
}

void save_mesh(const Mesh& mesh, const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string ending = file.extension().string();
  const auto write = [&](auto writer) {
    validate(mesh, name);
    io::require_faces(mesh, name);
    io::write_file(file, writer());
  };
  if (io::same_word(ending, ".obj")) return write([&] { return io::write_obj(mesh); });
  if (io::same_word(ending, ".stl")) return write([&] { return io::write_stl(mesh, name); });
  if (io::same_word(ending, ".ply")) return write([&] { return io::write_ply(mesh); });
  throw Error(message(name, ": ", ending.empty() ? "a name without an ending" : io::in_quotes(ending),
                      " is no mesh format that can be written: .obj, .stl, .ply"));
}

}  // namespace graze
