// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <chrono>
#include <memory>

namespace graze {

enum class Answer { hit, miss, undecided };

/// What a query that ran out of time knows.
struct Partial {
  Answer answer = Answer::undecided;  ///< hit and miss are certain
  std::optional<FacePair> witness;    ///< of a hit
  std::size_t open = 0;  ///< pairs of tree nodes that are yet to be looked at; 0 unless undecided
};

/// "Do a and b share a point?" for those who cannot wait: asked in slices of time, going on where the last slice ended. Two
/// meshes are searched breadth first on their wide trees. Any other pair is answered whole by the first slice, whatever its
/// budget: two convex bodies take about a microsecond, a compound what its pieces take.
class ProgressiveQuery {
 public:
  ProgressiveQuery();
  /// What was moved from may only be assigned to or destroyed.
  ProgressiveQuery(ProgressiveQuery&&) noexcept;
  ProgressiveQuery& operator=(ProgressiveQuery&&) noexcept;
  ~ProgressiveQuery();

  /// Begins a new question; memory of earlier ones is re-used. Builds the trees of the meshes if there are none yet (see
  /// `prepare`). Throws as `collides` does; the question before it stays then.
  void start(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB);

  /// Goes on for about `budget`, and beyond it by no more than 16 node tests or pairs of leaves. When the list of open pairs
  /// outgrows its memory, the list is moved in one go: 8 bytes for each pair, some milliseconds for a million of them. After hit
  /// or miss it returns the same at once. Throws Error if there was no `start`.
  Partial run(std::chrono::nanoseconds budget);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace graze
