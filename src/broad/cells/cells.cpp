// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Boxes against boxes, cell by cell (patel-dewitt1996, dittrich-seeger2000), with memory from frame to frame.
//
//   1. Space is a grid of some 32 bodies a cell; cells that turn out crowded are grids again (cell_tree.h).
//   2. Bodies at rest lie in the cells that they reach into, in blocks of eight (cell_store.h). They cost nothing.
//   3. What has changed is sorted into cells.
//   4. In each cell that has some: all of them among themselves and against those at rest, eight boxes at a time.
//      A pair that shares several cells is named in the one that holds the low corner of its overlap.
//   5. Pairs of the last frame in which neither body has changed are still pairs; the others are found anew.
//   6. Inserting a body at rest and removing it again costs as much as some frames of moving. So where bodies at rest
//      are soon moved again, bodies that come to rest are treated as moving; and where very many come to rest at once,
//      some of them are treated as moving for a few frames, so that no frame takes much longer than others.
//
// We deviate from those joins: cells are kept from frame to frame; there is no sort and sweep within a cell (comparing
// all of some thirty boxes with all, eight at a time, is three steps a box); and three bits of each body say whether a
// pair is named in this cell, so that the corner is not computed.
//
// Cost: linear in the bodies that have changed, in the pairs and in boxes' overlaps with cells, if bodies are not much
// larger than the spaces between them.
#include "broad/cells/cells.h"

#include <graze/error.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "math/message.h"
#include "math/parallel.h"
#include "math/sort_pairs.h"

namespace graze {
namespace {

constexpr std::uint32_t crowd = 128;         // bodies in a cell that is to be divided
constexpr std::size_t worth_threads = 8192;  // bodies that have changed
constexpr std::size_t bodies_a_job = 2048;
constexpr std::size_t settled_a_frame = 65536;  // and twice as many as are disturbed, so as to keep up
constexpr std::size_t most_counted = std::numeric_limits<std::uint32_t>::max();  // counts have 32 bits
constexpr std::size_t frames_to_pay = 7;  // of rest, for a body that settles

int threads_for(const BroadFrame& frame, std::size_t bodies) {
  return bodies < worth_threads ? 1 : std::max(frame.threads, 1);
}

std::uint32_t body_word(const BroadFrame& frame, Slot slot, std::uint32_t flags) {
  return slot | (frame.mobilities[slot] == Mobility::fixed ? CellBody::fixed : 0) | flags;
}

/// Part i of so many, of about the same size.
template <class Range>
auto share(const Range& all, std::size_t i, std::size_t parts) {
  const std::size_t first = all.size() * i / parts, last = all.size() * (i + 1) / parts;
  return std::span(all).subspan(first, last - first);
}

/// Frees memory that a frame with unusually many changes has left unused.
template <class T>
void shrink_after_a_rush(std::vector<T>& v) {
  constexpr std::size_t little = 65536;
  if (v.capacity() > little && v.capacity() > 4 * v.size()) v.shrink_to_fit();
}

/// Grows with some room, but less than std::vector's doubling: with a million bodies every byte a body counts.
template <class T>
void grow_to(std::vector<T>& v, std::size_t size) {
  if (v.capacity() < size) v.reserve(size + size / 8);
  v.resize(size);
}

}  // namespace

void Cells::find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) {
  counters_ = {};
  workers_ = frame.workers;
  assert(frame.boxes.size() <= most_bodies);
  static_assert(most_bodies <= CellBody::slot_mask);
  if (const std::size_t known = home_.size(); known < frame.boxes.size()) {
    grow_to(home_, frame.boxes.size());
    std::fill(home_.begin() + static_cast<std::ptrdiff_t>(known), home_.end(), nowhere);
  }
  if (take_changes(frame)) {
    if (tree_is_outdated()) build_tree(frame);
    sort_into_leaves(frame);
    find(frame, threads_for(frame, changed_.size()));
    merge(last_);
  }
  pairs.assign(last_.begin(), last_.end());
}

/// Returns false if nothing has changed.
bool Cells::take_changes(const BroadFrame& frame) {
  // The common case: the same bodies move as in the last frame.
  if (frame.removed.empty() && frame.added.empty() && std::ranges::equal(frame.moved, changed_)) {
    return !changed_.empty();
  }
  before_.swap(changed_);
  const Leaf before = now_;
  now_ = now_ == even ? odd : even;
  grow_to(changed_, frame.added.size() + frame.moved.size());
  std::merge(frame.added.begin(), frame.added.end(), frame.moved.begin(), frame.moved.end(),
             changed_.begin());
  const std::size_t resting = bodies_ - changed_last_;
  std::size_t disturbed = 0;
  bodies_ += frame.added.size() - frame.removed.size();
  changed_last_ = changed_.size();
  // Bodies that leave, and bodies that come to rest, are processed leaf by leaf, so that each leaf is brought into the
  // cache once.
  std::vector<Copy>& leaving = only_part();
  const auto leave = [&](Slot slot, Leaf home) {
    if (is_leaf(home_[slot])) leaving.push_back({home_[slot], slot});
    if (is_leaf(home_[slot]) || home_[slot] == waiting) ++disturbed;
    home_[slot] = home;
  };
  for (const Slot slot : frame.removed) leave(slot, nowhere);
  for (const Slot slot : changed_) leave(slot, now_);
  take_out_leaving(threads_for(frame, leaving.size()));
  std::erase_if(before_, [&](Slot slot) { return home_[slot] != before && home_[slot] != waiting; });
  keep_some_moving(frames_to_pay * disturbed > resting ? 0 : settled_a_frame + 2 * disturbed);
  settle(frame, before_);
  shrink_after_a_rush(changed_);
  return !changed_.empty() || !frame.removed.empty();
}

/// Of the bodies that come to rest, all but `settled` are treated as moving.
void Cells::keep_some_moving(std::size_t settled) {
  if (before_.size() <= settled) return;
  const auto rest = std::span(before_).subspan(settled);
  for (const Slot slot : rest) home_[slot] = waiting;
  // Merged in place, from the end.
  std::size_t i = changed_.size(), j = rest.size();
  grow_to(changed_, i + j);
  while (j > 0) {
    const bool from_changed = i > 0 && changed_[i - 1] > rest[j - 1];
    changed_[i + j - 1] = from_changed ? changed_[i - 1] : rest[j - 1];
    --(from_changed ? i : j);
  }
  before_.resize(settled);
}

std::vector<Cells::Copy>& Cells::only_part() {
  make_parts(1);
  for (Part& part : parts_) part.copies.clear();
  return parts_[0].copies;
}

void Cells::make_parts(int threads) {
  if (parts_.size() < static_cast<std::size_t>(threads)) parts_.resize(static_cast<std::size_t>(threads));
}

template <class Work>
void Cells::for_each_range(int threads, const Work& work) {
  parallel_for(workers_, threads, parts_.size(), [&](std::size_t i, int) {
    for (const CellRange& range : share(ranges_, i, parts_.size())) work(parts_[i], range);
  });
  for (Part& part : parts_) store_.empty(part.free_blocks);
}

/// Removes each body from its home leaf first, which knows its box, and then from the other leaves that the box reaches
/// into.
void Cells::take_out_leaving(int threads) {
  make_parts(threads);
  place_in_leaves(threads);
  for (Part& part : parts_) part.elsewhere.clear();
  for_each_range(threads, [&](Part& part, const CellRange& range) {
    for (const Slot slot : bodies_in(range)) {
      tree_.route(store_.erase(range.leaf, slot, part.free_blocks), [&](Leaf other, std::uint32_t) {
        if (other != range.leaf) part.elsewhere.push_back({other, slot});
      });
    }
  });
  for (Part& part : parts_) part.copies.swap(part.elsewhere);
  place_in_leaves(threads);
  for_each_range(threads, [&](Part& part, const CellRange& range) {
    for (const Slot slot : bodies_in(range)) store_.erase(range.leaf, slot, part.free_blocks);
  });
  for (Part& part : parts_) shrink_after_a_rush(part.elsewhere);
}

/// These bodies come to rest.
void Cells::settle(const BroadFrame& frame, std::span<const Slot> slots) {
  if (slots.empty()) return;
  const int threads = threads_for(frame, slots.size());
  route_all(frame, slots, threads);
  for (const Slot slot : slots) home_[slot] = empty;
  place_in_leaves(threads);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::uint32_t blocks = 0;
    for (const CellRange& range : share(ranges_, i, parts_.size()))
      blocks += store_.blocks_for(range.leaf, range.count);
    store_.fill(parts_[i].free_blocks, blocks);
  }
  for_each_range(threads, [&](Part& part, const CellRange& range) {
    for (const std::uint32_t body : bodies_in(range)) {
      const Slot slot = CellBody::slot(body);
      if ((body & CellBody::flags) == 0) home_[slot] = range.leaf;  // so in one of its leaves
      store_.insert(range.leaf, frame.boxes[slot], body, part.free_blocks);
    }
  });
}

bool Cells::tree_is_outdated() const {
  if (tree_.leaf_count() == 0) return true;
  const std::size_t copies = store_.copies() + bodies_in_leaves_.size();
  const std::size_t leaves = tree_.leaf_count();
  return bodies_ > 8 * bodies_at_build_ + 64 ||
         (leaves > bodies_ / 4 + 256 && (leaves > 2 * leaves_at_build_ || 2 * bodies_ < bodies_at_build_)) ||
         (copies > 4 * bodies_ && copies > 2 * copies_at_build_);
}

void Cells::build_tree(const BroadFrame& frame) {
  BoxSurvey survey;
  for (Slot slot = 0; slot < home_.size(); ++slot) {
    if (home_[slot] != nowhere && !frame.boxes[slot].empty()) survey.add(frame.boxes[slot]);
  }
  tree_.build(survey);
  store_.reset(tree_.leaf_count());
  limit_.assign(tree_.leaf_count(), crowd);
  before_.clear();
  for (Slot slot = 0; slot < home_.size(); ++slot) {
    if (is_leaf(home_[slot])) before_.push_back(slot);
  }
  settle(frame, before_);
  bodies_at_build_ = bodies_;
  copies_at_build_ = leaves_at_build_ = 0;
}

void Cells::sort_into_leaves(const BroadFrame& frame) {
  const int threads = threads_for(frame, changed_.size());
  do {
    route_all(frame, changed_, threads);
    place_in_leaves(threads);
  } while (divide_crowded(frame));
  for (Part& part : parts_) shrink_after_a_rush(part.copies);
  shrink_after_a_rush(bodies_in_leaves_);
  if (leaves_at_build_ == 0) {
    copies_at_build_ = store_.copies() + bodies_in_leaves_.size();
    leaves_at_build_ = tree_.leaf_count();
  }
}

void Cells::route_all(const BroadFrame& frame, std::span<const Slot> slots, int threads) {
  make_parts(threads);
  parallel_for(workers_, threads, parts_.size(),
               [&](std::size_t i, int) { route(frame, share(slots, i, parts_.size()), parts_[i]); });
}

void Cells::route(const BroadFrame& frame, std::span<const Slot> all, Part& part) const {
  constexpr std::size_t at_once = 256;
  std::uint32_t of_low[at_once], of_high[at_once];
  const RootGrid root = tree_.root_grid();
  std::vector<Copy>& copies = part.copies;
  copies.clear();
  if (copies.capacity() < all.size()) copies.reserve(all.size() * 11 / 8);
  for (std::size_t first = 0; first < all.size(); first += at_once) {
    const auto slots = all.subspan(first, std::min(at_once, all.size() - first));
    find_root_cells(root, frame.boxes, slots, of_low, of_high);
    for (std::size_t i = 0; i < slots.size(); ++i) {
      const std::uint32_t body = body_word(frame, slots[i], 0);
      if (of_low[i] == of_high[i]) {  // most boxes
        if (const Leaf leaf = tree_.root_leaf(of_low[i]); leaf != CellTree::no_leaf) {
          copies.push_back({leaf, body});
          continue;
        }
      }
      const BroadBox& box = frame.boxes[slots[i]];
      if (box.empty()) continue;
      tree_.route(box, [&](Leaf leaf, std::uint32_t flags) { copies.push_back({leaf, body | flags}); });
    }
  }
}

/// From the parts' copies to bodies_in_leaves_ and ranges_.
void Cells::place_in_leaves(int threads) {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.copies.size();
  if (count > most_counted)
    throw Error(message("bodies reach into cells more than ", most_counted, " times"));
  // With few copies, counting over all leaves would take longer.
  if (16 * count < tree_.leaf_count()) {
    place_by_comparing();
  } else {
    place_by_counting(threads);
  }
}

void Cells::place_by_counting(int threads) {
  parallel_for(workers_, threads, parts_.size(), [&](std::size_t i, int) {
    parts_[i].places.assign(tree_.leaf_count(), 0);
    for (const Copy& copy : parts_[i].copies) ++parts_[i].places[copy.leaf];
  });
  ranges_.clear();
  std::uint32_t next = 0;
  for (Leaf leaf = 0; leaf < tree_.leaf_count(); ++leaf) {
    const std::uint32_t first = next;
    for (Part& part : parts_) next += std::exchange(part.places[leaf], next);
    if (next > first) ranges_.push_back({leaf, first, next - first});
  }
  grow_to(bodies_in_leaves_, next);
  parallel_for(workers_, threads, parts_.size(), [&](std::size_t i, int) {
    for (const Copy& copy : parts_[i].copies) {
      bodies_in_leaves_[parts_[i].places[copy.leaf]++] = copy.body;
    }
  });
}

void Cells::place_by_comparing() {
  ranges_.clear();
  bodies_in_leaves_.clear();
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    parts_[0].copies.insert(parts_[0].copies.end(), parts_[i].copies.begin(), parts_[i].copies.end());
  }
  std::vector<Copy>& copies = parts_[0].copies;
  std::sort(copies.begin(), copies.end(), [](const Copy& a, const Copy& b) {
    return a.leaf != b.leaf ? a.leaf < b.leaf : CellBody::slot(a.body) < CellBody::slot(b.body);
  });
  for (const Copy& copy : copies) {
    if (ranges_.empty() || ranges_.back().leaf != copy.leaf) {
      ranges_.push_back({copy.leaf, static_cast<std::uint32_t>(bodies_in_leaves_.size()), 0});
    }
    bodies_in_leaves_.push_back(copy.body);
    ++ranges_.back().count;
  }
}

/// Returns true if a leaf was divided: bodies that have changed must be sorted into leaves again.
bool Cells::divide_crowded(const BroadFrame& frame) {
  bool divided = false;
  for (const CellRange& range : ranges_) {
    const std::uint32_t count = range.count + store_.count(range.leaf);
    if (count <= limit_[range.leaf]) continue;
    if (tree_.leaf_count() < bodies_ + 256 && divide(frame, range)) {
      divided = true;
    } else {
      limit_[range.leaf] = 2 * count;
    }
  }
  return divided;
}

bool Cells::divide(const BroadFrame& frame, const CellRange& range) {
  std::vector<std::pair<BroadBox, std::uint32_t>> resting;
  BoxSurvey survey;
  const LeafRegion& region = tree_.region(range.leaf);
  for (const std::uint32_t body : bodies_in(range)) {
    survey.add(region.clipped(frame.boxes[CellBody::slot(body)]));
  }
  store_.for_each(range.leaf, [&](const BroadBox& box, std::uint32_t body) {
    survey.add(region.clipped(box));
    resting.emplace_back(box, body);
  });
  const Leaf old_count = tree_.leaf_count();
  if (!tree_.divide(range.leaf, survey)) return false;
  limit_.resize(tree_.leaf_count(), crowd);
  store_.grow(tree_.leaf_count());
  store_.clear(range.leaf);
  for (const auto& [resting_box, resting_body] : resting) {
    const BroadBox& box = resting_box;  // lambdas may not hold structured bindings with every compiler
    const std::uint32_t body = resting_body;
    const Slot slot = CellBody::slot(body);
    bool moves_home = home_[slot] == range.leaf;
    tree_.route(box, [&](Leaf leaf, std::uint32_t flags) {
      if (leaf != range.leaf && leaf < old_count) return;
      if (std::exchange(moves_home, false)) home_[slot] = leaf;
      store_.insert(leaf, box, (body & (CellBody::slot_mask | CellBody::fixed)) | flags);
    });
  }
  return true;
}

void Cells::find(const BroadFrame& frame, int threads) {
  const auto count = static_cast<std::size_t>(std::max(threads, 1));
  if (finders_.size() < count) finders_.resize(count);
  for (CellFinder& finder : finders_) {
    finder.pairs.clear();
    finder.looked_at = 0;
  }
  const std::size_t jobs = threads <= 1 ? 1 : bodies_in_leaves_.size() / bodies_a_job + 1;
  parallel_for(workers_, threads, jobs, [&](std::size_t i, int thread) {
    find_in_cells(share(ranges_, i, jobs), bodies_in_leaves_, frame.boxes, store_,
                  finders_[static_cast<std::size_t>(thread)]);
  });
  for (const CellFinder& finder : finders_) {
    if (finder.pairs.size() > most_counted)
      throw Error(message("more than ", most_counted, " pairs of boxes overlap"));
  }
  parallel_for(workers_, threads, finders_.size(),
               [&](std::size_t i, int) { sort_pairs(finders_[i].pairs, finders_[i].spare); });
  for (const CellFinder& finder : finders_) counters_.pairs_looked_at += finder.looked_at;
}

/// From the last frame's pairs to this frame's.
void Cells::merge(std::vector<SlotPair>& pairs) {
  std::erase_if(pairs, [&](const SlotPair& p) { return !is_at_rest(home_[p.a]) || !is_at_rest(home_[p.b]); });
  for (const CellFinder& finder : finders_) {
    if (finder.pairs.empty()) continue;
    grow_to(spare_, pairs.size() + finder.pairs.size());
    std::merge(pairs.begin(), pairs.end(), finder.pairs.begin(), finder.pairs.end(), spare_.begin());
    pairs.swap(spare_);
  }
}

std::size_t Cells::memory() const {
  std::size_t bytes =
      tree_.memory() + store_.memory() + (home_.capacity() + limit_.capacity()) * sizeof(Leaf) +
      (changed_.capacity() + before_.capacity()) * sizeof(Slot) +
      bodies_in_leaves_.capacity() * sizeof(std::uint32_t) + ranges_.capacity() * sizeof(CellRange) +
      (last_.capacity() + spare_.capacity()) * sizeof(SlotPair);
  for (const Part& part : parts_) {
    bytes += (part.copies.capacity() + part.elsewhere.capacity()) * sizeof(Copy) +
             part.places.capacity() * sizeof(std::uint32_t);
  }
  for (const CellFinder& finder : finders_) {
    bytes += finder.items.capacity() * sizeof(CellItem) +
             (finder.pairs.capacity() + finder.spare.capacity()) * sizeof(SlotPair);
  }
  return bytes;
}

}  // namespace graze
