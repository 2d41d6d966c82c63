// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Polygons of files. What their triangles cover is tested with mesh/triangulate_polygon.h.
#include <graze/io.h>
#include <graze/query.h>

#include <array>

#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;
using testing::Folder;

// An L with its notch above (1, 1), in the plane z = 0, and a triangle after it.
const std::array<std::array<int, 2>, 6> l_corners = {{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}}};

/// Does the mesh share a point with the segment through (x, y) along z?
bool covers(const Mesh& mesh, double x, double y) {
  const Mesh needle = {{{x, y, -1}, {x, y, 1}}, {{0, 1, 1}}};
  return collides(Shape::mesh(mesh), {}, Shape::mesh(needle), {});
}

void expect_l(const Mesh& mesh, const std::string& name) {
  ASSERT_EQ(mesh.faces.size(), 5U) << name << ": four for the L, and one that keeps its number";
  EXPECT_TRUE(covers(mesh, 0.5, 3.5)) << name;
  EXPECT_TRUE(covers(mesh, 3.5, 0.5)) << name;
  EXPECT_TRUE(covers(mesh, 1, 1)) << name << ": the corner of the notch";
  for (const double d : {0x1p-50, 0.1, 0.5, 1.5}) EXPECT_FALSE(covers(mesh, 1 + d, 1 + d)) << name;
  const Face last = mesh.faces.back();
  EXPECT_EQ(mesh.vertices[last[0]], Eigen::Vector3d(9, 0, 0)) << name;
}

std::string text(const std::array<int, 2>& p) {
  return std::to_string(p[0]) + " " + std::to_string(p[1]) + " 0";
}

std::string vertex_lines(const std::string& before) {
  std::string lines;
  for (const auto& p : l_corners) lines += before + text(p) + "\n";
  for (const char* p : {"9 0 0", "9 1 0", "9 0 1"}) lines += before + p + "\n";
  return lines;
}

TEST(Polygons, ConcaveOnesAreWhatTheyAreInEveryFormat) {
  for (std::size_t start = 0; start < 6; ++start) {
    std::string from_0, from_1, stl = "solid x\nfacet normal 0 0 1\nouter loop\n";
    for (std::size_t i = 0; i < 6; ++i) {
      from_0.append(" ").append(std::to_string((start + i) % 6));
      from_1.append(" ").append(std::to_string((start + i) % 6 + 1));
      stl += "vertex " + text(l_corners[(start + i) % 6]) + "\n";
    }
    const std::string obj_faces = "f" + from_1 + "\nf 7 8 9\n";
    expect_l(io::read_obj(vertex_lines("v ") + obj_faces, "a.obj"), "OBJ");
    expect_l(io::read_obj(obj_faces + vertex_lines("v "), "a.obj"), "OBJ, vertices after the faces");
    const std::string faces = "6" + from_0 + "\n3 6 7 8\n";
    expect_l(io::read_off("OFF\n9 2 0\n" + vertex_lines("") + faces, "a.off"), "OFF");
    const std::string ply = "ply\nformat ascii 1.0\n",
                      ply_faces = "element face 2\nproperty list uchar int vertex_indices\n",
                      ply_vertices =
                          "element vertex 9\nproperty double x\nproperty double y\nproperty double z\n";
    expect_l(
        io::read_ply(ply + ply_vertices + ply_faces + "end_header\n" + vertex_lines("") + faces, "a.ply"),
        "PLY");
    expect_l(
        io::read_ply(ply + ply_faces + ply_vertices + "end_header\n" + faces + vertex_lines(""), "a.ply"),
        "PLY, vertices after the faces");
    stl +=
        "endloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 9 0 0\nvertex 9 1 0\nvertex 9 0 "
        "1\nendloop\nendfacet\n";
    expect_l(io::read_stl(stl + "endsolid\n", "a.stl"), "STL");
  }
}

TEST(Polygons, Report) {
  const Folder folder;
  const auto file = folder.write("a.obj",
                                 "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 2 2 1\nv 0.5 0.5 0\nv 2 2 1e-9\n"
                                 "f 1 2 3 4\n"    // faces 0 and 1: a square
                                 "f 1 2 3\n"      // face 2
                                 "f 1 2 5 4\n"    // faces 3 and 4: bent
                                 "f 1 2 6 4\n"    // faces 5 and 6: concave
                                 "f 1 3 2 4\n"    // faces 7 and 8: crosses itself
                                 "f 1 2 7 4\n");  // faces 9 and 10: bent by less than the tolerance
  PolygonReport report;
  const Mesh mesh = load_mesh(file, report);
  EXPECT_EQ(mesh, load_mesh(file));
  EXPECT_EQ(mesh.faces.size(), 11U);
  EXPECT_EQ(report.polygons, 5U);
  EXPECT_EQ(report.concave, 2U);
  EXPECT_EQ(report.not_planar.count, 1U);
  EXPECT_EQ(report.not_planar.first, std::vector<std::uint32_t>{3});
  EXPECT_EQ(report.crossing.count, 1U);
  EXPECT_EQ(report.crossing.first, std::vector<std::uint32_t>{7});
}

TEST(Polygons, FewCornersAreRefusedAfterManyToo) {
  EXPECT_EQ(error_of([] { io::read_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2\n", "a.obj"); }),
            "a.obj:6: face has 2 corners, at least 3 are needed");
}

}  // namespace
}  // namespace graze
