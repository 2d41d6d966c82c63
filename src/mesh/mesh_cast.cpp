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

const exact::Fraction& exact_parameter(FirstTouch& touch, const WorldPath& path) {
  if (!touch.exact_s) touch.exact_s = first_touch_exact(path, touch.triangle);
  return *touch.exact_s;
}

int compare(FirstTouch& a, FirstTouch& b, const WorldPath& path) {
  if (a.s.high < b.s.low) return -1;
  if (b.s.high < a.s.low) return 1;
  return compare(exact_parameter(a, path), exact_parameter(b, path));
}

RayHit hit_of(FirstTouch& touch, const WorldPath& path) {
  exact::Fraction::Rounded s;
  if (touch.filtered && touch.s.high - touch.s.low <= hit_tolerance * touch.s.low) {
    s.m = std::frexp(0.5 * (touch.s.low + touch.s.high), &s.e);
    s.e -= path.exponent();
  } else {
    s = exact_parameter(touch, path).rounded();
    int e = 0;
    s.m *= std::frexp(path.unit(), &e);
    s.e += e;
  }
  // 0 means that the path starts on the face: what is above 0 and below all doubles becomes the least of them.
  const double value = s.m > 0 ? std::max(s.value(), std::numeric_limits<double>::denorm_min()) : s.value();
  return RayHit{touch.face, value, path.at(s)};
}

bool FirstTouched::offer(std::uint32_t face, bool /*certain: where has to be known, too*/) {
  cast_.limits.look();
  ++counters_.double_tests;
  const TouchVerdict touch = first_touch_filter(cast_.local, cast_.mesh.triangle(face));
  if (touch.verdict == Verdict::apart) return false;
  const bool meet = touch.verdict == Verdict::meet;
  if (meet && touch.s.low > limit_) return false;
  if (meet && (!found_ || touch.s.high < first_.s.low)) {
    take(face, touch.s, true);
    first_.exact_s.reset();
  } else {
    offer_exactly(face, touch);
  }
  return false;
}

void FirstTouched::offer_exactly(std::uint32_t face, const TouchVerdict& touch) {
  if (found_ && first_.face == face) return;
  ++counters_.exact_fallbacks;
  const std::optional<exact::Fraction> exact_s = first_touch_exact(cast_.path, cast_.mesh.posed(face));
  if (!exact_s) return;
  if (found_) {
    const int sign = compare(*exact_s, exact_parameter(first_, cast_.path));
    if (sign > 0 || (sign == 0 && face > first_.face)) return;
  }
  const bool filtered = touch.verdict == Verdict::meet;
  take(face, filtered ? touch.s : scaled(cast_.path, *exact_s), filtered);
  first_.exact_s = exact_s;
}

void FirstTouched::take(std::uint32_t face, const ParameterRange& s, bool filtered) {
  found_ = true;
  first_.face = face;
  first_.triangle = cast_.mesh.posed(face);
  first_.s = s;
  first_.filtered = filtered;
  limit_ = std::min(limit_, s.high);
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
