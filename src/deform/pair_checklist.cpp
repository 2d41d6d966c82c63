// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Stage 6 of the face octree (face_octree.h): eight pairs in float, then one pair in double, then exact signs.
#include "deform/pair_checklist.h"

#include <utility>

#include "elementary/triangle_triangle.h"

namespace graze {

void PairChecklist::start(std::span<const OctreeBody> bodies, double error, bool first_only, Limits& limits) {
  bodies_ = bodies;
  error_ = error;
  first_only_ = first_only;
  limits_ = &limits;
  share_.start(limits);
  seen_.clear(limits);
  pairs_.size = 0;
  found.clear();
  counters = {};
}

bool PairChecklist::decide(std::span<const OctreeFace> faces) {
  const OctreePairs pairs = std::exchange(pairs_, {});
  if (pairs.size == 0) return false;
  limits_->look();
  counters.face_tests += static_cast<std::uint64_t>(pairs.size);
  const Verdicts verdicts = pairs_meet(faces, pairs);
  for (unsigned left = ~static_cast<unsigned>(verdicts.apart) & ((1u << pairs.size) - 1); left != 0;
       left &= left - 1) {
    const int i = __builtin_ctz(left);
    const OctreeFace &a = faces[pairs.a[i]], &b = faces[pairs.b[i]];
    if ((verdicts.meet >> i & 1) == 0 && !faces_meet(a, b)) continue;
    share_.make_room(found);
    found.push_back({a.body, b.body, a.face, b.face});
    if (first_only_) return true;
  }
  return false;
}

bool PairChecklist::faces_meet(const OctreeFace& a, const OctreeFace& b) {
  ++counters.double_tests;
  const Verdict verdict = triangles_meet_filter(a.p, b.p, error_);
  if (verdict != Verdict::unsure) return verdict == Verdict::meet;
  ++counters.exact_fallbacks;
  const OctreeBody &body_a = bodies_[a.body], &body_b = bodies_[b.body];
  return triangles_meet_exact({triangle(body_a.mesh, a.face), body_a.X, body_a.outer},
                              {triangle(body_b.mesh, b.face), body_b.X, body_b.outer});
}

}  // namespace graze
