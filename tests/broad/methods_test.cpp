// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every broad phase gives, on every frame, what looking at all pairs gives.
#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "broad/flock.h"
#include "broad/grid/uniform_grid.h"
#include "broad/interval/interval_tree.h"
#include "broad/predictive/predictive.h"
#include "broad/quad/quad_tree.h"
#include "oracle/test_scale.h"
#include "support/allocations.h"

namespace graze {
namespace {

using testing::Bustle;
using testing::Flock;
using testing::Scene;

template <class Method>
class BroadPhases : public ::testing::Test {
 protected:
  void expect_equal_to_all_pairs(Scene scene, const Bustle& bustle, int bodies, int frames) {
    Method method;
    std::vector<SlotPair> pairs = {{3, 7}};  // to be replaced
    Flock flock(scene, bodies, 17);
    method.find_pairs(flock.frame(), pairs);
    ASSERT_EQ(testing::difference(pairs, flock.expected()), "") << name(scene);
    for (int i = 0; i < frames; ++i) {
      method.find_pairs(i % 7 == 3 ? flock.rest() : flock.next(bustle), pairs);
      ASSERT_EQ(testing::difference(pairs, flock.expected()), "") << name(scene) << ", frame " << i;
      method.validate(flock.frame());
    }
  }
};

using Methods = ::testing::Types<IntervalTree, Predictive, QuadTree, UniformGrid>;
TYPED_TEST_SUITE(BroadPhases, Methods);

TYPED_TEST(BroadPhases, EqualAllPairsWhenAllMove) {
  for (const Scene scene : testing::scenes) {
    this->expect_equal_to_all_pairs(scene, {.moved = 1}, 150, oracle::scaled_count(60));
  }
}

TYPED_TEST(BroadPhases, EqualAllPairsWhenFewMove) {
  for (const Scene scene : testing::scenes) {
    this->expect_equal_to_all_pairs(scene, {.moved = 0.05}, 150, oracle::scaled_count(150));
  }
}

TYPED_TEST(BroadPhases, EqualAllPairsWhileBodiesComeAndGo) {
  for (const Scene scene : testing::scenes) {
    this->expect_equal_to_all_pairs(scene, {.moved = 0.1, .replaced = 0.02, .changed = 0.02}, 150,
                                    oracle::scaled_count(150));
    this->expect_equal_to_all_pairs(scene, {.moved = 0.9, .step = 2, .replaced = 0.5, .changed = 0.2}, 100,
                                    oracle::scaled_count(60));
  }
}

TYPED_TEST(BroadPhases, EqualAllPairsWhenMostAreFixed) {
  for (const Scene scene : testing::scenes) {
    this->expect_equal_to_all_pairs(scene, {.replaced = 0.1, .fixed = 0.95}, 150, oracle::scaled_count(60));
  }
}

TYPED_TEST(BroadPhases, EqualAllPairsAmongMany) {
  this->expect_equal_to_all_pairs(Scene::uniform, {}, 2000, oracle::scaled_count(10));
  this->expect_equal_to_all_pairs(Scene::sizes, {.moved = 0.1, .replaced = 0.01}, 2000,
                                  oracle::scaled_count(10));
}

TYPED_TEST(BroadPhases, StandNobodyAndOne) {
  TypeParam method;
  std::vector<SlotPair> pairs;
  method.find_pairs({}, pairs);
  EXPECT_TRUE(pairs.empty());
  this->expect_equal_to_all_pairs(Scene::uniform, {}, 1, 3);
  this->expect_equal_to_all_pairs(Scene::extreme, {.replaced = 0.5}, 2, oracle::scaled_count(1000));
}

TYPED_TEST(BroadPhases, AllocateNothingOnceMemoryHasGrown) {
  for (const Scene scene : testing::scenes) {
    Flock flock(scene, 200, 5);
    testing::Tape tape;
    tape.add(flock.frame());
    for (int i = 0; i < 30; ++i) {
      tape.add(flock.next({.moved = i % 2 == 0 ? 0.05 : 1, .replaced = 0.05, .changed = 0.05}));
    }
    tape.add(flock.next({.replaced = 1}));
    tape.add(flock.clear());
    TypeParam method;
    std::vector<SlotPair> pairs;
    for (int round = 0; round < 5; ++round) {
      for (const BroadFrame& frame : tape.frames()) {
        const std::size_t before = testing::allocations();
        method.find_pairs(frame, pairs);
        if (round == 4) {
          ASSERT_EQ(testing::allocations(), before) << name(scene);
        }
      }
    }
  }
}

TYPED_TEST(BroadPhases, KnowTheirMemory) {
  const std::size_t before = testing::bytes_held();
  std::optional<TypeParam> method(std::in_place);
  for (const Scene scene : testing::scenes) {
    method.emplace();
    Flock flock(scene, 300, 5);
    std::vector<SlotPair> pairs;
    const std::size_t others = testing::bytes_held();
    method->find_pairs(flock.frame(), pairs);
    EXPECT_EQ(method->memory(), testing::bytes_held() - others - pairs.capacity() * sizeof(SlotPair));
  }
  method.reset();
  EXPECT_EQ(testing::bytes_held(), before);
}

TYPED_TEST(BroadPhases, LookAtFewPairs) {
  const int n = 2000;
  Flock flock(Scene::uniform, n, 5);
  TypeParam method;
  std::vector<SlotPair> pairs;
  method.find_pairs(flock.frame(), pairs);
  std::set<Slot> meeting;
  for (const SlotPair& pair : pairs) meeting.insert({pair.a, pair.b});
  EXPECT_GT(static_cast<double>(meeting.size()), 0.3 * n);
  EXPECT_LT(static_cast<double>(meeting.size()), 0.7 * n);
  for (int i = 0; i < 20; ++i) {
    method.find_pairs(flock.next({}), pairs);
    EXPECT_LT(method.counters().pairs_looked_at, 50U * n);
    EXPECT_GE(method.counters().pairs_looked_at, pairs.size());
    method.find_pairs(flock.next({.moved = 0.01}), pairs);
    // Predictive looks around for everybody whose motion is not known.
    const bool cares_for_few = !std::is_same_v<TypeParam, Predictive>;
    EXPECT_LT(method.counters().pairs_looked_at, (cares_for_few ? 2U : 50U) * n);
  }
}

}  // namespace
}  // namespace graze
