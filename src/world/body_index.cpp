// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/body_index.h"

#include <type_traits>
#include <utility>

namespace graze {

/// Builds the tree if queries have spent enough on strays to pay for it. Returns the lock of a reader.
std::shared_lock<std::shared_mutex> BodyIndex::refreshed(const Bodies& bodies, std::size_t cost_of_a_stray) {
  // The cost of building the tree, a body, in units of comparing two boxes: measured on 10³ to 10⁶ bodies.
  constexpr std::size_t cost_of_building = 20;
  constexpr std::size_t few = 64;
  std::shared_lock lock(mutex_);
  const std::size_t strays = places_.empty() ? bodies.slots() : strays_.size();
  if (strays < few) return lock;
  if ((spent_ += cost_of_a_stray * strays) < cost_of_building * bodies.slots()) return lock;
  lock.unlock();
  {
    const std::lock_guard alone(mutex_);
    if (spent_ > 0) build(bodies);  // else another thread has built it
  }
  lock.lock();
  return lock;
}

void BodyIndex::build(const Bodies& bodies) {
  // Built aside: if memory runs out, the index is as it was.
  std::vector<PackedTree::Item> items;
  items.reserve(bodies.size());
  std::vector<Place> places(bodies.slots(), Place::nowhere);
  for (Slot slot = 0; slot < bodies.slots(); ++slot) {
    if (!bodies.in_use(slot)) continue;
    places[slot] = Place::tree;
    if (const BroadBox box = bodies.current_box(slot); !box.empty()) items.push_back({box, slot});
  }
  PackedTree tree;
  tree.build(items);
  static_assert(std::is_nothrow_move_assignable_v<PackedTree>);
  tree_ = std::move(tree);
  places_.swap(places);
  strays_.clear();
  spent_ = 0;
}

}  // namespace graze
