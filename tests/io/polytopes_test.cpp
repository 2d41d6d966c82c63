// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;
using testing::Folder;

std::vector<PolytopeModel> read(std::string_view text) {
  return io::read_polytopes(text, "hand.polytopes");
}
std::string error(std::string_view text) {
  return error_of([&] { read(text); });
}

const std::string wedge_text =
    "polytope wedge\nvertices 4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\nfaces 4\n0 2 1\n0 1 3\n1 2 3\n0 3 2\n";

PolytopeModel wedge() {
  return {
      "wedge", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

TEST(Polytopes, AreReadAsTheyAreWritten) {
  EXPECT_EQ(read(wedge_text), std::vector{wedge()});
  EXPECT_EQ(read("# a library\r\n\r\npolytope wedge # its name\r\nvertices 4\r\n0 0 0\r\n1 0 0 # a corner\r\n"
                 "0 1 0\r\n0 0 1\r\n\r\nfaces 4\r\n0 2 1\r\n0 1 3\r\n1 2 3\r\n0 3 2"),
            std::vector{wedge()});
  const std::vector<PolytopeModel> two = read(wedge_text +
                                              "polytope card\nvertices 4\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
                                              "faces 2\n0 1 2 3\n3 2 1 0\n");
  ASSERT_EQ(two.size(), 2U);
  EXPECT_EQ(two[0], wedge());
  EXPECT_EQ(two[1].name, "card");
  EXPECT_EQ(two[1].faces, (std::vector<std::vector<std::uint32_t>>{{0, 1, 2, 3}, {3, 2, 1, 0}}));
}

TEST(Polytopes, RoundTrip) {
  const Folder folder;
  std::vector<PolytopeModel> models = {wedge(),
                                       {"odd", testing::odd_mesh().vertices, {{0, 1, 2, 3}, {3, 2, 1}}}};
  save_polytopes(models, folder / "a.polytopes");
  EXPECT_EQ(load_polytopes(folder / "a.polytopes"), models);
  EXPECT_TRUE(is_polytope_library("a.Polytopes"));
  EXPECT_FALSE(is_polytope_library("polytopes"));
}

TEST(Polytopes, ErrorsNamePlaceAndValue) {
  const std::string start = "polytope wedge\nvertices 3\n0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(error(""), "hand.polytopes: has no polytopes");
  EXPECT_EQ(error("OFF\n"), "hand.polytopes:1: 'polytope' is needed, not 'OFF'");
  EXPECT_EQ(error("polytope\n"), "hand.polytopes:1: polytope has the name '', a word is needed");
  EXPECT_EQ(error("polytope a\\b\n"), "hand.polytopes:1: polytope has the name 'a\\b', a word is needed");
  EXPECT_EQ(error("polytope left hand\n"), "hand.polytopes:1: 'hand' follows the name");
  EXPECT_EQ(error("polytope a\n"), "hand.polytopes:2: the file ends where 'vertices' is needed");
  EXPECT_EQ(error("polytope a\nfaces 1\n"), "hand.polytopes:2: 'vertices' is needed, not 'faces'");
  EXPECT_EQ(error("polytope a\nvertices\n"), "hand.polytopes:2: number of vertices is missing");
  EXPECT_EQ(error("polytope a\nvertices many\n"),
            "hand.polytopes:2: number of vertices is 'many', which is no whole number");
  EXPECT_EQ(error("polytope a\nvertices -1\n"),
            "hand.polytopes:2: claims -1 vertices: a count must not be negative");
  EXPECT_EQ(error("polytope a\nvertices 1000000000\n0 0 0\n"),
            "hand.polytopes:2: claims 1000000000 vertices, but only 7 bytes are left");
  EXPECT_EQ(error("polytope a\nvertices 1 2\n0 0 0\n"),
            "hand.polytopes:2: '2' follows the number of vertices");
  EXPECT_EQ(error("polytope a\nvertices 1\n0 0\nfaces 0\n"), "hand.polytopes:3: z of the vertex is missing");
  EXPECT_EQ(error("polytope a\nvertices 1\n0 0 0 0\nfaces 0\n"), "hand.polytopes:3: '0' follows the vertex");
  EXPECT_EQ(error("polytope a\nvertices 1\n0 nan 0\nfaces 0\n"),
            "hand.polytopes:3: y of the vertex is 'nan': every coordinate must be finite");
  EXPECT_EQ(error("polytope a\nvertices 2\n0 0 0\n# no more\n"),
            "hand.polytopes:5: the file ends after 1 of 2 vertices");
  EXPECT_EQ(error(start), "hand.polytopes:6: the file ends where 'faces' is needed");
  EXPECT_EQ(error(start + "faces 0\n"), "hand.polytopes:1: polytope 'wedge' has no faces");
  EXPECT_EQ(error(start + "faces 2\n0 1 2\n# no more\n"),
            "hand.polytopes:9: the file ends after 1 of 2 faces");
  EXPECT_EQ(error(start + "faces 1\n0 1  \n"), "hand.polytopes:7: face has 2 corners, at least 3 are needed");
  EXPECT_EQ(error(start + "faces 1\n0 1 3\n"), "hand.polytopes:7: face uses vertex 3, but there are only 3");
  EXPECT_EQ(error(start + "faces 1\n0 1 -1\n"),
            "hand.polytopes:7: face uses vertex -1, but there are only 3");
  EXPECT_EQ(error(start + "faces 1\n0 1 2.5\n"),
            "hand.polytopes:7: vertex of the face is '2.5', which is no whole number");
  EXPECT_EQ(error(start + "faces 1\n0 1 2\n0 2 1\n"), "hand.polytopes:8: 'polytope' is needed, not '0'");
  EXPECT_EQ(error(wedge_text + wedge_text),
            "hand.polytopes:12: polytope 1 has the name 'wedge', as polytope 0 has");
}

TEST(Polytopes, WhatCouldNotBeReadIsNotWritten) {
  const Folder folder;
  const auto refused = [&](std::vector<PolytopeModel> models) {
    const std::filesystem::path file = folder / "a.polytopes";
    std::string text = error_of([&] { save_polytopes(models, file); });
    EXPECT_FALSE(std::filesystem::exists(file));
    return text.starts_with(file.string() + ": ") ? text.substr(file.string().size() + 2) : text;
  };
  const auto named = [](const char* name) {
    PolytopeModel model = wedge();
    model.name = name;
    return model;
  };
  EXPECT_EQ(refused({}), "there are no polytopes to write");
  EXPECT_EQ(refused({named("left hand")}), "polytope 0 has the name 'left hand', a word is needed");
  EXPECT_EQ(refused({named("#1")}), "polytope 0 has the name '#1', a word is needed");
  EXPECT_EQ(refused({wedge(), named("")}), "polytope 1 has the name '', a word is needed");
  EXPECT_EQ(refused({wedge(), wedge()}), "polytope 1 has the name 'wedge', as polytope 0 has");
  EXPECT_EQ(refused({{"empty", {}, {}}}), "polytope 'empty' has no faces");
  PolytopeModel wrong = wedge();
  wrong.faces[2][1] = 4;
  EXPECT_EQ(refused({wrong}), "face 2 of polytope 'wedge' uses vertex 4, but there are only 4");
}

TEST(Polytopes, AreNoMesh) {
  const Folder folder;
  EXPECT_EQ(
      error_of([&] { save_polytopes(std::vector{wedge()}, folder / "a.obj"); }),
      (folder / "a.obj").string() + ": is no name for a library of polytopes, which ends with .polytopes");
  const std::filesystem::path file = folder.write("a.polytopes", wedge_text);
  EXPECT_EQ(error_of([&] { load_mesh(file); }),
            file.string() + ": is a library of polytopes, a mesh is needed");
}

TEST(Polytopes, InScenes) {
  const Folder folder;
  const std::string open = "polytope open\nvertices 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n0 1 2\n";
  folder.write("one.polytopes", wedge_text);
  folder.write("two.polytopes", wedge_text + open);
  const auto scene = [&](const std::string& shape) {
    return load_scene(
        folder.write("s.json", R"({"graze":1,"bodies":[{"shape":{"type":"convex",)" + shape + "}}]}"));
  };
  const auto scene_error = [&](const std::string& shape) {
    const std::string text = error_of([&] { scene(shape); });
    const std::string file = (folder / "s.json").string();
    return text.starts_with(file) ? text.substr(file.size() + 2) : text;
  };
  const Shape shape = scene(R"("file":"one.polytopes")").bodies[0].shape;
  EXPECT_EQ(std::get<Convex>(shape.kind()).vertices, wedge().vertices);
  EXPECT_EQ(scene(R"("file":"two.polytopes","polytope":"wedge")").bodies[0].shape.kind(), shape.kind());
  EXPECT_EQ(scene_error(R"("file":"two.polytopes")"),
            "bodies[0].shape has no 'polytope', but the file has 2");
  EXPECT_EQ(scene_error(R"("file":"two.polytopes","polytope":"hand")"),
            "bodies[0].shape.polytope is 'hand', which the file does not have");
  EXPECT_EQ(
      scene_error(R"("file":"two.polytopes","polytope":"open")"),
      "bodies[0].shape: polytope 'open' is not convex as it is given: face 0 has a side that not just one "
      "other face has");
  EXPECT_EQ(scene_error(R"("file":"one.polytopes","vertices":[])"),
            "bodies[0].shape has an unknown key 'vertices'");
  EXPECT_EQ(scene_error(R"("file":"none.polytopes")"),
            "bodies[0].shape.file: " + (folder / "none.polytopes").string() + ": there is no such file");
}

}  // namespace
}  // namespace graze
