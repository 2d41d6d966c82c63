// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Replays the cases in tests/regress/*.txt (format: oracle/case_text.h) through everything that could get
// them wrong. A case that fails elsewhere is printed in that format: paste it into a file there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "elementary/edge_face.h"
#include "elementary/triangle_box.h"
#include "elementary/triangle_triangle.h"
#include "oracle/case_text.h"
#include "oracle/oracle.h"

namespace graze {
namespace {

void check_edges(const oracle::PairCase& c) {
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(edge_meets_face(c.edge(i), c.posed_b()), oracle::edge_meets_face(c.edge(i), c.posed_b()))
        << "edge " << i << "\n"
        << to_text(c);
  }
}

void check_signs(const oracle::PairCase& c) {
  std::array<std::size_t, 6> order{0, 1, 2, 3, 4, 5};
  do {
    const auto p = [&](std::size_t i) { return c.point(order[i]); };
    ASSERT_EQ(exact::orient3d(p(0), p(1), p(2), p(3)), oracle::orient3d(p(0), p(1), p(2), p(3)))
        << to_text(c);
    for (int axis = 0; axis < 3; ++axis) {
      ASSERT_EQ(exact::orient2d(p(0), p(1), p(2), axis), oracle::orient2d(p(0), p(1), p(2), axis))
          << to_text(c);
      ASSERT_EQ(exact::compare(p(0), p(1), axis), oracle::compare(p(0), p(1), axis)) << to_text(c);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

void check(const oracle::PairCase& c) {
  const bool expected = oracle::triangles_meet(c.posed_a(), c.posed_b());
  EXPECT_EQ(triangles_meet(c.posed_a(), c.posed_b()), expected) << to_text(c);
  EXPECT_EQ(triangles_meet(c.posed_b(), c.posed_a()), expected) << "swapped\n" << to_text(c);
  check_edges(c);
  check_edges({c.b, c.a, c.X_b, c.X_a});
  check_signs(c);
}

void check(const oracle::BoxCase& c) {
  EXPECT_EQ(triangle_meets_box(c.posed(), c.box), oracle::triangle_meets_box(c.posed(), c.box)) << to_text(c);
}

TEST(Regress, EveryCaseOnFile) {
  int cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(GRAZE_SOURCE_DIR "/tests/regress")) {
    if (entry.path().extension() != ".txt") {
      continue;
    }
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path());
    for (const auto& c : oracle::read_cases(file)) {
      std::visit([](const auto& one) { check(one); }, c);
      ++cases;
    }
  }
  EXPECT_GT(cases, 0);
}

}  // namespace
}  // namespace graze
