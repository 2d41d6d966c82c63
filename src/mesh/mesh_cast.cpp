// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "mesh/mesh_cast.h"

#include <algorithm>
#include <limits>

#include "elementary/approximate.h"
#include "math/slack.h"

namespace graze {
namespace {

/// None where the mesh lies in the world as it is: then nothing is rounded.
const Pose* unless_identity(const Pose& X) {
  return X == Pose() ? nullptr : &X;
}

}  // namespace

MeshCast::MeshCast(const Mesh& m, const MeshBounds& bounds, const Pose& X, const WorldPath& world_path,
                   const Limits& of_query)
    : mesh{m, bounds, unless_identity(X)}, path(world_path), local(path, mesh.X), limits(of_query) {}

MeshBoxQuery::MeshBoxQuery(const Mesh& m, const MeshBounds& bounds, const Pose& X, const AxisBox& world_box,
                           const Limits& of_query)
    : mesh{m, bounds, unless_identity(X)}, box(world_box), limits(of_query) {}

bool TouchedFaces::offer(std::uint32_t face, bool certain) {
  cast_.limits.look();
  if (certain) return faces_.add(face);
  ++counters_.double_tests;
  const bool touched = settled(first_touch_filter(cast_.local, cast_.mesh.triangle(face)).verdict, [&] {
    ++counters_.exact_fallbacks;
    return first_touch_exact(cast_.path, cast_.mesh.posed(face)).has_value();
  });
  return touched && faces_.add(face);
}

bool FirstTouched::offer(std::uint32_t face, bool /*certain: where has to be known, too*/) {
  cast_.limits.look();
  ++counters_.double_tests;
  const TouchVerdict touch = first_touch_filter(cast_.local, cast_.mesh.triangle(face));
  if (touch.verdict == Verdict::apart) return false;
  const bool meet = touch.verdict == Verdict::meet;
  if (meet && (!face_ || touch.s.high < s_.low)) {
    face_ = face;
    s_ = touch.s;
    exact_s_.reset();
    filtered_ = true;
    limit_ = std::min(limit_, s_.high);
  } else if (!meet || !(touch.s.low > s_.high)) {
    offer_exactly(face, touch);
  }
  return false;
}

void FirstTouched::offer_exactly(std::uint32_t face, const TouchVerdict& touch) {
  if (face_ == face) return;
  ++counters_.exact_fallbacks;
  const std::optional<exact::Fraction> exact_s = first_touch_exact(cast_.path, cast_.mesh.posed(face));
  if (!exact_s) return;
  if (face_) {
    if (!exact_s_) exact_s_ = first_touch_exact(cast_.path, cast_.mesh.posed(*face_));
    const int sign = compare(*exact_s, *exact_s_);
    if (sign > 0 || (sign == 0 && face > *face_)) return;
  }
  face_ = face;
  filtered_ = touch.verdict == Verdict::meet;
  s_ = filtered_ ? touch.s : scaled(cast_.path, *exact_s);
  exact_s_ = exact_s;
  limit_ = std::min(limit_, s_.high);
}

std::optional<RayHit> FirstTouched::hit() const {
  if (!face_) return std::nullopt;
  exact::Fraction::Rounded s;
  if (filtered_ && s_.high - s_.low <= hit_tolerance * s_.low) {
    s.m = std::frexp(0.5 * (s_.low + s_.high), &s.e);
    s.e -= cast_.path.exponent();
  } else {
    s = (exact_s_ ? exact_s_ : first_touch_exact(cast_.path, cast_.mesh.posed(*face_)))->rounded();
    int e = 0;
    s.m *= std::frexp(cast_.path.unit(), &e);
    s.e += e;
  }
  // 0 means that the path starts on the face: what is above 0 and below all doubles becomes the least of them.
  const double value = s.m > 0 ? std::max(s.value(), std::numeric_limits<double>::denorm_min()) : s.value();
  return RayHit{*face_, value, cast_.path.at(s)};
}

bool FacesInBox::offer(std::uint32_t face, bool certain) {
  query_.limits.look();
  if (certain) return faces_.add(face);
  ++counters_.double_tests;
  const PosedTriangle t = query_.mesh.posed(face);
  const auto image = approximate<3>(t.p, t.X);
  const bool meets = settled(triangle_meets_box_filter(image.p, image.error, query_.box), [&] {
    ++counters_.exact_fallbacks;
    return triangle_meets_box_exact(t, query_.box);
  });
  return meets && faces_.add(face);
}

}  // namespace graze
