// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/bytes.h"
#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;

Mesh read(std::string_view bytes) {
  return io::read_stl(bytes, "part.stl");
}
std::string error(std::string_view bytes) {
  return error_of([&] { read(bytes); });
}

/// A binary file; each face is nine numbers.
std::string binary(std::string header, std::uint32_t claimed,
                   const std::vector<std::array<float, 9>>& faces) {
  header.resize(80);
  io::append_bytes(header, claimed);
  for (const auto& face : faces) {
    header.append(12, '\0');
    for (const float value : face) io::append_bytes(header, value);
    header.append(2, '\0');
  }
  return header;
}

const std::array<float, 9> face_a = {0, 0, 0, 1, 0, 0, 0, 1, 0};
const std::array<float, 9> face_b = {0, 1, 0, 1, 0, 0, 1, 1, 0};
const Mesh two_faces = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {2, 1, 3}}};

const std::string text_faces =
    "facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 1 0 0\n vertex 0 1 0\n endloop\nendfacet\n"
    "facet normal 0 0 1\n outer loop\n vertex 0 1 0\n vertex 1 0 0\n vertex 1 1 0\n endloop\nendfacet\n";

TEST(Stl, BinaryMergesEqualVertices) {
  EXPECT_EQ(read(binary("any header", 2, {face_a, face_b})), two_faces);
  const Mesh mesh = read(binary("", 2, {face_a, {-0.0F, -0.0F, -0.0F, 1, 0, 0, 1, 1, 0}}));
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 1, 3}})) << "-0 is the place of +0";
}

TEST(Stl, MergesManyVertices) {
  std::vector<std::array<float, 9>> faces;
  std::vector<Face> expected;
  constexpr std::uint32_t count = 5000;
  for (std::uint32_t i = 0; i < count; ++i) {  // a soup: more places than the table expects at first
    const auto x = static_cast<float>(i);
    faces.push_back({x, 0, 0, x, 1, 0, x, 0, 1});
    expected.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    faces.push_back(faces[i]);
    expected.push_back(expected[i]);
  }
  const Mesh mesh = read(binary("", 2 * count, faces));
  EXPECT_EQ(mesh.vertices.size(), 3 * count);
  EXPECT_EQ(mesh.faces, expected);
}

TEST(Stl, TellsBinaryFromText) {
  EXPECT_EQ(read(binary("solid but binary", 2, {face_a, face_b})), two_faces);
  std::string spaces = "solid but binary";
  spaces.resize(80, ' ');
  EXPECT_EQ(read(binary(spaces, 2, {face_a, face_b}) + "more"), two_faces)
      << "bytes after the faces, and no NUL in the header";
  EXPECT_EQ(read("solid part\n" + text_faces + "endsolid part\n"), two_faces);
  EXPECT_EQ(read("\n  SOLID\n" + text_faces + "ENDSOLID"), two_faces);
  EXPECT_EQ(read("solid a\r\n" + text_faces + "endsolid a\r\n"), two_faces);
}

TEST(Stl, TextMayHaveSeveralSolidsPolygonsAndOddNormals) {
  EXPECT_EQ(read("solid a\n" + text_faces.substr(0, text_faces.size() / 2) + "endsolid a\nsolid b\n" +
                 text_faces.substr(text_faces.size() / 2) + "endsolid b\n"),
            two_faces);
  EXPECT_EQ(read("solid\nfacet normal -nan(ind) nan nan outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 "
                 "vertex 0 1 0 endloop endfacet\nendsolid")
                .faces,
            (std::vector<Face>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Stl, WritesBinary) {
  EXPECT_EQ(read(io::write_stl(two_faces, "x")), two_faces);
  const std::string bytes = io::write_stl(two_faces, "x");
  EXPECT_EQ(bytes.size(), 84 + 2 * 50);
  EXPECT_EQ(io::from_bytes<float>(bytes.data() + 84 + 8), 1.0F) << "normal along z";
  const Mesh degenerate = {{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}}};
  EXPECT_EQ(io::from_bytes<float>(io::write_stl(degenerate, "x").data() + 84), 0.0F);
}

TEST(Stl, WriteRefusesWhatNo32BitNumberHolds) {
  const Mesh mesh = {{{0, 0, 0}, {1e300, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  EXPECT_EQ(error_of([&] { io::write_stl(mesh, "big.stl"); }),
            "big.stl: vertex 1 is (1e+300, 0, 0), too large for the 32-bit numbers of STL");
}

TEST(Stl, BinaryErrors) {
  EXPECT_EQ(error(""),
            "part.stl: is no STL: it does not start with 'solid', and 0 bytes are too few for a binary file "
            "(at least 84)");
  EXPECT_EQ(error("# obj file\nv 0 0 0\n"),
            "part.stl: is no STL: it does not start with 'solid', and 19 bytes are too few for a binary file "
            "(at least 84)");
  EXPECT_EQ(
      error(binary("", 1'000'000'000, {face_a})),
      "part.stl: byte 80: claims 1000000000 faces, which take 50000000084 bytes, but there are only 134");
  EXPECT_EQ(error(binary("", 3, {face_a, face_b})),
            "part.stl: byte 80: claims 3 faces, which take 234 bytes, but there are only 184");
  EXPECT_EQ(error(binary("", 0, {})), "part.stl: has no faces");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(error(binary("", 2, {face_a, {0, 0, 0, 0, 0, nan, 0, 0, 0}})),
            "part.stl: byte 166: vertex has the coordinate nan: every coordinate must be finite");
  EXPECT_EQ(error(binary("", 1, {{0, 0, 0, 0, 0, 0, -infinity, 0, 0}})),
            "part.stl: byte 120: vertex has the coordinate -inf: every coordinate must be finite");
}

TEST(Stl, TextErrors) {
  EXPECT_EQ(error("solid\nendsolid\n"), "part.stl: has no faces");
  EXPECT_EQ(error("solid\n" + text_faces), "part.stl:16: the file ends where 'endsolid' is needed");
  EXPECT_EQ(error("solid\n" + text_faces.substr(0, 54)), "part.stl:5: y of the vertex is missing");
  EXPECT_EQ(error("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n"),
            "part.stl:6: face has 2 corners, at least 3 are needed");
  EXPECT_EQ(error("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e\n"),
            "part.stl:4: z of the vertex is '1e', which is no number");
  EXPECT_EQ(error("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 inf 0\n"),
            "part.stl:4: y of the vertex is 'inf': every coordinate must be finite");
  EXPECT_EQ(error("solid\nface normal 0 0 1\n"), "part.stl:2: 'facet' or 'endsolid' is needed, not 'face'");
  EXPECT_EQ(error("solid\nfacet abnormal 0 0 1\n"), "part.stl:2: 'normal' is needed, not 'abnormal'");
  EXPECT_EQ(error("solid\nfacet normal 0 0 1\nouter loop\nedge\n"),
            "part.stl:4: 'vertex' or 'endloop' is needed, not 'edge'");
  EXPECT_EQ(error("solid\nendsolid\nv 0 0 0\n"), "part.stl:3: 'solid' is needed, not 'v'");
}

}  // namespace
}  // namespace graze
