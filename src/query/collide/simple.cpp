// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The simple algorithm of zachmann-boxtree, section 3.1: all edges of A against the polygons of B, and the
// reverse.
//
//   1. Collect B's faces that reach into A's box, and A's that reach into B's.
//   2. Each edge of A that reaches into B's box against the collected faces of B; then the same with A and B
//   exchanged. An edge that meets a face makes every face at that edge meet it.
//
// We deviate: all boxes are aligned with A's axes; collected faces are kept eight to a block, and the paper's
// box check in the inner loop is made once for a block. Cost O(edges·faces) in the worst case, after O(edges
// + faces) for the checks.
#include "elementary/edge_face.h"
#include "query/collide/kernels.h"

namespace graze {
namespace {

/// Boxes further apart than the errors allow. Written so that NaN, from points that overflow, counts as not
/// apart.
bool apart(const AxisBox& a, const AxisBox& b, double error) {
  return (a.low - b.high).cwiseMax(b.low - a.high).maxCoeff() > 2.1 * error;
}

template <class Corners>
AxisBox box_of(const Corners& corners) {
  AxisBox box;
  for (const Eigen::Vector3d& p : corners) box.include(p);
  return box;
}

/// One of the two meshes in A's frame.
struct Side {
  const PosedMesh& posed;
  const Adjacency& adjacency;
  const std::vector<Eigen::Vector3d>& vertices_A;
  AxisBox box;

  Triangle triangle(const Face& f) const { return {vertices_A[f[0]], vertices_A[f[1]], vertices_A[f[2]]}; }
};

void collect_faces(const Side& side, const AxisBox& within, double error, std::vector<FaceBlock>& blocks,
                   ListShare& share) {
  blocks.clear();
  std::array<Triangle, block_lanes> triangles;
  std::array<std::uint32_t, block_lanes> faces = {};
  AxisBox box;
  int size = 0;
  const auto close_block = [&] {
    if (size == 0) return;
    share.make_room(blocks);
    blocks.push_back({TriangleBlock(std::span(triangles).first(size), error), box, faces, size});
    box = {};
    size = 0;
  };
  for (std::uint32_t f = 0; f < side.posed.mesh.faces.size(); ++f) {
    const Triangle t = side.triangle(side.posed.mesh.faces[f]);
    const AxisBox face_box = box_of(t);
    if (apart(face_box, within, error)) continue;
    triangles[size] = t;
    faces[size] = f;
    box.include(face_box);
    if (++size == block_lanes) close_block();
  }
  close_block();
}

/// Edges of `edges` against the collected faces of `faces`. `report(e, f)`: edge e meets face f; true to
/// stop.
template <class Report>
bool edges_against_faces(const MeshPair& pair, QueryContext& context, const Side& edges, const Side& faces,
                         const Report& report) {
  std::vector<FaceBlock>& blocks = context.scratch().blocks;
  Counters& counters = context.counters;
  ListShare share(context.limits);
  collect_faces(faces, edges.box, pair.error, blocks, share);
  if (blocks.empty()) return false;
  const Adjacency& adjacency = edges.adjacency;
  const double error = pair.error;
  for (std::uint32_t e = 0; e < adjacency.edges.size(); ++e) {
    const auto [v, w] = adjacency.edges[e];
    const Segment edge = {edges.vertices_A[v], edges.vertices_A[w]};
    const AxisBox edge_box = box_of(edge);
    context.limits.look();
    if (apart(edge_box, faces.box, error)) continue;
    for (const FaceBlock& block : blocks) {
      ++counters.box_tests;
      if (apart(edge_box, block.box, error)) continue;
      context.limits.look();
      const Verdicts verdicts = edge_against_8(edge, error, block.lanes);
      counters.face_tests += block.size;
      for (int lane = 0; lane < block.size; ++lane) {
        if ((verdicts.apart >> lane & 1) != 0) continue;
        const std::uint32_t f = block.faces[lane];
        bool meet = (verdicts.meet >> lane & 1) != 0;
        if (!meet) {
          ++counters.double_tests;
          const Verdict verdict =
              edge_meets_face_filter(edge, faces.triangle(faces.posed.mesh.faces[f]), error);
          meet = verdict == Verdict::meet;
          if (verdict == Verdict::unsure) {
            ++counters.exact_fallbacks;
            meet = edge_meets_face_exact(edges.posed.posed(v, w), faces.posed.posed(f));
          }
        }
        if (meet && report(e, f)) return true;
      }
    }
  }
  share.release();
  return false;
}

}  // namespace

void collide_simple(const PosedPair& posed, QueryContext& context, Findings& findings) {
  const MeshPair pair = posed.meshes();
  MemoryShare share(context.limits);
  share.hold(pair.b.mesh.vertices.size() * sizeof(Eigen::Vector3d));
  const Side a = {pair.a, posed.mesh_a().adjacency(), pair.a.mesh.vertices, pair.a.bounds.box};
  Side b = {pair.b, posed.mesh_b().adjacency(), b_vertices_A(pair, context), {}};
  for (const Face& f : pair.b.mesh.faces) b.box.include(box_of(b.triangle(f)));
  if (apart(a.box, b.box, pair.error)) return;

  const bool stopped = edges_against_faces(pair, context, a, b, [&](std::uint32_t e, std::uint32_t face_b) {
    for (const std::uint32_t face_a : a.adjacency.faces_of(e)) {
      if (findings.add({face_a, face_b})) return true;
    }
    return false;
  });
  if (stopped) return;
  edges_against_faces(pair, context, b, a, [&](std::uint32_t e, std::uint32_t face_a) {
    for (const std::uint32_t face_b : b.adjacency.faces_of(e)) {
      if (findings.add({face_a, face_b})) return true;
    }
    return false;
  });
}

}  // namespace graze
