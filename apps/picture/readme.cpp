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

void draw_readme(const std::filesystem::path& file) {
  Mesh hand = refined_to(scenes::make_hand(), 24000);  // finer, for a thin red line
  for (Eigen::Vector3d& p : hand.vertices) p *= 36;
  const Eigen::Matrix3d reaching =
      (Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()) * Eigen::AngleAxisd(1.0, Eigen::Vector3d::UnitX()))
          .toRotationMatrix();
  std::vector<RenderBody> bodies;
  bodies.push_back({.mesh = scenes::make_pipes(), .pose = {}, .colour = body_colour(0), .highlighted = {}});
  bodies.push_back({.mesh = std::move(hand),
                    .pose = {reaching, {3, 8.5, 1}},
                    .colour = body_colour(1),
                    .highlighted = {}});
  highlight_collisions(bodies);
  write_png(render(bodies, {.turn = 35, .tilt = 22, .width = 1200, .height = 600}), file);
}

}  // namespace graze::picture
