// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/mesh.h>

#include "math/message.h"
#include "mesh/sizes.h"

namespace graze {

void validate(const Mesh& mesh, std::string_view name) {
  require_countable(mesh.vertices.size(), mesh.faces.size(), name);
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) {
      throw Error(message("vertex ", i, " of '", name, "' is (", mesh.vertices[i].x(), ", ",
                          mesh.vertices[i].y(), ", ", mesh.vertices[i].z(),
                          "): every coordinate must be finite"));
    }
  }
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    for (const std::uint32_t v : mesh.faces[f]) {
      if (v >= mesh.vertices.size()) {
        throw Error(message("face ", f, " of '", name, "' uses vertex ", v, ", but there are only ",
                            mesh.vertices.size()));
      }
    }
  }
}

}  // namespace graze
