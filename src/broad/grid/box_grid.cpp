// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/grid/box_grid.h"

#include <graze/error.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "math/message.h"

namespace graze {
namespace {

/// x < 2^(exponent(x) + 1), for x >= 0 and finite.
int exponent(float x) {
  return static_cast<int>(std::bit_cast<std::uint32_t>(x) >> 23) - 127;
}

/// 2^n as a factor; -126 <= n <= 127.
float power_of_two(int n) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(n + 127) << 23);
}

/// The floor of x · scale, a power of two; also where that underflows to zero from below.
std::int32_t scaled_floor(float x, float scale) {
  const float scaled = x * scale;
  const auto whole = static_cast<std::int32_t>(scaled);
  return whole - static_cast<std::int32_t>(scaled < static_cast<float>(whole)) -
         (static_cast<std::int32_t>(scaled == 0) & static_cast<std::int32_t>(x < 0));
}

}  // namespace

BoxGrid::Place BoxGrid::place_of(const BroadBox& box) const {
  Place place;
  if (box.empty()) return place;
  float extent = 0, distance = 0;
  for (int k = 0; k < 3; ++k) {
    extent = std::max(extent, box.high[k] - box.low[k]);
    distance = std::max({distance, std::abs(box.low[k]), std::abs(box.high[k])});
  }
  // A cell is larger than the exact extent: rounding does not pass a power of two.
  // Coordinates stay below 2^22, where floats hold them with two bits to spare: box · 2^-level and its floor are exact.
  const int level =
      std::max({exponent(extent) + static_cast<int>(room_), exponent(distance) - 21, lowest_level});
  if (level > highest_level || !std::isfinite(distance)) {
    place.kind = Kind::huge;
    return place;
  }
  place.kind = Kind::in_cells;
  place.level = static_cast<std::int8_t>(level);
  const float scale = power_of_two(-level);
  for (int k = 0; k < 3; ++k) {
    place.low[k] = scaled_floor(box.low[k], scale);
    const std::int32_t high = scaled_floor(box.high[k], scale);
    place.reach = static_cast<std::uint8_t>(place.reach | (high - place.low[k]) << k);
  }
  return place;
}

std::optional<BoxGrid::Range> BoxGrid::cells_of(const BroadBox& box, int level) {
  const float scale = power_of_two(-level);
  Range r;
  for (int k = 0; k < 3; ++k) {
    if (!(std::abs(box.low[k] * scale) < 0x1p22F && std::abs(box.high[k] * scale) < 0x1p22F))
      return std::nullopt;
    r.low[k] = scaled_floor(box.low[k], scale);
    r.high[k] = scaled_floor(box.high[k], scale);
  }
  return r;
}

std::uint32_t BoxGrid::hash(const std::int32_t (&at)[3], int level) {
  std::uint64_t h = static_cast<std::uint32_t>(at[0]) * 0x9e3779b97f4a7c15ULL;
  h ^= static_cast<std::uint32_t>(at[1]) * 0xbf58476d1ce4e5b9ULL + (h >> 29);
  h ^= (static_cast<std::uint32_t>(at[2]) +
        (static_cast<std::uint64_t>(static_cast<std::uint32_t>(level)) << 32)) *
           0x94d049bb133111ebULL +
       (h >> 31);
  return static_cast<std::uint32_t>((h * 0x9e3779b97f4a7c15ULL) >> 32);
}

std::uint32_t BoxGrid::find_cell(const std::int32_t (&at)[3], int level) const {
  const std::size_t mask = index_.size() - 1;
  for (std::size_t i = hash(at, level) & mask; index_[i] != none; i = (i + 1) & mask) {
    const Cell& cell = cells_[index_[i]];
    if (cell.at[0] == at[0] && cell.at[1] == at[1] && cell.at[2] == at[2] && cell.level == level)
      return index_[i];
  }
  return none;
}

std::uint32_t BoxGrid::find_or_make_cell(const std::int32_t (&at)[3], int level) {
  if (2 * (cells_in_use_ + 1) > index_.size()) grow_index();
  const std::uint32_t found = find_cell(at, level);
  if (found != none) return found;
  std::uint32_t made = free_cell_;
  if (made == none) {
    if (cells_.size() == none) throw Error(message("bodies reach into more than ", none, " cells of grids"));
    made = static_cast<std::uint32_t>(cells_.size());
    cells_.emplace_back();
  } else {
    free_cell_ = cells_[made].next_free;
  }
  cells_[made] = {};
  std::copy_n(at, 3, cells_[made].at);
  cells_[made].level = level;
  ++cells_in_use_;
  const std::size_t mask = index_.size() - 1;
  std::size_t i = hash(at, level) & mask;
  while (index_[i] != none) i = (i + 1) & mask;
  index_[i] = made;
  return made;
}

void BoxGrid::grow_index() {
  index_.assign(std::max<std::size_t>(64, index_.size() * 2), none);
  const std::size_t mask = index_.size() - 1;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (cells_[c].is_empty()) continue;
    std::size_t i = hash(cells_[c].at, cells_[c].level) & mask;
    while (index_[i] != none) i = (i + 1) & mask;
    index_[i] = c;
  }
}

void BoxGrid::free_cell(std::uint32_t cell) {
  const std::size_t mask = index_.size() - 1;
  std::size_t hole = hash(cells_[cell].at, cells_[cell].level) & mask;
  while (index_[hole] != cell) hole = (hole + 1) & mask;
  // Later entries of the same run that may stand in the hole are moved into it (Knuth's algorithm R).
  for (std::size_t i = (hole + 1) & mask; index_[i] != none; i = (i + 1) & mask) {
    const std::size_t home = hash(cells_[index_[i]].at, cells_[index_[i]].level) & mask;
    if (((i - home) & mask) < ((i - hole) & mask)) continue;
    index_[hole] = index_[i];
    hole = i;
  }
  index_[hole] = none;
  cells_[cell].next_free = free_cell_;
  free_cell_ = cell;
  --cells_in_use_;
}

void BoxGrid::add_entry(Slot slot, std::uint32_t cell, std::uint32_t& first) {
  std::uint32_t e = free_entry_;
  if (e == none) {
    if (entries_.size() == none) throw Error(message("bodies reach into cells more than ", none, " times"));
    e = static_cast<std::uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    free_entry_ = entries_[e].next;
  }
  entries_[e] = {slot, cell, first, none, first_entry_[slot]};
  if (first != none) entries_[first].before = e;
  first = e;
  first_entry_[slot] = e;
}

void BoxGrid::enter(Slot slot, const Range& cells, int level) {
  for_each_cell_of(cells, [&](const std::int32_t(&at)[3]) {
    const std::uint32_t in = find_or_make_cell(at, level);
    Cell& cell = cells_[in];
    if (level != places_[slot].level) {
      add_entry(slot, in, cell.guests);
    } else if (cell.seated == Cell::seats) {
      add_entry(slot, in, cell.standing);
    } else {
      cell.residents[cell.seated++] = slot;
    }
  });
}

/// Takes an entry out of its cell, but not out of its slot's list.
void BoxGrid::leave_entry(std::uint32_t e) {
  const Entry& entry = entries_[e];
  Cell& cell = cells_[entry.cell];
  if (entry.next != none) entries_[entry.next].before = entry.before;
  if (entry.before != none) {
    entries_[entry.before].next = entry.next;
  } else {
    (cell.standing == e ? cell.standing : cell.guests) = entry.next;
  }
  if (cell.is_empty()) free_cell(entry.cell);
  entries_[e].next = free_entry_;
  free_entry_ = e;
}

/// Removes a slot from the seats of its cells. In cells where it has no seat it is on a list.
void BoxGrid::leave_seats(Slot slot) {
  const Place& place = places_[slot];
  for_each_cell_of(range(place, place.level), [&](const std::int32_t(&at)[3]) {
    const std::uint32_t in = find_cell(at, place.level);
    Cell& cell = cells_[in];
    Slot* const end = cell.residents + cell.seated;
    Slot* const seat = std::find(cell.residents, end, slot);
    if (seat == end) return;
    *seat = *(end - 1);
    --cell.seated;
    if (cell.is_empty()) free_cell(in);
  });
}

void BoxGrid::leave_all(Slot slot) {
  leave_seats(slot);
  for (std::uint32_t e = first_entry_[slot]; e != none;) {
    const std::uint32_t next = entries_[e].next_of_slot;
    leave_entry(e);
    e = next;
  }
  first_entry_[slot] = none;
}

void BoxGrid::enter_all(Slot slot) {
  const Place& place = places_[slot];
  for (auto level = active_.rbegin(); level != active_.rend() && *level >= place.level; ++level) {
    enter(slot, range(place, *level), *level);
  }
}

/// To be called before the resident enters.
void BoxGrid::add_resident_to(int level) {
  if (residents_[static_cast<std::size_t>(level - lowest_level)]++ != 0) return;
  const auto at = std::lower_bound(active_.begin(), active_.end(), level);
  if (at != active_.end() && *at == level) return;
  active_.insert(at, level);
  for (const Slot slot : bodies_) {
    const Place& place = places_[slot];
    if (place.kind == Kind::in_cells && place.level < level) enter(slot, range(place, level), level);
  }
}

/// A grid that lost its last resident keeps its guests until more than four grids are idle: it may soon have residents
/// again.
void BoxGrid::drop_idle_levels() {
  const auto idle = [this](int level) {
    return residents_[static_cast<std::size_t>(level - lowest_level)] == 0;
  };
  if (std::count_if(active_.begin(), active_.end(), idle) <= 4) return;
  std::erase_if(active_, idle);
  for (const Slot slot : bodies_) {
    if (places_[slot].kind != Kind::in_cells) continue;
    leave_all(slot);
    enter_all(slot);
  }
}

void BoxGrid::grow(std::size_t count) {
  if (places_.size() >= count) return;
  places_.resize(count);
  first_entry_.resize(count, none);
  bodies_.grow(count);
  huge_.grow(count);
}

void BoxGrid::place(Slot slot, const BroadBox& box) {
  const Place now = place_of(box);
  Place& place = places_[slot];
  if (now == place) return;
  if (now.kind == Kind::absent) {
    remove(slot);
    return;
  }
  if (place.kind == Kind::in_cells && now.kind == Kind::in_cells && now.level == place.level) {
    leave_all(slot);
    place = now;
    enter_all(slot);
    return;
  }
  remove(slot);
  place = now;
  if (now.kind == Kind::huge) {
    huge_.insert(slot);
  } else {
    add_resident_to(now.level);
    enter_all(slot);
  }
  bodies_.insert(slot);
}

void BoxGrid::remove(Slot slot) {
  if (!holds(slot)) return;
  Place& place = places_[slot];
  bodies_.erase(slot);
  if (place.kind == Kind::huge) {
    huge_.erase(slot);
    place = {};
    return;
  }
  leave_all(slot);
  const bool was_last = --residents_[static_cast<std::size_t>(place.level - lowest_level)] == 0;
  place = {};
  if (was_last) drop_idle_levels();
}

std::size_t BoxGrid::memory() const {
  return places_.capacity() * sizeof(Place) + cells_.capacity() * sizeof(Cell) +
         entries_.capacity() * sizeof(Entry) +
         (first_entry_.capacity() + index_.capacity()) * sizeof(std::uint32_t) + bodies_.memory() +
         huge_.memory() + active_.capacity() * sizeof(int) + gathered_.memory();
}

void BoxGrid::validate(const BroadBox* boxes) const {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
  };
  std::size_t entries = 0, seats = 0, in_cells = 0;
  for (Slot slot = 0; slot < places_.size(); ++slot) {
    const Place& place = places_[slot];
    if (place.kind == Kind::absent) {
      require(first_entry_[slot] == none, "an absent box is in a cell");
      continue;
    }
    require(place == place_of(boxes[slot]), "a box is not where it was placed");
    require(bodies_.contains(slot), "a box is not on the list of all");
    for (std::uint32_t e = first_entry_[slot]; e != none; e = entries_[e].next_of_slot) {
      require(entries_[e].slot == slot, "an entry is on another slot's list");
      const Cell& cell = cells_[entries_[e].cell];
      require(find_cell(cell.at, cell.level) == entries_[e].cell, "a cell is not found through the table");
      ++entries;
    }
    if (place.kind != Kind::in_cells) continue;
    for_each_cell_of(range(place, place.level), [&](const std::int32_t(&at)[3]) {
      const Cell& cell = cells_[find_cell(at, place.level)];
      seats += static_cast<std::size_t>(std::count(cell.residents, cell.residents + cell.seated, slot));
    });
    for (const int level : active_) {
      if (level < place.level) continue;
      for_each_cell_of(range(place, level), [&](const std::int32_t(&)[3]) { ++in_cells; });
    }
  }
  require(entries + seats == in_cells, "a box is not in all of its cells, or in others");
  for (std::uint32_t e = free_entry_; e != none; e = entries_[e].next) ++entries;
  require(entries == entries_.size(), "an entry is lost");
}

}  // namespace graze
