// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/pose.h>
#include <graze/shape.h>
#include <graze/shortcuts.h>

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace graze {

/// How a pair of bodies is tested. Every method gives the same answer (methods may name different faces of a mesh at a cylinder, cone
/// or ellipsoid, where these are within 1e-9 of its size of touching). A pair of kinds that a method does not serve is tested
/// by `automatic` instead; `method_for` says which pairs these are.
enum class Method {
  automatic,      ///< the fastest one for the shapes at hand
  wide_bvh,       ///< a tree of eight-wide nodes, tested lane by lane: the fastest
  dop_tree,       ///< a binary tree of discrete oriented polytopes (zachmann-doptree)
  obb_tree,       ///< a binary tree of oriented boxes, as RAPID's (gottschalk1996)
  box_tree,       ///< a binary subdivision of the box, edges and faces in its leaves (zachmann-boxtree)
  naive,          ///< every face against every face
  simple,         ///< edges against the faces inside the other body's box (zachmann-boxtree, section 3.1)
  face_octree,    ///< an octree over the faces where the boxes overlap, for deforming bodies (kitamura1998)
  octree_update,  ///< its rival for rigid bodies: an octree for each, made once, its nodes moved (kitamura1998)

  // For pairs of convex bodies.
  gjk,               ///< the nearest point of the difference (gjk1988), certain or made so: the fastest
  lin_canny,         ///< polytopes: from feature to nearer feature over Voronoi regions (cohen-icollide)
  separating_plane,  ///< polytopes: a plane remembered in the cache, tried again (kitamura1998, section 5.1)
};

/// "naive", "simple", …; the inverse throws Error for a name that is none.
std::string_view method_name(Method method);
Method method_from_name(std::string_view name);

/// All that can be chosen, `automatic` first.
std::span<const Method> all_methods();

/// The method that tests this pair when `wanted` is asked for: `wanted`, or `automatic` where `wanted` does not serve the kinds
/// of the pair. Mesh methods serve two meshes (rigid or deforming; octree_update rigid ones alone), gjk two convex bodies,
/// lin_canny and separating_plane two polytopes (convex, box, and spheres and capsules of radius 0). naive and automatic serve all pairs.
Method method_for(const Shape& a, const Shape& b, Method wanted);

/// Stands for a body that is filled and meets others as a whole: all kinds but meshes, deformables and compounds.
inline constexpr std::uint32_t no_face = 0xffffffffu;

/// Face `a` of the first shape and face `b` of the second share a point. Of a compound, the number of the piece that
/// has the point stands for the face; of a filled body, `no_face`.
struct FacePair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  auto operator<=>(const FacePair&) const = default;
};

/// What a query did. Queries add to it, so that one object can gather a whole run.
struct Counters {
  std::uint64_t box_tests = 0;     ///< pairs of boxes compared
  std::uint64_t face_tests = 0;    ///< face pairs, or edge–face pairs, given to an elementary test
  std::uint64_t double_tests = 0;  ///< of these, left undecided by the float lanes
  std::uint64_t exact_fallbacks =
      0;  ///< of these, left undecided by floating point altogether; bounds that were, too
  std::uint64_t walk_steps = 0;      ///< from feature to feature, by lin_canny
  std::uint64_t walk_fallbacks = 0;  ///< walks of lin_canny that were given up
  std::array<std::uint64_t, shortcut_count> shortcuts =
      {};  ///< how often each ended a query or passed a part over

  std::uint64_t& operator[](Shortcut s) { return shortcuts[static_cast<std::size_t>(s)]; }
  std::uint64_t operator[](Shortcut s) const { return shortcuts[static_cast<std::size_t>(s)]; }

  Counters& operator+=(const Counters& other) {
    box_tests += other.box_tests;
    face_tests += other.face_tests;
    double_tests += other.double_tests;
    exact_fallbacks += other.exact_fallbacks;
    walk_steps += other.walk_steps;
    walk_fallbacks += other.walk_fallbacks;
    for (std::size_t i = 0; i < shortcuts.size(); ++i) shortcuts[i] += other.shortcuts[i];
    return *this;
  }
};

/// Memory that queries re-use, so that none is allocated once it has grown and the shapes have what queries build at their first
/// use (see `prepare`). One thread at a time.
class Scratch {
 public:
  Scratch();
  Scratch(Scratch&&) noexcept;  ///< what was moved from may only be assigned to or destroyed
  Scratch& operator=(Scratch&&) noexcept;
  ~Scratch();

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// What one pair of bodies remembers from query to query: the last witness and where it was found, or how far
/// apart the bodies were. Under coherent motion most queries are then over at once. It never changes whether
/// bodies collide, but for a cylinder, cone or ellipsoid within 1e-9 of its size of touching; of several witnesses it
/// may choose another. Keep one per pair; one thread at a time.
class PairCache {
 public:
  PairCache();
  PairCache(PairCache&&) noexcept;  ///< what was moved from may only be assigned to or destroyed
  PairCache& operator=(PairCache&&) noexcept;
  ~PairCache();

  void forget();               ///< lets go of the shapes, and keeps the memory for another pair
  static std::size_t bytes();  ///< that each takes, beyond itself

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// The memory of a query that has no limit.
inline constexpr std::size_t no_memory_limit = std::numeric_limits<std::size_t>::max();

struct QueryOptions {
  Method method = Method::automatic;
  Scratch* scratch = nullptr;    ///< without one, a query allocates what it needs
  Counters* counters = nullptr;  ///< added to if given
  /// Used by `collides` and `first_face_pair` with the wide tree, and by all queries of two convex bodies.
  PairCache* cache = nullptr;
  /// 1 or more, of which 256 are used at most; for queries that take long, and the result is the same.
  int threads = 1;
  ShortcutSet shortcuts =
      default_shortcuts();  ///< switching some off costs time and changes no answer: for tests
  /// Ends the query from another thread: it throws Cancelled, at once if the request was there before it, else within some 10 ms
  /// (face_octree and simple: 50), or still answers. Not interrupted are the building of trees (see `prepare`), two convex bodies, and
  /// a pass over vertices, faces or results: these take longer only with more than some 10^6 of them, or 10^7 pairs.
  std::stop_token stop = {};
  /// Bytes that the query may take for its result and its working lists: beyond them it throws Error. A list counts as if it had
  /// grown from nothing, so that memory which is re-used changes nothing. Not counted are stacks, some 100 kB a thread at most,
  /// and trees, which are the shapes'.
  std::size_t memory = no_memory_limit;
};

/// Do a at X_WA and b at X_WB share a point? Touching counts. Every pair of kinds is answered.
///
/// Exact but for cylinders, cones and ellipsoids: these may be said to meet where they are apart by less than 1e-9 of the size of
/// the smooth ones of the two, never the reverse. A radius is a length in the world, whatever R. A point v of a compound's piece
/// lies at R₁·(R₂·v + t₂) + t₁ in exact arithmetic, with the compound's pose and the piece's: no product of poses is rounded.
/// All queries throw Error for a pose that is not rigid and for fewer than one thread.
/// They compute with rounding to nearest and gradual underflow, whatever the caller has set, and leave that as it was.
/// After any exception scratch, cache, counters and shapes may be used again, and later answers are right.
bool collides(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
              const QueryOptions& options = {});

/// A witness: some pair of faces that share a point, or none. Which one depends on the method, never on
/// chance.
std::optional<FacePair> first_face_pair(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                        const QueryOptions& options = {});

/// All pairs of faces that share a point, sorted.
std::vector<FacePair> face_pairs(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                                 const QueryOptions& options = {});

/// Builds now what queries would build at their first use, so that none of them takes longer than the others: the structures of
/// `method`, and with `caches` those that a `PairCache` of the pair may want later. Pieces of a compound are prepared too. A pair that
/// `method` does not serve is tested by `automatic` (see `method_for`): its shapes are to be prepared for that as well.
struct PrepareOptions {
  Method method = Method::automatic;
  bool caches = true;
};
void prepare(const Shape& shape, const PrepareOptions& options = {});

/// The same as the other `face_pairs`, into `pairs`, whose memory is re-used. If the query throws, `pairs` is empty, or as it was
/// if poses or options are bad.
void face_pairs(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB,
                const QueryOptions& options, std::vector<FacePair>& pairs);

}  // namespace graze
