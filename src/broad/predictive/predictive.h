// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A broad phase by time (vogiannou2008): no work on a pair until it may meet.
//
//   1. A body with a known motion gets a tube (see tube.h) for some time ahead; a fixed one, for ever. Grids hold the
//      boxes around the tubes; a body is compared with those whose tubes' boxes overlap its own, and the pairs that may
//      meet within both tubes wait in a queue until then.
//   2. A pair whose time has come is *near*: its boxes are compared on each frame, until the spheres part.
//   3. On each frame every tube is compared with the box that it should hold. If the body has left it, if its time is
//      over or if the body has been given another motion, all that was predicted of the body is void at once, and is
//      predicted anew from its motion.
//   4. A body without a known motion, or that is not where its motion says, is *loose*: it looks for its pairs on each
//      frame, among the tubes and in a grid of loose bodies. Predictions of other pairs stay valid.
//
// So no pair is missed, however wrong the motions are: a pair waits only while its tubes are apart, and on every frame
// both bodies have been found inside their tubes.
//
// The paper predicts each pair up to the end of both paths. We let each body choose how far it looks ahead: twice as
// far next time if its tube's box met few others, half as far if it met many, or if it was left before half of its
// time. A body whose tube did not last some frames is loose for a while.
//
// Tubes are refused where they are in a crowd. A tube costs a prediction for each tube that it meets, and a comparison on
// each frame for each loose body. If those are more than some hundreds, the body is loose for a while instead, and each
// refusal in a row doubles the while. What refused tubes may look at on a frame is limited, to a fixed number for each body;
// beyond it, no other tube is tried on that frame. So bodies whose tubes all meet do not compare all pairs.
//
// Cost, a frame: a comparison for each body that is not fixed and for each near pair; a query of the grid and some
// square roots for each body whose tube has ended. Memory: some hundreds of predictions for each moving body at most, and for
// each fixed body that is added or moved, one for each tube that it meets.
#pragma once

#include "broad/grid/box_grid.h"
#include "broad/predictive/meeting_queue.h"

namespace graze {

class Predictive final : public BroadPhase {
 public:
  void find_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs) override;
  std::size_t memory() const override;
  /// Throws std::logic_error unless every tube holds its body and the grid every tube.
  void validate(const BroadFrame& frame) const;

  /// The share of all pairs, without those of two fixed bodies, that the last frame did not look at.
  double share_not_looked_at() const;
  std::size_t loose() const { return loose_.size(); }
  std::size_t near() const { return near_.size(); }
  std::size_t waiting() const { return queue_.size(); }
  std::uint64_t predicted() const { return predicted_; }  ///< bodies, in the last frame

 private:
  struct Body {
    Tube tube;
    double span = 0;            // how far to look ahead next time; 0: not known yet
    std::uint8_t rest = 0;      // frames to stay loose, since tubes do not pay
    std::uint8_t refusals = 0;  // of tubes, in a row
    bool has_tube = false;
    bool is_new = false;  // since the last frame
    bool fixed = false;
  };

  void follow(const BroadFrame& frame);
  void check(const BroadFrame& frame);
  bool still_holds(Slot slot, const BroadFrame& frame) const;
  void leave(Slot slot);
  void renew(Slot slot, const BroadFrame& frame);
  std::optional<Tube> tube_for(Slot slot, const BroadFrame& frame);
  void make_loose(Slot slot, const BroadBox& box);
  void predict_renewed(const BroadFrame& frame);
  void predict(Slot slot, const BroadFrame& frame, std::uint64_t& looks_left);
  void predict_fixed(Slot slot, const BroadFrame& frame);
  void consider(Slot slot, Slot other, double now);
  void schedule(Slot a, Slot b, double now);
  void follow_near_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs);
  void look_for_loose_pairs(const BroadFrame& frame, std::vector<SlotPair>& pairs);
  bool valid(const Prediction& p) const { return stamps_[p.a] == p.stamp_a && stamps_[p.b] == p.stamp_b; }

  std::vector<std::uint32_t> stamps_;  // by slot: of what was predicted last
  std::vector<TubeWatch> watches_;     // by slot
  std::vector<Body> bodies_;           // by slot
  std::vector<BroadBox> swept_;        // by slot: around the tube
  SlotSet moving_, fixed_, loose_;
  std::vector<Slot> renewed_;
  std::vector<Slot> met_;                     // by the tube that is predicted
  BoxGrid tubes_{BoxGrid::Room::one};         // small cells, since boxes around tubes overlap a lot
  BoxGrid fixed_boxes_{BoxGrid::Room::four};  // of those that have tubes
  BoxGrid loose_boxes_{BoxGrid::Room::four};
  MeetingQueue queue_;
  std::vector<Prediction> near_;
  PairSorter sorter_;
  double time_ = -std::numeric_limits<double>::infinity();
  double step_ = 0;  // between the last two frames
  std::uint64_t predicted_ = 0;
};

}  // namespace graze
