// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;

Mesh read(std::string_view text) {
  return io::read_off(text, "part.off");
}
std::string error(std::string_view text) {
  return error_of([&] { read(text); });
}

const Mesh one_face = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};

TEST(Off, ReadsVariants) {
  const std::string body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  EXPECT_EQ(read("OFF\n3 1 3\n" + body), one_face);
  EXPECT_EQ(read("OFF\r\n3 1\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n3 0 1 2"), one_face) << "no number of edges";
  EXPECT_EQ(read("# first\nOFF # kind\n\n# counts\n3 1 0 # these\n" + body + "# end"), one_face);
  EXPECT_EQ(read("OFF 3 1 0\n" + body), one_face);
  EXPECT_EQ(read("OFF3 1 0\n" + body), one_face);
  EXPECT_EQ(read("COFF\n3 1 0\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n0 1 0 1 0 0 1\n3 0 1 2 255 0 0\n"), one_face);
  EXPECT_EQ(read("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2 0.5 0.5 0.5 1\n"), one_face);
  EXPECT_EQ(read("STCNOFF\n3 1 0\n" + body), one_face);
}

TEST(Off, PolygonsBecomeFans) {
  EXPECT_EQ(read("OFF\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n").faces,
            (std::vector<Face>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Off, ErrorsNamePlaceAndValue) {
  const std::string start = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(error(""), "part.off:1: the file is empty, 'OFF' is needed");
  EXPECT_EQ(error("v 0 0 0\n"), "part.off:1: 'OFF' is needed, not 'v'");
  EXPECT_EQ(error("OFFICE\n"), "part.off:1: 'OFF' is needed, not 'OFFICE'");
  EXPECT_EQ(error("4OFF\n"), "part.off:1: '4OFF' has other than three dimensions, which is not supported");
  EXPECT_EQ(error("OFF BINARY\n"), "part.off:1: binary OFF is not supported");
  EXPECT_EQ(error("OFF\n"), "part.off:2: the file ends where the number of vertices is needed");
  EXPECT_EQ(error("OFF\n-3 1 0\n"), "part.off:2: claims -3 vertices: a count must not be negative");
  EXPECT_EQ(error("OFF\n1000000000 1 0\n"),
            "part.off:2: claims 1000000000 vertices, but only 5 bytes are left");
  EXPECT_EQ(error("OFF\n1 1000000000 0\n0 0 0\n"),
            "part.off:2: claims 1000000000 faces, but only 9 bytes are left");
  EXPECT_EQ(error("OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n"), "part.off: has no faces");
  EXPECT_EQ(error(start + "        "), "part.off:6: the file ends after 0 of 1 faces");
  EXPECT_EQ(error("OFF\n3 1 0\n0 0 0\n1 0 0\n# there is no third\n"),
            "part.off:6: the file ends after 2 of 3 vertices");
  EXPECT_EQ(error(start + "3 0 1 3\n"), "part.off:6: face uses vertex 3, but there are only 3");
  EXPECT_EQ(error(start + "3 0 1 -1\n"), "part.off:6: face uses vertex -1, but there are only 3");
  EXPECT_EQ(error(start + "2 0 1   \n"), "part.off:6: face has 2 corners, at least 3 are needed");
  EXPECT_EQ(error(start + "900000000 0 1 2\n"),
            "part.off:6: face has 3 of the 900000000 corners that it claims");
  EXPECT_EQ(error(start + "3 0 1 2 red\n"), "part.off:6: colour of the face is 'red', which is no number");
  EXPECT_EQ(error(start + "3 0 1 2\n3 0 1 2\n"), "part.off:7: '3' follows the last of 1 faces");
  EXPECT_EQ(error("OFF\n1 1 0\n0 inf 0\n3 0 0 0\n"),
            "part.off:3: y of the vertex is 'inf': every coordinate must be finite");
}

}  // namespace
}  // namespace graze
