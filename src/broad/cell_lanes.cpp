// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/cell_lanes.h"

#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "broad/cell_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t width = CellStore::width;
using Tag = hn::CappedTag<float, width>;
using Lanes = hn::Vec<Tag>;

/// Eight boxes, held in registers: those at p and on, whose coordinates lie `stride` apart, low x, y, z, high x, y, z.
class Eight {
 public:
  HWY_INLINE Eight(const float* p, std::size_t stride) {
    const Tag d;
    for (std::size_t v = 0; v < vectors; ++v) {
      for (std::size_t i = 0; i < 6; ++i) at_[v][i] = hn::LoadU(d, p + i * stride + v * hn::MaxLanes(d));
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
      result |= static_cast<unsigned>(bytes[0]) << (v * hn::MaxLanes(d));
    }
    return result;
  }

 private:
  static constexpr std::size_t vectors = width / hn::MaxLanes(Tag());
  Lanes at_[vectors][6];
};

HWY_INLINE void name_pair(std::uint32_t a, std::uint32_t b, std::vector<SlotPair>& pairs) {
  if ((a & b & CellBody::not_both) != 0) return;
  const Slot s = CellBody::slot(a), t = CellBody::slot(b);
  pairs.push_back({std::min(s, t), std::max(s, t)});
}

/// The items, lane by lane; returns how far apart the coordinates lie.
std::size_t spread_lanes(std::span<const CellItem> items, std::vector<float>& lanes) {
  const std::size_t stride = (items.size() + width - 1) / width * width;
  if (lanes.size() < 6 * stride) lanes.resize(6 * stride);
  float* p = lanes.data();
  for (std::size_t k = 0; k < items.size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      p[i * stride + k] = items[k].box.low[i];
      p[(i + 3) * stride + k] = items[k].box.high[i];
    }
  }
  for (std::size_t k = items.size(); k < stride; ++k) {
    for (std::size_t i = 0; i < 6; ++i) p[i * stride + k] = std::numeric_limits<float>::quiet_NaN();
  }
  return stride;
}

void find_among_items(std::span<const CellItem> items, CellFinder& finder) {
  const std::size_t stride = spread_lanes(items, finder.lanes);
  for (std::size_t first = 0; first < stride; first += width) {
    const Eight boxes(finder.lanes.data() + first, stride);
    const auto name_all = [&](std::size_t k, unsigned hits) {
      for (; hits != 0; hits &= hits - 1) {
        name_pair(items[k].body, items[first + static_cast<unsigned>(std::countr_zero(hits))].body,
                  finder.pairs);
      }
    };
    for (std::size_t k = 0; k < first; ++k) {
      if (const unsigned hits = boxes.overlapping(items[k].box); HWY_UNLIKELY(hits != 0)) name_all(k, hits);
    }
    // Within the eight, each with those after it.
    for (std::size_t k = first; k < std::min(first + width, items.size()); ++k) {
      if (const unsigned hits = boxes.overlapping(items[k].box) & (~1U << (k - first))) name_all(k, hits);
    }
  }
  finder.looked_at += items.size() * (items.size() - 1) / 2;
}

void find_at_rest(std::span<const CellItem> items, const CellStore& store, CellTree::Leaf leaf,
                  CellFinder& finder) {
  for (std::uint32_t b = store.first_block(leaf); b != CellStore::none; b = store.next_block(b)) {
    const CellStore::Block& block = store.block(b);
    const Eight boxes(block.low[0], width);
    for (const CellItem& item : items) {
      for (unsigned hits = boxes.overlapping(item.box); hits != 0; hits &= hits - 1) {
        name_pair(item.body, block.body[std::countr_zero(hits)], finder.pairs);
      }
    }
  }
  finder.looked_at += items.size() * store.count(leaf);
}

void find_all(std::span<const CellRange> cells, std::span<const CellItem> items, const CellStore& store,
              CellFinder& finder) {
  for (const CellRange& cell : cells) {
    const auto own = items.subspan(cell.first, cell.count);
    if (own.size() > 1) find_among_items(own, finder);
    if (store.count(cell.leaf) > 0) find_at_rest(own, store, cell.leaf, finder);
  }
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
HWY_EXPORT(find_all);

void find_in_cells(std::span<const CellRange> cells, std::span<const CellItem> items, const CellStore& store,
                   CellFinder& finder) {
  HWY_DYNAMIC_DISPATCH(find_all)(cells, items, store, finder);
}
}  // namespace graze
#endif
