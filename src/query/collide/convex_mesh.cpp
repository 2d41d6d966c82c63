// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A convex body and a mesh: they share a point where one of the mesh's faces and the body do. Each face is a convex body of
// three vertices. Faces near the body come from the wide tree: in the body's frame, those that meet the body's box, which is
// grown by the error of the relative pose so that it holds the body whatever was rounded.
#include "convex/gjk.h"
#include "query/collide/convex_pair.h"
#include "query/collide/kernels.h"
#include "tree/wide/wide_bvh_cast.h"

namespace graze {
namespace {

/// Tests faces of the mesh that come near the body, one by one.
class FacesOnBody final : public FaceVisitor {
 public:
  FacesOnBody(const PosedPair& pair, QueryContext& context, Findings& findings)
      : pair_(pair), counters_(context.counters), findings_(findings) {}

  bool visit(std::uint32_t f) override {
    findings_.look();
    ++visited_;
    const TriangleBody face(triangle(pair_.mesh_b().mesh(), f));
    ++counters_.face_tests;
    const ConvexPair pair = convex_pair(pair_.convex_a(), pair_.X_WA, face.body(), pair_.X_WB);
    return convex_meet(pair, &memory_, counters_) && findings_.add({no_face, f});
  }
  std::size_t visited() const { return visited_; }

 private:
  const PosedPair& pair_;
  Counters& counters_;
  Findings& findings_;
  std::size_t visited_ = 0;
  GjkMemory memory_;  // the same plane often separates the body from one face after the other
};

/// Every face, nothing remembered: for `naive`.
void collide_with_every_face(const PosedPair& posed, QueryContext& context, Findings& findings) {
  const Mesh& mesh = posed.mesh_b().mesh();
  for (std::uint32_t f = 0; f < mesh.faces.size(); ++f) {
    findings.look();
    const TriangleBody face(triangle(mesh, f));
    ++context.counters.face_tests;
    const ConvexPair pair = convex_pair(posed.convex_a(), posed.X_WA, face.body(), posed.X_WB);
    if (convex_meet_naively(pair, context.counters) && findings.add({no_face, f})) return;
  }
}

}  // namespace

void collide_convex_mesh(const PosedPair& pair, QueryContext& context, Findings& findings) {
  if (context.method == Method::naive) return collide_with_every_face(pair, context, findings);
  const MeshIndex& index = pair.mesh_b();
  FacesOnBody faces(pair, context, findings);
  const RelativePose X_CM(pair.X_WA, pair.X_WB);
  const double error = X_CM.point_error(index.bounds().reach);
  if (!std::isfinite(error) || !context.allows(Shortcut::near_faces)) {
    for (std::uint32_t f = 0; f < index.mesh().faces.size(); ++f) {
      if (faces.visit(f)) return;
    }
    return;
  }
  AxisBox box = pair.a.impl().convex->box();
  box.low.array() -= error;
  box.high.array() += error;
  const Pose X(X_CM.R, X_CM.t);
  const MeshBoxQuery near(index.mesh(), index.bounds(), X, box, context.limits);
  FaceList list = {.visitor = &faces};
  FacesInBox in_box(near, context.counters, list);
  cast_box(index.wide_bvh(), near, context.scratch().stack, context.counters, in_box);
  if (faces.visited() < index.mesh().faces.size()) ++context.counters[Shortcut::near_faces];
}

}  // namespace graze
