// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/mesh.h>
#include <graze/pose.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a benchmark asks of a library, ours among them. Each is in a file of its own and is there only if it
// was found when the project was configured.
namespace graze::bench {

/// A mesh in a library's own layout and, once built, its tree.
class Body {
 public:
  Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;
  virtual ~Body() = default;

  /// Makes all that a query needs; called once. What went before is not timed.
  virtual void build() = 0;

  /// Size of the copies of vertices and faces that `build` has made.
  virtual std::size_t copied_bytes() const { return 0; }

  /// Memory as the library itself tells it.
  virtual std::optional<std::size_t> reported_bytes() const { return std::nullopt; }
};

/// Two bodies of one library, asked again and again.
class Pair {
 public:
  Pair() = default;
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  virtual ~Pair() = default;

  /// Called before each query; not timed. For what is to be left out of a comparison.
  virtual void place(const Pose& /*X_WA*/, const Pose& /*X_WB*/) {}

  virtual bool collides(const Pose& X_WA, const Pose& X_WB) = 0;

  /// How many pairs of faces meet; 0 from a library that cannot tell (see `Peer::finds_all_pairs`).
  virtual std::size_t count_pairs(const Pose& X_WA, const Pose& X_WB);

  /// Forgets what it has learnt from earlier queries.
  virtual void restart() {}
};

class Peer {
 public:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  virtual ~Peer() = default;

  virtual std::string name() const = 0;
  virtual std::string setup() const = 0;  ///< version, precision and data structure, in a line
  virtual bool finds_all_pairs() const { return false; }

  /// The mesh must outlive the body.
  virtual std::unique_ptr<Body> body(const Mesh& mesh) = 0;

  /// Of bodies that this peer made and that are built; they may be the same one.
  virtual std::unique_ptr<Pair> pair(Body& a, Body& b) = 0;
};

using Peers = std::vector<std::unique_ptr<Peer>>;

/// Those that were found, by name. Throws Error for a name that is none, and for one that was not found.
std::unique_ptr<Peer> make_peer(std::string_view name);
std::vector<std::string> default_peer_names();

std::unique_ptr<Peer> make_fcl();
std::unique_ptr<Peer> make_fcl_obb();
std::unique_ptr<Peer> make_bullet();
std::unique_ptr<Peer> make_ode();
std::unique_ptr<Peer> make_cgal();
std::unique_ptr<Peer> make_embree();
std::unique_ptr<Peer> make_embree_walk();

}  // namespace graze::bench
