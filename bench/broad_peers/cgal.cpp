// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

struct CgalBox {
  float low[3], high[3];
  std::uint32_t id;
};

struct CgalTraits {
  using NT = float;
  using ID = std::uint32_t;
  using Box_parameter = const CgalBox&;
  static int dimension() { return 3; }
  static ID id(Box_parameter b) { return b.id; }
  static NT min_coord(Box_parameter b, int d) { return b.low[d]; }
  static NT max_coord(Box_parameter b, int d) { return b.high[d]; }
};

/// Keeps nothing from frame to frame; moving boxes against themselves, then against the fixed ones.
class CgalBroad : public BroadPeer {
 public:
  std::string name() const override { return "cgal"; }
  std::string setup() const override { return "CGAL " CGAL_VERSION_STR ", float, box_self_intersection_d"; }

  void start(const Crowd& crowd) override {
    moving_.clear();
    fixed_.clear();
    for (std::uint32_t i = 0; i < crowd.bodies().size(); ++i) {
      (crowd.bodies()[i].fixed ? fixed_ : moving_).push_back(box(crowd, i));
    }
  }
  void place(const Crowd& crowd) override {
    for (CgalBox& b : moving_) b = box(crowd, b.id);
  }
  void find(const Crowd&) override {
    pairs_.clear();
    const auto note = [&](const CgalBox& a, const CgalBox& b) { pairs_.push_back(ordered(a.id, b.id)); };
    CGAL::box_self_intersection_d(moving_.begin(), moving_.end(), note, CgalTraits());
    if (!fixed_.empty()) {
      CGAL::box_intersection_d(moving_.begin(), moving_.end(), fixed_.begin(), fixed_.end(), note,
                               CgalTraits());
    }
  }
  void pairs(std::vector<BodyNumbers>& pairs) const override { pairs = pairs_; }

 private:
  static CgalBox box(const Crowd& crowd, std::uint32_t i) {
    const Crowd::Body& body = crowd.bodies()[i];
    CgalBox b;
    for (int k = 0; k < 3; ++k) {
      b.low[k] = body.centre[k] - body.half[k];
      b.high[k] = body.centre[k] + body.half[k];
    }
    b.id = i;
    return b;
  }

  std::vector<CgalBox> moving_, fixed_;
  std::vector<BodyNumbers> pairs_;
};

}  // namespace

std::unique_ptr<BroadPeer> make_cgal_boxes() {
  return std::make_unique<CgalBroad>();
}

}  // namespace graze::bench
