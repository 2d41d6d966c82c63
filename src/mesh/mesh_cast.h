// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What every tree needs to answer ray and box queries. A tree walks its nodes and offers the faces that it
// cannot rule out; here they are tested, exactly, and kept.
#pragma once

#include <algorithm>
#include <cmath>

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

/// Where a path first touches a face, and what is known of the parameter there. The face's pose must outlive it. Parameters of
/// one path may be compared whatever mesh and pose the faces have: they are ratios, in units of the path.
struct FirstTouch {
  std::uint32_t face = 0;
  PosedTriangle triangle;
  ParameterRange s;       ///< scaled (see LocalPath)
  bool filtered = false;  ///< s is the filter's; which stage it comes from does not depend on the tree
  std::optional<exact::Fraction> exact_s = {};  ///< made when first needed
};

/// The parameter of a touch by this path, as from first_touch_exact.
const exact::Fraction& exact_parameter(FirstTouch& touch, const WorldPath& path);

/// The sign of a's parameter less b's, both of this path: by their ranges, exactly where these overlap.
int compare(FirstTouch& a, FirstTouch& b, const WorldPath& path);

RayHit hit_of(FirstTouch& touch, const WorldPath& path);

/// The first face: the least parameter, then the least number.
class FirstTouched {
 public:
  /// Faces beyond the scaled parameter `limit` may be passed over: something else is touched by then.
  FirstTouched(const MeshCast& cast, Counters& counters, double limit = INFINITY)
      : cast_(cast), counters_(counters), limit_(std::min(cast.local.end.high, limit)) {}

  bool offer(std::uint32_t face, bool certain);
  double limit() const { return limit_; }

  /// If no face is touched up to the limit: none, or a face beyond it.
  FirstTouch* first() { return found_ ? &first_ : nullptr; }

 private:
  /// Apart from `offer` for the sake of its stack.
  void offer_exactly(std::uint32_t face, const TouchVerdict& touch);
  void take(std::uint32_t face, const ParameterRange& s, bool filtered);

  const MeshCast& cast_;
  Counters& counters_;
  double limit_;
  bool found_ = false;
  FirstTouch first_;
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
