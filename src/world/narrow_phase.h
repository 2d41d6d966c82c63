// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "math/limits.h"
#include "world/bodies.h"

namespace graze {

/// Tests candidate pairs, on several threads if wanted. From step to step it keeps the pairs' caches, and the answers
/// of pairs of which neither body has changed: those are not tested again.
class NarrowPhase {
 public:
  struct Answer {
    enum class Verdict : std::uint8_t { undecided, apart, collide } verdict = Verdict::undecided;
    std::int32_t thread = 0;  ///< whose list holds the face pairs; `kept`: they are in old_faces_
    std::uint32_t first_face_pair = 0, face_pair_count = 0;
  };
  struct Request {
    Method method;
    FaceReport faces;
    bool caches;
    ShortcutSet shortcuts;  ///< of the queries, and whether answers are kept
    int threads;
    Workers* workers;
    std::size_t most_pairs;
    std::chrono::steady_clock::time_point deadline;
    const std::stop_token& stop;
    std::size_t memory;  ///< of each query
    Limits& limits;      ///< of the step: pairs of faces take from its memory
  };

  /// Pairs are sorted. Throws the Error of the first pair that cannot be asked, or Cancelled; then no answer is kept.
  void run(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request);
  /// The next run tests every pair. To be called if a step fails: `Bodies::has_changed` does not tell the changes of
  /// that step from older ones.
  void forget_answers() { answers_hold_ = false; }

  std::span<const Answer> answers() const { return answers_; }  ///< to each pair
  std::span<const FacePair> faces(const Answer& answer) const;
  const Counters& counters() const { return counters_; }  ///< of the last run

  std::size_t memory() const;

 private:
  struct alignas(128) Worker {  // avoids false sharing of counters
    Scratch scratch;
    Counters counters;
    QueryOptions options;  // of the queries of this run
    std::vector<FacePair> faces, found;
    std::exception_ptr error;
    std::size_t error_at = 0;
  };
  struct Remembered {
    BodyPair bodies;
    std::uint32_t cache;
  };

  struct Urgency {
    std::uint32_t a;  ///< bits of the distance from the nearest interactive body
    std::uint32_t b;  ///< the pair's number
    auto operator<=>(const Urgency&) const = default;
  };

  static constexpr std::int32_t kept = -1;

  void keep_answers(const Bodies& bodies, std::span<const SlotPair> pairs);
  bool is_kept(const Bodies& bodies, SlotPair pair, std::size_t old) const;
  void recall(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request);
  std::uint32_t new_cache();
  void order_by_urgency(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request);
  void ask(const Bodies& bodies, SlotPair pair, const Request& request, int query_threads, PairCache* cache,
           Worker& worker, Answer& answer) const;

  std::vector<Answer> answers_, old_answers_;
  std::vector<SlotPair> old_pairs_;  ///< that answers_ are the answers to, between runs
  bool answers_hold_ = false;        ///< between runs: for bodies that have not changed since
  std::vector<FacePair> old_faces_, spare_faces_;
  std::vector<std::uint32_t> open_;  ///< pairs to be asked, in this order
  std::vector<Worker> workers_;
  Counters counters_;
  std::vector<Urgency> urgencies_, spare_urgencies_;
  std::vector<Remembered> memory_, next_memory_;  ///< sorted
  std::vector<PairCache> caches_;
  std::vector<std::uint32_t> caches_of_pairs_;  ///< numbers, or ~0
  std::vector<std::uint32_t> free_caches_;
};

}  // namespace graze
