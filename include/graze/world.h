// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Many bodies: who collides with whom, frame by frame.
//
//   const graze::Shape box = graze::Shape::mesh(graze::make_box({1, 1, 1}));                // of graze/generate.h
//   const graze::Pose aside(Eigen::Matrix3d::Identity(), {5, 0, 0}), near(Eigen::Matrix3d::Identity(), {1.5, 0, 0});
//   graze::World world;
//   world.add(box, graze::Pose(), {.mobility = graze::Mobility::fixed});
//   const graze::BodyId arm = world.add(box, aside);
//   world.move(arm, near);                                                                  // costs nothing until the step
//   for (const graze::Collision& hit : world.step().collisions)
//     std::printf("body %u meets body %u\n", hit.a.number, hit.b.number);
#pragma once

#include <graze/cast.h>
#include <graze/motion.h>
#include <graze/query.h>

#include <functional>

namespace graze {

/// How pairs of bodies whose boxes overlap are found. Every kind finds the same pairs.
enum class BroadPhaseKind {
  automatic,        ///< the fastest one: cells
  cells,            ///< a grid of grids; only what has moved is sorted into it, and tested eight at a time
  brute_force,      ///< every box against every box
  sweep_and_prune,  ///< three sorted lists of endpoints, repaired from frame to frame (cohen-icollide)
  interval_tree,  ///< rectangles of two axes by a sweep and an interval tree, the third axis last (cohen-icollide)
  uniform_grid,  ///< hashed grids, one for each size of bodies
  quad_tree,     ///< a loose quad tree over two axes
  predictive,    ///< pairs are left alone until their paths may have met (vogiannou2008)
};

/// "brute_force", "sweep_and_prune", …; the inverse throws Error for a name that is none.
std::string_view broad_phase_name(BroadPhaseKind kind);
BroadPhaseKind broad_phase_from_name(std::string_view name);

/// All that can be chosen, `automatic` first.
std::span<const BroadPhaseKind> all_broad_phases();

/// A body of a world. The number of a removed body is used again, with another generation. Using the id of a body that
/// has been removed, or that never was in the world, is an Error that names it.
struct BodyId {
  std::uint32_t number = 0;
  std::uint32_t generation = 0;
  auto operator<=>(const BodyId&) const = default;
};

/// Two bodies, a < b.
struct BodyPair {
  BodyId a;
  BodyId b;
  auto operator<=>(const BodyPair&) const = default;
};

/// What is to be known of a pair that collides.
enum class FaceReport {
  none,   ///< that it does: the cheapest
  first,  ///< a witness: some pair of faces that meet
  all,    ///< all pairs of faces that meet, sorted
};

/// The boxes that the broad phase sees. Tighter ones cost more to update and let fewer pairs through.
enum class BodyBoxes {
  turned,  ///< around the shape's own box as it is turned, but never larger than `cubes`
  cubes,   ///< around the sphere about its centre: the same size however the body turns (cohen-icollide)
  /// Around the extreme vertices, which are found by climbing along the hull from those of the last step
  /// (cohen-icollide): as small as can be, three to eight times the time of `turned`, and 24 bytes a body. Of meshes,
  /// hulls and capsules; others have `turned` ones.
  climbed,
};

struct WorldOptions {
  BroadPhaseKind broad_phase = BroadPhaseKind::automatic;
  Method method = Method::automatic;  ///< of the narrow phase
  FaceReport faces = FaceReport::none;
  BodyBoxes boxes = BodyBoxes::turned;
  double box_growth = 0;  ///< boxes grow by so many times the way that they moved since the last step
  /// Pairs of large meshes have caches unless all faces are reported, and pairs of convex bodies with lin_canny or separating_plane:
  /// 600 bytes a candidate pair.
  bool caches = true;
  int threads = 1;  ///< as in QueryOptions; more than there are processors gain nothing
  /// The narrow phase stops when the step has taken so long, or tested so many pairs; the others are reported as
  /// undecided. The clock is looked at between pairs. Pairs nearest to an interactive body are tested first. Not negative.
  double budget_seconds = std::numeric_limits<double>::infinity();
  std::size_t budget_pairs = std::numeric_limits<std::size_t>::max();
  ShortcutSet shortcuts =
      default_shortcuts();  ///< switching some off costs time and changes no answer: for tests
  /// Bytes that a step may take for the pairs of faces that it finds, and each of its queries beside them, as in QueryOptions.
  /// Beyond them `step` throws Error.
  std::size_t memory = no_memory_limit;
};

struct BodyOptions {
  Mobility mobility = Mobility::moving;
  /// A pair is tested if each body is in a layer that the other collides with.
  std::uint32_t layers = 1;
  std::uint32_t collides_with = ~std::uint32_t{0};
};

/// How the centre of a body's bounding sphere will move, as far as the application knows: from now on for
/// `duration`, by v·m + a·m²/2 at m after now, give or take d[0] + d[1]·m + d[2]·m².
struct PredictedPath {
  double duration = 0;
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();
  Eigen::Vector3d deviation = Eigen::Vector3d::Zero();
};

struct Collision {
  BodyId a;
  BodyId b;            ///< a < b
  bool begins = true;  ///< false: the bodies collided in the last step as well
  std::uint32_t first_face_pair = 0, face_pair_count = 0;  ///< see Frame::faces
};

struct StepCounters {
  std::size_t bodies = 0;
  std::size_t updated = 0;                ///< boxes computed anew
  std::size_t candidates = 0;             ///< pairs whose boxes overlap
  std::size_t tested = 0;                 ///< of these, those that filters let through and there was time for
  std::uint64_t box_pairs_looked_at = 0;  ///< by the broad phase
  std::uint64_t swaps = 0;                ///< of endpoints, by sweep and prune
  Counters queries;
};

/// Wall time in seconds.
struct StepSeconds {
  double update = 0;  ///< boxes
  double broad = 0;
  double filter = 0;
  double narrow = 0;
  double report = 0;
  double total() const { return update + broad + filter + narrow + report; }
};

/// What a step found. All lists are sorted by ids.
struct Frame {
  std::vector<Collision> collisions;
  std::vector<BodyPair> ended;  ///< collided in the last step, and no more; bodies may have been removed
  /// Not tested, because the budget was spent. Such a pair is in none of the other lists, whatever it did before. If it collided when it was
  /// last tested, that is remembered: once there is time for it, it goes on colliding (`begins` is false) or has ended.
  std::vector<BodyPair> undecided;
  std::vector<FacePair> face_pairs;
  StepCounters counters;
  StepSeconds seconds;

  /// The faces of the two bodies that meet, as far as they were asked for.
  std::span<const FacePair> faces(const Collision& c) const {
    return std::span(face_pairs).subspan(c.first_face_pair, c.face_pair_count);
  }
};

/// Bodies, one broad phase and one narrow phase. One thread at a time may change a world; `const` functions may
/// be called by many at once. Bad ids, poses, shapes and options are Errors. After an exception, also one of a step,
/// nothing has changed. A world holds at most 2^28 - 1 bodies.
class World {
 public:
  explicit World(const WorldOptions& options = {});
  World(World&&) noexcept;  ///< what was moved from may only be assigned to or destroyed
  World& operator=(World&&) noexcept;
  ~World();

  void reserve(std::size_t bodies);  ///< memory for so many
  BodyId add(const Shape& shape, const Pose& pose = {}, const BodyOptions& options = {});
  void remove(BodyId id);
  void move(BodyId id, const Pose& pose);
  /// Another shape for a body; it keeps its contacts as far as they still are.
  void set_shape(BodyId id, const Shape& shape);
  /// New vertices, as many as before, for a body whose shape is deformable. Works as a Deformer does (graze/deform.h):
  /// shapes that were given out stay as they are, faces are not copied, and trees are refitted.
  void deform(BodyId id, std::span<const Eigen::Vector3d> vertices);
  /// Used by `predictive` and by no other broad phase, until the body leaves the path or is given another.
  void set_path(BodyId id, const PredictedPath& path);
  void set_options(BodyId id, const BodyOptions& options);

  bool contains(BodyId id) const;
  std::size_t size() const;
  std::vector<BodyId> ids() const;  ///< sorted
  const Shape& shape(BodyId id) const;
  Pose pose(BodyId id) const;
  BodyOptions options(BodyId id) const;

  // Which pairs are tested. May change between any two steps; a collision that is filtered out has ended. All bodies of
  // a list must be in the world; a body that is removed later is in no pair any more. A pair of a body with itself is
  // an Error.
  void allow_all_pairs();
  void allow_only(std::span<const BodyPair> pairs);  ///< replaces the last list, allowed or forbidden
  void forbid(std::span<const BodyPair> pairs);      ///< replaces the last list, allowed or forbidden
  /// Called for each pair that passed all other filters, in order, by the thread that calls `step`, anew in every step: so its answer may
  /// depend on anything. It is told a pair whose boxes overlap, a < b, and says whether it is to be tested. It may call what is `const`, and
  /// sees the bodies as they are now and the frame of the last step; changing or stepping the world is an Error. What it throws ends
  /// the step and is passed on; the frame stays as it was. Empty: none.
  void set_predicate(std::function<bool(BodyId, BodyId)> wanted);
  void set_budget(double seconds, std::size_t pairs);

  /// Tests all bodies as they are now, `dt` after the last step. The frame is valid until the next step. An Error if
  /// dt, or the time since the first step, is not positive and finite. Throws Cancelled when `stop` is requested from another
  /// thread, as queries do; the broad phase and the predicate are not interrupted. Then nothing has changed, as after any
  /// exception: the frame is that of the last step, and the next step finds what this one would have found.
  const Frame& step(double dt = 1, const std::stop_token& stop = {});
  const Frame& frame() const;  ///< of the last step

  // Queries of the bodies as they are now, moved or not since the last step. A tree makes them fast, once they have
  // been asked often enough for it to pay; then they look at what is near, and at what has moved since it was built.
  /// Bodies that share a point with the closed box, sorted. Of a mesh only the surface counts.
  std::vector<BodyId> bodies_in_box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) const;
  struct BodyHit {
    BodyId body;
    RayHit hit;
  };
  /// The first face on the path: the least s, compared exactly; of several at the same s, the least body's, and of these the least.
  /// An Error if the path reaches the box of a body that is no mesh before, or where, it first touches a face. The box is that of
  /// the last step, or of now if the body has changed since; it is larger than the body.
  std::optional<BodyHit> first_hit(const Path& path) const;
  struct Nearest {
    BodyId body;
    double distance = 0;  ///< of the point, rounded; 0 inside of a body that is filled
  };
  /// The body nearest to the point; of several at the same distance, the least. Of a mesh only the surface counts.
  /// Distances are rounded, by a few parts in 1e-16 of the coordinates, with a Cylinder, Cone or Ellipsoid by 1e-9 of the size, and compared as
  /// rounded. Unlike in collisions, products of poses are rounded, too: a piece of a compound is where it is but for 1e-13 of its reach
  /// and of the lengths of its poses' t together.
  std::optional<Nearest> nearest_body(const Eigen::Vector3d& point) const;

  /// Bytes held for bodies, pairs, lists of pairs and the broad phase; without shapes, their deformers, and the scratch of threads.
  std::size_t memory() const;

 private:
  struct Impl;
  Impl& changing();  ///< what follows may change the next frame

  std::unique_ptr<Impl> impl_;
};

}  // namespace graze
