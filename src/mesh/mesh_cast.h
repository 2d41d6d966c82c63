// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What every tree needs to answer ray and box queries. A tree walks its nodes and offers the faces that it
// cannot rule out; here they are tested, exactly, and kept.
#pragma once

#include "elementary/path_face.h"
#include "elementary/triangle_box.h"
#include "mesh/mesh_pair.h"

namespace graze {

/// A path through a mesh.
struct MeshCast {
  PosedMesh mesh;
  const WorldPath& path;
  LocalPath local;  ///< the path in the mesh's frame
  const Limits& limits;

  MeshCast(const Mesh& m, const MeshBounds& bounds, const Pose& X, const WorldPath& world_path,
           const Limits& of_query = no_limits);
};

/// A box along the world's axes, over a mesh.
struct MeshBoxQuery {
  PosedMesh mesh;
  AxisBox box;
  const Limits& limits;

  MeshBoxQuery(const Mesh& m, const MeshBounds& bounds, const Pose& X, const AxisBox& world_box,
               const Limits& of_query = no_limits);
};

/// Is called for each face as it is found. The virtual call costs far less than finding the face.
class FaceVisitor {
 public:
  /// True when the search may stop.
  virtual bool visit(std::uint32_t face) = 0;

 protected:
  ~FaceVisitor() = default;
};

/// Takes faces as they are found: into a list, to a visitor, or only the fact that there is one.
struct FaceList {
  std::vector<std::uint32_t>* all = nullptr;
  FaceVisitor* visitor = nullptr;
  bool found = false;

  /// True when the search may stop.
  bool add(std::uint32_t face) {
    found = true;
    if (visitor != nullptr) return visitor->visit(face);
    if (all == nullptr) return true;
    all->push_back(face);
    return false;
  }
};

// Collectors: `bool offer(face, certain)` takes a face that may be touched, or certainly is, and is true when
// the search may stop; `double limit()` is the largest scaled parameter (see LocalPath) that is of interest.
// A face may be offered more than once, and in any order. `offer` throws Cancelled if the query is to stop. That is often enough
// for any search: nodes between two offers take 20 ns each, and each is visited once.

/// All faces, or any one.
class TouchedFaces {
 public:
  TouchedFaces(const MeshCast& cast, Counters& counters, FaceList& faces)
      : cast_(cast), counters_(counters), faces_(faces) {}

  bool offer(std::uint32_t face, bool certain);
  double limit() const { return cast_.local.end.high; }

 private:
  const MeshCast& cast_;
  Counters& counters_;
  FaceList& faces_;
};

/// The first face: the least parameter, then the least number.
class FirstTouched {
 public:
  FirstTouched(const MeshCast& cast, Counters& counters) : cast_(cast), counters_(counters) {}

  bool offer(std::uint32_t face, bool certain);
  double limit() const { return limit_; }

  std::optional<RayHit> hit() const;

 private:
  /// Apart from `offer` for the sake of its stack.
  void offer_exactly(std::uint32_t face, const TouchVerdict& touch);

  const MeshCast& cast_;
  Counters& counters_;
  double limit_ = cast_.local.end.high;
  std::optional<std::uint32_t> face_;
  ParameterRange s_;
  bool filtered_ = false;  // s_ is the filter's; which stage it comes from does not depend on the tree
  std::optional<exact::Fraction> exact_s_;  // made when first needed
};

/// Faces that share a point with a box.
class FacesInBox {
 public:
  FacesInBox(const MeshBoxQuery& query, Counters& counters, FaceList& faces)
      : query_(query), counters_(counters), faces_(faces) {}

  bool offer(std::uint32_t face, bool certain);

 private:
  const MeshBoxQuery& query_;
  Counters& counters_;
  FaceList& faces_;
};

/// Offers every face: for paths, boxes and sizes so extreme that bounds in float say nothing.
template <class Collector>
void offer_all(const Mesh& mesh, Counters& counters, Collector& collector) {
  for (std::uint32_t face = 0; face < mesh.faces.size(); ++face) {
    ++counters.face_tests;
    if (collector.offer(face, false)) return;
  }
}

}  // namespace graze
