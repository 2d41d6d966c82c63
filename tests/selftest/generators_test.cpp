// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/generators.h"

#include <graze/error.h>
#include <gtest/gtest.h>

#include <set>

namespace graze::selftest {
namespace {

TEST(Generators, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Generator& generator : all_generators()) {
    EXPECT_TRUE(names.insert(generator.name).second) << generator.name;
    EXPECT_EQ(&generator_from_name(generator.name), &generator);
  }
  EXPECT_THROW(generator_from_name("nothing"), Error);
}

TEST(Generators, MakeTheSameCaseOfTheSameSeed) {
  for (const Generator& generator : all_generators()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      oracle::Draw first(seed), second(seed);
      const Scene a = generator.draw(first).scene, b = generator.draw(second).scene;
      ASSERT_EQ(a.bodies.size(), b.bodies.size()) << generator.name;
      for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        EXPECT_TRUE(a.bodies[i].shape.kind() == b.bodies[i].shape.kind()) << generator.name;
        EXPECT_TRUE(a.bodies[i].pose == b.bodies[i].pose) << generator.name;
      }
      EXPECT_TRUE(a.frames == b.frames) << generator.name;
    }
  }
}

}  // namespace
}  // namespace graze::selftest
