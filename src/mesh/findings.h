// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include "math/limits.h"

namespace graze {

/// The sink of a query: where face pairs go as they are found. It wants all of them, the first one alone, or merely to know
/// whether there is one. It knows the query's limits: all pairs take from its memory.
class Findings {
 public:
  static Findings yes_or_no(Limits& limits = no_limits) {
    Findings findings(nullptr, limits);
    findings.wants_witness_ = false;
    return findings;
  }
  static Findings first(Limits& limits = no_limits) { return Findings(nullptr, limits); }
  static Findings all(std::vector<FacePair>& pairs, Limits& limits = no_limits) {
    return Findings(&pairs, limits);
  }

  // Adaptors: what is added goes to `outer`.
  /// With a and b exchanged.
  static Findings swapped(Findings& outer) { return Findings(outer, Change::swap, 0); }
  /// With the number of a compound's piece for the face of a.
  static Findings of_piece(Findings& outer, std::uint32_t piece) {
    return Findings(outer, Change::piece, piece);
  }

  /// True when the search may stop.
  bool add(FacePair pair) {
    if (!found_) found_ = pair;
    if (outer_ != nullptr) return add_to_outer(pair);
    if (all_ == nullptr) return true;
    share_.make_room(*all_);
    all_->push_back(pair);
    return false;
  }
  bool wants_first_only() const { return target().all_ == nullptr; }
  /// False: any pair will do for a yes, also {no_face, no_face}.
  bool wants_witness() const { return target().wants_witness_; }
  const std::optional<FacePair>& found() const { return found_; }

  Limits& limits() const { return *limits_; }
  /// Throws Cancelled if the query is to stop.
  void look() const { limits_->look(); }
  /// The list of all pairs is given up: gives its memory back to the query.
  void release() { share_.release(); }

 private:
  enum class Change : std::uint8_t { swap, piece };

  Findings(std::vector<FacePair>* all, Limits& limits) : limits_(&limits), all_(all), share_(limits) {}
  Findings(Findings& outer, Change change, std::uint32_t piece)
      : limits_(outer.limits_), outer_(&outer), change_(change), piece_(piece) {}

  /// Where all adaptors lead.
  const Findings& target() const {
    const Findings* sink = this;
    while (sink->outer_ != nullptr) sink = sink->outer_;
    return *sink;
  }
  [[gnu::noinline]] bool add_to_outer(FacePair pair) {  // away from `add`, which is inlined
    return outer_->add(change_ == Change::swap ? FacePair{pair.b, pair.a} : FacePair{piece_, pair.b});
  }

  Limits* limits_;
  std::vector<FacePair>* all_ = nullptr;
  ListShare share_;  // of *all_
  Findings* outer_ = nullptr;
  Change change_ = Change::swap;  // of an adaptor
  std::uint32_t piece_ = 0;
  bool wants_witness_ = true;
  std::optional<FacePair> found_;
};

}  // namespace graze
