// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A spatial index of bodies, for queries between steps.
//
//   1. The first queries compare all boxes, one by one. When they have cost as much as building a tree, it is built.
//   2. Bodies that change afterwards are strays: they are compared one by one, beside the tree. When strays have cost
//      as much as building a tree, it is built again.
//
// Cost: a query looks at the boxes near to it and at the strays. For any sequence of changes and queries, the total is
// at most about twice that of the best times to build. Without queries there is no cost.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <shared_mutex>

#include "world/bodies.h"
#include "world/packed_tree.h"

namespace graze {

/// Many threads may query at once, while none changes anything.
class BodyIndex {
 public:
  /// Reserves memory, so that `change` does not throw.
  void make_room(Slot slot) {
    if (places_.empty()) return;
    if (slot >= places_.size()) places_.resize(slot + 1, Place::nowhere);
    if (strays_.size() == strays_.capacity()) strays_.reserve(2 * strays_.size() + 16);
  }
  /// The body was added, removed, moved or given another shape. `make_room` has been called for its slot.
  void change(Slot slot) {
    if (places_.empty()) return;  // all are strays
    if (places_[slot] == Place::stray) return;
    places_[slot] = Place::stray;
    strays_.push_back(slot);
  }

  /// visit(slot) for all bodies whose boxes are `wanted`, in no order. A box around a wanted box must be wanted, too.
  template <class Wanted, class Visit>
  void for_each(const Bodies& bodies, const Wanted& wanted, const Visit& visit) {
    const std::shared_lock lock = refreshed(bodies, 1);
    tree_.for_each(wanted, [&](Slot slot) {
      if (places_[slot] == Place::tree && wanted(bodies.current_box(slot))) visit(slot);
    });
    for_each_stray(bodies, [&](Slot slot, const BroadBox& box) {
      if (wanted(box)) visit(slot);
    });
  }

  /// visit(slot, *bound(box)) for bodies in about the order of their bounds: all whose bounds do not exceed `limit`,
  /// which `visit` may lower. Bodies with larger bounds may have been visited before it was: which ones depends on
  /// what is in the tree. A box without a bound is left out, with all boxes inside. A box's bound must not exceed
  /// those of boxes inside, and must not be NaN.
  template <class Bound, class Visit>
  void for_each_by(const Bodies& bodies, const Bound& bound, const double& limit, const Visit& visit) {
    const std::shared_lock lock = refreshed(bodies, 4);
    std::vector<Open> open;
    const auto add = [&](const BroadBox& box, PackedTree::Node node, Slot slot) {
      const std::optional<double> b = bound(box);
      if (b && !(*b > limit)) open.push_back({*b, node, slot});
    };
    // The stray with the least bound is visited first: it lowers the limit, so that few others enter the heap.
    std::optional<Open> first;
    for_each_stray(bodies, [&](Slot slot, const BroadBox& box) {
      const std::optional<double> b = bound(box);
      if (b && !(*b > limit) && (!first || *b < first->bound)) first = Open{*b, {}, slot};
    });
    if (first) {
      visit(first->slot, first->bound);
      for_each_stray(bodies, [&](Slot slot, const BroadBox& box) {
        if (slot != first->slot) add(box, {}, slot);
      });
    }
    if (tree_.size() > 0) open.push_back({0, tree_.root(), 0});
    std::make_heap(open.begin(), open.end());
    while (!open.empty() && !(open.front().bound > limit)) {
      std::pop_heap(open.begin(), open.end());
      const Open next = open.back();
      open.pop_back();
      if (next.node.is_body()) {
        visit(next.slot, next.bound);
        continue;
      }
      tree_.for_each_child(next.node, [&](PackedTree::Node child) {
        const std::size_t before = open.size();
        if (!child.is_body()) {
          add(tree_.box(child), child, 0);
        } else if (const Slot slot = tree_.slot(child); places_[slot] == Place::tree) {
          add(bodies.current_box(slot), child, slot);
        }
        if (open.size() > before) std::push_heap(open.begin(), open.end());
      });
    }
  }

  std::size_t memory() const {
    return tree_.memory() + places_.capacity() + strays_.capacity() * sizeof(Slot);
  }

 private:
  enum class Place : std::uint8_t { nowhere, tree, stray };
  struct Open {
    double bound;
    PackedTree::Node node;
    Slot slot;                                                               ///< of a body
    bool operator<(const Open& other) const { return bound > other.bound; }  // the least on top of a heap
  };

  template <class Visit>
  void for_each_stray(const Bodies& bodies, const Visit& visit) const {
    const auto look = [&](Slot slot) {
      if (!bodies.in_use(slot)) return;
      if (const BroadBox box = bodies.current_box(slot); !box.empty()) visit(slot, box);
    };
    if (places_.empty()) {
      for (Slot slot = 0; slot < bodies.slots(); ++slot) look(slot);
    } else {
      for (const Slot slot : strays_) look(slot);
    }
  }
  std::shared_lock<std::shared_mutex> refreshed(const Bodies& bodies, std::size_t cost_of_a_stray);
  void build(const Bodies& bodies);

  PackedTree tree_;
  std::vector<Place> places_;  ///< of each slot; empty: there is no tree yet
  std::vector<Slot> strays_;
  std::atomic<std::size_t> spent_ = 0;  ///< on strays, by all queries since the tree was built
  std::shared_mutex mutex_;             ///< held exclusively while the tree is built
};

}  // namespace graze
