// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "models.h"

#include <set>
#include <string>

#include "mesh/sound.h"

namespace graze::scenes {
namespace {

class StandIn : public testing::TestWithParam<Model> {};

TEST_P(StandIn, HasTheCountOfTheModelItStandsForAndNothingOdd) {
  const Mesh mesh = GetParam().make();
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.faces, GetParam().faces);
  EXPECT_EQ(report.unused_vertices.count, 0U);
  EXPECT_EQ(report.repeated_index_faces.count, 0U);
  EXPECT_EQ(report.degenerate_faces.count, 0U);
  EXPECT_EQ(report.duplicate_faces.count, 0U);
  EXPECT_EQ(report.inconsistent_edges.count, 0U);
  EXPECT_TRUE(report.low.allFinite() && report.high.allFinite());
  const Eigen::Vector3d size = report.high - report.low;
  EXPECT_LT(size.maxCoeff(), 25 * size.minCoeff());
}

TEST_P(StandIn, ComesOutTheSameAgain) {
  EXPECT_EQ(hash(GetParam().make()), hash(GetParam().make()));
}

INSTANTIATE_TEST_SUITE_P(All, StandIn, testing::ValuesIn(models().begin(), models().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(StandIns, HaveDistinctNames) {
  std::set<std::string_view> names;
  for (const Model& model : models()) EXPECT_TRUE(names.insert(model.name).second) << model.name;
}

TEST(StandIns, AreClosedWhereTheirOriginalsAre) {
  for (const auto& [make, parts] :
       {std::pair{&make_head, 1U}, {make_hand, 1U}, {make_chair, 8U}, {make_shuttle, 9U}}) {
    const MeshReport report = inspect(make());
    expect_solid(report);
    EXPECT_EQ(report.parts, parts);
  }
}

TEST(StandIns, AreOpenWhereTheirOriginalsAre) {
  const MeshReport skin = inspect(make_door_skin());
  expect_clean(skin);
  EXPECT_EQ(skin.parts, 1U);
  EXPECT_EQ(euler_characteristic(skin), 0);  // a sheet with one hole
  EXPECT_GT(inspect(make_car()).open_edges.count, 0U);
}

TEST(StandIns, HaveManyPartsWhereTheirOriginalsHave) {
  EXPECT_GT(inspect(make_door_lock()).parts, 50U);
  EXPECT_GT(inspect(make_car()).parts, 100U);
  EXPECT_GT(inspect(make_pipes()).parts, 500U);
}

}  // namespace
}  // namespace graze::scenes
