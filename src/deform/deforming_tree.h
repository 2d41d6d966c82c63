// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "deform/refit.h"

namespace graze {

/// The wide tree of a deforming body from frame to frame: refitted, and built anew when refitting has made it poor.
class DeformingTree {
 public:
  /// How much the predicted cost may grow before a new tree is worth its price.
  static constexpr double worst_growth = 1.75;

  void update(const Mesh& mesh, const MeshBounds& bounds, int threads) {
    if (tree_) {
      const double cost = refit(*tree_, mesh, bounds, threads);
      if (cost <= worst_growth * cost_when_built_) return;
    }
    tree_.emplace(mesh, bounds, WideBvhConfig{.threads = threads});
    // The same measure as later on; a refitted tree is a valid one.
    cost_when_built_ = refit(*tree_, mesh, bounds, threads);
    ++builds_;
  }

  bool exists() const { return tree_.has_value(); }
  const WideBvh& tree() const { return *tree_; }
  std::size_t builds() const { return builds_; }

 private:
  std::optional<WideBvh> tree_;
  double cost_when_built_ = 0;
  std::size_t builds_ = 0;
};

}  // namespace graze
