// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/bytes.h"
#include "io/files.h"
#include "io/formats.h"

namespace graze {
namespace {

using testing::error_of;

Mesh read(std::string_view bytes) {
  return io::read_ply(bytes, "part.ply");
}
std::string error(std::string_view bytes) {
  return error_of([&] { read(bytes); });
}

const Mesh one_face = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
const std::string list = "property list uchar int vertex_indices\n";

std::string header(std::string_view format, std::size_t vertices, std::size_t faces) {
  return "ply\nformat " + std::string(format) + " 1.0\nelement vertex " + std::to_string(vertices) + "\n" +
         xyz + "element face " + std::to_string(faces) + "\n" + list + "end_header\n";
}

/// Appends a number in the given order.
template <class T>
void append(std::string& out, std::endian order, T value) {
  if (order == std::endian::big) value = io::swapped(value);
  io::append_bytes(out, value);
}

TEST(Ply, ReadsText) {
  EXPECT_EQ(read(header("ascii", 3, 1) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), one_face);
  EXPECT_EQ(read(header("ascii", 3, 1) + "\n0 0 0\n\n1 0 0\r\n0 1 0\n3 0 1 2"), one_face);
}

TEST(Ply, RoundTripIsExact) {
  EXPECT_EQ(read(io::write_ply(testing::odd_mesh())), testing::odd_mesh());
}

TEST(Ply, ReadsBothByteOrdersAndAllTypes) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string bytes = "ply\r\nformat ";
    bytes += order == std::endian::little ? "binary_little_endian" : "binary_big_endian";
    bytes +=
        " 1.0\r\ncomment made by hand\r\nobj_info none\r\n"
        "element camera 2\r\nproperty list ushort double matrix\r\nproperty uint8 on\r\n"
        "element vertex 3\r\nproperty int8 mark\r\nproperty double z\r\nproperty short y\r\nproperty list "
        "char int16 more\r\n"
        "property float32 x\r\n"
        "element face 2\r\nproperty uint16 flags\r\nproperty list int uint32 vertex_index\r\nproperty list "
        "uint8 float uv\r\n"
        "element nothing 1000000000000\r\nend_header\r\n";
    for (std::uint16_t row = 0; row < 2; ++row) {
      append(bytes, order, row);
      for (std::uint16_t i = 0; i < row; ++i) append(bytes, order, 0.5);
      append(bytes, order, std::uint8_t{1});
    }
    for (int v = 0; v < 3; ++v) {
      append(bytes, order, std::int8_t{-1});
      append(bytes, order, 0.1 * v);
      append(bytes, order, static_cast<std::int16_t>(-300 * v));
      append(bytes, order, std::int8_t{1});
      append(bytes, order, std::int16_t{7});
      append(bytes, order, 0.25F + static_cast<float>(v));
    }
    for (std::int32_t f = 0; f < 2; ++f) {
      append(bytes, order, std::uint16_t{9});
      append(bytes, order, std::int32_t{3 + f});
      for (std::uint32_t c = 0; c < 3U + static_cast<std::uint32_t>(f); ++c) append(bytes, order, c % 3);
      append(bytes, order, std::uint8_t{2});
      append(bytes, order, 0.5F);
      append(bytes, order, 0.5F);
    }
    const Mesh expected = {{{0.25, 0, 0}, {1.25, -300, 0.1}, {2.25, -600, 0.2}},
                           {{0, 1, 2}, {0, 1, 2}, {0, 2, 0}}};
    EXPECT_EQ(read(bytes), expected);
  }
}

TEST(Ply, FacesMayComeFirst) {
  EXPECT_EQ(read("ply\nformat ascii 1.0\nelement face 1\n" + list + "element vertex 3\n" + xyz +
                 "end_header\n3 0 1 2\n0 0 0\n1 0 0\n0 1 0\n"),
            one_face);
}

TEST(Ply, PassesOverOtherTextProperties) {
  EXPECT_EQ(read("ply\nformat ascii 1.0\nelement material 1\nproperty list uchar int m\nelement vertex 3\n"
                 "property uchar red\n" +
                 xyz + "property float nx\nelement face 1\nproperty uchar c\n" + list +
                 "end_header\n2 5 6\n255 0 0 0 nan\n255 1 0 0 0\n255 0 1 0 0\n4 3 0 1 2\n"),
            one_face);
}

TEST(Ply, HeaderErrors) {
  EXPECT_EQ(error(""), "part.ply:1: 'ply' is needed, not ''");
  EXPECT_EQ(error("solid x\n"), "part.ply:1: 'ply' is needed, not 'solid'");
  EXPECT_EQ(error("ply\n"), "part.ply:2: the file ends within the header");
  EXPECT_EQ(error("ply\nend_header\n"), "part.ply:2: header has no format");
  EXPECT_EQ(error("ply\nformat ascii 2.0\n"), "part.ply:2: PLY version is '2.0', but only 1.0 is known");
  EXPECT_EQ(error("ply\nformat text 1.0\n"), "part.ply:2: 'text' is no format of PLY");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex -3\n"),
            "part.ply:3: element 'vertex' has the count -3");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex many\n"),
            "part.ply:3: number of elements is 'many', which is no whole number");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex 1\nelement vertex 1\n"),
            "part.ply:4: element 'vertex' is declared twice");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nproperty float x\n"),
            "part.ply:3: property before the first element");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\n"),
            "part.ply:4: 'real' is no type of PLY");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex 1\nproperty float\n"),
            "part.ply:4: property has no name");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelephant\n"),
            "part.ply:3: 'elephant' is no keyword of a PLY header");
  EXPECT_EQ(
      error("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float z\nend_header\n0 0\n"),
      "part.ply: vertices have no property 'y'");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement vertex 1\nproperty list uchar float x\nproperty float y\n"
                  "property float z\nend_header\n0 0 0\n"),
            "part.ply: property 'x' of the vertices is a list");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nelement face 1\nproperty int vertex_indices\nend_header\n0\n"),
            "part.ply: faces have no list 'vertex_indices' or 'vertex_index'");
  EXPECT_EQ(error("ply\nformat ascii 1.0\nend_header\n"), "part.ply: has no faces");
}

TEST(Ply, TextErrors) {
  const std::string start = header("ascii", 3, 1);  // ten lines
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
            "part.ply:13: face 0 uses vertex 3, but there are only 3");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"),
            "part.ply:13: face 0 uses vertex -1, but there are only 3");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n3 0 1 0.5\n"),
            "part.ply:13: face 0 uses vertex 0.5, but there are only 3");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n2 0 1\n"),
            "part.ply:13: face 0 has 2 corners, at least 3 are needed");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n-3 0 1 2\n"),
            "part.ply:13: list 'vertex_indices' claims -3 values: a count is a whole number from 0");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n1e9 0 1 2\n"),
            "part.ply:13: list 'vertex_indices' claims 1e+09 values, but only 8 bytes are left");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2 5\n"),
            "part.ply:13: '5' follows the last value of the line");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n5\n"), "part.ply:14: '5' follows the last element");
  EXPECT_EQ(error(start + "0 0 0\n1 0 0\n0 1 0         \n"),
            "part.ply:13: the file ends after 0 of 1 elements 'face'");
  EXPECT_EQ(error(start + "0 0 0\n1 0\n0 1 0\n3 0 1 2\n"), "part.ply:11: z is missing");
  EXPECT_EQ(error(start + "0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n"),
            "part.ply:11: z of vertex 1 is nan: every coordinate must be finite");
}

TEST(Ply, BinaryErrors) {
  const std::string start = header("binary_little_endian", 3, 1);
  std::string vertices;
  for (int i = 0; i < 9; ++i) io::append_bytes(vertices, static_cast<float>(i));
  const std::size_t faces_at = start.size() + vertices.size();
  const auto face = [](std::uint8_t corners, std::int32_t last) {
    std::string bytes(1, static_cast<char>(corners));
    for (const std::int32_t v : {0, 1, last}) io::append_bytes(bytes, v);
    return bytes;
  };
  EXPECT_EQ(read(start + vertices + face(3, 2)).faces.size(), 1U);
  EXPECT_EQ(error(start + vertices + face(3, -2)), "part.ply: byte " + std::to_string(faces_at + 9) +
                                                       ": face 0 uses vertex -2, but there are only 3");
  EXPECT_EQ(error(start + vertices + face(200, 2)),
            "part.ply: byte " + std::to_string(faces_at) +
                ": list 'vertex_indices' claims 200 values, but only 12 bytes are left");
  EXPECT_EQ(error(start + vertices + face(1, 2)),
            "part.ply: byte " + std::to_string(faces_at) + ": face 0 has 1 corners, at least 3 are needed");
  EXPECT_EQ(error(start + vertices), "part.ply: byte " + std::to_string(faces_at) +
                                         ": the header claims 1 elements 'face', but only 0 bytes are left");
  EXPECT_EQ(error(start + vertices.substr(0, 30)),
            "part.ply: byte " + std::to_string(start.size()) +
                ": the header claims 3 elements 'vertex', but only 30 bytes are left");
  std::string with_nan = vertices;
  with_nan.replace(16, 4, "\xff\xff\xff\x7f");
  EXPECT_EQ(error(start + with_nan + face(3, 2)),
            "part.ply: byte " + std::to_string(start.size() + 16) +
                ": y of vertex 1 is nan: every coordinate must be finite");
}

}  // namespace
}  // namespace graze
