// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include <algorithm>

#include "io/bytes.h"
#include "io/files.h"

namespace graze {
namespace {

using testing::error_of;
using testing::Folder;

bool has_assimp() {
  const Folder folder;
  const auto file = folder.write("x.gltf", "");
  return error_of([&] { load_mesh(file); }).find("built without Assimp") == std::string::npos;
}

/// A triangle whose node moves it by 10 along x, and a child that moves it by 1 along y and mirrors it in z.
void write_gltf(const Folder& folder, float first_x) {
  std::string bytes;
  for (const float value : {first_x, 0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 1.F, 1.F}) io::append_bytes(bytes, value);
  for (const std::uint16_t index : {0, 1, 2}) io::append_bytes(bytes, index);
  folder.write("part.bin", bytes);
  folder.write("part.gltf", R"({
    "asset": { "version": "2.0" }, "scene": 0, "scenes": [ { "nodes": [0] } ],
    "nodes": [ { "mesh": 0, "translation": [10, 0, 0], "children": [1] },
               { "mesh": 0, "translation": [0, 1, 0], "scale": [1, 1, -1] } ],
    "meshes": [ { "primitives": [ { "attributes": { "POSITION": 0 }, "indices": 1 } ] } ],
    "buffers": [ { "uri": "part.bin", "byteLength": 42 } ],
    "bufferViews": [ { "buffer": 0, "byteOffset": 0, "byteLength": 36 }, { "buffer": 0, "byteOffset": 36, "byteLength": 6 } ],
    "accessors": [ { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0,0,0], "max": [1,1,1] },
                   { "bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR" } ] })");
}

TEST(Assimp, ReadsGltfWithItsNodes) {
  if (!has_assimp()) GTEST_SKIP() << "built without Assimp";
  const Folder folder;
  write_gltf(folder, 0);
  const Mesh expected = {{{10, 0, 0}, {11, 0, 0}, {10, 1, 1}, {10, 1, 0}, {11, 1, 0}, {10, 2, -1}},
                         {{0, 1, 2}, {3, 5, 4}}};  // the mirrored one turned over
  EXPECT_EQ(load_mesh(folder / "part.gltf"), expected);
}

TEST(Assimp, ReadsColladaInItsOwnAxes) {
  if (!has_assimp()) GTEST_SKIP() << "built without Assimp";
  const Folder folder;
  folder.write("part.dae", R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="12">0 0 0 1 0 0 1 1 0 0 1 5</float_array>
      <technique_common><accessor source="#pa" count="4" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node><translate>0 0 2</translate>
    <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>)");
  const Mesh mesh = load_mesh(folder / "part.dae");
  EXPECT_EQ(mesh.faces.size(), 2U);
  const std::vector<Eigen::Vector3d> expected = {{0, 0, 2}, {1, 0, 2}, {1, 1, 2}, {0, 1, 7}};
  EXPECT_TRUE(
      std::is_permutation(mesh.vertices.begin(), mesh.vertices.end(), expected.begin(), expected.end()));
}

TEST(Assimp, Errors) {
  if (!has_assimp()) GTEST_SKIP() << "built without Assimp";
  const Folder folder;
  const auto broken = folder.write("broken.gltf", "{ \"asset\": ");
  const std::string message = error_of([&] { load_mesh(broken); });
  EXPECT_TRUE(message.starts_with(broken.string() + ": Assimp cannot read it: ")) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);

  write_gltf(folder, std::numeric_limits<float>::infinity());
  const std::string infinite = error_of([&] { load_mesh(folder / "part.gltf"); });
  EXPECT_TRUE(infinite.find("every coordinate must be finite") != std::string::npos) << infinite;
}

}  // namespace
}  // namespace graze
