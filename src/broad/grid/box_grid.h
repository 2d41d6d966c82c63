// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes in hashed grids of cubic cells, one grid for each power of two.
//
//   1. A box belongs to the grid whose cells are `room` to 2·`room` times its largest extent, so that it meets at most
//      two cells an axis, and is a *resident* of each of them.
//   2. In the cells that it meets of each coarser grid with residents it is a *guest*: so a pair of boxes of different
//      sizes shares a cell of the coarser grid, and either of them finds the other.
//   3. Cells are found through a hash table, and exist while they are not empty.
//   4. A pair may share several cells. It counts in the one whose coordinates are the largest of the low cells of the
//      two: the first cell, in every axis, that they have in common.
//   5. Boxes that no grid can hold (infinite, or larger than 2^123) are on a list of their own.
//
// Cost: a box that stays in its cells costs one comparison. Inserting or removing a box is O(cells): at most 8 of its
// own grid and usually one or two of each coarser one. The first resident of a grid makes all smaller boxes guests of
// it.
#pragma once

#include <algorithm>
#include <optional>

#include "broad/box_lanes.h"
#include "broad/pair_store.h"
#include "broad/slot_set.h"

namespace graze {

class BoxGrid {
 public:
  /// The size of cells relative to boxes. Large cells are for boxes that are far apart: such boxes share few cells and
  /// seldom change them.
  enum class Room : std::uint8_t { one = 1, two, four };
  explicit BoxGrid(Room room) : room_(room) {}

  /// Makes room for slots below `count`.
  void grow(std::size_t count);
  /// Puts a box in, moves it, or takes it out if it is empty.
  void place(Slot slot, const BroadBox& box);
  void remove(Slot slot);
  bool holds(Slot slot) const { return slot < places_.size() && places_[slot].kind != Kind::absent; }
  std::size_t size() const { return bodies_.size(); }

  /// visit(other), once for each other slot whose box overlaps this one's. `boxes` are those that were placed.
  /// Returns the number of boxes looked at.
  template <class Visit>
  std::uint64_t for_each_overlap(Slot slot, const BroadBox* boxes, const Visit& visit) const {
    const Place& place = places_[slot];
    if (place.kind != Kind::in_cells) return look_at_all(slot, boxes[slot], boxes, visit);
    const auto own = std::lower_bound(active_.begin(), active_.end(), place.level);
    return look_around(own, range(place, place.level), slot, boxes[slot], boxes, visit);
  }
  /// The same for a box that is not in the grid, and not empty. It looks in the finest grid of which it meets few
  /// cells; smaller boxes are guests there.
  template <class Visit>
  std::uint64_t for_each_overlap(const BroadBox& box, const BroadBox* boxes, const Visit& visit) const {
    for (auto level = active_.begin(); level != active_.end(); ++level) {
      const std::optional<Range> cells = cells_of(box, *level);
      if (cells && number_of(*cells) <= 64) return look_around(level, *cells, none, box, boxes, visit);
    }
    return look_at_all(none, box, boxes, visit);
  }

  /// visit(a, b), once for each pair of overlapping boxes. Returns the number of pairs looked at.
  template <class Visit>
  std::uint64_t for_each_pair(const BroadBox* boxes, const Visit& visit);

  std::size_t memory() const;
  /// Throws std::logic_error unless every box is in just the cells that it should be in.
  void validate(const BroadBox* boxes) const;

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr int lowest_level = -126, highest_level = 126;  // 2^±level are floats
  static constexpr int levels = highest_level - lowest_level + 1;

  enum class Kind : std::uint8_t { absent, in_cells, huge };

  /// Where a box is: its low cell in its grid, and the axes (one bit each) in which it reaches the next cell.
  struct Place {
    std::int32_t low[3] = {};
    std::int8_t level = 0;
    std::uint8_t reach = 0;
    Kind kind = Kind::absent;
    bool operator==(const Place&) const = default;
  };

  /// The cells low … high of a grid.
  struct Range {
    std::int32_t low[3], high[3];
    bool operator==(const Range&) const = default;
  };

  /// One cache line. It holds the first residents; further residents and all guests are on lists.
  struct Cell {
    static constexpr std::uint32_t seats = 8;

    std::int32_t at[3] = {};
    std::int32_t level = 0;
    std::uint32_t seated = 0;
    std::uint32_t standing = none, guests = none;  // the first entries
    std::uint32_t next_free = none;
    Slot residents[seats] = {};

    bool has_residents() const { return seated > 0 || standing != none; }
    bool is_empty() const { return !has_residents() && guests == none; }
  };

  /// A box on the list of a cell.
  struct Entry {
    Slot slot;
    std::uint32_t cell;
    std::uint32_t next, before;  // in the cell's list
    std::uint32_t next_of_slot;
  };

  Place place_of(const BroadBox& box) const;
  /// From coordinates in a box's own grid to a coarser one. After 31 bits they all are 0 or -1.
  static int shift_to(int level, const Place& place) { return std::min(level - place.level, 31); }
  /// The cells of a box in a grid that is not finer than its own.
  static Range range(const Place& place, int level) {
    const int shift = shift_to(level, place);
    Range r;
    for (int k = 0; k < 3; ++k) {
      r.low[k] = place.low[k] >> shift;
      r.high[k] = (place.low[k] + (place.reach >> k & 1)) >> shift;
    }
    return r;
  }
  static Range coarsened(Range r, int by) {
    for (int k = 0; k < 3; ++k) {
      r.low[k] >>= std::min(by, 31);
      r.high[k] >>= std::min(by, 31);
    }
    return r;
  }
  static std::uint32_t hash(const std::int32_t (&at)[3], int level);
  /// Is this the first cell that two boxes have in common, of which one has the cells r?
  static bool counts_in(const Cell& cell, const Range& r, const Place& b) {
    const int shift = shift_to(cell.level, b);
    for (int k = 0; k < 3; ++k) {
      if (cell.at[k] != std::max(r.low[k], b.low[k] >> shift)) return false;
    }
    return true;
  }
  static bool counts_in(const Cell& cell, const Place& a, const Place& b) {
    return counts_in(cell, range(a, cell.level), b);
  }
  /// The cells of any box, unless it is too far away to count them in floats.
  static std::optional<Range> cells_of(const BroadBox& box, int level);

  template <class Do>
  static void for_each_cell_of(const Range& r, const Do& act) {
    std::int32_t at[3];
    for (at[2] = r.low[2]; at[2] <= r.high[2]; ++at[2])
      for (at[1] = r.low[1]; at[1] <= r.high[1]; ++at[1])
        for (at[0] = r.low[0]; at[0] <= r.high[0]; ++at[0]) act(at);
  }

  std::uint32_t find_cell(const std::int32_t (&at)[3], int level) const;
  std::uint32_t find_or_make_cell(const std::int32_t (&at)[3], int level);
  void free_cell(std::uint32_t cell);
  void grow_index();
  void enter(Slot slot, const Range& cells, int level);
  void add_entry(Slot slot, std::uint32_t cell, std::uint32_t& first);
  void leave_entry(std::uint32_t entry);
  void leave_seats(Slot slot);
  void enter_all(Slot slot);
  void leave_all(Slot slot);
  void add_resident_to(int level);
  void drop_idle_levels();

  static std::int64_t number_of(const Range& r) {
    std::int64_t cells = 1;
    for (int k = 0; k < 3; ++k) cells *= std::min(r.high[k] - r.low[k] + 1, 1 << 20);
    return cells;
  }
  /// In a grid, of which the box has the given cells, and all coarser ones.
  template <class Visit>
  std::uint64_t look_around(std::vector<int>::const_iterator finest, Range cells, Slot self,
                            const BroadBox& box, const BroadBox* boxes, const Visit& visit) const;
  template <class Visit>
  std::uint64_t look_at_all(Slot self, const BroadBox& box, const BroadBox* boxes, const Visit& visit) const;
  template <class Do>
  void for_each_on(std::uint32_t list, const Do& act) const {
    for (std::uint32_t e = list; e != none; e = entries_[e].next) act(entries_[e].slot);
  }
  template <class Do>
  void for_each_resident(const Cell& cell, const Do& act) const {
    for (std::uint32_t i = 0; i < cell.seated; ++i) act(cell.residents[i]);
    for_each_on(cell.standing, act);
  }

  Room room_;
  std::vector<Place> places_;               // by slot
  std::vector<std::uint32_t> first_entry_;  // by slot
  SlotSet bodies_, huge_;
  std::vector<Cell> cells_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> index_;  // open addressing: cells
  std::uint32_t free_cell_ = none, free_entry_ = none;
  std::size_t cells_in_use_ = 0;
  std::vector<int> active_;  // levels that guests are kept for, ascending
  std::array<std::uint32_t, levels> residents_ = {};
  BoxLanes gathered_;
};

template <class Visit>
std::uint64_t BoxGrid::look_at_all(Slot self, const BroadBox& box, const BroadBox* boxes,
                                   const Visit& visit) const {
  for (const Slot other : bodies_) {
    if (other != self && overlap_at_once(box, boxes[other])) visit(other);
  }
  return bodies_.size();
}

template <class Visit>
std::uint64_t BoxGrid::look_around(std::vector<int>::const_iterator finest, Range cells, Slot self,
                                   const BroadBox& box, const BroadBox* boxes, const Visit& visit) const {
  std::uint64_t looked_at = huge_.size();
  for (const Slot other : huge_) {
    if (overlap_at_once(box, boxes[other])) visit(other);
  }
  for (auto level = finest; level != active_.end(); ++level) {
    if (level != finest) cells = coarsened(cells, *level - *(level - 1));
    for_each_cell_of(cells, [&](const std::int32_t(&at)[3]) {
      const std::uint32_t found = find_cell(at, *level);
      if (found == none) return;
      const Cell& cell = cells_[found];
      const auto look_at = [&](Slot other) {
        if (other == self) return;
        ++looked_at;
        if (overlap_at_once(box, boxes[other]) && counts_in(cell, cells, places_[other])) visit(other);
      };
      for_each_resident(cell, look_at);
      if (level == finest) for_each_on(cell.guests, look_at);
    });
  }
  return looked_at;
}

template <class Visit>
std::uint64_t BoxGrid::for_each_pair(const BroadBox* boxes, const Visit& visit) {
  std::uint64_t looked_at = 0;
  for (const Cell& cell : cells_) {
    if (!cell.has_residents() || (cell.seated == 1 && cell.standing == none && cell.guests == none)) continue;
    const auto visit_if_first = [&](Slot a, Slot b) {
      if (counts_in(cell, places_[a], places_[b])) visit(a, b);
    };
    gathered_.clear();
    for_each_resident(cell, [&](Slot slot) { gathered_.add(slot, boxes[slot]); });
    looked_at += gathered_.for_each_pair(visit_if_first);
    for_each_on(cell.guests, [&](Slot guest) {
      looked_at += gathered_.size();
      gathered_.for_each_overlap(boxes[guest], [&](Slot resident) { visit_if_first(guest, resident); });
    });
  }
  for (const Slot a : huge_) {
    for (const Slot b : bodies_) {
      if (a == b || (places_[b].kind == Kind::huge && b < a)) continue;
      ++looked_at;
      if (overlap_at_once(boxes[a], boxes[b])) visit(a, b);
    }
  }
  return looked_at;
}

}  // namespace graze
