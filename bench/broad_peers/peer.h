// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "box_crowd.h"

namespace graze::bench {

using Crowd = scenes::BoxCrowd;

/// Numbers of two bodies, the lower one first.
using BodyNumbers = std::pair<std::uint32_t, std::uint32_t>;

/// A broad phase of some library. Pairs of two fixed bodies are not wanted; each library is used in the way that
/// spares it from looking at them.
class BroadPeer {
 public:
  virtual ~BroadPeer() = default;

  virtual std::string name() const = 0;
  virtual std::string setup() const = 0;

  virtual void start(const Crowd& crowd) = 0;
  /// Tells bodies where they are, where that is no part of the search: not timed.
  virtual void place(const Crowd& crowd) { (void)crowd; }
  /// Brings the structure up to date and finds all pairs: timed.
  virtual void find(const Crowd& crowd) = 0;
  /// Those that `find` found, in any order; libraries that enlarge boxes find more than there are.
  virtual void pairs(std::vector<BodyNumbers>& pairs) const = 0;
};

std::unique_ptr<BroadPeer> make_graze_broad(std::string name, int threads);

// Each null unless it was found when the project was configured.
std::unique_ptr<BroadPeer> make_fcl_tree();
std::unique_ptr<BroadPeer> make_fcl_sap();
std::unique_ptr<BroadPeer> make_bullet_dbvt();
std::unique_ptr<BroadPeer> make_bullet_sap();
std::unique_ptr<BroadPeer> make_cgal_boxes();
std::unique_ptr<BroadPeer> make_ode_hash();
std::unique_ptr<BroadPeer> make_ode_sap();

/// Throws Error for a name that is none, or of a library that was not found.
std::unique_ptr<BroadPeer> make_broad_peer(const std::string& name);
std::vector<std::string> found_broad_peers();

inline BodyNumbers ordered(std::uint32_t a, std::uint32_t b) {
  return a < b ? BodyNumbers{a, b} : BodyNumbers{b, a};
}

}  // namespace graze::bench
