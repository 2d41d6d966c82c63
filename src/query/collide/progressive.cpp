// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A yes or no in slices of time. Two meshes: bounds first, then breadth first through the wide trees. Other pairs are answered
// whole by the first slice.
#include <graze/error.h>
#include <graze/progressive.h>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "query/collide/kernels.h"
#include "tree/wide/exact_bounds.h"

namespace graze {

struct ProgressiveQuery::Impl {
  /// One question. It keeps shapes and poses, to which the pair refers.
  struct Question {
    Shape a, b;
    Pose pose_a, pose_b;
    Placement X_WA, X_WB;
    PosedPair pair;

    Question(const Shape& shape_a, const Pose& given_a, const Shape& shape_b, const Pose& given_b)
        : a(shape_a),
          b(shape_b),
          pose_a(given_a),
          pose_b(given_b),
          X_WA(pose_a),
          X_WB(pose_b),
          pair{a, X_WA, b, X_WB} {}
  };
  /// Of two meshes.
  struct Search {
    MeshPair meshes;
    WideBvhPair trees;
    ExactBounds exact;  // of all slices: it takes many tests to see that such bounds pay
    Frontier<std::uint64_t>& frontier;

    Search(const PosedPair& pair, QueryContext& query, Frontier<std::uint64_t>& memory)
        : meshes(pair.meshes()),
          trees(meshes, pair.mesh_a().wide_bvh(), pair.mesh_b().wide_bvh()),
          exact(trees, query.counters, query.scratch().wide, no_limits, ExactBounds::Boxes::in_pieces),
          frontier(memory) {
      frontier.start(0);
    }

    /// False if the deadline came first.
    bool run(const Deadline& deadline, QueryContext& query, Findings& found) {
      return find_pairs_until(trees, frontier, deadline, exact, query.counters, found) != Traversal::paused;
    }
    std::size_t open() const { return frontier.open(); }
  };

  std::optional<Question> question;
  std::optional<Search> search;
  std::optional<Answer> answer;
  Frontier<std::uint64_t> frontier;
  Scratch scratch;
  Counters
      counters;  // of its own: those that a context has by default are the thread's, and other threads may run the query
  QueryContext context{{.scratch = &scratch, .counters = &counters}};
  Findings findings = Findings::first();
};

ProgressiveQuery::ProgressiveQuery() : impl_(std::make_unique<Impl>()) {}
ProgressiveQuery::ProgressiveQuery(ProgressiveQuery&&) noexcept = default;
ProgressiveQuery& ProgressiveQuery::operator=(ProgressiveQuery&&) noexcept = default;
ProgressiveQuery::~ProgressiveQuery() = default;

void ProgressiveQuery::start(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  const FloatEnvironment environment;
  validate_poses(X_WA, X_WB);
  const bool meshes = a.impl().mesh && b.impl().mesh;
  // What may fail comes first, before the earlier question is given up.
  if (meshes) {
    a.impl().mesh->wide_bvh();
    b.impl().mesh->wide_bvh();
    impl_->frontier.make_room();
  }
  impl_->search.reset();
  impl_->answer.reset();
  impl_->findings = Findings::first();
  impl_->question.emplace(a, X_WA, b, X_WB);
  const PosedPair& pair = impl_->question->pair;
  if (double distance; bounds_apart(pair, impl_->context, distance)) {
    impl_->answer = Answer::miss;
  } else if (meshes) {
    impl_->search.emplace(pair, impl_->context, impl_->frontier);
  }
}

Partial ProgressiveQuery::run(std::chrono::nanoseconds budget) {
  const FloatEnvironment environment;
  const Deadline deadline = deadline_after(budget);
  if (!impl_->question) throw Error("a progressive query was run before it was started");
  if (!impl_->answer) {
    if (!impl_->search) {
      collide(impl_->question->pair, impl_->context, impl_->findings);
    } else if (!impl_->search->run(deadline, impl_->context, impl_->findings)) {
      return {Answer::undecided, std::nullopt, impl_->search->open()};
    }
    impl_->answer = impl_->findings.found() ? Answer::hit : Answer::miss;
  }
  return {*impl_->answer, impl_->findings.found(), 0};
}

}  // namespace graze
