// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// graze-picture: a picture of meshes, with the faces that collide in red.
#include <fmt/format.h>
#include <graze/error.h>
#include <graze/io.h>
#include <graze/query.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>

#include "models.h"
#include "output_file.h"
#include "readme.h"
#include "render.h"

namespace graze::picture {
namespace {

struct Arguments {
  std::vector<std::string> meshes;
  std::string out = "picture.png";
  std::string readme;
  std::string size = "1200x800";
  Camera camera;
  bool faces = false;
};

/// A stand-in by its name, else a file.
Mesh mesh_by_name(const std::string& name) {
  const auto models = scenes::models();
  const auto found =
      std::find_if(models.begin(), models.end(), [&](const scenes::Model& m) { return m.name == name; });
  return found != models.end() ? found->make() : load_mesh(name);
}

void parse_size(const std::string& size, Camera& camera) {
  char rest = 0;
  if (std::sscanf(size.c_str(), "%dx%d%c", &camera.width, &camera.height, &rest) != 2) {
    throw Error(fmt::format("'{}' is no size: it should look like 1200x800", size));
  }
}

Image draw(const Arguments& arguments) {
  Camera camera = arguments.camera;
  parse_size(arguments.size, camera);
  std::vector<RenderBody> bodies;
  for (std::size_t i = 0; i < arguments.meshes.size(); ++i) {
    bodies.push_back(
        {.mesh = mesh_by_name(arguments.meshes[i]), .pose = {}, .colour = body_colour(i), .highlighted = {}});
  }
  if (arguments.faces) highlight_collisions(bodies);
  return render(bodies, camera);
}

int run(int argc, char** argv) {
  Arguments arguments;
  std::string names;
  for (const scenes::Model& model : scenes::models()) names += fmt::format(" {}", model.name);
  CLI::App app("Draws meshes where they lie. Each is a file or one of the built-in stand-ins:" + names +
               ".\nExample: graze-picture part.stl other.obj --collisions -o meeting.png");
  app.add_option("meshes", arguments.meshes, "mesh files or names of stand-ins");
  app.add_option("-o,--out", arguments.out, "the PNG file to write, which must be new")
      ->capture_default_str();
  app.add_option("--size", arguments.size, "in pixels")->capture_default_str();
  app.add_option("--turn", arguments.camera.turn, "degrees round the bodies")->capture_default_str();
  app.add_option("--tilt", arguments.camera.tilt, "degrees above the horizon")->capture_default_str();
  app.add_option("--zoom", arguments.camera.zoom, "above 1: closer")->capture_default_str();
  app.add_option("--samples", arguments.camera.samples, "per pixel and direction")->capture_default_str();
  app.add_flag("--edges", arguments.camera.wireframe, "draw the faces' edges");
  app.add_flag("--collisions", arguments.faces, "draw faces that meet another body's in red");
  app.add_option("--readme", arguments.readme,
                 "write the README's picture to this new file and do nothing else");
  CLI11_PARSE(app, argc, argv);
  try {
    const bool for_readme = !arguments.readme.empty();
    if (!for_readme && arguments.meshes.empty()) throw Error("nothing to draw: name a mesh (see --help)");
    cli::OutputFile out(for_readme ? "--readme" : "--out", for_readme ? arguments.readme : arguments.out,
                        {".png"});
    out.write(png_bytes(for_readme ? draw_readme() : draw(arguments)));
  } catch (const Error& error) {
    fmt::print(stderr, "graze-picture: {}\n", error.what());
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace graze::picture

int main(int argc, char** argv) {
  return graze::picture::run(argc, argv);
}
