// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/triangulate_polygon.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "math/random.h"

namespace graze {
namespace {

// Polygons with whole coordinates, so that the oracle below is exact in 64-bit integers.
struct Lattice {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const Lattice&) const = default;
};
using Loop = std::vector<Lattice>;

std::int64_t cross(const Lattice& a, const Lattice& b, const Lattice& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::int64_t doubled_area(const Loop& loop) {
  std::int64_t area = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) area += cross({}, loop[i], loop[(i + 1) % loop.size()]);
  return area;
}

bool on_segment(const Lattice& a, const Lattice& b, const Lattice& p) {
  return cross(a, b, p) == 0 && std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) &&
         std::min(a.y, b.y) <= p.y && p.y <= std::max(a.y, b.y);
}

bool on_boundary(const Loop& loop, const Lattice& p) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    if (on_segment(loop[i], loop[(i + 1) % loop.size()], p)) return true;
  }
  return false;
}

/// How often the boundary goes round a point that is not on it (a ray to the right, half-open edges).
int winding(const Loop& loop, const Lattice& p) {
  int number = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Lattice &a = loop[i], &b = loop[(i + 1) % loop.size()];
    if (a.y <= p.y && b.y > p.y && cross(a, b, p) > 0) ++number;
    if (a.y > p.y && b.y <= p.y && cross(a, b, p) < 0) --number;
  }
  return number;
}

Loop scaled(const Loop& loop, std::int64_t factor) {
  Loop result = loop;
  for (Lattice& p : result) p = {p.x * factor, p.y * factor};
  return result;
}

/// Maps of the plane into space, with whole entries: the image of a lattice polygon is planar to the last bit.
struct Embedding {
  Eigen::Vector3d origin, x, y;
};
const std::array embeddings = {
    Embedding{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},       Embedding{{5, 7, -3}, {0, 0, 1}, {1, 0, 0}},
    Embedding{{0, 0, 1e9}, {0, 1, 0}, {0, 0, 1}},     Embedding{{1, 2, 3}, {3, 1, -2}, {-1, 4, 5}},
    Embedding{{-9, 0, 2}, {1, 1, 1}, {1, -1, 0}},     Embedding{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}},
    Embedding{{1e12, -1e12, 7}, {7, 0, 1}, {0, 1, 0}}};

struct Cut {
  PolygonForm form;
  std::vector<Face> faces;
};

Cut cut(const Loop& loop, const Embedding& embedding, double scale = 1) {
  std::vector<Eigen::Vector3d> vertices;
  for (const Lattice& p : loop) {
    vertices.push_back(scale * (embedding.origin + static_cast<double>(p.x) * embedding.x +
                                static_cast<double>(p.y) * embedding.y));
  }
  Cut result;
  for (std::uint32_t i = 2; i < loop.size(); ++i) result.faces.push_back({0, i - 1, i});
  PolygonTriangulator triangulator;
  result.form = triangulator.triangulate(vertices, result.faces);
  return result;
}

/// Nothing, or what is wrong with the triangles as a cover of the polygon.
std::string problem(const Loop& loop, const std::vector<Face>& faces) {
  if (faces.size() != loop.size() - 2) return "there are " + std::to_string(faces.size()) + " faces";
  const int side = doubled_area(loop) >= 0 ? 1 : -1;
  std::set<std::uint32_t> used;
  std::int64_t area = 0;
  for (const Face& f : faces) {
    const std::int64_t part = side * cross(loop[f[0]], loop[f[1]], loop[f[2]]);
    if (part < 0) return "a face is turned over";
    area += part;
    used.insert(f.begin(), f.end());
  }
  if (area != side * doubled_area(loop)) return "the areas differ";
  if (used.size() != loop.size()) return "a corner is not used";
  // Points of a finer lattice. Off the boundaries of all triangles each is covered once inside, never outside; on
  // them, at least once inside or on the boundary, never outside.
  const Loop fine = scaled(loop, 2);
  const auto [low_x, high_x] =
      std::minmax_element(fine.begin(), fine.end(), [](auto a, auto b) { return a.x < b.x; });
  const auto [low_y, high_y] =
      std::minmax_element(fine.begin(), fine.end(), [](auto a, auto b) { return a.y < b.y; });
  for (std::int64_t x = low_x->x - 1; x <= high_x->x + 1; ++x) {
    for (std::int64_t y = low_y->y - 1; y <= high_y->y + 1; ++y) {
      const Lattice p = {x, y};
      int open = 0, closed = 0;
      for (const Face& f : faces) {
        const Loop triangle = {fine[f[0]], fine[f[1]], fine[f[2]]};
        if (on_boundary(triangle, p)) {
          ++closed;
        } else if (winding(triangle, p) != 0) {
          ++open;
        }
      }
      const bool boundary = on_boundary(fine, p);
      const bool inside = !boundary && winding(fine, p) != 0;
      const std::string where = " at (" + std::to_string(x) + "/2, " + std::to_string(y) + "/2)";
      if (open > 1) return "covered twice" + where;
      if ((inside || boundary) && open + closed == 0) return "not covered" + where;
      if (!inside && !boundary && open + closed > 0) return "covered outside" + where;
    }
  }
  return {};
}

/// Every start corner, both ways round, everywhere in space.
void expect_covered(const Loop& loop, const std::string& name) {
  for (const bool turned : {false, true}) {
    Loop now = loop;
    if (turned) std::reverse(now.begin(), now.end());
    for (std::size_t start = 0; start < now.size(); ++start) {
      for (std::size_t e = 0; e < embeddings.size(); ++e) {
        for (const double scale : {1.0, 0x1p-1060, 0x1p900}) {
          if (scale != 1 && start > 0) continue;
          const Cut result = cut(now, embeddings[e], scale);
          EXPECT_NE(result.form, PolygonForm::crossing) << name << ", start " << start << ", embedding " << e;
          ASSERT_EQ(problem(now, result.faces), "")
              << name << ", start " << start << ", embedding " << e << ", scale " << scale;
        }
      }
      std::rotate(now.begin(), now.begin() + 1, now.end());
    }
  }
}

const Loop letter_l = {{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 4}, {0, 4}};
const Loop letter_u = {{0, 0}, {6, 0}, {6, 5}, {4, 5}, {4, 2}, {2, 2}, {2, 5}, {0, 5}};
const Loop arrow = {{0, 0}, {4, 4}, {0, 8}, {1, 4}};
const Loop star = {{0, 6}, {-1, 2}, {-6, 2}, {-2, -1}, {-4, -6}, {0, -3}, {4, -6}, {2, -1}, {6, 2}, {1, 2}};
const Loop spiral = {{0, 0}, {9, 0}, {9, 9}, {1, 9}, {1, 3}, {6, 3}, {6, 6}, {4, 6},
                     {4, 5}, {5, 5}, {5, 4}, {2, 4}, {2, 8}, {8, 8}, {8, 1}, {0, 1}};

Loop comb(std::int64_t teeth) {
  Loop loop;
  for (std::int64_t i = 0; i < teeth; ++i) {
    loop.push_back({3 * i, 0});
    loop.push_back({3 * i + 1, 9});
    loop.push_back({3 * i + 2, 0});
  }
  loop.push_back({3 * teeth, -1});
  loop.push_back({-1, -1});
  return loop;
}

TEST(TriangulatePolygon, ConcaveShapesAreCoveredFromEveryCorner) {
  expect_covered(letter_l, "L");
  expect_covered(letter_u, "U");
  expect_covered(arrow, "arrow");
  expect_covered(star, "star");
  expect_covered(spiral, "spiral");
  expect_covered(comb(5), "comb");
}

TEST(TriangulatePolygon, ConvexPolygonsStayFans) {
  const std::array<Loop, 5> loops = {
      Loop{{0, 0}, {3, 0}, {3, 2}, {0, 2}}, Loop{{0, 0}, {5, 1}, {4, 4}, {1, 3}},
      Loop{{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}, {0, 2}},  // points on edges
      Loop{{0, 0}, {0, 0}, {4, 0}, {4, 4}, {4, 4}, {0, 4}},          // repeated corners
      Loop{{2, 0}, {4, 1}, {5, 3}, {4, 5}, {2, 6}, {0, 5}, {-1, 3}, {0, 1}}};
  for (const Loop& loop : loops) {
    for (const Embedding& embedding : embeddings) {
      const Cut result = cut(loop, embedding);
      EXPECT_EQ(result.form, PolygonForm::convex);
      for (std::uint32_t i = 0; i < result.faces.size(); ++i)
        EXPECT_EQ(result.faces[i], (Face{0, i + 1, i + 2}));
      EXPECT_EQ(problem(loop, result.faces), "");
    }
  }
}

TEST(TriangulatePolygon, CornersOnLinesAndRepeatedCorners) {
  expect_covered({{0, 0}, {2, 0}, {4, 0}, {4, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 4}, {0, 4}, {0, 2}},
                 "L, points on edges");
  expect_covered({{0, 0}, {4, 0}, {4, 1}, {4, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 4}, {0, 4}},
                 "L, corners repeated");
  expect_covered({{0, 0}, {4, 0}, {4, 4}, {2, 4}, {2, 2}, {2, 4}, {0, 4}}, "a slit");
  expect_covered({{0, 0}, {4, 0}, {4, 4}, {4, 7}, {4, 4}, {0, 4}}, "a hair along an edge's line");
  expect_covered({{0, 0}, {4, 0}, {5, 4}, {4, 0}, {4, 4}, {0, 4}}, "a hair beside an edge");
  expect_covered({{0, 0}, {4, 0}, {3, 3}, {4, 0}, {4, 4}, {0, 4}}, "a hair inward");
  expect_covered({{0, 0}, {4, 0}, {8, 0}, {4, 0}, {4, 4}, {0, 4}, {-2, 4}, {0, 4}}, "two hairs");
  expect_covered({{0, 0}, {4, 0}, {8, 2}, {9, 7}, {8, 2}, {4, 0}, {4, 4}, {0, 4}}, "a hair with a bend");
  expect_covered({{0, 0}, {2, 0}, {5, 0}, {7, 0}, {7, 2}, {5, 0}, {2, 0}, {2, 2}, {0, 2}},
                 "two squares on a line");
  expect_covered({{0, 0}, {2, 0}, {4, 1}, {7, 0}, {7, 2}, {4, 1}, {2, 0}, {2, 2}, {0, 2}},
                 "two parts on a line with a bend");
}

TEST(TriangulatePolygon, PolygonsThatTouchThemselves) {
  expect_covered({{0, 0}, {4, 4}, {8, 0}, {8, 8}, {4, 4}, {0, 8}}, "two triangles that share a corner");
  expect_covered({{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 5}, {4, 0}, {0, 4}}, "a corner on another edge");
  expect_covered({{0, 0}, {8, 0}, {4, 3}, {8, 6}, {0, 6}, {4, 3}}, "two reflex corners at one place");
}

TEST(TriangulatePolygon, HolesByBridges) {
  // A square with a square hole, bridged between corners, and from the middle of an edge.
  expect_covered({{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}}, "hole");
  expect_covered(
      {{0, 0}, {4, 0}, {4, 3}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {4, 3}, {4, 0}, {9, 0}, {9, 9}, {0, 9}},
      "hole, bridge between edges");
  // Two holes, one bridged to the other.
  expect_covered({{0, 0},
                  {12, 0},
                  {12, 6},
                  {0, 6},
                  {0, 0},
                  {2, 2},
                  {2, 4},
                  {4, 4},
                  {4, 2},
                  {7, 2},
                  {7, 4},
                  {9, 4},
                  {9, 2},
                  {7, 2},
                  {4, 2},
                  {2, 2}},
                 "two holes");
  expect_covered(
      {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0}, {1, 3}, {4, 4}, {4, 6}, {6, 6}, {6, 4}, {4, 4}, {1, 3}},
      "hole, bridge with a bend");
  // Both bridged to one corner.
  expect_covered({{0, 0},
                  {12, 0},
                  {12, 8},
                  {0, 8},
                  {0, 0},
                  {2, 5},
                  {2, 7},
                  {4, 7},
                  {4, 5},
                  {2, 5},
                  {0, 0},
                  {5, 1},
                  {5, 3},
                  {9, 3},
                  {9, 1},
                  {5, 1}},
                 "two holes, one corner");
}

/// The outer boundary of a random set of cells that hang together by edges; it may touch itself at corners.
Loop random_polyomino(Random& random, std::size_t cells) {
  std::set<Lattice> inside = {{0, 0}};
  const std::array<Lattice, 4> steps = {{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  while (inside.size() < cells) {
    auto at = inside.begin();
    std::advance(at, random.next() % inside.size());
    const Lattice step = steps[random.next() % 4];
    inside.insert({at->x + step.x, at->y + step.y});
  }
  // From the lowest cell of those farthest left, with the inside to the left. Where cells touch in a corner alone it
  // turns left and stays on its cell, so that it goes into what they enclose and comes back to the corner.
  const Lattice first = *inside.begin();
  Loop loop;
  Lattice at = first;
  std::size_t heading = 0;
  const auto cell = [&](const Lattice& corner, std::size_t h, bool left) {
    // The cell ahead of the corner, to the left or right of the heading.
    const std::array<Lattice, 4> ahead_left = {{{0, 0}, {-1, 0}, {-1, -1}, {0, -1}}};
    const Lattice d = ahead_left[(h + (left ? 0 : 3)) % 4];
    return inside.contains({corner.x + d.x, corner.y + d.y});
  };
  do {
    loop.push_back(at);
    at = {at.x + steps[heading].x, at.y + steps[heading].y};
    if (!cell(at, heading, true)) {
      heading = (heading + 1) % 4;
    } else if (cell(at, heading, false)) {
      heading = (heading + 3) % 4;
    }
  } while (at != first || heading != 0);
  return loop;
}

TEST(TriangulatePolygon, RandomPolyominoes) {
  Random random(7);
  std::size_t touching = 0;
  for (int i = 0; i < 500; ++i) {
    Loop loop = random_polyomino(random, 3 + random.next() % 60);
    // Some keep the corners that lie on lines.
    if (i % 2 == 0) {
      Loop corners;
      for (std::size_t k = 0; k < loop.size(); ++k) {
        const Lattice &a = loop[(k + loop.size() - 1) % loop.size()], &b = loop[k],
                      &c = loop[(k + 1) % loop.size()];
        if (cross(a, b, c) != 0) corners.push_back(b);
      }
      loop = corners;
    }
    touching += std::set<Lattice>(loop.begin(), loop.end()).size() < loop.size();
    const auto start = static_cast<std::ptrdiff_t>(random.next() % loop.size());
    std::rotate(loop.begin(), loop.begin() + start, loop.end());
    const Cut result = cut(loop, embeddings[static_cast<std::size_t>(i) % embeddings.size()]);
    EXPECT_NE(result.form, PolygonForm::crossing);
    ASSERT_EQ(problem(loop, result.faces), "") << "polyomino " << i;
  }
  EXPECT_GT(touching, 30U);
}

bool crosses(const Loop& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    for (std::size_t k = i + 1; k < loop.size(); ++k) {
      const Lattice &a = loop[i], &b = loop[(i + 1) % loop.size()], &c = loop[k],
                    &d = loop[(k + 1) % loop.size()];
      const auto opposite = [](std::int64_t x, std::int64_t y) {
        return (x < 0 && y > 0) || (x > 0 && y < 0);
      };
      if (opposite(cross(a, b, c), cross(a, b, d)) && opposite(cross(c, d, a), cross(c, d, b))) return true;
    }
  }
  return false;
}

bool touches(const Loop& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      if (k == i || k == (i + 1) % loop.size()) continue;
      if (on_segment(loop[i], loop[(i + 1) % loop.size()], loop[k])) return true;
    }
  }
  return false;
}

TEST(TriangulatePolygon, RandomLoops) {
  Random random(11);
  std::size_t simple = 0, crossing = 0;
  for (int i = 0; i < 6000; ++i) {
    Loop loop(4 + random.next() % 5);
    for (Lattice& p : loop) {
      p = {static_cast<std::int64_t>(random.next() % 9), static_cast<std::int64_t>(random.next() % 9)};
    }
    const Embedding& embedding = embeddings[static_cast<std::size_t>(i) % embeddings.size()];
    const Cut result = cut(loop, embedding);
    EXPECT_EQ(result.faces.size(), loop.size() - 2);
    if (crosses(loop)) {
      ++crossing;
      EXPECT_NE(result.form, PolygonForm::convex);
      if (result.form == PolygonForm::concave) {
        std::vector<Eigen::Vector3d> vertices;
        std::vector<Face> fan;
        for (const Lattice& p : loop) {
          vertices.push_back(embedding.origin + static_cast<double>(p.x) * embedding.x +
                             static_cast<double>(p.y) * embedding.y);
        }
        for (std::uint32_t k = 2; k < loop.size(); ++k) fan.push_back({0, k - 1, k});
        PolygonTriangulator triangulator;
        triangulator.triangulate(vertices, fan);
        EXPECT_TRUE(triangulator.edges_cross());
      }
    } else if (!touches(loop)) {
      ++simple;
      EXPECT_NE(result.form, PolygonForm::crossing);
      ASSERT_EQ(problem(loop, result.faces), "") << "loop " << i;
    }
  }
  EXPECT_GT(simple, 600U);
  EXPECT_GT(crossing, 2000U);
}

TEST(TriangulatePolygon, WhatCrossesItself) {
  EXPECT_EQ(cut({{0, 0}, {6, 9}, {3, -5}, {0, 9}, {6, 0}}, embeddings[3]).form, PolygonForm::crossing);
  std::vector<Face> fan = {{0, 1, 2}, {0, 2, 3}};
  const Loop bow_tie = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
  const Cut result = cut(bow_tie, embeddings[0]);
  EXPECT_EQ(result.form, PolygonForm::crossing);
  EXPECT_EQ(result.faces, fan) << "as its corners come";
}

TEST(TriangulatePolygon, PointsAndLines) {
  for (const Loop& loop :
       {Loop{{1, 1}, {1, 1}, {1, 1}, {1, 1}}, Loop{{0, 0}, {2, 2}, {1, 1}, {3, 3}, {-1, -1}}}) {
    for (const Embedding& embedding : embeddings) {
      const Cut result = cut(loop, embedding);
      EXPECT_EQ(result.form, PolygonForm::convex);
      EXPECT_EQ(problem(loop, result.faces), "");
    }
  }
}

TEST(TriangulatePolygon, OffPlane) {
  const std::vector<Face> fan = {{0, 1, 2}, {0, 2, 3}};
  PolygonTriangulator triangulator;
  for (const double scale : {1.0, 0x1p-1060, 0x1p1022}) {
    const auto off = [&](double height) {
      std::vector<Eigen::Vector3d> vertices = {{0, 0, 0}, {1, 0, height}, {1, 1, 0}, {0, 1, 0}};
      for (Eigen::Vector3d& p : vertices) p *= scale;
      return triangulator.off_plane(vertices, fan);
    };
    EXPECT_EQ(off(0), 0);
    EXPECT_NEAR(off(0.1), 0.025, 0.001);
    const double rounding = scale < 1 ? 1e-4 : 1e-8;  // of vertices among denormals
    EXPECT_NEAR(off(1e-5), 0.25e-5, rounding);
  }
}

/// With 100,000 corners each: what takes time with the square of them is not done within the test's time.
TEST(TriangulatePolygon, ManyCorners) {
  constexpr std::int64_t count = 100'000;
  std::vector<Loop> loops = {comb(count / 3)};
  Loop wheel, snake, zigzag;
  for (std::int64_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / count,
                 radius = i % 2 == 0 ? 1e9 : 0.5e9;
    wheel.push_back({std::llround(radius * std::cos(angle)), std::llround(radius * std::sin(angle))});
  }
  loops.push_back(wheel);
  // Out and back along a spiral of 50 turns.
  for (std::int64_t i = 0; i < count; ++i) {
    const double way = static_cast<double>(i < count / 2 ? i : count - 1 - i) / (count / 2);
    const double angle = 100 * std::numbers::pi * way,
                 radius = 1e9 * (way + 0.01) + (i < count / 2 ? 0 : 5e6);
    snake.push_back({std::llround(radius * std::cos(angle)), std::llround(radius * std::sin(angle))});
  }
  loops.push_back(snake);
  // Long teeth aslant, of which every one has many others in its box.
  for (std::int64_t i = 0; i < count / 2; ++i) {
    zigzag.push_back({1000 * i, 0});
    zigzag.push_back({1000 * i + 50'000'500, 1'000'000});
  }
  zigzag.push_back({1000 * (count / 2), -100});
  zigzag.push_back({0, -100});
  loops.push_back(zigzag);
  for (const Loop& loop : loops) {
    const Cut result = cut(loop, embeddings[0]);
    EXPECT_EQ(result.form, PolygonForm::concave);
    const int side = doubled_area(loop) > 0 ? 1 : -1;
    std::int64_t area = 0, turned = 0;
    for (const Face& f : result.faces) {
      const std::int64_t part = side * cross(loop[f[0]], loop[f[1]], loop[f[2]]);
      turned += part < 0;
      area += part;
    }
    EXPECT_EQ(turned, 0);
    EXPECT_EQ(area, side * doubled_area(loop));
  }
}

}  // namespace
}  // namespace graze
