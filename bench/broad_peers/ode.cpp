// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <ode/ode.h>

#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

/// Moving bodies in one space, fixed ones in another.
class OdeBroad : public BroadPeer {
 public:
  using MakeSpace = dSpaceID (*)();
  OdeBroad(std::string name, MakeSpace make) : name_(std::move(name)), make_(make) { dInitODE2(0); }
  ~OdeBroad() override { stop(); }

  std::string name() const override { return name_; }
  std::string setup() const override { return "ODE, one space for moving and one for fixed"; }

  void start(const Crowd& crowd) override {
    stop();
    moving_ = make_();
    fixed_ = make_();
    for (std::size_t i = 0; i < crowd.bodies().size(); ++i) {
      const Crowd::Body& body = crowd.bodies()[i];
      const dGeomID geom =
          dCreateBox(body.fixed ? fixed_ : moving_, 2 * body.half.x(), 2 * body.half.y(), 2 * body.half.z());
      dGeomSetData(geom, reinterpret_cast<void*>(i));
      dGeomSetPosition(geom, body.centre.x(), body.centre.y(), body.centre.z());
      geoms_.push_back(geom);
      has_fixed_ = has_fixed_ || body.fixed;
    }
  }
  void place(const Crowd& crowd) override {
    for (std::size_t i = 0; i < geoms_.size(); ++i) {
      const Crowd::Body& body = crowd.bodies()[i];
      if (body.moved) dGeomSetPosition(geoms_[i], body.centre.x(), body.centre.y(), body.centre.z());
    }
  }
  void find(const Crowd&) override {
    pairs_.clear();
    dSpaceCollide(moving_, &pairs_, note);
    if (has_fixed_) {
      // Each moving body against the space of the fixed ones, which has a structure to be asked.
      dSpaceCollide2(reinterpret_cast<dGeomID>(moving_), reinterpret_cast<dGeomID>(fixed_), &pairs_, note);
    }
  }
  void pairs(std::vector<BodyNumbers>& pairs) const override { pairs = pairs_; }

 private:
  static void note(void* pairs, dGeomID a, dGeomID b) {
    const auto number = [](dGeomID geom) {
      return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(dGeomGetData(geom)));
    };
    static_cast<std::vector<BodyNumbers>*>(pairs)->push_back(ordered(number(a), number(b)));
  }
  void stop() {
    if (moving_ != nullptr) dSpaceDestroy(moving_);
    if (fixed_ != nullptr) dSpaceDestroy(fixed_);
    moving_ = fixed_ = nullptr;
    geoms_.clear();
    has_fixed_ = false;
  }

  std::string name_;
  MakeSpace make_;
  dSpaceID moving_ = nullptr, fixed_ = nullptr;
  bool has_fixed_ = false;
  std::vector<dGeomID> geoms_;
  std::vector<BodyNumbers> pairs_;
};

}  // namespace

std::unique_ptr<BroadPeer> make_ode_hash() {
  return std::make_unique<OdeBroad>("ode-hash", [] {
    const dSpaceID space = dHashSpaceCreate(nullptr);
    dHashSpaceSetLevels(space, 0, 12);  // cells of 1 and more
    return space;
  });
}

std::unique_ptr<BroadPeer> make_ode_sap() {
  return std::make_unique<OdeBroad>("ode-sap",
                                    [] { return dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XYZ); });
}

}  // namespace graze::bench
