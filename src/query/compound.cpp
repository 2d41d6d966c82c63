// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies made of pieces (cohen-icollide, section 4): parents are tested first.
//
// The tree is built by halving the pieces at the median of their centres along the longest side. Against another body
// a compound goes down where its boxes and the other's, each in the frame of the other, overlap; the pieces that are
// reached meet the other body as any two shapes do, so that pieces may be compounds themselves.
#include "query/compound.h"

#include <graze/error.h>

#include <algorithm>

#include "math/message.h"
#include "math/posed_box.h"
#include "query/methods.h"

namespace graze {
namespace {

AxisBox box_of(const Piece& piece) {
  return image_of(piece.shape.impl().bounds(), piece.pose);
}

bool is_empty(const AxisBox& box) {
  return !(box.low.array() <= box.high.array()).all();
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
  Eigen::Vector3d centre(std::uint32_t i) const { return 0.5 * boxes_[i].low + 0.5 * boxes_[i].high; }

  void build(std::size_t first, std::size_t last) {
    const std::size_t node = nodes_.size();
    nodes_.emplace_back();
    AxisBox centres;
    for (std::size_t i = first; i < last; ++i) {
      nodes_[node].box.include(boxes_[order_[i]]);
      if (!is_empty(boxes_[order_[i]])) centres.include(centre(order_[i]));
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
      const double x = is_empty(boxes_[i]) ? 0 : centre(i)[axis],
                   y = is_empty(boxes_[j]) ? 0 : centre(j)[axis];
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
      return is_empty(box) || (node.box.contains(box.low) && node.box.contains(box.high));
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

void find_compound(const Shape& compound, const Pose& X_WC, const Shape& other, const Pose& X_WO,
                   bool compound_first, PairQuery& query, Findings& findings) {
  const std::vector<CompoundTree::Node>& nodes = compound.impl().compound->nodes();
  const AxisBox other_box = other.impl().bounds();
  if (nodes.empty() || is_empty(other_box)) return;
  const std::vector<Piece>& pieces = std::get<Compound>(compound.kind()).pieces;
  // The relative poses' own error counts for the boxes that they map.
  const auto into = [](const AxisBox& box, const RelativePose& X) {
    AxisBox image = image_of(box, {X.R, X.t});
    const double error = X.point_error(box.low.cwiseAbs().cwiseMax(box.high.cwiseAbs()).maxCoeff());
    image.low.array() -= error;
    image.high.array() += error;
    return image;
  };
  const RelativePose X_CO(X_WC, X_WO), X_OC(X_WO, X_WC);
  const AxisBox other_C = into(other_box, X_CO);

  query.cache = nullptr;
  std::vector<FacePair> found;
  std::vector<std::uint32_t> stack = {0};
  while (!stack.empty()) {
    const std::uint32_t at = stack.back();
    stack.pop_back();
    const CompoundTree::Node& node = nodes[at];
    ++query.counters.box_tests;
    if (!node.box.overlaps(other_C) || !into(node.box, X_OC).overlaps(other_box)) continue;
    if (node.piece == CompoundTree::inner) {
      stack.push_back(node.right);
      stack.push_back(at + 1);
      continue;
    }
    const Piece& piece = pieces[node.piece];
    found.clear();
    Findings of_piece = findings.wants_first_only() ? Findings::first() : Findings::all(found);
    if (compound_first) {
      find_any(piece.shape, X_WC * piece.pose, other, X_WO, query, of_piece);
    } else {
      find_any(other, X_WO, piece.shape, X_WC * piece.pose, query, of_piece);
    }
    if (findings.wants_first_only() && of_piece.found()) found.push_back(*of_piece.found());
    for (const FacePair& pair : found) {
      if (findings.add(compound_first ? FacePair{node.piece, pair.b} : FacePair{pair.a, node.piece})) return;
    }
  }
}

}  // namespace graze
