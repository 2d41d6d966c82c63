// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "world/packed_tree.h"

#include <algorithm>

#include "broad/cells/cell_tree.h"
#include "math/morton.h"
#include "math/sort_pairs.h"

namespace graze {
namespace {

constexpr unsigned bits_an_axis = 21;

/// A body's Morton code, in two words, the higher one first.
struct Place {
  std::uint32_t a = 0, b = 0;
  std::uint32_t item = 0;
  auto operator<=>(const Place&) const = default;
};

/// Morton codes of boxes' centres.
class Curve {
 public:
  explicit Curve(const BoxSurvey& survey) {
    for (int i = 0; i < 3; ++i) {
      low_[i] = survey.low(i);
      const double extent = static_cast<double>(survey.high(i)) - low_[i];
      longest_ = std::max(longest_, extent);
    }
  }
  std::uint64_t place(const BroadBox& box) const {
    constexpr double last = (1U << bits_an_axis) - 1;
    std::uint64_t code = 0;
    for (int i = 0; i < 3; ++i) {
      const double centre = 0.5 * static_cast<double>(box.low[i]) + 0.5 * static_cast<double>(box.high[i]);
      const double at = (centre - low_[i]) / longest_ * last;
      // NaN for a box that is infinite both ways, or where all centres coincide.
      code |= spread_bits(at > 0 ? static_cast<std::uint64_t>(std::min(at, last)) : std::uint64_t{0}) << i;
    }
    return code;
  }

 private:
  double low_[3] = {};
  double longest_ = 0;
};

BroadBox around(std::span<const BroadBox> boxes) {
  BroadBox all = boxes[0];
  for (const BroadBox& box : boxes.subspan(1)) {
    for (int i = 0; i < 3; ++i) {
      all.low[i] = std::min(all.low[i], box.low[i]);
      all.high[i] = std::max(all.high[i], box.high[i]);
    }
  }
  return all;
}

}  // namespace

void PackedTree::build(std::span<const Item> items) {
  levels_.clear();
  slots_.clear();
  if (items.empty()) return;
  BoxSurvey survey;
  for (const Item& item : items) survey.add(item.box);
  const Curve curve(survey);
  std::vector<Place> places, spare;
  places.reserve(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::uint64_t code = curve.place(items[i].box);
    places.push_back({static_cast<std::uint32_t>(code >> 32), static_cast<std::uint32_t>(code), i});
  }
  sort_pairs(places, spare);
  slots_.reserve(items.size());
  std::vector<BroadBox> level;
  level.reserve(items.size());
  for (const Place& place : places) {
    slots_.push_back(items[place.item].slot);
    level.push_back(items[place.item].box);
  }
  while (level.size() > width) {
    std::vector<BroadBox> above;
    above.reserve((level.size() + width - 1) / width);
    for (std::size_t i = 0; i < level.size(); i += width)
      above.push_back(around(std::span(level).subspan(i, std::min<std::size_t>(width, level.size() - i))));
    levels_.push_back(above);
    level.swap(above);
  }
}

std::size_t PackedTree::memory() const {
  std::size_t bytes = slots_.capacity() * sizeof(Slot);
  for (const auto& level : levels_) bytes += level.capacity() * sizeof(BroadBox);
  return bytes;
}

}  // namespace graze
