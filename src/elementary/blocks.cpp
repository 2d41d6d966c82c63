// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "elementary/blocks.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "elementary/blocks.cpp"
#include <hwy/foreach_target.h>

#include "elementary/box_lanes.h"
#include "elementary/lanes.h"
#include "math/slack.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

Verdicts triangle_8(const Triangle& t, double error, const TriangleBlock& block) {
  const InBlock<3> in(t, error, block);
  return triangle_against_lanes(in.p, in.bound, {block.p[0][0], block_lanes});
}
Verdicts edge_8(const Segment& edge, double error, const TriangleBlock& block) {
  const InBlock<2> in(edge, error, block);
  return edge_against_lanes(in.p, in.bound, {block.p[0][0], block_lanes});
}
Verdicts boxes_8(const Triangle& t, double error, const BoxBlock& boxes) {
  return triangle_against_box_lanes(t, error, boxes);
}

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {

HWY_EXPORT(triangle_8);
HWY_EXPORT(edge_8);
HWY_EXPORT(boxes_8);

Verdicts triangle_against_8(const Triangle& t, double error, const TriangleBlock& block) {
  return HWY_DYNAMIC_DISPATCH(triangle_8)(t, error, block);
}
Verdicts edge_against_8(const Segment& edge, double error, const TriangleBlock& block) {
  return HWY_DYNAMIC_DISPATCH(edge_8)(edge, error, block);
}
Verdicts triangle_against_8_boxes(const Triangle& t, double error, const BoxBlock& boxes) {
  return HWY_DYNAMIC_DISPATCH(boxes_8)(t, error, boxes);
}

TriangleBlock::TriangleBlock(std::span<const Triangle> triangles, double coordinate_error) {
  AxisBox box;
  for (const Triangle& t : triangles) {
    for (const Eigen::Vector3d& corner : t) box.include(corner);
  }
  origin = 0.5 * box.low + 0.5 * box.high;
  const double reach = (box.high - origin).cwiseMax(origin - box.low).maxCoeff();
  // A block that is a single point, or that no power of two in range can scale, keeps its size; its bound is
  // then infinite.
  int exponent = 0;
  const bool scalable = reach > 0x1p-900 && reach < 0x1p900;
  if (scalable) std::frexp(reach, &exponent);
  scale = std::ldexp(1.0, -exponent);
  // Rounding to float, and before that the subtraction of the origin.
  error = scalable ? to_float_rounding + coordinate_error * scale : INFINITY;
  for (int lane = 0; lane < block_lanes; ++lane) {
    const Triangle& t = triangles[std::min<std::size_t>(lane, triangles.size() - 1)];
    for (int corner = 0; corner < 3; ++corner) {
      const Eigen::Vector3d q = (t[corner] - origin) * scale;
      for (int axis = 0; axis < 3; ++axis) p[corner][axis][lane] = static_cast<float>(q[axis]);
    }
  }
}

}  // namespace graze
#endif
