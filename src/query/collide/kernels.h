// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The operation `collide`: which faces of two bodies share a point? Its kernels all have one signature.
#pragma once

#include "mesh/findings.h"
#include "query/context.h"
#include "query/posed_pair.h"

namespace graze {

using CollideKernel = void (*)(const PosedPair&, QueryContext&, Findings&);

/// The door: every query of a pair passes here, whatever asked it: one-pair calls, a World, the pieces of a compound. Tries
/// the bounds, then runs the kernel of the table (table.cpp) for the kinds and the method. Poses must be valid.
void collide(const PosedPair& pair, QueryContext& context, Findings& findings);

/// The shortcuts `balls` and, for two meshes, `boxes`. If they tell the bodies apart, `distance` is a lower bound on how far. It is
/// written in place: an optional double is returned in parts, and to load it as a whole takes a seventh of a short query.
bool bounds_apart(const PosedPair& pair, QueryContext& context, double& distance);

/// What the table (table.cpp) has for a pair and a method.
struct CollideEntry {
  CollideKernel kernel = nullptr;
  Method method = Method::automatic;  ///< that the kernel is of: the one asked for, or `automatic`
  bool swapped = false;               ///< the kernel takes b first
};
inline constexpr int method_count = 12;
extern const CollideEntry (&collide_table)[method_count][family_count][family_count];
[[noreturn]] void refuse_method(Method method);
inline const CollideEntry& collide_entry(const Shape& a, const Shape& b, Method method) {
  const auto m = static_cast<unsigned>(method);
  if (m >= method_count) refuse_method(method);
  return collide_table[m][static_cast<int>(a.impl().family)][static_cast<int>(b.impl().family)];
}

// Two meshes. A pair of faces may be reported more than once, and in any order.
void collide_automatic(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_wide_bvh(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_dop_tree(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_obb_tree(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_box_tree(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_naive(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_simple(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_face_octree(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_octree_update(const PosedPair& pair, QueryContext& context, Findings& findings);
/// One answer by the wide trees, with what the context's cache remembers.
void collide_cached(const PosedPair& pair, QueryContext& context, Findings& findings);

// Two convex bodies.
void collide_gjk(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_lin_canny(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_separating_plane(const PosedPair& pair, QueryContext& context, Findings& findings);
void collide_convex_exactly(const PosedPair& pair, QueryContext& context, Findings& findings);

/// A convex body a and a mesh b.
void collide_convex_mesh(const PosedPair& pair, QueryContext& context, Findings& findings);

/// A compound a and any body b.
void collide_compound(const PosedPair& pair, QueryContext& context, Findings& findings);

/// B's vertices in A's frame, in the context's scratch.
const std::vector<Eigen::Vector3d>& b_vertices_A(const MeshPair& pair, QueryContext& context);

}  // namespace graze
