// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Ear clipping (meisters1975): a polygon without holes has an ear, a triangle of three consecutive corners that lies
// inside. It is cut off, and the rest is a polygon again.
//
// A corner v with its neighbours u and w is an ear if it turns left and no edge of the polygon enters the inside of the
// triangle u v w. Such an edge has a corner in the closed triangle, and then there is also one that does not turn
// left: of the parts of the boundary in the triangle, the one farthest from the line u w has the polygon's inside
// beyond it. So only corners that do not turn left are looked at (mesh/corner_tree.h), and one of them blocks the ear
// if
//   - it lies inside the triangle, or
//   - it lies on the triangle's boundary, and one of its two edges leads inside.
// The second rule is exact where the boundary touches itself: at bridges to holes, slits and repeated corners.
// Corners where the boundary turns back on itself enclose nothing and are cut off first, as triangles without area.
// Corners in the middle of a straight line are cut off only where there is no other ear. One case is left open: the
// boundary runs along u v w and elsewhere back along w v u. What lies to the left may be inside (a bridge to a hole)
// or outside (a line that joins two parts). Such an ear is taken only if there is no other; if it was wrong to, the
// rest runs clockwise and is found to have no ear.
//
// A corner that is no ear waits for the one that blocks it. All signs are exact.
// Cost: a search in the corner tree for each corner and for each time that a neighbour or a blocking corner goes; about
// n·√n for n corners, n log n where corners are near their neighbours.
#pragma once

#include <graze/mesh.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mesh/corner_tree.h"

namespace graze {

class EarClipper {
 public:
  /// Cuts the polygon with the corners `loop`, counter-clockwise at `places`, into `faces`, of which there are two
  /// fewer than corners. False if there was no ear at some time, because the boundary crosses itself or runs
  /// clockwise; what is in `faces` then has no meaning.
  bool clip(std::span<const std::uint32_t> loop, std::span<const Place> places, std::span<Face> faces);

 private:
  struct Corner {
    std::uint32_t previous, next;
    std::uint32_t first_waiting;  ///< in `waiting_`: the corners that this one blocks
    std::int8_t turn;             ///< at this corner: 1 left, -1 right, 0 straight on or back
    bool left_over, queued;
  };
  struct Blocker {
    std::uint32_t corner;
    bool touching;  ///< it lies on the triangle's boundary, and blocks by its edges
  };
  struct Waiting {
    std::uint32_t corner;  ///< it may have been queued meanwhile, or be gone
    bool touching;
    std::uint32_t next;
  };

  void start(std::span<const std::uint32_t> loop, std::span<const Place> places);
  std::optional<std::uint32_t> next_ear();
  std::optional<Blocker> find_blocker(std::uint32_t v);
  bool turns_back(std::uint32_t v) const;
  bool runs_back(std::uint32_t p, const std::array<Place, 3>& triangle) const;
  void enqueue_all(std::uint32_t first);
  void cut(std::uint32_t v);
  void update(std::uint32_t v);
  void wake(std::uint32_t blocker, bool touching_only);
  void enqueue(std::uint32_t v);
  Face face(std::uint32_t v) const;

  std::span<const std::uint32_t> loop_;
  std::span<const Place> places_;
  std::vector<Corner> corners_;
  std::vector<std::uint32_t> queue_;  ///< corners that may be ears, first come first served
  std::size_t queue_head_ = 0;
  std::vector<std::uint32_t> folds_;     ///< corners where the boundary turned back
  std::vector<std::uint32_t> straight_;  ///< corners that were met with turn 0
  bool take_open_case_ = false;          ///< see above
  std::vector<Waiting> waiting_;
  std::size_t searches_ = 0;
  CornerTree tree_;  ///< of all corners; those that do not turn left are on
};

}  // namespace graze
