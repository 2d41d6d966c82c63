// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every kind of broad phase names the same pairs on every frame: those of the definition.
#include <graze/error.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "box_crowd.h"
#include "harness.h"
#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

BroadBox cube(float x, float y, float z, float half) {
  return {{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

BroadBox random_box(Random& random, double room, double size) {
  BroadBox box;
  for (int i = 0; i < 3; ++i) {
    const double centre = random.uniform(0, room), half = size * random.uniform(0.3, 1);
    box.low[i] = static_cast<float>(centre - half);
    box.high[i] = static_cast<float>(centre + half);
  }
  return box;
}

BroadBox box_of(const scenes::BoxCrowd::Body& body) {
  BroadBox box;
  for (int i = 0; i < 3; ++i) {
    box.low[i] = body.centre[i] - body.half[i];
    box.high[i] = body.centre[i] + body.half[i];
  }
  return box;
}

void run_crowd(const scenes::BoxCrowdOptions& options, int frames, const std::string& name) {
  scenes::BoxCrowd crowd(options);
  BroadHarness harness;
  for (const auto& body : crowd.bodies())
    harness.add(box_of(body), body.fixed ? Mobility::fixed : Mobility::moving);
  std::size_t pairs = 0;
  for (int frame = 0; frame < frames; ++frame) {
    ASSERT_NO_FATAL_FAILURE(harness.step(name + ", frame " + std::to_string(frame)));
    pairs += harness.pair_count();
    crowd.advance();
    for (Slot i = 0; i < crowd.bodies().size(); ++i) {
      if (crowd.bodies()[i].moved) harness.move(i, box_of(crowd.bodies()[i]));
    }
  }
  EXPECT_GT(pairs, static_cast<std::size_t>(frames)) << name;
}

TEST(Kinds, CrowdsOfAllSorts) {
  const int frames = oracle::scaled_count(15);
  run_crowd({.boxes = 600}, frames, "I-COLLIDE's");
  run_crowd({.boxes = 600, .density = 0.1}, frames, "dense");
  run_crowd({.boxes = 600, .density = 1}, frames, "crammed");
  run_crowd({.boxes = 600, .density = 0.1, .fixed_share = 0.9}, frames, "mostly fixed");
  run_crowd({.boxes = 600, .density = 0.1, .fixed_share = 0.2, .idle_share = 0.7}, frames, "mostly idle");
  run_crowd({.boxes = 600, .density = 0.1, .size_spread = 1000}, frames, "of many sizes");
  run_crowd({.boxes = 600, .density = 0.1, .in_a_plane = true}, frames, "in a plane");
  run_crowd({.boxes = 600, .density = 0.1, .speed = 20}, frames, "without coherence");
}

TEST(Kinds, Clusters) {
  Random random(5);
  BroadHarness harness;
  std::vector<Slot> slots;
  // Three clumps, far apart and of very different widths, and a few loners in between.
  const double widths[] = {1, 30, 1000};
  for (int i = 0; i < 900; ++i) {
    const double width = widths[i % 3];
    BroadBox box = random_box(random, width, 0.07 * width);
    for (int k = 0; k < 3; ++k) {
      box.low[k] += static_cast<float>(i % 3) * 1e5F;
      box.high[k] += static_cast<float>(i % 3) * 1e5F;
    }
    slots.push_back(harness.add(box));
  }
  for (int i = 0; i < 20; ++i) harness.add(random_box(random, 3e5, 1e3));
  for (int frame = 0; frame < 10; ++frame) {
    ASSERT_NO_FATAL_FAILURE(harness.step("frame " + std::to_string(frame)));
    EXPECT_GT(harness.pair_count(), 100U);
    for (const Slot slot : slots) {
      if (random.below(2) == 0) continue;
      BroadBox box = harness.box(slot);
      const float by = 0.2F * (box.high[0] - box.low[0]);
      box.low[frame % 3] += by;
      box.high[frame % 3] += by;
      harness.move(slot, box);
    }
  }
}

TEST(Kinds, AllAtOnePlace) {
  BroadHarness harness;
  for (int i = 0; i < 200; ++i)
    harness.add(cube(1, 2, 3, 1), i % 4 == 0 ? Mobility::fixed : Mobility::moving);
  for (int i = 0; i < 50; ++i) harness.add(cube(1, 2, 3, 0));  // points
  for (int frame = 0; frame < 4; ++frame) {
    ASSERT_NO_FATAL_FAILURE(harness.step("frame " + std::to_string(frame)));
    for (Slot slot = 0; slot < 250; slot += 3)
      harness.move(slot, cube(1 + static_cast<float>(frame), 2, 3, 1));
  }
}

/// Cubes of a lattice that touch in faces, edges and corners: all of these count.
TEST(Kinds, Touching) {
  BroadHarness harness;
  constexpr int n = 8;
  for (int i = 0; i < n * n * n; ++i) {
    harness.add(
        cube(static_cast<float>(i % n), static_cast<float>(i / n % n), static_cast<float>(i / n / n), 0.5F));
  }
  ASSERT_NO_FATAL_FAILURE(harness.step("lattice"));
  // Each cube of the lattice touches 26 others, fewer at its border: (3n - 2)³ ordered pairs with itself.
  EXPECT_EQ(harness.pair_count(), ((3 * n - 2) * (3 * n - 2) * (3 * n - 2) - n * n * n) / 2U);
  // A hair's breadth apart, then touching again, and zeros of both signs.
  harness.move(0, {{-0.5F, -0.5F, -0.5F}, {std::nextafter(0.5F, 0.0F), 0.5F, 0.5F}});
  ASSERT_NO_FATAL_FAILURE(harness.step("a hair apart"));
  harness.move(0, cube(0, 0, 0, 0.5F));
  ASSERT_NO_FATAL_FAILURE(harness.step("touching again"));
  const Slot a = harness.add({{-9, -9, -9}, {-0.0F, -0.0F, -0.0F}});
  const Slot b = harness.add({{0.0F, 0.0F, 0.0F}, {9, 9, 9}});
  ASSERT_NO_FATAL_FAILURE(harness.step("zeros"));
  harness.move(a, {{0.0F, 0.0F, 0.0F}, {9, 9, 9}});
  harness.move(b, {{-9, -9, -9}, {-0.0F, -0.0F, -0.0F}});
  ASSERT_NO_FATAL_FAILURE(harness.step("zeros the other way round"));
}

TEST(Kinds, EmptyAndInfiniteBoxes) {
  const BroadBox odd[] = {
      {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}},     // empty
      {{1, 1, 1}, {-1, -1, -1}},                                               // empty
      {{0, 5, 0}, {9, 4, 9}},                                                  // empty along y alone
      {{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}},     // everywhere
      {{-infinity, 3, -infinity}, {infinity, 3, infinity}},                    // a plane
      {{5, 5, 5}, {infinity, infinity, infinity}},                             // an octant
      {{infinity, infinity, infinity}, {infinity, infinity, infinity}},        // at the end of the world
      {{-infinity, -infinity, -infinity}, {-infinity, -infinity, -infinity}},  // and at the other
      {{3e38F, 3e38F, 3e38F}, {3.2e38F, 3.2e38F, 3.2e38F}},                    // nearly there
      {{-3e38F, -1, -1}, {3e38F, 1, 1}},                                       // a beam
      {{1e-45F, 1e-45F, 1e-45F}, {2e-45F, 2e-45F, 2e-45F}},                    // denormal
  };
  Random random(11);
  BroadHarness harness;
  std::vector<Slot> slots;
  for (int i = 0; i < 300; ++i) slots.push_back(harness.add(random_box(random, 10, 1)));
  for (int frame = 0; frame < 30; ++frame) {
    ASSERT_NO_FATAL_FAILURE(harness.step("frame " + std::to_string(frame)));
    for (const Slot slot : slots) {
      if (random.below(4) == 0) {
        harness.move(slot,
                     random.below(3) == 0 ? odd[random.below(std::size(odd))] : random_box(random, 10, 1));
      }
    }
  }
}

TEST(Kinds, NothingAndOne) {
  BroadHarness harness;
  ASSERT_NO_FATAL_FAILURE(harness.step("nothing"));
  const Slot slot = harness.add(cube(0, 0, 0, 1));
  ASSERT_NO_FATAL_FAILURE(harness.step("one"));
  harness.remove(slot);
  ASSERT_NO_FATAL_FAILURE(harness.step("none again"));
  harness.add(cube(0, 0, 0, 1));
  harness.add(cube(1, 1, 1, 1));
  ASSERT_NO_FATAL_FAILURE(harness.step("two"));
  EXPECT_EQ(harness.pair_count(), 1U);
}

/// Everything that can happen to bodies, at random; slots are used again and again.
void soak(std::uint64_t seed, int frames, int threads, std::size_t most) {
  Random random(seed);
  BroadHarness harness(threads);
  const auto some_slot = [&] {
    auto it = harness.used().lower_bound(static_cast<Slot>(random.below(most)));
    return it == harness.used().end() ? *harness.used().begin() : *it;
  };
  const auto mobility = [&] { return static_cast<Mobility>(random.below(3)); };
  const double room = 12 + 20 * random.uniform();
  for (int frame = 0; frame < frames; ++frame) {
    // Now and then a rush: most bodies come, go or move at once.
    const std::uint64_t events = random.below(20) == 0 ? most : random.below(most / 8 + 1);
    for (std::uint64_t i = 0; i < events; ++i) {
      const std::uint64_t what = random.below(10);
      if (harness.used().empty() || (what < 3 && harness.used().size() < most)) {
        harness.add(random_box(random, room, 1.5), mobility());
      } else if (what < 5) {
        harness.remove(some_slot());
      } else if (what < 6) {
        harness.set_mobility(some_slot(), mobility());
      } else if (what < 9) {
        const Slot slot = some_slot();
        BroadBox box = harness.box(slot);
        for (int k = 0; k < 3; ++k) {
          const auto by = static_cast<float>(random.uniform(-0.3, 0.3));
          box.low[k] += by;
          box.high[k] += by;
        }
        harness.move(slot, box);
      } else {
        harness.move(some_slot(), random_box(random, room, 1.5));
      }
    }
    ASSERT_NO_FATAL_FAILURE(
        harness.step("seed " + std::to_string(seed) + ", frame " + std::to_string(frame)));
  }
}

TEST(Kinds, Soak) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) soak(seed, oracle::scaled_count(150), 1, 120);
}

/// Bodies that all come in frame 0 and all move in each later one.
struct AllMoving {
  std::vector<Slot> slots;
  std::vector<Mobility> mobilities;

  explicit AllMoving(std::size_t count) : slots(count), mobilities(count, Mobility::moving) {
    std::iota(slots.begin(), slots.end(), Slot{0});
  }
  BroadFrame frame(std::span<const BroadBox> boxes, int number) const {
    BroadFrame result;
    result.boxes = boxes;
    result.mobilities = mobilities;
    (number == 0 ? result.added : result.moved) = slots;
    return result;
  }
};

/// Pairs of boxes that a kind looks at in a first frame with these boxes, and in a second one in which all have moved a
/// little.
std::uint64_t looked_at(BroadPhaseKind kind, std::vector<BroadBox> boxes, float step) {
  const auto phase = make_broad_phase(kind);
  const AllMoving all(boxes.size());
  std::vector<SlotPair> pairs;
  std::uint64_t most = 0;
  for (int i = 0; i < 2; ++i) {
    const BroadFrame frame = all.frame(boxes, i);
    phase->find_pairs(frame, pairs);
    most = std::max(most, phase->counters().pairs_looked_at + phase->counters().swaps);
    for (BroadBox& box : boxes) {
      for (int k = 0; k < 3; ++k) {
        box.low[k] += step;
        box.high[k] += step;
      }
    }
  }
  return most;
}

/// Where all boxes overlap the output is of order n², and the work is, too.
TEST(Kinds, ManyInOnePlaceCostTheirPairs) {
  constexpr std::uint64_t n = 500;
  for (const float size : {1e-44F, 1.0F, 1e37F}) {
    const std::vector<BroadBox> boxes(n, cube(0, 0, 0, size));
    for (const BroadPhaseKind kind : all_broad_phases())
      EXPECT_LE(looked_at(kind, boxes, 0.1F * size), 4 * n * n) << broad_phase_name(kind) << ' ' << size;
  }
}

/// Insertion sort of bodies that have all jumped elsewhere would take n² swaps an axis.
TEST(Kinds, JumpsCostSweepAndPruneNoMoreThanSortingAnew) {
  constexpr std::size_t n = 3000;
  Random random(4);
  std::vector<BroadBox> boxes;
  for (std::size_t i = 0; i < n; ++i) boxes.push_back(random_box(random, 400, 1));
  const auto phase = make_broad_phase(BroadPhaseKind::sweep_and_prune);
  const auto oracle = make_broad_phase(BroadPhaseKind::brute_force);
  const AllMoving all(n);
  std::vector<SlotPair> pairs, expected;
  for (int i = 0; i < 4; ++i) {
    const BroadFrame frame = all.frame(boxes, i);
    phase->find_pairs(frame, pairs);
    oracle->find_pairs(frame, expected);
    ASSERT_EQ(pairs, expected);
    EXPECT_LT(phase->counters().swaps, n * n / 4);
    for (BroadBox& box : boxes) box = random_box(random, 400, 1);
  }
}

/// Lists of ends are kept from frame to frame: after small motions few ends have changed places, and few pairs are looked at.
TEST(Kinds, SweepAndPruneRepairsItsLists) {
  constexpr std::size_t n = 1000;
  Random random(5);
  std::vector<BroadBox> boxes;
  for (std::size_t i = 0; i < n; ++i) boxes.push_back(random_box(random, 100, 1));
  const auto phase = make_broad_phase(BroadPhaseKind::sweep_and_prune);
  const AllMoving all(n);
  std::vector<SlotPair> pairs;
  std::uint64_t looked_at_first = 0;
  for (int i = 0; i < 10; ++i) {
    const BroadFrame frame = all.frame(boxes, i);
    phase->find_pairs(frame, pairs);
    const BroadCounters counters = phase->counters();
    if (i == 0) {
      looked_at_first = counters.pairs_looked_at;
    } else {
      EXPECT_GT(counters.swaps, 0U) << i;
      EXPECT_LT(counters.pairs_looked_at, looked_at_first / 4) << i;
    }
    for (BroadBox& box : boxes) {
      const auto step = static_cast<float>(random.uniform(-0.02, 0.02));
      for (int k = 0; k < 3; ++k) {
        box.low[k] += step;
        box.high[k] += step;
      }
    }
  }
}

/// Along a line, whichever axis it follows, and however large bodies are, there are few pairs and little work.
TEST(Kinds, ManyInALineCostLittle) {
  constexpr int n = 1500;
  for (const float size : {1e-35F, 1e-20F, 1.0F, 1e20F, 1e34F}) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<BroadBox> boxes;
      for (int i = 0; i < n; ++i) {
        BroadBox box = cube(0, 0, 0, size);
        box.low[axis] += static_cast<float>(3 * i) * size;
        box.high[axis] += static_cast<float>(3 * i) * size;
        boxes.push_back(box);
      }
      for (const BroadPhaseKind kind : all_broad_phases()) {
        if (kind == BroadPhaseKind::brute_force) continue;
        EXPECT_LE(looked_at(kind, boxes, 0.1F * size), 100U * n)
            << broad_phase_name(kind) << ' ' << size << " axis " << axis;
      }
    }
  }
}

/// Enough bodies that threads are used; brute force would take too long.
TEST(Kinds, ThreadsChangeNothing) {
  for (const BroadPhaseKind kind : all_broad_phases()) {
    if (kind == BroadPhaseKind::brute_force) continue;
    std::vector<std::vector<SlotPair>> found;
    for (const int threads : {1, 2, 8}) {
      scenes::BoxCrowd crowd({.boxes = 12000, .density = 0.1});
      const auto phase = make_broad_phase(kind);
      std::vector<BroadBox> boxes;
      for (const auto& body : crowd.bodies()) boxes.push_back(box_of(body));
      const AllMoving all(boxes.size());
      std::vector<SlotPair> pairs, of_all_frames;
      for (int i = 0; i < 3; ++i) {
        BroadFrame frame = all.frame(boxes, i);
        frame.threads = threads;
        phase->find_pairs(frame, pairs);
        of_all_frames.insert(of_all_frames.end(), pairs.begin(), pairs.end());
        crowd.advance();
        for (const Slot slot : all.slots) boxes[slot] = box_of(crowd.bodies()[slot]);
      }
      found.push_back(of_all_frames);
    }
    EXPECT_GT(found[0].size(), 1000U);
    EXPECT_TRUE(found[1] == found[0] && found[2] == found[0]) << broad_phase_name(kind);
  }
}

TEST(Kinds, MemoryDoesNotGrowForever) {
  BroadHarness harness;
  Random random(3);
  std::vector<Slot> slots;
  for (int i = 0; i < 300; ++i) slots.push_back(harness.add(random_box(random, 15, 1)));
  std::size_t early = 0;
  const int frames = oracle::scaled_count(300);
  for (int frame = 0; frame < frames; ++frame) {
    for (Slot& slot : slots) {
      if (random.below(3) != 0) continue;
      harness.remove(slot);
      slot = harness.add(random_box(random, 15, 1));
    }
    ASSERT_NO_FATAL_FAILURE(harness.step("frame " + std::to_string(frame)));
    if (frame == frames / 3) early = harness.memory();
  }
  EXPECT_LE(harness.memory(), early * 5 / 4);
}

TEST(Kinds, NamesAreTheirOwn) {
  for (const BroadPhaseKind kind : all_broad_phases()) {
    EXPECT_EQ(broad_phase_from_name(broad_phase_name(kind)), kind);
  }
  EXPECT_EQ(all_broad_phases().front(), BroadPhaseKind::automatic);
  EXPECT_THROW(broad_phase_from_name("sweep"), Error);
  EXPECT_THROW(make_broad_phase(static_cast<BroadPhaseKind>(99)), Error);
}

}  // namespace
}  // namespace graze::test
