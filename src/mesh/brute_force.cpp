// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/brute_force.h"

#include "math/posed_box.h"

namespace graze {
namespace {

AxisBox box_of(const Triangle& t) {
  AxisBox box;
  for (const Eigen::Vector3d& p : t) box.include(p);
  return box;
}

/// Certainly; false for NaN.
bool apart(const AxisBox& a, const AxisBox& b) {
  return (a.low.array() > b.high.array()).any() || (b.low.array() > a.high.array()).any();
}

}  // namespace

bool find_pairs_brute_force(const MeshPair& pair, const Deadline& deadline, BruteForcePlace& place,
                            Counters& counters, Findings& findings) {
  auto out_of_time = [&, tests = 0U]() mutable {
    constexpr unsigned tests_between_looks = 256;
    if (++tests % tests_between_looks != 0) return false;
    findings.look();
    return is_past(deadline);
  };
  const AxisBox b_in_a = pair.b.X == nullptr ? pair.b.bounds.box : image_of(pair.b.bounds.box, pair.X_AB);
  const auto faces_a = static_cast<std::uint32_t>(pair.a.mesh.faces.size());
  const auto faces_b = static_cast<std::uint32_t>(pair.b.mesh.faces.size());
  for (; place.i < faces_a; ++place.i, place.j = 0) {
    if (out_of_time()) return false;
    ++counters.box_tests;
    if (apart(box_of(pair.a.triangle(place.i)), b_in_a)) continue;
    for (; place.j < faces_b; ++place.j) {
      if (out_of_time()) return false;
      ++counters.face_tests;
      if (pair.faces_meet(place.i, place.j, counters) && findings.add({place.i, place.j})) return true;
    }
  }
  return true;
}

void find_pairs_brute_force(const MeshPair& pair, Counters& counters, Findings& findings) {
  BruteForcePlace place;
  find_pairs_brute_force(pair, no_deadline, place, counters, findings);
}

}  // namespace graze
