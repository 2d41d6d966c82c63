// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/box_grid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze {
namespace {

/// Of any size and at any distance, often on both sides of zero, where grids have a seam.
BroadBox draw_box(Random& random, double widest) {
  BroadBox box;
  const double size = std::exp2(random.uniform(-widest, widest));
  for (std::size_t k = 0; k < 3; ++k) {
    const double at =
        random.below(3) == 0 ? 0 : std::exp2(random.uniform(-widest, widest)) * random.uniform(-1, 1);
    box.low[k] = static_cast<float>(at - size * random.uniform());
    box.high[k] = static_cast<float>(at + size * random.uniform());
    if (random.below(8) == 0) box.high[k] = box.low[k];
  }
  return box;
}

TEST(BoxGrid, FindsTheNeighboursOfBoxesInsideAndOutside) {
  Random random(6);
  std::size_t found_in_all = 0;
  for (int round = 0; round < oracle::scaled_count(300); ++round) {
    const double widest = round % 3 == 0 ? 120 : 4;
    BoxGrid grid(static_cast<BoxGrid::Room>(1 + random.below(3)));
    std::vector<BroadBox> boxes(60);
    grid.grow(boxes.size());
    for (Slot slot = 0; slot < boxes.size(); ++slot) {
      boxes[slot] = draw_box(random, widest);
      grid.place(slot, boxes[slot]);
    }
    ASSERT_NO_THROW(grid.validate(boxes.data()));
    for (int i = 0; i < 60; ++i) {
      const BroadBox box = draw_box(random, widest);
      std::multiset<Slot> found, expected;
      grid.for_each_overlap(box, boxes.data(), [&](Slot slot) { found.insert(slot); });
      for (Slot slot = 0; slot < boxes.size(); ++slot) {
        if (box.overlaps(boxes[slot])) expected.insert(slot);
      }
      ASSERT_EQ(found, expected);
      found_in_all += found.size();
      const auto own = static_cast<Slot>(i);
      found.clear();
      expected.clear();
      grid.for_each_overlap(own, boxes.data(), [&](Slot slot) { found.insert(slot); });
      for (Slot slot = 0; slot < boxes.size(); ++slot) {
        if (slot != own && boxes[own].overlaps(boxes[slot])) expected.insert(slot);
      }
      ASSERT_EQ(found, expected);
    }
  }
  EXPECT_GT(found_in_all, 1000U);
}

}  // namespace
}  // namespace graze
