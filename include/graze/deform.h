// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies that change their form from frame to frame; and many bodies at once, rigid or deforming, by one face
// octree over all of them (kitamura1998).
#pragma once

#include <graze/query.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace graze {

/// The owner of a deforming body: it takes new vertices each frame and gives out the body as it is then. A Shape that
/// was given out stays what it was. If earlier shapes are released before the next frame, only vertices are copied,
/// and nothing is allocated, with one thread: memory and trees of earlier frames are used again. A Deformer is for one thread at a
/// time; its shapes, as all shapes, may be queried from many.
class Deformer {
 public:
  /// Throws Error for a mesh that is not valid, or a shape that is no deformable.
  explicit Deformer(Mesh mesh);
  explicit Deformer(const Shape& shape);
  Deformer(Deformer&&) noexcept;  ///< what was moved from may only be assigned to or destroyed
  Deformer& operator=(Deformer&&) noexcept;
  ~Deformer();

  /// The body as it is now.
  Shape shape() const;

  /// Moves all vertices, in the order of the mesh, and returns the new shape. Throws Error if their number is
  /// wrong, a coordinate is not finite or threads < 1; the body then stays as it is. With more than one, vertices are copied,
  /// and the tree is refitted when a query needs it, in parallel.
  Shape deform(std::span<const Eigen::Vector3d> vertices, int threads = 1);

  /// How often a tree was built, and not refitted, so far.
  std::size_t tree_builds() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A body where it is.
struct BodyView {
  const Shape& shape;
  Pose pose;
};

/// Face `face_a` of body `body_a` and face `face_b` of body `body_b` share a point; body_a < body_b.
struct BodyFacePair {
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  std::uint32_t face_a = 0;
  std::uint32_t face_b = 0;
  auto operator<=>(const BodyFacePair&) const = default;
};

/// An axis-aligned cube.
struct Cube {
  Eigen::Vector3d low = Eigen::Vector3d::Zero();
  double side = 1;
};

enum class Subdivision {
  octree,   ///< cells are cut along three axes at once
  bintree,  ///< along one, in turn
};

struct FaceOctreeOptions {
  /// The root. Where bodies overlap outside it, it is doubled, and with it the level, until it holds all overlaps:
  /// cells stay as large, as far as level 20 and the precision of coordinates allow. None: fitted to the bodies.
  std::optional<Cube> world = std::nullopt;
  /// How often the root is halved along each axis, 0 to 20; less often where faces fill so many cells that it cannot
  /// pay. None: as often as pays for the faces at hand.
  std::optional<int> level = std::nullopt;
  Subdivision subdivision = Subdivision::octree;
  int threads = 1;                       ///< as in QueryOptions
  Scratch* scratch = nullptr;            ///< without one, the call allocates what it needs
  Counters* counters = nullptr;          ///< added to if given
  std::stop_token stop = {};             ///< as in QueryOptions
  std::size_t memory = no_memory_limit;  ///< as in QueryOptions
};

/// All pairs of faces of different bodies that share a point, sorted. Exact, as all queries are. Throws Error
/// for a pose that is not rigid, a shape that is neither mesh nor deformable, and options out of range.
std::vector<BodyFacePair> face_pairs_among(std::span<const BodyView> bodies,
                                           const FaceOctreeOptions& options = {});

/// The same into `pairs`, whose memory is re-used. If the search throws, `pairs` is empty.
void face_pairs_among(std::span<const BodyView> bodies, const FaceOctreeOptions& options,
                      std::vector<BodyFacePair>& pairs);

/// How much memory the scratch holds now.
std::size_t scratch_bytes(const Scratch& scratch);

}  // namespace graze
