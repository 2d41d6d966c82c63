// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bodies made of pieces (cohen-icollide, section 4): parents are tested first.
//
//   1. Go down the compound's tree where a node's box and the other body's box overlap, each seen in the frame of the other.
//   2. A piece that is reached is placed: the compound's placement times the piece's pose, not rounded. Piece and other body go
//      through the door as any two bodies do, so that pieces may be compounds themselves.
//
// A node's box holds its pieces in the compound's frame exactly, and boxes are mapped with the error of the relative pose.
// Nesting is limited (math/slack.h), and so is the recursion.
#include "math/posed_box.h"
#include "query/collide/kernels.h"

namespace graze {
namespace {

class CompoundQuery {
 public:
  CompoundQuery(const PosedPair& pair, QueryContext& context, Findings& findings)
      : pair_(pair),
        pieces_(std::get<Compound>(pair.a.kind()).pieces),
        context_(context),
        findings_(findings) {}

  void run_all() {
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
      if (ask(i)) return;
    }
  }

  void run_tree(const std::vector<CompoundTree::Node>& nodes) {
    const RelativePose X_CO(pair_.X_WA, pair_.X_WB), X_OC(pair_.X_WB, pair_.X_WA);
    const AxisBox other = pair_.b.impl().box(), other_C = image_of(other, X_CO);
    const BoxImages image_O(nodes[0].box, X_OC);
    std::vector<std::uint32_t>& stack = context_.scratch().piece_stack;
    const StackPart part(stack);
    stack.push_back(0);
    while (stack.size() > part.base) {
      context_.limits.look();
      const std::uint32_t at = stack.back();
      stack.pop_back();
      const CompoundTree::Node& node = nodes[at];
      ++context_.counters.box_tests;
      if (!node.box.overlaps(other_C) || !image_O(node.box).overlaps(other)) {
        ++context_.counters[Shortcut::pieces];
        continue;
      }
      if (node.piece == CompoundTree::inner) {
        stack.push_back(node.right);
        stack.push_back(at + 1);
      } else if (ask(node.piece)) {
        stack.resize(part.base);
      }
    }
  }

 private:
  /// A compound around this one has its part of the stack below. What is above goes when this one is done, or throws.
  struct StackPart {
    std::vector<std::uint32_t>& stack;
    const std::size_t base = stack.size();

    explicit StackPart(std::vector<std::uint32_t>& whole) : stack(whole) {}
    StackPart(const StackPart&) = delete;
    StackPart& operator=(const StackPart&) = delete;
    ~StackPart() { stack.resize(base); }
  };

  /// True when the search may stop.
  bool ask(std::uint32_t i) {
    context_.limits.look();
    const PiecePlacement X_WP(pair_.X_WA, pieces_[i].pose);
    Findings of_piece = Findings::of_piece(findings_, i);
    collide({pieces_[i].shape, X_WP, pair_.b, pair_.X_WB}, context_, of_piece);
    return findings_.wants_first_only() && of_piece.found();
  }

  const PosedPair& pair_;
  const std::vector<Piece>& pieces_;
  QueryContext& context_;
  Findings& findings_;
};

}  // namespace

void collide_compound(const PosedPair& pair, QueryContext& context, Findings& findings) {
  const std::vector<CompoundTree::Node>& nodes = pair.a.impl().compound->nodes();
  if (nodes.empty() || pair.b.impl().box().is_empty()) return;
  context.cache = nullptr;  // it is of the whole pair
  CompoundQuery query(pair, context, findings);
  if (context.allows(Shortcut::pieces)) {
    query.run_tree(nodes);
  } else {
    query.run_all();
  }
}

}  // namespace graze
