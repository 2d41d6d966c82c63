// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_scene.h"

#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "io/text.h"
#include "terminal.h"

namespace graze::cli {

bool is_scene(const std::filesystem::path& file) {
  return io::same_word(file.extension().string(), ".json");
}

namespace {

Shape shape_of(const PolytopeModel& model, const std::filesystem::path& file) {
  try {
    return Shape::of(convex_of(model));
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {} ('graze inspect' tells more)", file.string(), error.what()));
  }
}

/// How a body may be called: by one word, and by all that is known of it.
struct Names {
  std::string brief, full;
};

/// The brief names, but the full ones where bodies from different places share a brief one; unique. A body that comes again has a
/// number behind its name, with which it has no other body's name.
std::vector<std::string> unique_names(const std::vector<Names>& bodies) {
  std::map<std::string, std::set<std::string>> full_of;
  for (const Names& body : bodies) full_of[body.brief].insert(body.full);
  std::vector<std::string> wishes;
  for (const Names& body : bodies) wishes.push_back(full_of[body.brief].size() > 1 ? body.full : body.brief);
  const std::set<std::string> wished(wishes.begin(), wishes.end());
  std::set<std::string> taken;
  for (std::string& name : wishes) {
    const std::string wish = name;
    for (int i = 2; (name != wish && wished.contains(name)) || !taken.insert(name).second; ++i)
      name = fmt::format("{}-{}", wish, i);
  }
  return wishes;
}

Scene scene_of_files(const std::vector<std::filesystem::path>& files) {
  Scene scene;
  std::vector<Names> names;
  const auto add = [&](Names name, Shape shape) {
    names.push_back(std::move(name));
    scene.bodies.push_back({{}, std::move(shape), Pose()});
  };
  for (const auto& file : files) {
    const Progress progress(fmt::format("reading {}", file.string()));
    if (!is_polytope_library(file)) {
      add({file.stem().string(), file.string()}, Shape::mesh(load_mesh(file)));
      continue;
    }
    for (const PolytopeModel& model : load_polytopes(file)) {
      add({model.name, fmt::format("{}:{}", file.string(), model.name)}, shape_of(model, file));
    }
  }
  if (scene.bodies.size() < 2) {
    throw Error(
        fmt::format("'{}' alone has nothing to collide with: give two bodies or more, or a scene (.json)",
                    files.front().string()));
  }
  std::vector<std::string> unique = unique_names(names);
  for (std::size_t i = 0; i < unique.size(); ++i) scene.bodies[i].name = std::move(unique[i]);
  return scene;
}

}  // namespace

Scene read_scene(const std::vector<std::filesystem::path>& files) {
  const auto scene_file = std::find_if(files.begin(), files.end(), is_scene);
  if (scene_file == files.end()) return scene_of_files(files);
  if (files.size() > 1) {
    throw Error(fmt::format("the scene '{}' stands alone: give one scene, or meshes and polytopes",
                            scene_file->string()));
  }
  const Progress progress(fmt::format("reading {}", scene_file->string()));
  return load_scene(*scene_file);
}

bool is_deformable(const Shape& shape) {
  return std::holds_alternative<Deformable>(shape.kind());
}

Shape with_vertices(const Shape& mesh, const std::vector<Eigen::Vector3d>& vertices) {
  return Shape::mesh({vertices, std::get<Mesh>(mesh.kind()).faces});
}

}  // namespace graze::cli
