// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Edge against face: the edge's ends against the face's plane, then its line against the face's three edges.
// The filter handles general position; the rest is decided by elementary/closed_sets.h.
#include "elementary/edge_face.h"

#include "elementary/approximate.h"
#include "elementary/closed_sets.h"
#include "exact/signs.h"

namespace graze {

Verdict edge_meets_face_filter(const Segment& edge, const Triangle& face, double error) {
  using Eigen::Vector3d;
  const Vector3d low_e = edge[0].cwiseMin(edge[1]), high_e = edge[0].cwiseMax(edge[1]);
  const Vector3d low_f = face[0].cwiseMin(face[1]).cwiseMin(face[2]),
                 high_f = face[0].cwiseMax(face[1]).cwiseMax(face[2]);
  if ((low_e - high_f).cwiseMax(low_f - high_e).maxCoeff() > 2.1 * error) return Verdict::apart;

  const double M = (high_e.cwiseMax(high_f) - low_e.cwiseMin(low_f)).maxCoeff();
  const double bound = exact::orient3d_bound(M, error);

  // Seen from the edge's first end: its other end against the face's plane, and its line against the face's
  // edges.
  const Vector3d d = edge[1] - edge[0];
  const Vector3d a = face[0] - edge[0], b = face[1] - edge[0], c = face[2] - edge[0];
  const Vector3d n = (face[1] - face[0]).cross(face[2] - face[0]);
  const double side0 = -n.dot(a);
  const double side1 = n.dot(edge[1] - face[0]);
  if ((side0 > bound && side1 > bound) || (side0 < -bound && side1 < -bound)) return Verdict::apart;

  const double ab = d.dot(a.cross(b)), bc = d.dot(b.cross(c)), ca = d.dot(c.cross(a));
  const bool some_positive = ab > bound || bc > bound || ca > bound;
  const bool some_negative = ab < -bound || bc < -bound || ca < -bound;
  const bool ends_apart = (side0 > bound && side1 < -bound) || (side0 < -bound && side1 > bound);
  if (some_positive && some_negative) return Verdict::apart;
  const bool all_positive = ab > bound && bc > bound && ca > bound;
  const bool all_negative = ab < -bound && bc < -bound && ca < -bound;
  return ends_apart && (all_positive || all_negative) ? Verdict::meet : Verdict::unsure;
}

namespace {

template <int Limbs>
bool edge_meets_face_by_signs(const PosedSegment& edge, const PosedTriangle& face) {
  exact::Signs<5, Limbs> signs({exact::Point{edge.p[0], edge.X, edge.outer},
                                {edge.p[1], edge.X, edge.outer},
                                {face.p[0], face.X, face.outer},
                                {face.p[1], face.X, face.outer},
                                {face.p[2], face.X, face.outer}});
  return ClosedSets(signs).segment_meets_triangle({0, 1}, {2, 3, 4});
}

}  // namespace

bool edge_meets_face_exact(const PosedSegment& edge, const PosedTriangle& face) {
  if (edge.outer != nullptr || face.outer != nullptr)
    return edge_meets_face_by_signs<exact::limbs_of_chained_coordinate>(edge, face);
  return edge_meets_face_by_signs<exact::limbs_of_coordinate>(edge, face);
}

bool edge_meets_face(const PosedSegment& edge, const PosedTriangle& face) {
  const auto e = approximate<2>(edge.p, edge.X, edge.outer);
  const auto f = approximate<3>(face.p, face.X, face.outer);
  return settled(edge_meets_face_filter(e.p, f.p, std::max(e.error, f.error)),
                 [&] { return edge_meets_face_exact(edge, face); });
}

}  // namespace graze
