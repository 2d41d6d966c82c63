// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

namespace graze {

/// The sink of a query: where face pairs go as they are found. It wants all of them, the first one alone, or merely to know
/// whether there is one.
class Findings {
 public:
  static Findings yes_or_no() {
    Findings findings(nullptr);
    findings.wants_witness_ = false;
    return findings;
  }
  static Findings first() { return Findings(nullptr); }
  static Findings all(std::vector<FacePair>& pairs) { return Findings(&pairs); }

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
    all_->push_back(pair);
    return false;
  }
  bool wants_first_only() const { return target().all_ == nullptr; }
  /// False: any pair will do for a yes, also {no_face, no_face}.
  bool wants_witness() const { return target().wants_witness_; }
  const std::optional<FacePair>& found() const { return found_; }

 private:
  enum class Change : std::uint8_t { swap, piece };

  explicit Findings(std::vector<FacePair>* all) : all_(all) {}
  Findings(Findings& outer, Change change, std::uint32_t piece)
      : outer_(&outer), change_(change), piece_(piece) {}

  /// Where all adaptors lead.
  const Findings& target() const {
    const Findings* sink = this;
    while (sink->outer_ != nullptr) sink = sink->outer_;
    return *sink;
  }
  [[gnu::noinline]] bool add_to_outer(FacePair pair) {  // away from `add`, which is inlined
    return outer_->add(change_ == Change::swap ? FacePair{pair.b, pair.a} : FacePair{piece_, pair.b});
  }

  std::vector<FacePair>* all_ = nullptr;
  Findings* outer_ = nullptr;
  Change change_ = Change::swap;  // of an adaptor
  std::uint32_t piece_ = 0;
  bool wants_witness_ = true;
  std::optional<FacePair> found_;
};

}  // namespace graze
