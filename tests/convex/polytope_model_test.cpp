// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Each defect of I-COLLIDE's list: it is found, and nothing else is; and what can be corrected becomes the polytope
// that it was meant to be.
#include <graze/error.h>
#include <graze/generate.h>
#include <graze/polytope.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "convex/hull.h"
#include "oracle/poses.h"
#include "oracle/test_scale.h"
#include "point_sets.h"

namespace graze {
namespace {

using Places = std::vector<std::uint32_t>;

/// Corner i is at x, y, z = 1 where i has the bit 1, 2, 4, else at 0.
PolytopeModel cube() {
  PolytopeModel model = {
      "cube", {}, {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
  for (int i = 0; i < 8; ++i) model.vertices.emplace_back(i & 1, i >> 1 & 1, i >> 2 & 1);
  return model;
}

PolytopeModel turned(PolytopeModel model, Draw& draw) {
  const Eigen::Matrix3d R = oracle::random_rotation(draw);
  for (Eigen::Vector3d& p : model.vertices) p = R * p + Eigen::Vector3d(3, -5, 7);
  return model;
}

/// What was found, by name: "back_facing 2 5".
std::string found(const PolytopeReport& report) {
  std::string text;
  const auto add = [&](const char* name, const Finding& finding) {
    if (finding.count == 0) return;
    if (!text.empty()) text += ", ";
    text += name;
    for (const std::uint32_t place : finding.first) (text += ' ') += std::to_string(place);
  };
  add("duplicate", report.duplicate_vertices);
  add("extraneous", report.extraneous_vertices);
  add("degenerate", report.degenerate_faces);
  add("non_planar", report.non_planar_faces);
  add("non_convex", report.non_convex_faces);
  add("back_facing", report.back_facing_faces);
  add("disconnected", report.disconnected_faces);
  add("concave", report.concave_faces);
  return text;
}

/// The hull of the vertices, by volume: Σ of tetrahedra over the faces, which must look outward.
double volume(const PolytopeModel& model) {
  double sum = 0;
  for (const auto& face : model.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      const Eigen::Vector3d &a = model.vertices[face[0]], &b = model.vertices[face[k]],
                            &c = model.vertices[face[k + 1]];
      sum += (a - model.vertices[0]).dot((b - model.vertices[0]).cross(c - model.vertices[0])) / 6;
    }
  }
  return sum;
}

/// Just this is found, as it lies and however it is turned, and correcting leaves nothing; returns the result.
RepairedPolytope expect_corrected(const PolytopeModel& model, const std::string& defects) {
  EXPECT_EQ(found(inspect(model)), defects);
  Draw draw(1);
  for (int i = 0; i < 20; ++i) {
    const PolytopeModel other = turned(model, draw);
    EXPECT_EQ(found(inspect(other)), defects) << i;
    const RepairedPolytope better = repaired(other);
    EXPECT_EQ(found(inspect(better.model)), "") << i;
    EXPECT_TRUE(better.report.left.empty()) << i;
    EXPECT_EQ(repaired(better.model).model, better.model) << i;
    EXPECT_NEAR(volume(better.model), volume(repaired(model).model), 1e-5) << i;
  }
  RepairedPolytope better = repaired(model);
  EXPECT_EQ(found(inspect(better.model)), "");
  EXPECT_TRUE(better.report.left.empty());
  hull(convex_of(better.model).vertices).validate();
  return better;
}

TEST(PolytopeModel, SoundOnesAreLeftAsTheyAre) {
  Draw draw(500);
  const RepairedPolytope same = expect_corrected(cube(), "");
  EXPECT_EQ(same.model, cube());
  EXPECT_EQ(same.report.rebuilt_faces, 0U);
  for (int i = 0; i < oracle::scaled_count(50); ++i) {
    const Mesh mesh =
        make_random_convex(draw.uniform(0.1, 10), draw.small(2, 40) * 2, static_cast<std::uint64_t>(i));
    PolytopeModel model = {"random", mesh.vertices, {}};
    for (const Face& f : mesh.faces) model.faces.push_back({f[0], f[1], f[2]});
    EXPECT_EQ(found(inspect(model)), "") << i;
    EXPECT_EQ(repaired(model).model, model) << i;
    EXPECT_EQ(convex_of(model).vertices, mesh.vertices) << i;
  }
}

TEST(PolytopeModel, DuplicateVertices) {
  PolytopeModel model = cube();
  model.vertices.push_back(model.vertices[3]);
  model.faces[4] = {0, 2, 8, 1};
  const RepairedPolytope better = expect_corrected(model, "duplicate 8");
  EXPECT_EQ(better.model, cube());
  EXPECT_EQ(better.report.merged_vertices, 1U);
}

TEST(PolytopeModel, ExtraneousVertexOfNoFace) {
  PolytopeModel model = cube();
  model.vertices.emplace_back(7, 7, 7);
  const RepairedPolytope better = expect_corrected(model, "extraneous 8");
  EXPECT_EQ(better.model, cube());
  EXPECT_EQ(better.report.removed_vertices, 1U);
  EXPECT_EQ(convex_of(model).vertices.size(), 8U) << "it is no part of the body";
}

TEST(PolytopeModel, ExtraneousVertexAmidAnEdge) {
  PolytopeModel model = cube();
  model.vertices.emplace_back(0.25, 0, 0);
  model.faces[2] = {0, 8, 1, 5, 4};
  model.faces[4] = {0, 2, 3, 1, 8};
  const RepairedPolytope better = expect_corrected(model, "extraneous 8");
  EXPECT_EQ(better.model, cube());
  EXPECT_EQ(better.report.rebuilt_faces, 0U);
}

TEST(PolytopeModel, ExtraneousVertexAmidAFace) {
  PolytopeModel model = cube();
  model.vertices.emplace_back(0.25, 0.5, 1);
  model.faces.pop_back();
  model.faces.insert(model.faces.end(), {{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  const RepairedPolytope better = expect_corrected(model, "extraneous 8");
  EXPECT_EQ(better.model.vertices, cube().vertices);
  EXPECT_EQ(better.model.faces.size(), 6U);
  EXPECT_EQ(better.report.removed_vertices, 1U);
}

TEST(PolytopeModel, BackFacingFaces) {
  PolytopeModel model = cube();
  for (const std::size_t f : {1, 4}) std::reverse(model.faces[f].begin() + 1, model.faces[f].end());
  const RepairedPolytope better = expect_corrected(model, "back_facing 1 4");
  EXPECT_EQ(better.model, cube());
  EXPECT_EQ(better.report.turned_faces, 2U);
  for (auto& face : model.faces) std::reverse(face.begin() + 1, face.end());
  EXPECT_EQ(found(inspect(model)), "back_facing 0 2 3 5");
}

TEST(PolytopeModel, InsideOut) {
  PolytopeModel model = cube();
  for (auto& face : model.faces) std::reverse(face.begin() + 1, face.end());
  EXPECT_EQ(inspect(model).back_facing_faces.count, 6U);
  EXPECT_EQ(repaired(model).model, cube());
}

TEST(PolytopeModel, NonPlanarFaces) {
  PolytopeModel model = cube();
  model.vertices[7].z() = 1.1;  // stays in the planes of the faces beside the top
  const RepairedPolytope better = expect_corrected(model, "non_planar 5");
  EXPECT_EQ(better.model.vertices, model.vertices);
  EXPECT_EQ(better.report.rebuilt_faces, 7U);
  model.vertices[7].z() = 1 + 1e-8;
  EXPECT_EQ(found(inspect(model)), "") << "within the tolerance";
  EXPECT_EQ(found(inspect(model, 1e-10)), "non_planar 5");
  model.vertices[7].z() = 1 + 12e-6;  // each corner is off by a fourth of that
  EXPECT_EQ(found(inspect(model, 1e-6)), "non_planar 5");
  model.vertices[7].z() = 1 + 1.2e-6;
  EXPECT_EQ(found(inspect(model, 1e-6)), "");
  model.vertices[7].z() = 1.1;
  model.vertices.emplace_back(0.5, 0, 1);
  model.faces[2] = {0, 1, 5, 8, 4};
  model.faces[5] = {4, 8, 5, 7, 6};
  EXPECT_EQ(found(inspect(model)), "non_planar 5") << "which may bend at any of its corners";
}

/// Thinner than the tolerance seen from one of its neighbours, but not seen from itself.
TEST(PolytopeModel, NarrowBevelsAreNone) {
  constexpr double tolerance = 1e-6, w = 1.2 * tolerance;
  PolytopeModel model = {"bevel",
                         {{0, 0, 0},
                          {1, 0, 0},
                          {0, 1, 0},
                          {1, 1 - w, 0},
                          {0, 0, 1},
                          {1, 0, 1},
                          {0, 1, 1},
                          {1, 1 - w, 1},
                          {1 - w, 1, 0},
                          {1 - w, 1, 1}},
                         {{0, 4, 6, 2},
                          {1, 3, 7, 5},
                          {0, 1, 5, 4},
                          {2, 6, 9, 8},
                          {0, 2, 8, 3, 1},
                          {4, 5, 7, 9, 6},
                          {3, 8, 9, 7}}};
  EXPECT_EQ(found(inspect(model, tolerance)), "");
}

TEST(PolytopeModel, NonConvexFaces) {
  PolytopeModel model = cube();
  model.vertices.emplace_back(0.5, 0.6, 1);
  model.faces[5] = {4, 5, 7, 8, 6};
  model.faces.push_back({7, 6, 8});
  const RepairedPolytope better = expect_corrected(model, "non_convex 5");
  EXPECT_EQ(better.model.vertices, cube().vertices);
  EXPECT_EQ(better.model.faces.size(), 6U);
}

TEST(PolytopeModel, FacesThatCrossThemselvesAreNotConvex) {
  PolytopeModel star = {"star", {}, {{0, 2, 4, 1, 3}}};
  for (int i = 0; i < 5; ++i) star.vertices.emplace_back(std::cos(1.2566 * i), std::sin(1.2566 * i), 0);
  EXPECT_EQ(inspect(star).non_convex_faces.count, 1U);
}

TEST(PolytopeModel, DisconnectedFaces) {
  PolytopeModel model = cube();
  model.faces.pop_back();
  const RepairedPolytope better = expect_corrected(model, "disconnected 0 1 2 3");
  EXPECT_EQ(better.model.vertices, cube().vertices);
  EXPECT_EQ(better.model.faces.size(), 6U);
  PolytopeModel doubled = cube();
  doubled.faces.push_back({5, 7, 6, 4});
  expect_corrected(doubled, "disconnected 0 1 2 3 5");
  model.vertices.emplace_back(0.5, 0, 1);
  model.faces[2] = {0, 1, 5, 8, 4};
  EXPECT_EQ(found(inspect(model)), "disconnected 0 1 2 3") << "a corner of an open side may be needed";
  PolytopeModel spike = cube();
  spike.vertices.emplace_back(0.5, 0.5, 1);
  spike.faces[5] = {4, 5, 8, 5, 7, 6};
  EXPECT_EQ(inspect(spike).disconnected_faces.count, 1U) << "there and back, beside itself";
}

TEST(PolytopeModel, NonConvexPolytopesAreFoundAndLeft) {
  PolytopeModel dented = cube();
  dented.vertices.emplace_back(0.5, 0.5, 0.5);
  dented.faces.pop_back();
  dented.faces.insert(dented.faces.end(), {{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  EXPECT_EQ(found(inspect(dented)), "concave 5 6 7 8");
  const RepairedPolytope same = repaired(dented);
  EXPECT_EQ(same.model, dented);
  ASSERT_EQ(same.report.left.size(), 1U);
  EXPECT_NE(same.report.left[0].find("not convex"), std::string::npos);
  EXPECT_THROW(convex_of(dented), Error);
  dented.vertices.back().z() = 1 - 1e-8;  // a dent within the tolerance is none
  EXPECT_EQ(found(inspect(dented)), "extraneous 8");
  EXPECT_EQ(repaired(dented).model.vertices, cube().vertices);
}

TEST(PolytopeModel, WhatIsLeftOfADentIsCorrected) {
  PolytopeModel dented = cube();
  dented.vertices.insert(dented.vertices.end(), {{0.5, 0.5, 0.5}, {0, 0, 0}, {9, 9, 9}});
  dented.faces.pop_back();
  dented.faces.insert(dented.faces.end(), {{4, 5, 8}, {5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  std::reverse(dented.faces[1].begin(), dented.faces[1].end());
  dented.faces[0][0] = 9;
  EXPECT_EQ(found(inspect(dented)), "duplicate 9, extraneous 10, back_facing 1, concave 5 6 7 8");
  const RepairedPolytope better = repaired(dented);
  EXPECT_EQ(found(inspect(better.model)), "concave 5 6 7 8");
  EXPECT_EQ(better.report.merged_vertices + better.report.removed_vertices, 2U);
}

/// The hull would be another body, whatever else is wrong.
TEST(PolytopeModel, ADentIsNeverFilled) {
  PolytopeModel dented = cube();
  dented.vertices.emplace_back(0.5, 0.5, 0.5);
  dented.faces[5] = {4, 5, 8};
  dented.faces.insert(dented.faces.end(), {{5, 7, 8}, {7, 6, 8}, {6, 4, 8}});
  PolytopeModel open = dented;
  open.faces.erase(open.faces.begin());
  EXPECT_EQ(inspect(repaired(open).model).concave_faces.count, 4U);
  PolytopeModel divided = dented;  // a face into four, about a vertex that is not needed
  divided.vertices.emplace_back(0, 0.5, 0.5);
  divided.faces[0] = {0, 4, 9};
  divided.faces.insert(divided.faces.end(), {{4, 6, 9}, {6, 2, 9}, {2, 0, 9}});
  EXPECT_EQ(inspect(divided).extraneous_vertices.first, Places{9});
  EXPECT_EQ(inspect(repaired(divided).model).concave_faces.count, 4U);
}

TEST(PolytopeModel, DegenerateFaces) {
  PolytopeModel model = cube();
  model.faces.push_back({0, 1, 1});
  EXPECT_EQ(expect_corrected(model, "degenerate 6").model, cube());
  model = cube();
  model.faces[3] = {2, 6, 6, 7, 3};
  EXPECT_EQ(expect_corrected(model, "degenerate 3").model, cube());
  model = cube();
  model.vertices.emplace_back(0.5, 0, 1e-8);
  model.faces[2] = {0, 8, 1, 5, 4};
  model.faces.push_back({0, 1, 8});
  EXPECT_EQ(expect_corrected(model, "extraneous 8, degenerate 6").model, cube()) << "narrow";
}

TEST(PolytopeModel, ConvexOfNamesTheFaceThatIsWrong) {
  PolytopeModel model = cube();
  model.faces.pop_back();
  try {
    convex_of(model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "polytope 'cube' is not convex as it is given: face 0 has a side that not just one other face has");
  }
}

TEST(PolytopeModel, FlatOnesAreLegal) {
  const PolytopeModel card = {
      "card", {{0, 0, 1}, {2, 0, 1}, {2, 3, 1}, {0, 3, 1}}, {{0, 1, 2, 3}, {3, 2, 1, 0}}};
  EXPECT_EQ(found(inspect(card)), "");
  EXPECT_EQ(convex_of(card).vertices, card.vertices);
}

TEST(PolytopeModel, AnyScaleWillDo) {
  for (const double scale : {1e-300, 1e-150, 1e150, 1e300}) {
    PolytopeModel model = cube();
    model.vertices.emplace_back(0.25, 0, 0);
    model.faces[2] = {0, 8, 1, 5, 4};
    model.faces[4] = {0, 2, 3, 1, 8};
    for (Eigen::Vector3d& p : model.vertices) p *= scale;
    EXPECT_EQ(found(inspect(model)), "extraneous 8") << scale;
  }
}

/// Hulls whose faces and vertices are spoilt at random: repair ends, a second one changes nothing, and unless there
/// is a dent, nothing is left.
TEST(PolytopeModel, RepairEndsWhateverIsWrong) {
  Draw draw(501);
  int sound = 0;
  const int cases = oracle::scaled_count(2000);
  for (int i = 0; i < cases; ++i) {
    const Polytope p = hull(point_set(draw.pick(point_sets), draw.small(4, 14), draw));
    PolytopeModel model = {"spoilt", p.vertices, {}};
    for (const auto& face : p.faces)
      model.faces.emplace_back(p.corners_of(face).begin(), p.corners_of(face).end());
    if (model.faces.empty()) continue;
    for (int k = draw.small(0, 3); k > 0; --k) {
      auto& face = model.faces[static_cast<std::size_t>(draw.below(model.faces.size()))];
      const auto vertex = static_cast<std::uint32_t>(draw.below(model.vertices.size()));
      switch (draw.small(0, 5)) {
        case 0:
          std::reverse(face.begin(), face.end());
          break;
        case 1:
          model.vertices.push_back(model.vertices[vertex]);
          face[0] = static_cast<std::uint32_t>(model.vertices.size() - 1);
          break;
        case 2:
          face[0] = vertex;
          break;
        case 3:
          if (model.faces.size() > 1) model.faces.pop_back();
          break;
        case 4:
          model.vertices[vertex] += draw.pick(std::array{1e-9, 1e-3, 0.1}) * in_ball(draw);
          break;
        default:
          model.faces.push_back(face);
      }
    }
    const RepairedPolytope better = repaired(model);
    const RepairedPolytope again = repaired(better.model);
    ASSERT_EQ(again.model, better.model) << i;
    ASSERT_EQ(again.report.left, better.report.left) << i;
    const PolytopeReport report = inspect(better.model);
    if (!better.report.left.empty()) continue;
    ++sound;
    ASSERT_EQ(found(report), "") << i;
  }
  EXPECT_GT(sound, cases / 2);
}

TEST(PolytopeModel, RejectsWhatIsNone) {
  PolytopeModel model = cube();
  model.faces[1][2] = 8;
  EXPECT_THROW(inspect(model), Error);
  EXPECT_THROW(repaired(model), Error);
  model = cube();
  model.faces[1].resize(2);
  EXPECT_THROW(validate(model), Error);
  model = cube();
  model.vertices[1].x() = std::numeric_limits<double>::infinity();
  EXPECT_THROW(validate(model), Error);
  EXPECT_THROW(inspect(cube(), 0), Error);
  EXPECT_THROW(inspect(cube(), 0.2), Error);
  EXPECT_THROW(inspect(cube(), std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace
}  // namespace graze
