// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A binary tree over the pieces of a compound, built by halving the pieces at the median of their centres along the longest
// axis. A node's box holds its pieces exactly: piece boxes are mapped by math/posed_box.h.
#include "query/shape/compound_tree.h"

#include <graze/error.h>

#include <algorithm>

#include "math/message.h"
#include "math/posed_box.h"
#include "query/shape/shape.h"

namespace graze {
namespace {

AxisBox box_of(const Piece& piece) {
  return image_of(piece.shape.impl().box(), piece.pose);
}

class Builder {
 public:
  Builder(const Compound& compound, std::vector<CompoundTree::Node>& nodes) : nodes_(nodes) {
    for (std::uint32_t i = 0; i < compound.pieces.size(); ++i) {
      boxes_.push_back(box_of(compound.pieces[i]));
      order_.push_back(i);
    }
    if (!order_.empty()) build(0, order_.size());
  }

 private:
  /// Along an axis where the box is infinite both ways, 0: NaN would have no place in an order.
  Eigen::Vector3d centre(std::uint32_t i) const {
    const Eigen::Array3d c = 0.5 * boxes_[i].low + 0.5 * boxes_[i].high;
    return (c == c).select(c, 0).matrix();
  }

  void build(std::size_t first, std::size_t last) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    AxisBox centres;
    for (std::size_t i = first; i < last; ++i) {
      nodes_[node].box.include(boxes_[order_[i]]);
      if (!boxes_[order_[i]].is_empty()) centres.include(centre(order_[i]));
    }
    if (last - first == 1) {
      nodes_[node].piece = order_[first];
      return;
    }
    Eigen::Index axis = 0;
    (centres.high - centres.low).maxCoeff(&axis);
    const std::size_t middle = (first + last) / 2;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(first), at(middle), at(last), [&](std::uint32_t i, std::uint32_t j) {
      const double x = boxes_[i].is_empty() ? 0 : centre(i)[axis],
                   y = boxes_[j].is_empty() ? 0 : centre(j)[axis];
      return x != y ? x < y : i < j;
    });
    build(first, middle);
    nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
    build(middle, last);
  }

  std::vector<AxisBox> boxes_;
  std::vector<std::uint32_t> order_;
  std::vector<CompoundTree::Node>& nodes_;
};

}  // namespace

CompoundTree::CompoundTree(const Compound& compound) {
  Builder(compound, nodes_);
  for (const Piece& piece : compound.pieces) {
    const std::optional<CompoundTree>& nested = piece.shape.impl().compound;
    if (nested) depth_ = std::max(depth_, nested->depth() + 1);
  }
}

void CompoundTree::refit(const Compound& compound) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    if (node.piece != inner) {
      node.box = box_of(compound.pieces[node.piece]);
    } else {
      node.box = nodes_[i + 1].box;
      node.box.include(nodes_[node.right].box);
    }
  }
}

void CompoundTree::validate(const Compound& compound) const {
  std::vector<int> seen(compound.pieces.size(), 0);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const auto holds = [&](const AxisBox& box) {
      return box.is_empty() || (node.box.contains(box.low) && node.box.contains(box.high));
    };
    bool held = false;
    if (node.piece == inner) {
      held = holds(nodes_[i + 1].box) && holds(nodes_[node.right].box);
    } else {
      ++seen[node.piece];
      held = holds(box_of(compound.pieces[node.piece]));
    }
    if (!held) throw Error(message("compound: node ", i, " does not hold what is below it"));
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (seen[i] != 1) throw Error(message("compound: piece ", i, " is in ", seen[i], " leaves"));
  }
}

}  // namespace graze
