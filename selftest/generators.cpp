// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/generators.h"

#include <graze/error.h>

#include <array>
#include <string>

#include "selftest/kinds.h"

namespace graze::selftest {
namespace {

constexpr std::array table = {
    Generator{"soups", "two or three small bodies anyhow", kinds::soups},
    Generator{"touching", "bodies that touch exactly, and one rounding off", kinds::touching},
    Generator{"concentric", "concentric and identical bodies, at rest and turning", kinds::concentric},
    Generator{"ratios", "bodies 1e-300 to 1e300 times as large as each other", kinds::ratios},
    Generator{"points", "points and segments as meshes", kinds::points},
    Generator{"flat_hulls", "hulls of nearly collinear and coplanar points", kinds::flat_hulls},
    Generator{"rods", "long and thin bodies", kinds::rods},
    Generator{"subdivided", "cubes with subdivided edges and faces", kinds::subdivided},
    Generator{"slivers", "thin long faces askew", kinds::slivers},
    Generator{"nested", "bodies inside bodies", kinds::nested},
    Generator{"scales", "whole scenes from denormal numbers to 1e300", kinds::scales},
    Generator{"denormals", "bodies of a few units of the smallest number there is", kinds::denormals},
    Generator{"bent_poses", "poses off a rotation by as much as is accepted", kinds::bent_poses},
    Generator{"round", "spheres, capsules, cylinders, cones, ellipsoids", kinds::round},
    Generator{"compounds", "compounds in compounds", kinds::compounds},
    Generator{"rays", "rays and segments along edges and in planes", kinds::rays},
    Generator{"in_place", "meshes without poses, as files have them, some far from the origin",
              kinds::in_place},
    Generator{"approaching", "bodies that come down on a face or an edge and leave again",
              kinds::approaching},
    Generator{"turning", "long bodies that turn beside a wall", kinds::turning},
    Generator{"budgets", "questions asked in slices of time, resumed many times", kinds::budgets},
    Generator{"sequences", "long motions of small bodies: at rest, turning, drifting, jumping",
              kinds::sequences},
    Generator{"large", "the same of bodies of 100 to 3,000 faces", kinds::large},
    Generator{"threads", "bodies of up to 8,000 faces, now and then 70,000, asked by several threads",
              kinds::threads},
    Generator{"deforming", "deforming bodies that collapse and explode", kinds::deforming},
    Generator{"both_ways", "deforming bodies asked both ways round by several threads", kinds::both_ways},
    Generator{"crowd", "many bodies in one place, now and then thousands", kinds::crowd},
    Generator{"histories", "worlds whose bodies move, go and come back", kinds::histories},
    Generator{"drifting", "bodies that drift until they meet, in worlds with steps of one length",
              kinds::drifting},
    Generator{"overlaid", "meshes of thousands of faces on top of themselves", kinds::overlaid},
    Generator{"throngs", "worlds of so many bodies that threads share them", kinds::throngs},
};

}  // namespace

oracle::Draw draw_of(std::uint64_t seed, std::uint64_t number) {
  const std::uint64_t of_seed = Random(seed).next();
  return oracle::Draw(Random(of_seed ^ (number * 0xd1342543de82ef95ULL)).next());
}

std::size_t kind_of_case(std::uint64_t number) {
  // The first kinds of the table take milliseconds, the last ones a second.
  constexpr std::size_t quick = 20, slow = table.size() - 2;
  static_assert(table[quick].name == "sequences" && table[slow].name == "overlaid");
  const std::uint64_t round = number / table.size();
  const std::size_t kind = number % table.size(), share = kind < quick ? 1 : kind < slow ? 4 : 12;
  return round % share == 0 ? kind : (round + kind) % quick;
}

std::span<const Generator> all_generators() {
  return table;
}

const Generator& generator_from_name(std::string_view name) {
  for (const Generator& generator : table) {
    if (generator.name == name) return generator;
  }
  std::string text = "there is no kind of case '";
  text.append(name).append("'; there are:");
  for (const Generator& generator : table) text.append(" ").append(generator.name);
  throw Error(text);
}

}  // namespace graze::selftest
