// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Simultaneous traversal of two trees, written once for all of them (zachmann-boxtree, section 3.3).
//
// What differs between trees is a policy, `Pair`:
//   Entry                       two nodes whose bounds may overlap, with whatever the tree likes to remember
//   of them Entry root()                the two whole trees bool both_leaves(entry) int open(entry, out) the
//   pairs of children whose bounds may overlap, written to `out`; returns how many max_children the most that
//   `open` writes std::size_t stack_bound()   the most entries that are open at once, depth first
// What happens at a pair of leaves is the *elementary operation*, a parameter too: `bool leaf(entry)`, true
// to stop.
#pragma once

#include <cstddef>
#include <vector>

namespace graze {

/// True if an elementary operation stopped the traversal. `stack` is scratch.
template <class Pair, class Leaf>
bool traverse_depth_first(Pair& pair, std::vector<typename Pair::Entry>& stack, Leaf&& leaf) {
  if (stack.size() < pair.stack_bound()) stack.resize(pair.stack_bound());
  typename Pair::Entry* top = stack.data();
  *top++ = pair.root();
  while (top != stack.data()) {
    const typename Pair::Entry entry = *--top;
    if (!pair.both_leaves(entry)) {
      top += pair.open(entry, top);
    } else if (leaf(entry)) {
      return true;
    }
  }
  return false;
}

/// Pairs of nodes that a traversal has yet to look at, level by level. It may stop at any time and go on
/// later.
template <class Entry>
struct Frontier {
  std::vector<Entry> level;  ///< entries before `next` are done
  std::size_t next = 0;
  std::vector<Entry> below;

  std::size_t open() const { return level.size() - next + below.size(); }
  void start(const Entry& root) {
    level.assign(1, root);
    below.clear();
    next = 0;
  }
};

/// Goes on where `frontier` stands, breadth first, until it is empty, an elementary operation stops it, or
/// `out_of_time()`, asked every few steps, says so. True if an elementary operation stopped it.
template <class Pair, class Leaf, class OutOfTime>
bool traverse_breadth_first(Pair& pair, Frontier<typename Pair::Entry>& frontier, Leaf&& leaf,
                            OutOfTime&& out_of_time) {
  constexpr std::size_t steps_between_looks = 16;
  for (std::size_t step = 1;; ++step) {
    if (frontier.next == frontier.level.size()) {
      if (frontier.below.empty()) return false;
      frontier.level.swap(frontier.below);
      frontier.below.clear();
      frontier.next = 0;
    }
    if (step % steps_between_looks == 0 && out_of_time()) return false;
    const typename Pair::Entry entry = frontier.level[frontier.next++];
    if (pair.both_leaves(entry)) {
      if (leaf(entry)) return true;
      continue;
    }
    const std::size_t size = frontier.below.size();
    frontier.below.resize(size + Pair::max_children);
    frontier.below.resize(size + pair.open(entry, frontier.below.data() + size));
  }
}

}  // namespace graze
