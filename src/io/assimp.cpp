// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>

#include <algorithm>

#include "io/formats.h"
#include "io/text.h"

#ifdef GRAZE_WITH_ASSIMP
#include <assimp/config.h>
#include <assimp/scene.h>

#include <Eigen/LU>
#include <assimp/Importer.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "io/polygons.h"
#include "io/vertex_merger.h"
#endif

namespace graze::io {
namespace {

[[noreturn]] void fail_format(const std::filesystem::path& file, std::string_view also) {
  const std::string ending = file.extension().string();
  throw Error(message(file.string(), ": ", ending.empty() ? "a name without an ending" : in_quotes(ending),
                      " is no mesh format that can be read: .obj, .stl, .ply, .off", also));
}

}  // namespace

#ifdef GRAZE_WITH_ASSIMP

namespace {

using Matrix34d = Eigen::Matrix<double, 3, 4>;

/// An affine map followed by another, in double: Assimp's own products round to float.
Matrix34d product(const Matrix34d& outer, const aiMatrix4x4& inner) {
  Eigen::Matrix4d m;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      m(row, column) = inner[static_cast<unsigned>(row)][static_cast<unsigned>(column)];
    }
  }
  return outer * m;
}

class Flattener {
 public:
  Flattener(const aiScene& scene, std::string name)
      : scene_(scene), name_(std::move(name)), merger_(expected_vertices(scene)) {}

  Mesh flatten(PolygonReport* report) {
    std::vector<std::pair<const aiNode*, Matrix34d>> open;  // a stack of our own: trees may be deep
    open.emplace_back(scene_.mRootNode, Matrix34d::Identity());
    while (!open.empty()) {
      const auto [node, outer] = open.back();
      open.pop_back();
      const Matrix34d X = product(outer, node->mTransformation);
      for (unsigned i = 0; i < node->mNumMeshes; ++i) add(*scene_.mMeshes[node->mMeshes[i]], X);
      for (unsigned i = node->mNumChildren; i-- > 0;) open.emplace_back(node->mChildren[i], X);
    }
    mesh_.vertices = merger_.take_vertices();
    polygons_.triangulate(mesh_.vertices, report);
    return std::move(mesh_);
  }

 private:
  static std::size_t expected_vertices(const aiScene& scene) {
    std::size_t count = 0;
    for (unsigned i = 0; i < scene.mNumMeshes; ++i) count += scene.mMeshes[i]->mNumVertices;
    return count;
  }

  void add(const aiMesh& part, const Matrix34d& X) {
    std::vector<std::uint32_t> number(part.mNumVertices);
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const aiVector3D& v = part.mVertices[i];
      const Eigen::Vector3d p = X * Eigen::Vector4d(v.x, v.y, v.z, 1);
      if (!p.allFinite()) {
        throw Error(message(name_, ": vertex ", i, " of part '", part.mName.C_Str(), "' is (", p.x(), ", ",
                            p.y(), ", ", p.z(), "): every coordinate must be finite"));
      }
      number[i] = merger_.number_of({p.x(), p.y(), p.z()});
    }
    const bool turned = X.leftCols<3>().determinant() < 0;  // a mirrored part keeps its outside outside
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& face = part.mFaces[f];
      if (face.mNumIndices < 3) continue;  // points and lines
      for (unsigned c = 0; c < face.mNumIndices; ++c) {
        // The first corner stays the first.
        const unsigned vertex = face.mIndices[turned && c > 0 ? face.mNumIndices - c : c];
        if (vertex >= part.mNumVertices) {
          throw Error(message(name_, ": face ", f, " of part '", part.mName.C_Str(), "' uses vertex ", vertex,
                              ", but there are only ", part.mNumVertices));
        }
        polygons_.add_corner(number[vertex]);
      }
      polygons_.end_polygon();
    }
  }

  const aiScene& scene_;
  std::string name_;
  Mesh mesh_;
  Polygons polygons_{mesh_.faces};
  VertexMerger<double> merger_;
};

}  // namespace

Mesh read_with_assimp(const std::filesystem::path& file, PolygonReport* polygons) {
  Assimp::Importer importer;
  const std::string ending = file.extension().string();
  if (ending.empty() || !importer.IsExtensionSupported(ending)) {
    fail_format(file, " and what Assimp reads (.gltf, .glb, .dae, .fbx, ...)");
  }
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* const scene = importer.ReadFile(file.string(), 0);  // polygons as they are
  if (!scene || !scene->mRootNode) {
    std::string why = importer.GetErrorString();
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw Error(message(file.string(), ": Assimp cannot read it: ", why));
  }
  Mesh mesh = Flattener(*scene, file.string()).flatten(polygons);
  require_faces(mesh, file.string());
  return mesh;
}

#else

Mesh read_with_assimp(const std::filesystem::path& file, PolygonReport*) {
  fail_format(file, " (built without Assimp)");
}

#endif

}  // namespace graze::io
