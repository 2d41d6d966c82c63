// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "world/bodies.h"

namespace graze {

/// Asks pair after pair, on several threads if wanted, and keeps what pairs remember from step to step.
class NarrowPhase {
 public:
  struct Answer {
    enum class Verdict : std::uint8_t { undecided, apart, collide } verdict = Verdict::undecided;
    int thread = 0;  ///< in whose list of face pairs the pair's are
    std::uint32_t first_face_pair = 0, face_pair_count = 0;
  };
  struct Request {
    Method method;
    FaceReport faces;
    bool caches;
    int threads;
    std::size_t most_pairs;
    std::chrono::steady_clock::time_point deadline;
  };

  /// Pairs are sorted. Throws the Error of the first pair that cannot be asked.
  void run(const Bodies& bodies, std::span<const SlotPair> pairs, const Request& request);

  std::span<const Answer> answers() const { return answers_; }  ///< to each pair
  std::span<const FacePair> faces(const Answer& answer) const;
  const Counters& counters() const { return counters_; }  ///< of the last run

  std::size_t memory() const;

 private:
  struct Worker {
    Scratch scratch;
    Counters counters;
    std::vector<FacePair> faces, found;
    std::exception_ptr error;
    std::size_t error_at = 0;
  };
  struct Remembered {
    BodyPair bodies;
    std::uint32_t cache;
  };

  void recall(const Bodies& bodies, std::span<const SlotPair> pairs);
  std::uint32_t new_cache();
  void order_by_urgency(const Bodies& bodies, std::span<const SlotPair> pairs);
  void ask(const Bodies& bodies, SlotPair pair, const Request& request, int query_threads, PairCache* cache,
           Worker& worker, Answer& answer) const;

  std::vector<Answer> answers_;
  std::vector<Worker> workers_;
  Counters counters_;
  std::vector<std::uint32_t> order_;  ///< in which pairs are asked, if not one after the other
  std::vector<double> urgency_;
  std::vector<Remembered> memory_, next_memory_;  ///< sorted
  std::vector<PairCache> caches_;
  std::vector<std::uint32_t> caches_of_pairs_;  ///< numbers, or ~0
  std::vector<std::uint32_t> free_caches_;
};

}  // namespace graze
