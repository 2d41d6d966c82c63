// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/io.h>

#include <algorithm>

#include "io/files.h"

namespace graze {
namespace {

namespace fs = std::filesystem;
using testing::error_of;
using testing::Folder;

std::string load_error(const fs::path& file) {
  return error_of([&] { load_mesh(file); });
}
std::string save_error(const Mesh& mesh, const fs::path& file) {
  return error_of([&] { save_mesh(mesh, file); });
}

TEST(MeshFile, RoundTripByEnding) {
  const Folder folder;
  for (const char* name : {"a.obj", "a.ply", "A.OBJ", "A.Ply"}) {
    save_mesh(testing::odd_mesh(), folder / name);
    EXPECT_EQ(load_mesh(folder / name), testing::odd_mesh()) << name;
  }
  const Mesh small = testing::tetrahedron();
  save_mesh(small, folder / "a.stl");
  const Mesh read = load_mesh(folder / "a.stl");  // renumbered, the same geometry
  ASSERT_EQ(read.vertices.size(), small.vertices.size());
  ASSERT_EQ(read.faces.size(), small.faces.size());
  for (std::size_t f = 0; f < small.faces.size(); ++f) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(read.vertices[read.faces[f][c]], small.vertices[small.faces[f][c]]);
    }
  }
}

TEST(MeshFile, ReadsOff) {
  const Folder folder;
  EXPECT_EQ(load_mesh(folder.write("a.Off", "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")).faces.size(), 1U);
}

TEST(MeshFile, LoadErrors) {
  const Folder folder;
  const auto named = [&](const char* name, std::string_view rest) {
    return (folder / name).string() + std::string(rest);
  };
  fs::create_directory(folder / "dir.obj");
  EXPECT_EQ(load_error(folder / "missing.obj"), named("missing.obj", ": there is no such file"));
  EXPECT_EQ(load_error(folder / "missing.xyz"), named("missing.xyz", ": there is no such file"));
  EXPECT_EQ(load_error(folder / "dir.obj"), named("dir.obj", ": is a directory, a file is needed"));
  EXPECT_EQ(load_error(folder.write("empty.obj", "")), named("empty.obj", ": has no faces"));
  EXPECT_EQ(load_error(folder.write("stl.obj", "solid x\nendsolid\n")),
            named("stl.obj", ":1: 'solid' is no statement of OBJ"));
  const std::string unknown = load_error(folder.write("a.mystery", "x"));
  EXPECT_TRUE(unknown.starts_with(
      named("a.mystery", ": '.mystery' is no mesh format that can be read: .obj, .stl, .ply, .off")))
      << unknown;
  const std::string bare = load_error(folder.write("bare", "x"));
  EXPECT_TRUE(
      bare.starts_with(named("bare", ": a name without an ending is no mesh format that can be read")))
      << bare;
}

TEST(MeshFile, SaveErrors) {
  const Folder folder;
  const Mesh mesh = testing::tetrahedron();
  const auto named = [&](const char* name, std::string_view rest) {
    return (folder / name).string() + std::string(rest);
  };
  fs::create_directory(folder / "dir.obj");
  EXPECT_EQ(save_error(mesh, folder / "no/such/dir/a.obj"),
            named("no/such/dir/a.obj", ": cannot be written: No such file or directory"));
  EXPECT_EQ(save_error(mesh, folder / "dir.obj"),
            named("dir.obj", ": cannot be written: there is something else than a regular file"));
  EXPECT_EQ(save_error(mesh, folder / "a.off"),
            named("a.off", ": '.off' is no mesh format that can be written: .obj, .stl, .ply"));
  EXPECT_EQ(
      save_error(mesh, folder / "bare"),
      named("bare", ": a name without an ending is no mesh format that can be written: .obj, .stl, .ply"));
  EXPECT_EQ(save_error({mesh.vertices, {}}, folder / "a.obj"), named("a.obj", ": has no faces"));
  EXPECT_EQ(save_error({mesh.vertices, {{0, 1, 4}}}, folder / "a.obj"),
            "face 0 of '" + named("a.obj", "' uses vertex 4, but there are only 4"));
}

TEST(MeshFile, AppearsWholeOrNotAtAll) {
  const Folder folder;
  const Mesh too_large = {{{1e300, 0, 0}}, {{0, 0, 0}}};
  folder.write("a.stl", "kept");
  EXPECT_NE(save_error(too_large, folder / "a.stl"), "no error");
  EXPECT_EQ(fs::file_size(folder / "a.stl"), 4U) << "a failed save leaves the old file";
  save_mesh(testing::tetrahedron(), folder / "a.stl");
  EXPECT_EQ(fs::file_size(folder / "a.stl"), 84U + 4 * 50);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1)
      << "nothing beside it";
}

TEST(MeshFile, FailsWhereSomethingIsThere) {
  const Folder folder;
  const Mesh mesh = testing::tetrahedron();
  const auto victim = folder.write("victim.obj", "kept");
  fs::create_symlink(victim, folder / "link.obj");
  fs::create_symlink(folder / "gone.obj", folder / "nowhere.obj");
  fs::create_hard_link(victim, folder / "hard.obj");
  fs::create_directory(folder / "dir.obj");
  for (const char* name : {"victim.obj", "link.obj", "nowhere.obj", "hard.obj", "dir.obj"}) {
    const std::string error = error_of([&] { save_mesh(mesh, folder / name, IfExists::fail); });
    EXPECT_NE(error.find("is there already"), std::string::npos) << name << ": " << error;
  }
  EXPECT_EQ(fs::file_size(victim), 4U);
  EXPECT_FALSE(fs::exists(folder / "gone.obj"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 5);
  save_mesh(mesh, folder / "new.obj", IfExists::fail);
  EXPECT_EQ(load_mesh(folder / "new.obj"), mesh);
  // Replacing a link leaves what it leads to.
  save_mesh(mesh, folder / "link.obj");
  EXPECT_EQ(load_mesh(folder / "link.obj"), mesh);
  EXPECT_EQ(fs::file_size(victim), 4U);
}

}  // namespace
}  // namespace graze
