// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <optional>

#include "deform/refit.h"

namespace graze {

/// The wide tree of a deforming body, from frame to frame: refitted, and built anew when refitting has made
/// it poor.
///
/// Within a frame it is at first one of an earlier frame. A query that wants all pairs with one other body
/// may refit just the part that lies in that body's box, and has the tree for itself meanwhile; everybody
/// else gets the whole, which then stays.
class DeformingTree {
 public:
  /// How much the predicted cost may grow before a new tree is worth its price.
  static constexpr double worst_growth = 1.75;

  /// The vertices will be others, with these boxes around their blocks, or none that are known; the old ones
  /// are given back. Nobody else may know the tree.
  void next_frame(std::vector<AxisBox>& blocks) {
    blocks_.swap(blocks);
    frames_in_parts_ = whole_ ? 0 : frames_in_parts_ + 1;
    whole_ = false;
    parts_ = 0;
  }

  /// The whole tree. Safe on many threads.
  const WideBvh& whole(const Mesh& mesh, const MeshBounds& bounds, int threads) {
    const std::scoped_lock lock(mutex_);
    if (!whole_) {
      update(mesh, bounds, threads);
      whole_ = true;
    }
    return *tree_;
  }

  /// A part of the tree, to be used while it lives.
  class Part {
   public:
    /// Is it there? Not if the tree is whole already or will be needed whole, or if somebody else has a part
    /// of it.
    explicit operator bool() const { return lock_.owns_lock(); }
    /// Refits what may reach into a box; false if there is nothing.
    bool refit(const Mesh& mesh, const MeshBounds& bounds, const AxisBox& box,
               std::vector<std::uint8_t>& sides) {
      return refit_within(*tree_->tree_, *tree_->plan_, mesh, bounds, tree_->blocks_, box, sides);
    }
    const WideBvh& tree() const { return *tree_->tree_; }

   private:
    friend class DeformingTree;
    DeformingTree* tree_ = nullptr;
    std::unique_lock<std::mutex> lock_;
  };
  Part part() {
    Part part;
    part.tree_ = this;
    part.lock_ = std::unique_lock(mutex_, std::try_to_lock);
    if (!part) return part;
    // Parts say nothing of the whole's cost, so that it is looked at now and then. And a body with many
    // partners is better refitted once.
    constexpr int frames_between_looks = 16, parts_a_frame = 2;
    const bool wanted_whole = frames_in_parts_ >= frames_between_looks || parts_ >= parts_a_frame;
    ++parts_;
    if (whole_ || !tree_ || wanted_whole) part.lock_.unlock();
    return part;
  }

  std::size_t builds() const { return builds_; }

 private:
  void update(const Mesh& mesh, const MeshBounds& bounds, int threads) {
    if (tree_) {
      const double cost = refit(*tree_, *plan_, mesh, bounds, threads);
      if (cost <= worst_growth * cost_when_built_) return;
    }
    tree_.emplace(mesh, bounds, WideBvhConfig{.threads = threads});
    plan_.emplace(*tree_, mesh);
    // The same measure as later on; a refitted tree is a valid one.
    cost_when_built_ = refit(*tree_, *plan_, mesh, bounds, threads);
    ++builds_;
  }

  std::mutex mutex_;
  std::optional<WideBvh> tree_;
  std::optional<RefitPlan> plan_;  // of the tree
  std::vector<AxisBox> blocks_;    // of this frame's vertices
  bool whole_ = false;
  int parts_ = 0, frames_in_parts_ = 0;
  double cost_when_built_ = 0;
  std::size_t builds_ = 0;
};

}  // namespace graze
