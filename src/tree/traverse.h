// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two trees, written once for all of them (zachmann-boxtree, section 3.3).
//
// What differs between trees is a policy, `Pair`:
//   Entry                       two nodes whose bounds may overlap, with whatever the tree remembers of them
//   Entry root()                the two whole trees
//   bool both_leaves(entry)
//   int open(entry, out)        writes the pairs of children whose bounds may overlap to `out`; returns how many
//   max_children                the most that `open` writes
//   std::size_t stack_bound()   the most entries that are open at once, depth first from one entry
// What happens at a pair of leaves is the *elementary operation*, a parameter too: `bool leaf(entry)`, true to
// stop.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "math/limits.h"

namespace graze {

enum class Traversal { finished, stopped, paused };

/// Depth first from `root`. With a limit of steps the traversal pauses there; what it has yet to look at is
/// then `stack`, the next entry last. `stack` is scratch otherwise. Throws Cancelled if the limits say so.
template <class Pair, class Leaf>
Traversal traverse_depth_first(Pair& pair, const typename Pair::Entry& root,
                               std::vector<typename Pair::Entry>& stack, const Limits& limits, Leaf&& leaf,
                               std::size_t max_steps = std::numeric_limits<std::size_t>::max()) {
  // Most steps take 50 ns. Two leaves whose faces all need exact signs take up to 100 µs.
  constexpr std::size_t steps_between_looks = 64;
  if (stack.size() < pair.stack_bound()) stack.resize(pair.stack_bound());
  typename Pair::Entry* top = stack.data();
  *top++ = root;
  std::size_t next_look = std::min(max_steps, steps_between_looks);
  for (std::size_t steps = 0; top != stack.data(); ++steps) {
    if (steps == next_look) {
      if (steps == max_steps) {
        stack.resize(top - stack.data());
        return Traversal::paused;
      }
      limits.look();
      next_look = std::min(max_steps, steps + steps_between_looks);
    }
    const typename Pair::Entry entry = *--top;
    if (!pair.both_leaves(entry)) {
      top += pair.open(entry, top);
    } else if (leaf(entry)) {
      return Traversal::stopped;
    }
  }
  return Traversal::finished;
}

/// The same from the roots.
template <class Pair, class Leaf>
Traversal traverse_depth_first(Pair& pair, std::vector<typename Pair::Entry>& stack, const Limits& limits,
                               Leaf&& leaf) {
  return traverse_depth_first(pair, pair.root(), stack, limits, leaf);
}

/// Opens entries level by level until there are at least `wanted`, or only leaves. Going depth first through
/// one result after the other visits leaves in the order in which depth first from `entries`, last to first,
/// would.
template <class Pair>
std::vector<typename Pair::Entry> opened(Pair& pair, const std::vector<typename Pair::Entry>& entries,
                                         std::size_t wanted) {
  std::vector<typename Pair::Entry> list(entries.rbegin(), entries.rend()), next;
  for (bool some_inner = true; some_inner && list.size() < wanted;) {
    some_inner = false;
    next.clear();
    for (const typename Pair::Entry& entry : list) {
      if (pair.both_leaves(entry)) {
        next.push_back(entry);
        continue;
      }
      some_inner = true;
      const std::size_t size = next.size();
      next.resize(size + Pair::max_children);
      next.resize(size + pair.open(entry, next.data() + size));
      std::reverse(next.begin() + static_cast<std::ptrdiff_t>(size), next.end());
    }
    list.swap(next);
  }
  return list;
}

/// Pairs of nodes that a traversal has yet to look at, level by level. It may stop at any time and go on
/// later.
template <class Entry>
struct Frontier {
  std::vector<Entry> level;  ///< entries before `next` are done
  std::size_t next = 0;
  std::vector<Entry> below;

  std::size_t open() const { return level.size() - next + below.size(); }
  void make_room() { level.reserve(1); }  ///< so that `start` does not throw
  void start(const Entry& root) {
    level.assign(1, root);
    below.clear();
    next = 0;
  }
};

/// Goes on where `frontier` stands, breadth first, until it is empty, an elementary operation stops it, or
/// `out_of_time()`, asked every few steps, says so. If something throws, the entry that it was about is still open.
template <class Pair, class Leaf, class OutOfTime>
Traversal traverse_breadth_first(Pair& pair, Frontier<typename Pair::Entry>& frontier, Leaf&& leaf,
                                 OutOfTime&& out_of_time) {
  constexpr std::size_t steps_between_looks = 16;
  for (std::size_t step = 1;; ++step) {
    if (frontier.next == frontier.level.size()) {
      if (frontier.below.empty()) return Traversal::finished;
      frontier.level.swap(frontier.below);
      frontier.below.clear();
      frontier.next = 0;
    }
    if (step % steps_between_looks == 0 && out_of_time()) return Traversal::paused;
    const typename Pair::Entry entry = frontier.level[frontier.next];
    bool stop = false;
    if (pair.both_leaves(entry)) {
      stop = leaf(entry);
    } else {
      typename Pair::Entry children[Pair::max_children];
      frontier.below.insert(frontier.below.end(), children, children + pair.open(entry, children));
    }
    ++frontier.next;
    if (stop) return Traversal::stopped;
  }
}

}  // namespace graze
