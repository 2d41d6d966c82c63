// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The wide tree of a deforming body, from frame to frame: refitted, and built anew when refitting has made it poor.
//
// At the start of a frame the bounds are those of an earlier frame. A query that wants all face pairs with one other
// body may refit only the part of the tree in that body's box; it has the tree to itself until it is done. Every
// other query gets the whole tree, which then stays as it is until the next frame.
//
// Locks. One mutex guards a tree; whoever refits the tree, or reads a part of it, holds the mutex.
//   - `whole` waits for the mutex. The caller must hold no part.
//   - `try_part` does not wait. The caller may hold a part of another tree.
// So a thread that holds a mutex waits for no other, and no cycle of waiting threads can form.
//
// Results do not depend on timing. Which faces are in which leaf is decided when the tree is built, and that decides
// which face pair a search meets first. A tree is built only by `whole`. Whether the whole is needed in a frame
// depends on how many queries the frame has, and not on their order or on who holds a part when they ask.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <type_traits>

#include "deform/refit.h"

namespace graze {

class DeformingTree {
 public:
  /// The predicted cost may grow by this factor before a new tree is worth its price.
  static constexpr double worst_growth = 1.75;

  /// Takes the boxes of the blocks of the new vertices (deform/vertices.h), or none, and gives the old ones back. No
  /// other thread may know the tree.
  void next_frame(std::vector<AxisBox>& blocks) {
    blocks_.swap(blocks);
    frames_in_parts_ = whole_ ? 0 : frames_in_parts_ + 1;
    whole_ = false;
    queries_ = 0;
    built_before_ = fitted_.has_value();
  }

  /// Must a query that could do with a part take the whole instead? To be asked once a query. Does not wait.
  bool wants_whole() {
    // A part does not tell what the whole tree costs, so the whole is looked at now and then. And one refit of the
    // whole costs less than many refits of parts.
    constexpr int frames_between_looks = 16, parts_a_frame = 2;
    return queries_.fetch_add(1) >= parts_a_frame || !built_before_ ||
           frames_in_parts_ >= frames_between_looks || whole_;
  }

  /// The whole tree. Waits while another query has a part.
  const WideBvh& whole(const Mesh& mesh, const MeshBounds& bounds, int threads) {
    if (whole_) return fitted_->tree;
    const std::scoped_lock lock(mutex_);
    if (!whole_) {
      update(mesh, bounds, threads);
      whole_ = true;
    }
    return fitted_->tree;
  }

  /// The tree while one query has it to itself. If another query has made it whole already, it is shared.
  class Part {
   public:
    /// Refits what may reach into a box; false if nothing does. A whole tree is left as it is.
    bool refit(const Mesh& mesh, const MeshBounds& bounds, const AxisBox& box,
               std::vector<std::uint8_t>& sides) {
      if (!lock_.owns_lock()) return true;
      Fitted& fitted = *tree_->fitted_;
      return refit_within(fitted.tree, fitted.plan, mesh, bounds, tree_->blocks_, box, sides);
    }
    const WideBvh& tree() const { return tree_->fitted_->tree; }

   private:
    friend class DeformingTree;
    Part(DeformingTree* tree, std::unique_lock<std::mutex> lock) : tree_(tree), lock_(std::move(lock)) {}
    DeformingTree* tree_;
    std::unique_lock<std::mutex> lock_;
  };

  /// A part, if no other query has one. Does not wait. There must be a tree: `wants_whole` has said no.
  std::optional<Part> try_part() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return std::nullopt;
    if (whole_) lock.unlock();
    return Part(this, std::move(lock));
  }

  /// How often the tree was built so far.
  std::size_t builds() const { return builds_; }

 private:
  struct Fitted {
    WideBvh tree;
    RefitPlan plan;
    double cost_when_built;  // as a refit measures it, so that it compares with those of later frames

    Fitted(const Mesh& mesh, const MeshBounds& bounds, int threads)
        : tree(mesh, bounds, WideBvhConfig{.threads = threads}),
          plan(tree, mesh),
          cost_when_built(refit(tree, plan, mesh, bounds, threads)) {}
  };
  static_assert(std::is_nothrow_move_constructible_v<Fitted> && std::is_nothrow_move_assignable_v<Fitted>);

  /// If it throws, the old tree is still there, if there was one. Its bounds may be of different frames, as after a part: it is not
  /// whole, and the next query refits what it reads.
  void update(const Mesh& mesh, const MeshBounds& bounds, int threads) {
    if (fitted_) {
      const double cost = refit(fitted_->tree, fitted_->plan, mesh, bounds, threads);
      if (cost <= worst_growth * fitted_->cost_when_built) return;
    }
    fitted_ = Fitted(mesh, bounds, threads);
    ++builds_;
  }

  std::mutex mutex_;                 // guards the tree while it is not whole
  std::optional<Fitted> fitted_;     // none until a query has needed it; from then on there always is one
  std::vector<AxisBox> blocks_;      // of this frame's vertices
  std::atomic<bool> whole_ = false;  // set once a frame, under the mutex; from then on the tree is read only
  std::atomic<int> queries_ = 0;     // that asked wants_whole in this frame
  bool built_before_ = false;        // there was a tree when the frame began
  int frames_in_parts_ = 0;          // since a frame that had the whole
  std::atomic<std::size_t> builds_ = 0;
};

}  // namespace graze
