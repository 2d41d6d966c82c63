// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// No pair is ever missed, whatever the motions are worth.
#include "broad/predictive/predictive.h"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "broad/brute_force.h"
#include "broad/flock.h"
#include "broad/swarm.h"
#include "oracle/test_scale.h"
#include "support/allocations.h"

namespace graze {
namespace {

using testing::Swarm;
using testing::SwarmOptions;

struct Case {
  const char* name;
  SwarmOptions options;
  double least_share;  ///< of the pairs that are not looked at, on average
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

const Case cases[] = {
    {"straight", {}, 0.97},
    {"curved", {.acceleration = 1}, 0.95},
    {"far", {.place = 1e5, .acceleration = 1}, 0.95},
    {"reversals", {.acceleration = 0.5, .deviation = 1}, 0.93},
    {"wide_reversals", {.deviation = 5}, 0.8},
    {"contacts", {.density = 0.05, .contacts = true}, 0.95},
    {"replaced", {.acceleration = 1, .deviation = 0.5, .replaced = 0.05}, 0.95},
    {"replaced_always", {.replaced = 1}, 0.8},
    {"liars", {.deviation = 0.5, .lies = 0.02}, 0.95},
    {"fitted", {.fitted = 0.3}, 0.9},
    {"unknown", {.unknown = 0.3}, 0.9},
    {"come_and_go",
     {.acceleration = 1, .unknown = 0.1, .fitted = 0.1, .replaced = 0.01, .removed = 0.01},
     0.9},
    {"odd_times", {.acceleration = 1, .deviation = 0.2, .fitted = 0.1, .odd_times = 0.2}, 0.5},
    {"crowded", {.density = 0.3, .deviation = 0.2, .contacts = true}, 0.5},
    {"coarse_steps", {.step = 0.5, .acceleration = 1, .deviation = 0.1}, 0.7},
    {"mostly_fixed", {.fixed = 0.9, .fitted = 0.5}, 0.9},
};

class Predictions : public ::testing::TestWithParam<Case> {};

TEST_P(Predictions, MissNothing) {
  SwarmOptions options = GetParam().options;
  options.bodies = 400;
  const int frames = oracle::scaled_count(100);
  Swarm swarm(options, 7);
  Predictive method;
  std::vector<SlotPair> pairs;
  method.find_pairs(swarm.frame(), pairs);
  ASSERT_EQ(testing::difference(pairs, swarm.expected()), "");
  double share = 0, seen = 0;
  for (int i = 0; i < frames; ++i) {
    method.find_pairs(swarm.next(), pairs);
    ASSERT_EQ(testing::difference(pairs, swarm.expected()), "") << "frame " << i;
    method.validate(swarm.frame());
    share += method.share_not_looked_at() / frames;
    seen += static_cast<double>(pairs.size()) / frames;
  }
  const double pair_frames = 0.5 * options.bodies * (options.bodies - 1) * frames;
  std::cout << GetParam().name << ": " << pair_frames << " pair-frames, " << seen
            << " pairs a frame, none missed; " << 100 * share << " % of the pairs not looked at\n";
  EXPECT_GT(seen, 1);
  EXPECT_GT(share, GetParam().least_share);
}

INSTANTIATE_TEST_SUITE_P(Of, Predictions, ::testing::ValuesIn(cases),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Predictive, AllocatesNothingOnceMemoryHasGrown) {
  Swarm swarm({.bodies = 200, .acceleration = 1, .unknown = 0.1, .replaced = 0.05, .removed = 0.05}, 3);
  testing::Tape tape;
  tape.add(swarm.frame());
  for (int i = 0; i < 50; ++i) tape.add(swarm.next());
  std::vector<Slot> all(200);
  for (Slot slot = 0; slot < all.size(); ++slot) all[slot] = slot;
  Predictive method;
  std::vector<SlotPair> pairs;
  for (int round = 0; round < 6; ++round) {
    for (const BroadFrame& frame : tape.frames()) {
      const std::size_t before = testing::allocations();
      method.find_pairs(frame, pairs);
      if (round == 5) {
        ASSERT_EQ(testing::allocations(), before);
      }
    }
    BroadFrame end = tape.frames().back();
    end.removed = all;
    end.added = end.moved = {};
    method.find_pairs(end, pairs);
    ASSERT_TRUE(pairs.empty());
    ASSERT_EQ(method.near() + method.loose(), 0U);
  }
}

TEST(Predictive, DoesNotGrowWhileMotionsAreReplaced) {
  Swarm swarm({.bodies = 100, .replaced = 1}, 3);
  Predictive method;
  std::vector<SlotPair> pairs;
  method.find_pairs(swarm.frame(), pairs);
  std::size_t early = 0;
  for (int i = 0; i < 2000; ++i) {
    method.find_pairs(swarm.next(), pairs);
    if (i == 200) early = method.waiting();
  }
  EXPECT_LT(method.waiting(), 4 * early + 200);
}

TEST(Predictive, IsInTimeWhereTubesAreTight) {
  // Cubes that meet corner first: their tubes touch when they do. Pairs are far from each other.
  Random random(4);
  const Slot n = 400;
  std::vector<BroadBox> boxes(n);
  std::vector<Mobility> mobilities(n, Mobility::moving);
  std::vector<Motion> motions(n);
  std::vector<Slot> all(n);
  const Eigen::Vector3d diagonal(1, 1, 1);
  for (Slot i = 0; i < n; ++i) {
    all[i] = i;
    motions[i].end = 1e9;
    motions[i].radius = 0.5;
    const double way = random.uniform(0.5, 2);
    motions[i].s = Eigen::Vector3d(20.0 * (i / 2), 0, 0) + (i % 2 == 0 ? -way : way) * diagonal;
    motions[i].v = (i % 2 == 0 ? 1 : -1) * random.uniform(0.2, 1) * diagonal;
  }
  Predictive method;
  std::vector<SlotPair> pairs, expected;
  std::size_t seen = 0, waiting = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    const double time = 0.005 * frame;
    for (Slot i = 0; i < n; ++i) {
      const Eigen::Vector3d c = motions[i].s + time * motions[i].v;
      for (std::size_t k = 0; k < 3; ++k) {
        boxes[i].low[k] = static_cast<float>(c[static_cast<int>(k)] - 0.5);
        boxes[i].high[k] = static_cast<float>(c[static_cast<int>(k)] + 0.5);
      }
    }
    expected.clear();
    for (Slot i = 0; i < n; i += 2) {
      if (boxes[i].overlaps(boxes[i + 1])) expected.push_back({i, i + 1});
    }
    method.find_pairs({.boxes = boxes,
                       .mobilities = mobilities,
                       .motions = motions,
                       .time = time,
                       .removed = {},
                       .added = frame == 0 ? all : std::vector<Slot>(),
                       .moved = frame == 0 ? std::vector<Slot>() : all},
                      pairs);
    ASSERT_EQ(testing::difference(pairs, expected), "") << "frame " << frame;
    seen += pairs.size();
    waiting = std::max(waiting, method.waiting());
  }
  EXPECT_GT(seen, 10000U);
  EXPECT_GT(waiting, 30U);
}

TEST(Predictive, DoesNothingForPairsThatCannotMeet) {
  // Two rows of bodies that pass each other at a distance, for ever.
  const int n = 50;
  std::vector<BroadBox> boxes(n);
  std::vector<Mobility> mobilities(n, Mobility::moving);
  std::vector<Motion> motions(n);
  std::vector<Slot> all(n);
  for (Slot i = 0; i < n; ++i) {
    all[i] = i;
    motions[i].begin = 0;
    motions[i].end = 1e9;
    motions[i].s = {4.0 * i, 10.0 * (i % 2), 0};
    motions[i].v = {i % 2 == 0 ? 1.0 : -1.0, 0, 0};
    motions[i].radius = 0.5;
  }
  Predictive method;
  std::vector<SlotPair> pairs;
  std::uint64_t predicted = 0;
  for (int frame = 0; frame < 1000; ++frame) {
    const double time = 0.01 * frame;
    for (Slot i = 0; i < n; ++i) {
      const Eigen::Vector3d c = motions[i].s + time * motions[i].v;
      for (int k = 0; k < 3; ++k) {
        boxes[i].low[static_cast<std::size_t>(k)] = static_cast<float>(c[k] - 0.5);
        boxes[i].high[static_cast<std::size_t>(k)] = static_cast<float>(c[k] + 0.5);
      }
    }
    method.find_pairs({.boxes = boxes,
                       .mobilities = mobilities,
                       .motions = motions,
                       .time = time,
                       .removed = {},
                       .added = frame == 0 ? all : std::vector<Slot>(),
                       .moved = frame == 0 ? std::vector<Slot>() : all},
                      pairs);
    ASSERT_TRUE(pairs.empty());
    ASSERT_EQ(method.loose(), 0U);
    predicted += method.predicted();
  }
  EXPECT_LT(predicted, 20U * n);
}

/// Bodies that jump about in a crowd, with motions fitted to their places as a world does it.
class JitteringCrowd {
 public:
  JitteringCrowd(Slot bodies, double density, double jitter)
      : random_(5), jitter_(jitter), centres_(bodies), fits_(bodies), boxes_(bodies), motions_(bodies) {
    const double sphere = 0.5236;  // its volume
    const double side = std::cbrt(bodies * sphere / density);
    for (Slot i = 0; i < bodies; ++i) {
      all_.push_back(i);
      for (int k = 0; k < 3; ++k) centres_[i][k] = random_.uniform(0, side);
    }
    mobilities_.assign(bodies, Mobility::moving);
  }

  BroadFrame next() {
    const double time = frames_++;
    for (Slot i = 0; i < all_.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        double& c = centres_[i][k];
        c += random_.uniform(-jitter_, jitter_);
        boxes_[i].low[static_cast<std::size_t>(k)] = static_cast<float>(c - radius);
        boxes_[i].high[static_cast<std::size_t>(k)] = static_cast<float>(c + radius);
      }
      fits_[i].add(time, centres_[i]);
      if (keeps_to(motions_[i], time, centres_[i])) continue;
      motions_[i] = fits_[i].size() < 4 ? Motion() : fits_[i].motion(radius, 8);
    }
    return {.boxes = boxes_,
            .mobilities = mobilities_,
            .motions = motions_,
            .time = time,
            .removed = {},
            .added = frames_ == 1 ? all_ : none_,
            .moved = frames_ == 1 ? none_ : all_};
  }

 private:
  static constexpr double radius = 0.5;
  Random random_;
  double jitter_;
  int frames_ = 0;
  std::vector<Eigen::Vector3d> centres_;
  std::vector<MotionFit> fits_;
  std::vector<BroadBox> boxes_;
  std::vector<Motion> motions_;
  std::vector<Mobility> mobilities_;
  std::vector<Slot> all_, none_;
};

// In the fourth frame every body gets its first motion, whose tube soon is much wider than the body. Where all of these tubes
// met, all pairs were predicted.
TEST(Predictive, AJitteringCrowdCostsLittleMoreThanLooseBodies) {
  const Slot n = 2000;
  const int frames = 24;
  for (const double density : {0.1, 0.7}) {
    for (const double jitter : {0.05, 0.3}) {
      JitteringCrowd crowd(n, density, jitter);
      Predictive method, without_motions;
      BruteForce all_pairs;
      std::vector<SlotPair> pairs, expected;
      std::uint64_t loose = 0, predicted = 0;
      for (int i = 0; i < frames; ++i) {
        BroadFrame frame = crowd.next();
        method.find_pairs(frame, pairs);
        all_pairs.find_pairs(frame, expected);
        ASSERT_EQ(testing::difference(pairs, expected), "") << "frame " << i;
        method.validate(frame);
        predicted += method.predicted();
        loose += method.loose();
        frame.motions = {};
        without_motions.find_pairs(frame, pairs);
        ASSERT_EQ(without_motions.loose(), n);
        EXPECT_LE(method.counters().pairs_looked_at, 2 * without_motions.counters().pairs_looked_at + 256 * n)
            << "density " << density << ", jitter " << jitter << ", frame " << i;
        EXPECT_LE(method.memory(), 4096 * n)
            << "density " << density << ", jitter " << jitter << ", frame " << i;
      }
      EXPECT_GE(predicted, n);   // every body has tried a tube
      EXPECT_GT(loose, 10 * n);  // and has been loose most of the time
    }
  }
}

// One refusal does not keep a body loose for ever: the crowd disperses, and its bodies go straight on.
TEST(Predictive, BodiesOfACrowdHaveTubesAgainOnceItHasDispersed) {
  const Slot n = 1500;
  std::vector<BroadBox> boxes(n);
  std::vector<Motion> motions(n);
  std::vector<Slot> all(n), none;
  const std::vector<Mobility> mobilities(n, Mobility::moving);
  Random random(6);
  for (Slot i = 0; i < n; ++i) {
    all[i] = i;
    motions[i].end = 1e9;
    motions[i].radius = 0.5;
    for (int k = 0; k < 3; ++k) {
      motions[i].s[k] = random.uniform(-1, 1);
      motions[i].v[k] = random.uniform(-1, 1);
    }
  }
  Predictive method;
  BruteForce all_pairs;
  std::vector<SlotPair> pairs, expected;
  std::size_t most_loose = 0;
  for (int f = 0; f < 600; ++f) {
    const double time = 0.1 * f;
    for (Slot i = 0; i < n; ++i) {
      const Eigen::Vector3d c = motions[i].s + time * motions[i].v;
      for (std::size_t k = 0; k < 3; ++k) {
        boxes[i].low[k] = static_cast<float>(c[static_cast<int>(k)] - 0.5);
        boxes[i].high[k] = static_cast<float>(c[static_cast<int>(k)] + 0.5);
      }
    }
    const BroadFrame frame = {.boxes = boxes,
                              .mobilities = mobilities,
                              .motions = motions,
                              .time = time,
                              .removed = {},
                              .added = f == 0 ? all : none,
                              .moved = f == 0 ? none : all};
    method.find_pairs(frame, pairs);
    if (f % 20 == 0) {
      all_pairs.find_pairs(frame, expected);
      ASSERT_EQ(testing::difference(pairs, expected), "") << "frame " << f;
      method.validate(frame);
    }
    most_loose = std::max(most_loose, method.loose());
  }
  EXPECT_GT(most_loose, n / 2U);
  EXPECT_LT(method.loose(), n / 50U);
}

}  // namespace
}  // namespace graze
