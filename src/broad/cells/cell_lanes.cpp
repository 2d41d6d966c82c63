// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/cells/cell_lanes.h"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/cells/cell_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t width = CellStore::width;
using Tag = hn::CappedTag<float, width>;
using Lanes = hn::Vec<Tag>;

/// Eight boxes, held in registers.
class Eight {
 public:
  /// Those of a block.
  HWY_INLINE explicit Eight(const CellStore::Block& block) {
    const Tag d;
    for (std::size_t v = 0; v < vectors; ++v) {
      for (std::size_t i = 0; i < 3; ++i) {
        at_[v][i] = hn::Load(d, block.low[i] + v * lanes);
        at_[v][i + 3] = hn::Load(d, block.high[i] + v * lanes);
      }
    }
  }
  /// Those of eight items, each of which is eight floats: low x, y, z, high x, y, z and two that are none.
  HWY_INLINE explicit Eight(const CellItem* items) {
    static_assert(sizeof(CellItem) == 8 * sizeof(float));
    const Tag d;
    for (std::size_t v = 0; v < vectors; ++v) {
      const float* p = items[v * lanes].box.low.data();
#if HWY_TARGET == HWY_SCALAR
      for (std::size_t i = 0; i < 6; ++i) at_[v][i] = hn::Set(d, p[i]);
#else
      // Four by four: the even lanes have the first halves of items, the odd lanes their second halves.
      Lanes a0, a1, a2, a3, b0, b1, b2, b3;
      hn::LoadInterleaved4(d, p, a0, a1, a2, a3);
      hn::LoadInterleaved4(d, p + 4 * lanes, b0, b1, b2, b3);
      at_[v][0] = hn::ConcatEven(d, b0, a0);
      at_[v][1] = hn::ConcatEven(d, b1, a1);
      at_[v][2] = hn::ConcatEven(d, b2, a2);
      at_[v][3] = hn::ConcatEven(d, b3, a3);
      at_[v][4] = hn::ConcatOdd(d, b0, a0);
      at_[v][5] = hn::ConcatOdd(d, b1, a1);
#endif
    }
  }

  /// Which of them overlap the box, one bit each. Lanes that are NaN do not.
  HWY_INLINE unsigned overlapping(const BroadBox& box) const {
    const Tag d;
    unsigned result = 0;
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto x =
          hn::And(hn::Le(at_[v][0], hn::Set(d, box.high[0])), hn::Le(hn::Set(d, box.low[0]), at_[v][3]));
      const auto y =
          hn::And(hn::Le(at_[v][1], hn::Set(d, box.high[1])), hn::Le(hn::Set(d, box.low[1]), at_[v][4]));
      const auto z =
          hn::And(hn::Le(at_[v][2], hn::Set(d, box.high[2])), hn::Le(hn::Set(d, box.low[2]), at_[v][5]));
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, hn::And(x, hn::And(y, z)), bytes);
      result |= static_cast<unsigned>(bytes[0]) << (v * lanes);
    }
    return result;
  }

 private:
  static constexpr std::size_t lanes = hn::MaxLanes(Tag()), vectors = width / lanes;
  Lanes at_[vectors][6];
};

HWY_INLINE void name_pair(std::uint32_t a, std::uint32_t b, std::vector<SlotPair>& pairs) {
  if ((a & b & CellBody::not_both) != 0) return;
  const Slot s = CellBody::slot(a), t = CellBody::slot(b);
  pairs.push_back({std::min(s, t), std::max(s, t)});
}

void find_among_items(std::span<const CellItem> items, CellFinder& finder) {
  for (std::size_t first = 0; first < items.size(); first += width) {
    const Eight boxes(items.data() + first);
    // Lanes beyond the last item are read too, and masked out.
    const unsigned in_leaf =
        items.size() - first < width ? (1U << (items.size() - first)) - 1 : (1U << width) - 1;
    const auto name_all = [&](std::size_t k, unsigned hits) {
      for (; hits != 0; hits &= hits - 1) {
        name_pair(items[k].body, items[first + static_cast<unsigned>(std::countr_zero(hits))].body,
                  finder.pairs);
      }
    };
    for (std::size_t k = 0; k < first; ++k) {
      if (const unsigned hits = boxes.overlapping(items[k].box) & in_leaf; HWY_UNLIKELY(hits != 0))
        name_all(k, hits);
    }
    // Within the eight, each with those after it.
    for (std::size_t k = first; k + 1 < std::min(first + width, items.size()); ++k) {
      const unsigned hits = boxes.overlapping(items[k].box) & in_leaf & (~1U << (k - first));
      if (HWY_UNLIKELY(hits != 0)) name_all(k, hits);
    }
  }
  finder.looked_at += items.size() * (items.size() - 1) / 2;
}

void find_at_rest(std::span<const CellItem> items, const CellStore& store, CellTree::Leaf leaf,
                  CellFinder& finder) {
  for (std::uint32_t b = store.first_block(leaf); b != CellStore::none; b = store.next_block(b)) {
    const CellStore::Block& block = store.block(b);
    const Eight boxes(block);
    for (const CellItem& item : items) {
      for (unsigned hits = boxes.overlapping(item.box); hits != 0; hits &= hits - 1) {
        name_pair(item.body, block.body[std::countr_zero(hits)], finder.pairs);
      }
    }
  }
  finder.looked_at += items.size() * store.count(leaf);
}

/// Copies the bodies of a leaf side by side. The copy has room for eight more, which are read and ignored.
std::span<const CellItem> gather(std::span<const std::uint32_t> bodies, std::span<const BroadBox> boxes,
                                 std::vector<CellItem>& items) {
  if (items.size() < bodies.size() + width) items.resize(2 * bodies.size() + width);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    items[i].box = boxes[CellBody::slot(bodies[i])];
    items[i].body = bodies[i];
  }
  return {items.data(), bodies.size()};
}

/// Prefetches boxes of the next cell: with many bodies they are scattered over memory.
void look_ahead(std::span<const std::uint32_t> bodies, std::span<const BroadBox> boxes) {
  for (const std::uint32_t body : bodies) __builtin_prefetch(&boxes[CellBody::slot(body)]);
}
void look_ahead(const CellStore& store, CellTree::Leaf leaf) {
  constexpr std::size_t line = 64;
  for (std::uint32_t b = store.first_block(leaf); b != CellStore::none; b = store.next_block(b)) {
    const auto* block = reinterpret_cast<const std::byte*>(&store.block(b));
    for (std::size_t i = 0; i < sizeof(CellStore::Block); i += line) __builtin_prefetch(block + i);
  }
}

void find_all(std::span<const CellRange> cells, std::span<const std::uint32_t> bodies,
              std::span<const BroadBox> boxes, const CellStore& store, CellFinder& finder) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const CellRange& cell = cells[i];
    if (i + 1 < cells.size()) {
      look_ahead(bodies.subspan(cells[i + 1].first, cells[i + 1].count), boxes);
      look_ahead(store, cells[i + 1].leaf);
    }
    const auto items = gather(bodies.subspan(cell.first, cell.count), boxes, finder.items);
    if (items.size() > 1) find_among_items(items, finder);
    if (store.count(cell.leaf) > 0) find_at_rest(items, store, cell.leaf, finder);
  }
}

/// Low and high corners of as many boxes as there are lanes, side by side in memory.
struct Corners {
  Lanes low[3], high[3];
  HWY_INLINE explicit Corners(const BroadBox* boxes) {
    const Tag d;
    const float* p = boxes->low.data();
#if HWY_TARGET == HWY_SCALAR
    for (int i = 0; i < 3; ++i) {
      low[i] = hn::Set(d, p[i]);
      high[i] = hn::Set(d, p[i + 3]);
    }
#else
    // Three by three: even lanes are low corners, odd lanes high ones.
    Lanes a[3], b[3];
    hn::LoadInterleaved3(d, p, a[0], a[1], a[2]);
    hn::LoadInterleaved3(d, p + 3 * hn::Lanes(d), b[0], b[1], b[2]);
    for (int i = 0; i < 3; ++i) {
      low[i] = hn::ConcatEven(d, b[i], a[i]);
      high[i] = hn::ConcatOdd(d, b[i], a[i]);
    }
#endif
  }
};

/// As CellTree's own, to the last bit. Numbers of cells are exact in float.
HWY_INLINE Lanes root_cell(const RootGrid& grid, const Lanes (&p)[3]) {
  const Tag d;
  Lanes number = hn::Zero(d);
  for (int i = 0; i < 3; ++i) {
    const Lanes low = hn::Set(d, grid.low[i]);
    const Lanes from_low = hn::Sub(hn::Min(hn::Max(p[i], low), hn::Set(d, grid.high[i])), low);
    const Lanes cell =
        hn::Min(hn::Mul(from_low, hn::Set(d, grid.cells_per_unit[i])), hn::Set(d, grid.last[i]));
    number = hn::Add(number, hn::Mul(hn::Trunc(cell), hn::Set(d, grid.strides[i])));
  }
  return number;
}

void find_root(const RootGrid& grid, std::span<const BroadBox> boxes, std::span<const Slot> slots,
               std::uint32_t* of_low, std::uint32_t* of_high) {
  const Tag d;
  const hn::RebindToSigned<Tag> di;
  const std::size_t lanes = hn::Lanes(d);
  BroadBox copies[width];
  for (std::size_t i = 0; i < slots.size(); i += lanes) {
    const std::size_t count = std::min(lanes, slots.size() - i);
    const BroadBox* from = &boxes[slots[i]];
    if (count < lanes || slots[i + lanes - 1] != slots[i] + lanes - 1) {  // not side by side
      for (std::size_t k = 0; k < count; ++k) copies[k] = boxes[slots[i + k]];
      from = copies;
    }
    const Corners corners(from);
    auto empty = hn::Gt(corners.low[0], corners.high[0]);
    for (int k = 1; k < 3; ++k) empty = hn::Or(empty, hn::Gt(corners.low[k], corners.high[k]));
    // -1 for an empty box: no cell has that number.
    const Lanes low = hn::IfThenElse(empty, hn::Set(d, -1.0F), root_cell(grid, corners.low));
    alignas(64) std::int32_t out[2][width];
    hn::Store(hn::ConvertTo(di, low), di, out[0]);
    hn::Store(hn::ConvertTo(di, root_cell(grid, corners.high)), di, out[1]);
    for (std::size_t k = 0; k < count; ++k) {
      of_low[i + k] = static_cast<std::uint32_t>(out[0][k]);
      of_high[i + k] = static_cast<std::uint32_t>(out[1][k]);
    }
  }
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
HWY_EXPORT(find_all);
HWY_EXPORT(find_root);

void find_in_cells(std::span<const CellRange> cells, std::span<const std::uint32_t> bodies,
                   std::span<const BroadBox> boxes, const CellStore& store, CellFinder& finder) {
  HWY_DYNAMIC_DISPATCH(find_all)(cells, bodies, boxes, store, finder);
}

void find_root_cells(const RootGrid& grid, std::span<const BroadBox> boxes, std::span<const Slot> slots,
                     std::uint32_t* of_low, std::uint32_t* of_high) {
  HWY_DYNAMIC_DISPATCH(find_root)(grid, boxes, slots, of_low, of_high);
}
}  // namespace graze
#endif
