// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Every broad phase names the pairs of the definition at every scale that floats have, from the least denormal to
// infinity, on histories in which bodies come, move, go and come again.
//
// The cases are drawn from named buckets. Each bucket reports its hit rate: the share of bodies that are in a pair.
#include <cmath>
#include <functional>
#include <limits>

#include "harness.h"
#include "math/message.h"
#include "math/random.h"
#include "oracle/test_scale.h"

namespace graze::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr double largest = std::numeric_limits<float>::max();

using Vector = std::array<double, 3>;

/// As World rounds boxes: outward, infinite beyond the floats, and no low end above the largest float.
BroadBox rounded_outward(const Vector& centre, const Vector& half) {
  BroadBox box;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto below = [](double x) {
      if (x > largest) return static_cast<float>(largest);
      if (x < -largest) return -infinity;
      const auto f = static_cast<float>(x);
      return static_cast<double>(f) > x ? std::nextafter(f, -infinity) : f;
    };
    box.low[k] = below(centre[k] - half[k]);
    box.high[k] = -below(-(centre[k] + half[k]));
  }
  return box;
}

struct Body {
  Vector centre = {}, half = {}, velocity = {};
  std::function<BroadBox(const Body&)> box = [](const Body& body) {
    return rounded_outward(body.centre, body.half);
  };
};

/// A way to draw bodies. `number` counts the bodies of a history; `scale` is drawn once a history.
struct Bucket {
  const char* name;
  double least_exponent, largest_exponent;  ///< of the scale, to the base of ten
  std::function<Body(Random&, std::size_t number, double scale)> draw;
  double least_hit_rate = 0.3, largest_hit_rate = 0.7;
};

double signed_unit(Random& random) {
  return random.uniform(-1, 1);
}

/// Half extents of 0.3 to 1 in a cube of the given half side, all times the scale.
Body in_room(Random& random, double side, double scale) {
  Body body;
  for (std::size_t k = 0; k < 3; ++k) {
    body.centre[k] = scale * side * signed_unit(random);
    body.half[k] = scale * random.uniform(0.3, 1);
    body.velocity[k] = scale * 0.2 * signed_unit(random);
  }
  return body;
}

Body uniform(Random& random, std::size_t, double scale) {
  return in_room(random, 6, scale);
}

/// Of any size at all, each body at some of its own sizes from the origin.
Body mixed(Random& random, std::size_t, double) {
  return in_room(random, 2.5, std::pow(10, random.uniform(-45, 38)));
}

Body identical(Random& random, std::size_t number, double scale) {
  Random same(7);
  Body body = in_room(same, 6, scale);
  if (number % 4 == 3) body = in_room(random, 100, scale);
  body.velocity = {};
  return body;
}

Body one_huge(Random& random, std::size_t number, double scale) {
  return number % 97 == 0 ? in_room(random, 1, 4 * scale) : in_room(random, 12, scale);
}

/// Small bodies across the planes through the first body's corner, where trees and grids have lines; every ninth body
/// is so large that sums of its size and theirs are rounded to its size.
Body on_lines(Random& random, std::size_t number, double scale) {
  if (number == 0) return {};
  if (number % 9 == 0) {
    Body body = in_room(random, 1, scale);
    for (double& c : body.centre) c += 40 * scale * (random.below(2) == 0 ? 1 : -1);
    return body;
  }
  const double small = scale * std::pow(10, -random.uniform(17, 24));
  Body body = in_room(random, 22, small);
  for (std::size_t k = 0; k < 3; ++k) {
    if (random.below(3) == 0) body.centre[k] = body.half[k] * signed_unit(random);
  }
  return body;
}

Body half_infinite(Random& random, std::size_t number, double scale) {
  Body body = in_room(random, 10, scale);
  if (number % 20 != 0) return body;
  const std::uint64_t ends = random.below(64);
  body.box = [ends](const Body& b) {
    BroadBox box = rounded_outward(b.centre, b.half);
    for (std::size_t k = 0; k < 3; ++k) {
      if ((ends >> k & 1) != 0) box.low[k] = -infinity;
      if ((ends >> (k + 3) & 1) != 0) box.high[k] = infinity;
    }
    return box;
  };
  return body;
}

Body often_empty(Random& random, std::size_t number, double scale) {
  Body body = in_room(random, 4.5, scale);
  if (number % 3 != 0) return body;
  const std::uint64_t axis = random.below(4);
  body.box = [axis](const Body& b) {
    BroadBox box = rounded_outward(b.centre, b.half);
    for (std::size_t k = 0; k < 3; ++k) {
      if (axis == 3) box.low[k] = infinity, box.high[k] = -infinity;
      if (axis == k) std::swap(box.low[k], box.high[k]);
    }
    return box;
  };
  return body;
}

Body bars(Random& random, std::size_t, double scale) {
  Body body = in_room(random, 42, scale);
  body.half[random.below(3)] *= 40;
  return body;
}

/// A heap of small bodies in the middle, and large ones that reach into it from both sides: dividing space at the
/// middles of all divides nothing.
Body crowded_middle(Random& random, std::size_t number, double scale) {
  if (number % 7 != 0) return in_room(random, 10, 0.05 * scale);
  Body body = in_room(random, 1, scale);
  body.half = {50.5 * scale, scale, scale};
  body.centre[0] = 50 * scale * (number % 2 == 0 ? 1 : -1);
  return body;
}

/// At powers of two from the origin, of about that size.
Body towards_origin(Random& random, std::size_t, double scale) {
  Body body = in_room(random, 1, scale * std::exp2(-random.uniform(0, 60)));
  for (std::size_t k = 0; k < 3; ++k) {
    body.centre[k] *= 2;
    body.half[k] *= 0.5;
  }
  return body;
}

/// So far out that a float has few values within a body.
Body far_out(Random& random, std::size_t, double scale) {
  Body body = in_room(random, 7, scale);
  for (double& c : body.centre) c += 1e6 * scale;
  return body;
}

const Bucket buckets[] = {
    {"denormal", -45, -38, uniform, 0.3, 1},
    {"tiny", -38, -20, uniform},
    {"around_one", -3, 3, uniform},
    {"huge", 15, 37, uniform},
    {"beyond_float", 37.5, 39, uniform, 0.3, 1},
    {"mixed", 0, 0, mixed},
    {"identical", -44, 36, identical, 0.7, 1},
    {"one_huge", -44, 36, one_huge, 0.1, 0.7},
    {"on_lines", -20, 36, on_lines},
    {"half_infinite", -40, 36, half_infinite, 0.3, 1},
    {"often_empty", -40, 36, often_empty, 0.2, 0.7},
    {"bars", -40, 35, bars},
    {"crowded_middle", -40, 35, crowded_middle, 0.8, 1},
    {"towards_the_origin", -20, 35, towards_origin},
    {"far_out", -38, 30, far_out},
};

/// A life of bodies from one bucket: with motions that most of them keep to.
class History {
 public:
  History(const Bucket& bucket, std::uint64_t seed, std::size_t bodies, int threads)
      : bucket_(bucket),
        random_(seed),
        scale_(std::pow(10, random_.uniform(bucket.least_exponent, bucket.largest_exponent))),
        harness_(threads) {
    for (std::size_t i = 0; i < bodies; ++i) add();
  }

  void run(int frames, const std::string& where) {
    for (int frame = 0; frame < frames; ++frame) {
      ASSERT_NO_FATAL_FAILURE(harness_.step(message(where, ", frame ", frame)));
      bodies_seen_ += static_cast<double>(harness_.used().size());
      bodies_in_pairs_ += static_cast<double>(harness_.bodies_in_pairs());
      happen(frame);
    }
  }
  double bodies_seen() const { return bodies_seen_; }
  double bodies_in_pairs() const { return bodies_in_pairs_; }

 private:
  void add() {
    const Body body = bucket_.draw(random_, number_++, scale_);
    const auto mobility = static_cast<Mobility>(random_.below(5) == 0 ? 0 : 1 + random_.below(2));
    const Slot slot = harness_.add(body.box(body), mobility);
    if (bodies_.size() <= slot) bodies_.resize(slot + 1);
    bodies_[slot] = body;
    if (random_.below(3) != 0) tell(slot);
  }
  /// Says where the body will go.
  void tell(Slot slot) {
    const Body& body = bodies_[slot];
    Motion motion;
    motion.begin = harness_.time();
    motion.end = motion.begin + random_.uniform(1, 20);
    double square = 0, size = 0;
    for (std::size_t k = 0; k < 3; ++k) size = std::max(size, body.half[k]);
    for (std::size_t k = 0; k < 3; ++k) {
      motion.s[static_cast<int>(k)] = body.centre[k];
      motion.v[static_cast<int>(k)] = body.velocity[k];
      square += size > 0 ? (body.half[k] / size) * (body.half[k] / size) : 0;
    }
    motion.radius = size * std::sqrt(square) * (1 + 1e-6) + 1e-45;
    harness_.tell(slot, motion);
  }
  void happen(int frame) {
    // Few changes in some frames, many in others, none in every fifth.
    const std::uint64_t share = frame % 5 == 4 ? 0 : frame % 2 == 0 ? 10 : 1;
    const std::vector<Slot> slots(harness_.used().begin(), harness_.used().end());
    for (const Slot slot : slots) {
      if (random_.below(10) >= share) continue;
      const std::uint64_t what = random_.below(20);
      if (what == 0) {
        harness_.remove(slot);
        add();
      } else if (what == 1) {
        harness_.set_mobility(slot, static_cast<Mobility>(random_.below(3)));
      } else if (what == 2) {
        bodies_[slot] = bucket_.draw(random_, number_++, scale_);  // it jumps, and nobody was told
        harness_.move(slot, bodies_[slot].box(bodies_[slot]));
      } else {
        for (std::size_t k = 0; k < 3; ++k) bodies_[slot].centre[k] += bodies_[slot].velocity[k];
        harness_.move(slot, bodies_[slot].box(bodies_[slot]));
        if (what < 6) tell(slot);
      }
    }
  }

  Bucket bucket_;
  Random random_;
  double scale_;
  std::size_t number_ = 0;
  BroadHarness harness_;
  std::vector<Body> bodies_;  // by slot
  double bodies_seen_ = 0, bodies_in_pairs_ = 0;
};

class Scales : public ::testing::TestWithParam<Bucket> {};

TEST_P(Scales, EveryKindNamesThePairsOfTheDefinition) {
  const Bucket& bucket = GetParam();
  double seen = 0, hit = 0;
  for (int seed = 0; seed < oracle::scaled_count(8); ++seed) {
    History history(bucket, static_cast<std::uint64_t>(seed), 150, 1);
    ASSERT_NO_FATAL_FAILURE(history.run(12, message("seed ", seed)));
    seen += history.bodies_seen();
    hit += history.bodies_in_pairs();
  }
  const double rate = hit / seen;
  std::printf("%s: %.0f bodies, %.0f %% of them in a pair\n", bucket.name, seen, 100 * rate);
  EXPECT_GE(rate, bucket.least_hit_rate);
  EXPECT_LE(rate, bucket.largest_hit_rate);
}

INSTANTIATE_TEST_SUITE_P(Buckets, Scales, ::testing::ValuesIn(buckets),
                         [](const auto& of) { return std::string(of.param.name); });

/// So many that threads are used.
TEST(ScalesOfMany, ThreadsChangeNothing) {
  for (const auto& [draw, share] : {std::pair(&one_huge, 0.4), std::pair(&towards_origin, 0.3)}) {
    const auto smaller = [draw = draw, share = share](Random& random, std::size_t number, double scale) {
      Body body = draw(random, number, scale);
      for (double& half : body.half) half *= share;
      return body;
    };
    History history({"many", -30, 30, smaller}, 1, 8300, 3);
    ASSERT_NO_FATAL_FAILURE(history.run(2, "many"));
    EXPECT_GT(history.bodies_in_pairs(), 0.2 * history.bodies_seen());
    EXPECT_LT(history.bodies_in_pairs(), 0.99 * history.bodies_seen());
  }
}

}  // namespace
}  // namespace graze::test
