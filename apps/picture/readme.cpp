// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "readme.h"

#include <graze/generate.h>
#include <graze/query.h>

#include <algorithm>
#include <array>

#include "models.h"

namespace graze::picture {

Colour body_colour(std::size_t body) {
  static const std::array<Colour, 6> colours = {{{0.52, 0.66, 0.80},
                                                 {0.90, 0.78, 0.52},
                                                 {0.60, 0.76, 0.62},
                                                 {0.74, 0.66, 0.80},
                                                 {0.80, 0.80, 0.78},
                                                 {0.50, 0.72, 0.74}}};
  return colours[body % colours.size()];
}

void highlight_collisions(std::vector<RenderBody>& bodies) {
  std::vector<Shape> shapes;
  for (const RenderBody& body : bodies) shapes.push_back(Shape::mesh(body.mesh));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      for (const FacePair& pair : face_pairs(shapes[i], bodies[i].pose, shapes[j], bodies[j].pose)) {
        bodies[i].highlighted.push_back(pair.a);
        bodies[j].highlighted.push_back(pair.b);
      }
    }
  }
}

namespace {

/// A body for the picture, scaled and with just so many faces that one can be seen.
RenderBody staged(const Mesh& mesh, double scale, std::size_t faces, const Eigen::Vector3d& place,
                  double degrees, const Eigen::Vector3d& axis, std::size_t colour) {
  RenderBody body{
      .mesh = refined_to(mesh, faces), .pose = {}, .colour = body_colour(colour), .highlighted = {}};
  for (Eigen::Vector3d& p : body.mesh.vertices) p *= scale;
  body.pose = {Eigen::AngleAxisd(degrees * EIGEN_PI / 180, axis.normalized()).toRotationMatrix(), place};
  return body;
}

/// Every value rounded to a multiple of 8: not seen on flat faces, and the file is a third smaller.
Image with_fewer_colours(Image image) {
  for (std::uint8_t& value : image.rgb) value = static_cast<std::uint8_t>(std::min((value + 4) / 8 * 8, 255));
  return image;
}

}  // namespace

Image draw_readme() {
  std::vector<RenderBody> bodies;
  bodies.push_back(staged(scenes::make_hand(), 11, 2600, {0, 1.5, -0.95}, -12, {1, 0, 0}, 1));
  bodies.push_back(staged(make_torus(0.48, 0.15, 44, 20), 1, 1760, {0.36, 1.46, 0.10}, 22, {0.4, 1, 0}, 0));
  bodies.push_back(staged(scenes::make_shuttle(), 0.052, 2600, {-0.1, -0.05, -0.05}, 52, {0.25, 0.45, 1}, 4));
  bodies.push_back(
      staged(make_hyperboloid(0.22, 0.46, 0.85, 44, 24), 1, 2200, {0.1, -0.05, 0}, 16, {1, 0, 0}, 3));
  bodies.push_back(staged(scenes::make_head(), 4.4, 2600, {0, -1.45, -0.95}, -28, {0, 0, 1}, 2));
  bodies.push_back(
      staged(make_torus(0.47, 0.12, 44, 20), 1, 1760, {-0.02, -1.45, 0.2}, 42, {0.35, -1, 0}, 0));
  highlight_collisions(bodies);
  const Camera camera = {
      .turn = 0, .tilt = 12, .width = 1200, .height = 600, .samples = 3, .wireframe = true};
  return with_fewer_colours(render(bodies, camera));
}

}  // namespace graze::picture
