// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;

Mesh read(std::string_view text) {
  return io::read_obj(text, "door.obj");
}
std::string error(std::string_view text) {
  return error_of([&] { read(text); });
}

const Mesh one_face = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};

TEST(Obj, ReadsPlainFile) {
  EXPECT_EQ(read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), one_face);
}

TEST(Obj, RoundTripIsExact) {
  EXPECT_EQ(read(io::write_obj(testing::odd_mesh())), testing::odd_mesh());
}

TEST(Obj, KeepsTheSignOfZero) {
  EXPECT_TRUE(std::signbit(read("v 0 -0 0\nv 1 -0.0 -0e5\nv 0 1 0\nf 1 2 3").vertices[0].y()));
  EXPECT_TRUE(std::signbit(read("v 0 -0 0\nv 1 -0.0 -0e5\nv 0 1 0\nf 1 2 3").vertices[1].y()));
  EXPECT_TRUE(std::signbit(read("v 0 -0 0\nv 1 -0.0 -0e5\nv 0 1 0\nf 1 2 3").vertices[1].z()));
}

TEST(Obj, AcceptsWhatRealFilesHave) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(read("# made by hand\n\n  " + v +
                 "vn 0 0 1\nvt 0 0\no a\ng b\ns off\nusemtl c\nf 1/1/1 2//1 3/1 # end"),
            one_face);
  EXPECT_EQ(read("mtllib x.mtl\r\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n"), one_face) << "CR LF";
  EXPECT_EQ(read("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r"), one_face) << "CR alone";
  EXPECT_EQ(read("\xEF\xBB\xBF" + v + "f 1 2 3"), one_face) << "byte order mark, no line end";
  EXPECT_EQ(read("v 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 0 0 1\nf 1 2 3"), one_face)
      << "weight, colours";
  EXPECT_EQ(read(v + "f -3 -2 -1"), one_face) << "relative";
  EXPECT_EQ(read("f 1 2 3\n" + v), one_face) << "used before it is given";
  EXPECT_EQ(read("v\t0  0 0 \nv +1 +0.0 0\nv 0e0 1E+0 0\nf\t1  2 3 "), one_face) << "tabs, signs, exponents";
}

TEST(Obj, BackslashJoinsLines) {
  EXPECT_EQ(read("v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 \\\r\n 2\\\n3\n"), one_face);
  EXPECT_EQ(read("v 0 0 0\ng a \\\nb c\nv 1 0 0\nv 0 1 0\n# not here \\\nf 1 2 3\n"), one_face);
  EXPECT_EQ(error("v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n9\n"),
            "door.obj:6: face uses vertex 9, but there are only 3");
}

TEST(Obj, PolygonsBecomeFans) {
  const Mesh mesh = read("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 .5 0\nf 1 2 3 4 5\n");
  EXPECT_EQ(mesh.faces, (std::vector<Face>{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
}

TEST(Obj, ErrorsNamePlaceAndValue) {
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  EXPECT_EQ(error(""), "door.obj: has no faces");
  EXPECT_EQ(error(v), "door.obj: has no faces");
  EXPECT_EQ(error(v + "f 1 2 912\n"), "door.obj:4: face uses vertex 912, but there are only 3");
  EXPECT_EQ(error(v + "f 1 2 99999999999\n"),
            "door.obj:4: face uses vertex 99999999999, but there are only 3");
  EXPECT_EQ(error(v + "f 1 2 4294967297\n"), "door.obj:4: face uses vertex 4294967297, but there are only 3");
  EXPECT_EQ(error(v + "f 1 2 99999999999999999999\n"),
            "door.obj:4: vertex of the face is '99999999999999999999', which is too large");
  EXPECT_EQ(error(v + "f 1 2 -4\n"), "door.obj:4: face uses vertex -4, but there are only 3 so far");
  EXPECT_EQ(error(v + "f 1 2 0\n"), "door.obj:4: face uses vertex 0, but OBJ counts from 1");
  EXPECT_EQ(error(v + "f 1 2\n"), "door.obj:4: face has 2 corners, at least 3 are needed");
  EXPECT_EQ(error(v + "f 1 2 x\n"), "door.obj:4: vertex of the face is 'x', which is no whole number");
  EXPECT_EQ(error(v + "f 1 2 3.5\n"),
            "door.obj:4: corner of the face is '3.5', which is none of v, v/t, v//n and v/t/n");
  EXPECT_EQ(error("v 0 0\n"), "door.obj:1: z of the vertex is missing");
  EXPECT_EQ(error("\nv 0 zero 0\n"), "door.obj:2: y of the vertex is 'zero', which is no number");
  EXPECT_EQ(error("v 0 0 0x1\n"), "door.obj:1: z of the vertex is '0x1', which is no number");
  EXPECT_EQ(error("v 0 0 +-1\n"), "door.obj:1: z of the vertex is '+-1', which is no number");
  EXPECT_EQ(error("v 1,5 0 0\n"), "door.obj:1: x of the vertex is '1,5', which is no number");
  EXPECT_EQ(error("v 0 nan 0\n"), "door.obj:1: y of the vertex is 'nan': every coordinate must be finite");
  EXPECT_EQ(error("v 0 0 -inf\n"), "door.obj:1: z of the vertex is '-inf': every coordinate must be finite");
  EXPECT_EQ(error("v 1e999 0 0\n"), "door.obj:1: x of the vertex is '1e999', too large for a double");
  EXPECT_EQ(error("v 0 0 0 red\n"), "door.obj:1: a further value of the vertex is 'red', which is no number");
  EXPECT_EQ(error("solid part\n"), "door.obj:1: 'solid' is no statement of OBJ");
  EXPECT_EQ(error(std::string_view("\0a\x02 x\n", 6)), "door.obj:1: '?a?' is no statement of OBJ");
  EXPECT_EQ(error("a_word_that_is_much_longer_than_messages_should_be"),
            "door.obj:1: 'a_word_that_is_much_longer_than_messages...' is no statement of OBJ");
  EXPECT_EQ(error("# mac\rv 0 0 0\rq"), "door.obj:3: 'q' is no statement of OBJ");
}

/// Against strtod, which rounds correctly.
TEST(Obj, NumbersAreCorrectlyRounded) {
  std::uint64_t state = 1;
  const auto random = [&](std::uint64_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string number = random(2) ? "-" : "";
    const std::uint64_t whole = random(12);
    const std::uint64_t decimals = random(14) + (whole == 0);
    for (std::uint64_t d = 0; d < whole; ++d) number += static_cast<char>('0' + random(10));
    if (decimals > 0) number += '.';
    for (std::uint64_t d = 0; d < decimals; ++d) number += static_cast<char>('0' + random(10));
    if (random(4) == 0) number.append("e").append(std::to_string(static_cast<int>(random(580)) - 290));
    const double value = read("v " + number + " 0 0\nf 1 1 1").vertices[0].x();
    ASSERT_EQ(value, std::strtod(number.c_str(), nullptr)) << number;
  }
}

TEST(Obj, NumbersTooSmallForADoubleAreZero) {
  const Mesh mesh = read("v 1e-999 -1e-400 0." + std::string(400, '0') + "1\nf 1 1 1");
  EXPECT_EQ(mesh.vertices[0], Eigen::Vector3d::Zero());
  EXPECT_TRUE(std::signbit(mesh.vertices[0].y()));
  EXPECT_EQ(read("v 1e-99999999999999999999 4.9e-324 2e-324\nf 1 1 1").vertices[0].x(), 0);
}

}  // namespace
}  // namespace graze
