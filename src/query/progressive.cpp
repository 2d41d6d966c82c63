// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/error.h>
#include <graze/progressive.h>

#include "math/message.h"
#include "query/methods.h"
#include "tree/wide/wide_bvh_pair.h"

namespace graze {

struct ProgressiveQuery::Impl {
  /// One question. It keeps shapes and poses, to which the pair refers.
  struct Question {
    Shape a, b;
    Pose X_WA, X_WB;
    MeshPair pair;
    WideBvhPair trees;

    Question(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b)
        : a(shape_a),
          b(shape_b),
          X_WA(pose_a),
          X_WB(pose_b),
          pair(mesh_pair(a, X_WA, b, X_WB)),
          trees(pair, a.impl().mesh->wide_bvh(), b.impl().mesh->wide_bvh()) {}
  };

  std::optional<Question> question;
  std::optional<Answer> answer;
  Frontier<std::uint64_t> frontier;
  Counters counters;
  Findings findings = Findings::first();
};

ProgressiveQuery::ProgressiveQuery() : impl_(std::make_unique<Impl>()) {}
ProgressiveQuery::ProgressiveQuery(ProgressiveQuery&&) noexcept = default;
ProgressiveQuery& ProgressiveQuery::operator=(ProgressiveQuery&&) noexcept = default;
ProgressiveQuery::~ProgressiveQuery() = default;

void ProgressiveQuery::start(const Shape& a, const Pose& X_WA, const Shape& b, const Pose& X_WB) {
  if (!a.impl().mesh || !b.impl().mesh) {
    throw Error(message("progressive queries between ", kind_name(a.kind()), " and ", kind_name(b.kind()),
                        " are not supported"));
  }
  validate(X_WA);
  validate(X_WB);
  impl_->question.reset();
  impl_->question.emplace(a, X_WA, b, X_WB);
  impl_->answer.reset();
  impl_->frontier.start(0);
  impl_->findings = Findings::first();
}

Partial ProgressiveQuery::run(std::chrono::nanoseconds budget) {
  const Deadline deadline = std::chrono::steady_clock::now() + budget;
  if (!impl_->question) throw Error("a progressive query was run before it was started");
  if (!impl_->answer) {
    switch (find_pairs_until(impl_->question->trees, impl_->frontier, deadline, impl_->counters,
                             impl_->findings)) {
      case Traversal::finished:
        impl_->answer = Answer::miss;
        break;
      case Traversal::stopped:
        impl_->answer = Answer::hit;
        break;
      case Traversal::paused:
        return {Answer::undecided, std::nullopt, impl_->frontier.open()};
    }
  }
  return {*impl_->answer, impl_->findings.found(), 0};
}

}  // namespace graze
