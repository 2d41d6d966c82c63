// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "io/formats.h"
#include "io/scene_json.h"

// What every input must do, whatever its bytes: be refused with an Error of one line, or give a valid mesh,
// library or scene that survives being written and read. Used by the harnesses and by the test that replays the corpus;
// anything else ends the program.
namespace graze::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Runs `make`; false if it throws an Error.
template <class Make>
bool accepted(const Make& make) {
  try {
    make();
    return true;
  } catch (const Error& error) {
    require(std::string_view(error.what()).find('\n') == std::string_view::npos);
    return false;
  }
}

/// True if the reader accepts the bytes.
template <class Read>
bool replay_mesh(const Read& read, std::string_view bytes) {
  Mesh mesh;
  PolygonReport polygons;
  if (!accepted([&] { mesh = read(bytes, "input", &polygons); })) return false;
  validate(mesh);
  require(!mesh.faces.empty());
  require(io::read_obj(io::write_obj(mesh), "written") == mesh);
  require(io::read_ply(io::write_ply(mesh), "written") == mesh);
  return true;
}

inline bool replay_polytopes(std::string_view bytes) {
  std::vector<PolytopeModel> models;
  if (!accepted([&] { models = io::read_polytopes(bytes, "input"); })) return false;
  require(!models.empty());
  require(io::read_polytopes(io::write_polytopes(models, "written"), "written") == models);
  for (const PolytopeModel& model : models) {
    const RepairedPolytope better = repaired(model);
    require(repaired(better.model).model == better.model);
    require(!better.report.left.empty() || accepted([&] { convex_of(better.model); }));
  }
  return true;
}

inline bool replay_scene(std::string_view text) {
  Scene scene;
  if (!accepted([&] { scene = io::scene_from_json(text, "/nonexistent", "input"); })) return false;
  const Scene again = io::scene_from_json(io::scene_to_json(scene, "written"), "/nonexistent", "written");
  require(again.bodies.size() == scene.bodies.size() && again.pairs == scene.pairs &&
          again.frames == scene.frames);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    require(again.bodies[i].name == scene.bodies[i].name && again.bodies[i].pose == scene.bodies[i].pose);
    require(again.bodies[i].shape.kind() == scene.bodies[i].shape.kind());
  }
  return true;
}

inline bool replay(std::string_view reader, std::string_view bytes) {
  if (reader == "obj") return replay_mesh(io::read_obj, bytes);
  if (reader == "stl") return replay_mesh(io::read_stl, bytes);
  if (reader == "ply") return replay_mesh(io::read_ply, bytes);
  if (reader == "off") return replay_mesh(io::read_off, bytes);
  if (reader == "polytopes") return replay_polytopes(bytes);
  if (reader == "scene") return replay_scene(bytes);
  std::abort();
}

}  // namespace graze::fuzz
