// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/world.h>

#include <string>

#include "oracle/draw.h"
#include "selftest/case.h"
#include "selftest/tally.h"
#include "selftest/truth.h"

namespace graze::selftest {

using oracle::Draw;

/// Of a distance, `yes_no` leaves out depths.
enum class Question { yes_no, first, all, in_turn };

/// How the caller's thread rounds. The library must not care.
enum class FloatMode { plain, upward, downward, toward_zero, flush_to_zero };

/// Bytes that no query and no step of a case needs.
inline constexpr std::size_t generous_memory = std::size_t{1} << 28;

/// One way through the library by which a whole case, frame by frame, can be asked. A plain value: the same road can be taken
/// again through a smaller case.
struct Road {
  Call call = Call::pair;
  Method method = Method::automatic;
  Question question = Question::yes_no;
  bool swapped = false;  ///< (b, a) instead of (a, b)
  bool cached =
      false;  ///< with a PairCache for each pair, kept over all frames; of `concurrent`, for each thread
  /// Of caches: what happens to one beside being asked for its pair, by the road's method and in its order, frame by frame.
  bool methods_in_turn = false;
  bool orders_in_turn = false;
  bool one_cache =
      false;  ///< all pairs share a cache; if there is but one, it is asked for another one in between
  bool forgets = false;  ///< now and then
  int threads = 1;
  ShortcutSet shortcuts = ShortcutSet::all();
  int budget_ns = 0;                        ///< of a slice, for `progressive`; negative: the longest there is
  FloatMode float_mode = FloatMode::plain;  ///< of the caller
  /// Each query and each step is begun with a stop request, one that comes later, hardly any memory or a generous limit first, and
  /// then asked again.
  bool interrupted = false;
  /// Compounds are got by Shape::with_poses from ones whose pieces lie elsewhere, which this chooses; 0: made at once.
  std::uint64_t posed = 0;

  // Of a world.
  BroadPhaseKind broad_phase = BroadPhaseKind::automatic;
  BodyBoxes boxes = BodyBoxes::turned;
  double box_growth = 0;
  std::size_t budget_pairs = std::numeric_limits<std::size_t>::max();  ///< of every other step
  double budget_seconds = std::numeric_limits<double>::infinity();     ///< of every other step: 0, or a week
  /// Chooses layers, mobilities, lists of pairs and predicates, anew between steps; 0: all pairs are tested.
  std::uint64_t filters = 0;
  std::size_t memory = no_memory_limit;  ///< of every step; below `generous_memory`, it may be too little
  /// The length of every step, for which paths are predicted once at most; 0: each has another, and paths are predicted anew.
  double dt = 0;
  /// Chooses which bodies are removed and added again or have another shape for a while, and the root and the level of the octree
  /// of `among`; 0: none.
  std::uint64_t history = 0;

  bool operator==(const Road&) const = default;
};

/// For people: "first_face_pair, wide_bvh, (b, a), with a cache, without balls".
std::string to_text(const Road& road);

/// A choice of roads that suit the case.
std::vector<Road> draw_roads(const Case& c, Draw& draw);

/// Where the library was wrong.
struct Disagreement {
  Road road;
  std::size_t frame = 0;
  std::array<std::size_t, 2> bodies = {};
  std::string said;
  std::string truth;
  bool threw = false;  ///< rather than answered
};

/// Takes the road through the case, up to the first disagreement. An exception of the library is one.
std::optional<Disagreement> follow(const Road& road, const Case& c, const Truths& truths, Tally& tally);

}  // namespace graze::selftest
