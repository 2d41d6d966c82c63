// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <graze/error.h>

#include "selftest/callers_mode.h"
#include "selftest/roads.h"

namespace graze::selftest {

/// One walk over a case along a road, which remembers the first disagreement.
class Walk {
 public:
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

 protected:
  Walk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : road_(road), case_(c), truths_(truths), tally_(tally), player_(c.scene, road.threads) {}
  ~Walk() = default;

  void disagree(std::string said, std::string truth, std::array<std::size_t, 2> bodies) {
    if (!found_) found_ = {road_, player_.frame(), bodies, std::move(said), std::move(truth)};
  }
  void disagree_that_threw(const std::exception& error, std::array<std::size_t, 2> bodies) {
    if (found_) return;
    disagree(fmt::format("threw: {}", error.what()), "an answer", bodies);
    found_->threw = true;
  }

  /// To the next frame. Deformed bodies must have the vertices that they were given: what is asked between the steps of a world
  /// is compared with the player's shapes.
  const SceneFrame& advance() {
    const SceneFrame& changes = player_.advance();
    for (const SceneChange& change : changes) {
      const Mesh* mesh = mesh_of(player_.shape(change.body));
      if (!change.vertices.empty() && mesh->vertices != change.vertices)
        disagree("a deformed body has other vertices", "those it was given", {change.body, change.body});
    }
    return changes;
  }

  /// What is stopped, or has too little memory, may give up. What it answers before is compared as ever.
  template <class Ask>
  static void may_give_up(const Ask& ask) {
    try {
      ask();
    } catch (const Error&) {  // as it is allowed to
    }
  }
  /// What is stopped before it begins does give up.
  template <class Ask>
  void must_be_cancelled(const Ask& ask, std::array<std::size_t, 2> bodies) {
    try {
      ask();
      disagree("an answer, in spite of a stop request", "Cancelled", bodies);
    } catch (const Cancelled&) {  // as it should
    }
  }

  /// What the call returns, made by a thread that rounds as the road says.
  template <class Ask>
  decltype(auto) as_caller(const Ask& ask) {
    const CallersMode mode(road_.float_mode, changed_mode_);
    return ask();
  }
  void check_mode() {
    if (changed_mode_) disagree("another float mode of the caller", "as it was", {});
  }

  const Road& road_;
  const Case& case_;
  const Truths& truths_;
  Tally& tally_;
  Player player_;
  std::optional<Disagreement> found_;

 private:
  bool changed_mode_ = false;  ///< of the caller, by some call
};

}  // namespace graze::selftest
