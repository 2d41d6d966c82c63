// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// An octree or bintree that is never built: cells that hold things of two or more bodies are cut, and only
// what a cell holds is tested against its children. All there is of it are the lists of the cells from the
// root to the one at hand.
//
// What it holds is a policy, `Items`:
//   std::uint32_t body(item)                       whose it is; lists are sorted by that
//   void children(list, cell, cut, out)            for each item the children that it may meet, one bit each
//   bool leaf(cell, list)                          a smallest cell; true to stop
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "deform/octree_lanes.h"
#include "math/limits.h"

namespace graze {

/// How far down, and how.
struct OctreePlan {
  int depth;                  ///< of the smallest cells, in cuts
  std::size_t few;            ///< a cell with no more items than this is not cut
  std::size_t tests_an_item;  ///< no cell is cut after so many tests of items against cells, on the average
  std::array<OctreeCut, 3> cuts;
  int cuts_a_level;

  /// A level is one cut of the octree and three of the bintree.
  OctreePlan(bool octree, int level, std::size_t few_items, std::size_t most_tests_an_item)
      : depth(octree ? level : 3 * level),
        few(few_items),
        tests_an_item(most_tests_an_item),
        cuts_a_level(octree ? 1 : 3) {
    for (int k = 0; k < 3; ++k) cuts[k] = octree ? OctreeCut::all() : OctreeCut::across(k);
  }
};

struct OctreeLists {
  std::vector<std::uint32_t> items;
  std::vector<std::uint8_t> children;
  ListShare of_items, of_children;

  void start(Limits& limits) {
    of_items.start(limits);
    of_children.start(limits);
    items.clear();
    children.clear();
  }
  /// The root's: items 0 … count-1.
  void fill(std::size_t count) {
    of_items.make_room_for(items, count);
    items.resize(count);
    std::iota(items.begin(), items.end(), 0U);
  }
  std::size_t bytes() const { return items.capacity() * sizeof(items[0]) + children.capacity(); }
};

/// A cell to be looked at, with its items.
struct OctreeJob {
  OctreeCell cell;
  int depth = 0;
  std::size_t first = 0, count = 0;  ///< in OctreeLists::items
};

template <class Items>
class ImplicitOctree {
 public:
  ImplicitOctree(const OctreePlan& plan, OctreeLists& lists, Items& items)
      : plan_(plan), lists_(lists), items_(items) {}

  /// Everything below a cell, whose items are the last of the lists. True if a leaf stopped it.
  bool go_down(const OctreeJob& job) {
    tests_left_ = plan_.tests_an_item * job.count;
    return below(job);
  }

  /// Cuts a cell once and leaves its children as jobs.
  void split(const OctreeJob& job, std::vector<OctreeJob>& jobs) {
    open(job, [&](const OctreeJob& child) {
      jobs.push_back(child);
      return false;
    });
  }

 private:
  bool below(const OctreeJob& job) {
    if (job.depth == plan_.depth || job.count <= plan_.few || job.count > tests_left_)
      return items_.leaf(job.cell,
                         std::span<const std::uint32_t>(lists_.items).subspan(job.first, job.count));
    tests_left_ -= job.count;
    return open(job, [&](const OctreeJob& child) {
      const bool stop = below(child);
      lists_.items.resize(child.first);
      return stop;
    });
  }

  /// Calls `each` for the children with items of two or more bodies until it returns true.
  template <class Each>
  bool open(const OctreeJob& job, const Each& each) {
    const OctreeCut& cut = plan_.cuts[job.depth % plan_.cuts_a_level];
    const std::size_t start = lists_.children.size();
    lists_.of_children.make_room(lists_.children, job.count);
    lists_.children.resize(start + job.count);
    items_.children(std::span<const std::uint32_t>(lists_.items).subspan(job.first, job.count), job.cell, cut,
                    lists_.children.data() + start);
    bool stop = false;
    for (unsigned left = shared_children(job, start); left != 0 && !stop; left &= left - 1) {
      const int child = __builtin_ctz(left);
      const std::size_t list = lists_.items.size();
      gather(job, start, child);
      stop = each({cut.child(job.cell, child), job.depth + 1, list, lists_.items.size() - list});
    }
    lists_.children.resize(start);
    return stop;
  }

  unsigned shared_children(const OctreeJob& job, std::size_t children_at) const {
    unsigned once = 0, twice = 0, of_body = 0;
    const std::uint32_t* list = lists_.items.data() + job.first;
    for (std::size_t i = 0; i < job.count; ++i) {
      of_body |= lists_.children[children_at + i];
      if (i + 1 < job.count && items_.body(list[i]) == items_.body(list[i + 1])) continue;
      twice |= once & of_body;
      once |= of_body;
      of_body = 0;
    }
    return twice;
  }

  /// Appends the items of a child to the lists.
  void gather(const OctreeJob& job, std::size_t children_at, int child) {
    std::size_t size = lists_.items.size();
    lists_.of_items.make_room(lists_.items, job.count);
    lists_.items.resize(size + job.count);
    for (std::size_t i = 0; i < job.count; ++i) {
      lists_.items[size] = lists_.items[job.first + i];
      size += lists_.children[children_at + i] >> child & 1;
    }
    lists_.items.resize(size);
  }

  const OctreePlan& plan_;
  OctreeLists& lists_;
  Items& items_;
  std::size_t tests_left_ = 0;
};

}  // namespace graze
