// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/generate.h>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

/// A bar of four sides through rectangular sections with the given middles and half widths, along any path.
struct Section {
  Vector3d middle;
  Vector2d half;
};

/// Sections lie level (normal to z). Caps of two triangles keep the count low.
Mesh upright(const std::vector<Section>& sections) {
  Mesh mesh;
  for (const auto& [middle, half] : sections) {
    for (const Vector2d& p : rectangle(half.x(), half.y()))
      mesh.vertices.push_back(middle + Vector3d(p.x(), p.y(), 0));
  }
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.faces = {{0, 2, 1}, {0, 3, 2}, {n - 4, n - 3, n - 2}, {n - 4, n - 2, n - 1}};
  for (std::uint32_t i = 0; i + 4 < n; i += 4) {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t next = (k + 1) % 4;
      mesh.faces.push_back({i + k, i + next, i + 4 + next});
      mesh.faces.push_back({i + k, i + 4 + next, i + 4 + k});
    }
  }
  return mesh;
}

}  // namespace

Mesh make_chair() {
  Mesh mesh;
  append(mesh, upright({{{0, 0, 0.42}, {0.20, 0.19}}, {{0, 0, 0.46}, {0.22, 0.21}}}));  // seat: 12
  for (const double side : {-1.0, 1.0}) {
    // The front leg tapers: 12. The back leg goes on as the back's post, leaning: 4 + 3·8 = 28.
    append(mesh, upright({{{-0.19, side * 0.18, 0}, {0.015, 0.015}},
                          {{-0.17, side * 0.17, 0.42}, {0.024, 0.024}}}));
    append(mesh, upright({{{0.23, side * 0.18, 0}, {0.016, 0.016}},
                          {{0.18, side * 0.17, 0.40}, {0.024, 0.022}},
                          {{0.20, side * 0.175, 0.66}, {0.022, 0.020}},
                          {{0.28, side * 0.18, 0.95}, {0.014, 0.018}}}));
  }
  // Curved top rail and slat, made upright and laid down: 4 + 2·8 = 20 and 12.
  const Placement lying = at({0, 0, 0}, 90, {1, 0, 0});
  append(mesh,
         upright({{{0.262, 0.88, 0.20}, {0.012, 0.05}},
                  {{0.29, 0.885, 0}, {0.012, 0.06}},
                  {{0.262, 0.88, -0.20}, {0.012, 0.05}}}),
         at({0, 0, 0}, 0, {1, 0, 0}) * lying * stretched({0, 0, 0}, {1, 1, -1}));
  append(mesh, upright({{{0.212, 0.70, -0.17}, {0.008, 0.03}}, {{0.212, 0.70, 0.17}, {0.008, 0.03}}}), lying);
  // Stretchers between the legs: 12 each.
  append(mesh, upright({{{0.02, 0.17, -0.17}, {0.17, 0.011}}, {{0.02, 0.17, -0.15}, {0.17, 0.011}}}), lying);
  return refined_to(mesh, 146);
}

}  // namespace graze::scenes
