// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "convex/support_point.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/support_point.cpp"
#include <hwy/foreach_target.h>

#include "convex/support.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

void support_point_lanes(const ConvexBody& body, const Eigen::Vector3d& d, std::uint32_t& last,
                         Eigen::Vector3d& p) {
  const SupportPoint s = support(body, xyz(d), last);
  last = s.index;
  p = vector3(s.p);
}

double support_height_lanes(const ConvexBody& body, const Eigen::Vector3d& d) {
  if (body.lanes != nullptr) return height_of_lanes(body.lanes, body.stride, xyz(d));
  return dot(xyz(d), support(body, xyz(d), 0).p);
}

std::uint32_t climb_to_farthest_lanes(const Polytope& polytope, const Eigen::Vector3d& d,
                                      std::uint32_t start) {
  return farthest_by_climbing(polytope, xyz(d), start, start);
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(support_point_lanes);
HWY_EXPORT(support_height_lanes);
HWY_EXPORT(climb_to_farthest_lanes);
}  // namespace

Eigen::Vector3d support_point(const ConvexBody& body, const Eigen::Vector3d& d, std::uint32_t& last) {
  Eigen::Vector3d p;
  HWY_DYNAMIC_DISPATCH(support_point_lanes)(body, d, last, p);
  return p;
}

double support_height(const ConvexBody& body, const Eigen::Vector3d& d) {
  return HWY_DYNAMIC_DISPATCH(support_height_lanes)(body, d);
}

std::uint32_t climb_to_farthest(const Polytope& polytope, const Eigen::Vector3d& d, std::uint32_t start) {
  return HWY_DYNAMIC_DISPATCH(climb_to_farthest_lanes)(polytope, d, start);
}

}  // namespace graze
#endif
