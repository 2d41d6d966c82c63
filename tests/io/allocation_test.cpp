// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/bytes.h"
#include "io/files.h"
#include "io/formats.h"
#include "io/scene_json.h"
#include "support/allocations.h"

namespace graze {
namespace {

/// The largest allocation while `run` fails, as it must.
template <class Run>
std::size_t largest_request(const Run& run) {
  testing::forget_largest_allocation();
  const std::string message = testing::error_of(run);
  EXPECT_NE(message, "no error");
  return testing::largest_allocation();
}

constexpr std::size_t little = 16 * 1024;

TEST(Allocation, IsBoundedByTheBytesThatAreThere) {
  for (const char* text :
       {"OFF\n1000000000 1000000000 0\n0 0 0\n", "OFF\n1 1 0\n0 0 0\n1000000000 0 0 0\n"}) {
    EXPECT_LT(largest_request([&] { io::read_off(text, "x"); }), little);
  }
  for (const char* text : {"polytope a\nvertices 1000000000\n0 0 0\n",
                           "polytope a\nvertices 1\n0 0 0\nfaces 1000000000\n0 0 0\n"}) {
    EXPECT_LT(largest_request([&] { io::read_polytopes(text, "x"); }), little);
  }
  const std::string ply_start = "ply\nformat binary_little_endian 1.0\n";
  const std::string vertices =
      "element vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string faces = "element face 4000000000\nproperty list uint int vertex_indices\n";
  EXPECT_LT(largest_request([&] { io::read_ply(ply_start + vertices + faces + "end_header\n0123", "x"); }),
            little);
  EXPECT_LT(largest_request([&] { io::read_ply(ply_start + faces + vertices + "end_header\n0123", "x"); }),
            little);
  EXPECT_LT(
      largest_request([&] {
        io::read_ply(
            ply_start + "element face 1\nproperty list uint int vertex_indices\nend_header\n\xff\xff\xff\xff",
            "x");
      }),
      little);
  std::string stl(80, ' ');
  io::append_bytes(stl, std::uint32_t{4'000'000'000});
  EXPECT_LT(largest_request([&] { io::read_stl(stl + std::string(100, ' '), "x"); }), little);
  EXPECT_LT(largest_request([&] { io::read_obj("v 0 0 0\nf 1 1 4000000000\n", "x"); }), little);
  EXPECT_LT(largest_request([&] { io::scene_from_json(std::string(10000, '['), "", "x"); }), little);
}

}  // namespace
}  // namespace graze
