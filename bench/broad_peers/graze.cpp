// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "broad/broad_phases.h"
#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

class GrazeBroad : public BroadPeer {
 public:
  GrazeBroad(std::string name, int threads) : name_(std::move(name)), threads_(threads) {}

  std::string name() const override { return name_ == "automatic" ? "graze" : "graze-" + name_; }
  std::string setup() const override { return name_ + ", boxes in float"; }

  void start(const Crowd& crowd) override {
    phase_ = make_broad_phase(broad_phase_from_name(name_));
    boxes_.resize(crowd.bodies().size());
    mobilities_.resize(crowd.bodies().size());
    moved_.clear();
    for (Slot i = 0; i < boxes_.size(); ++i) {
      mobilities_[i] = crowd.bodies()[i].fixed ? Mobility::fixed : Mobility::moving;
      set_box(crowd, i);
      moved_.push_back(i);
    }
    is_first_ = true;
  }

  void place(const Crowd& crowd) override {
    if (!is_first_) moved_.clear();
    for (Slot i = 0; i < boxes_.size(); ++i) {
      if (!crowd.bodies()[i].moved) continue;
      set_box(crowd, i);
      if (!is_first_) moved_.push_back(i);
    }
  }

  void find(const Crowd&) override {
    BroadFrame frame;
    frame.boxes = boxes_;
    frame.mobilities = mobilities_;
    (is_first_ ? frame.added : frame.moved) = moved_;
    frame.threads = threads_;
    phase_->find_pairs(frame, pairs_);
    is_first_ = false;
  }

  void pairs(std::vector<BodyNumbers>& pairs) const override {
    pairs.clear();
    for (const SlotPair& p : pairs_) pairs.emplace_back(p.a, p.b);
  }

 private:
  void set_box(const Crowd& crowd, Slot i) {
    const Crowd::Body& body = crowd.bodies()[i];
    for (int k = 0; k < 3; ++k) {
      boxes_[i].low[k] = body.centre[k] - body.half[k];
      boxes_[i].high[k] = body.centre[k] + body.half[k];
    }
  }

  std::string name_;
  int threads_;
  bool is_first_ = true;
  std::unique_ptr<BroadPhase> phase_;
  std::vector<BroadBox> boxes_;
  std::vector<Mobility> mobilities_;
  std::vector<Slot> moved_;
  std::vector<SlotPair> pairs_;
};

}  // namespace

std::unique_ptr<BroadPeer> make_graze_broad(std::string name, int threads) {
  return std::make_unique<GrazeBroad>(std::move(name), threads);
}

}  // namespace graze::bench
