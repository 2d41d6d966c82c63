// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <btBulletCollisionCommon.h>
#include <fmt/format.h>

#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

btVector3 corner(const Crowd::Body& body, float sign) {
  const Eigen::Vector3f p = body.centre + sign * body.half;
  return {p.x(), p.y(), p.z()};
}

/// Fixed bodies are in a group of their own, which is not tested against itself.
class BulletBroad : public BroadPeer {
 public:
  enum class Kind { dbvt, axis_sweep };
  explicit BulletBroad(Kind kind) : kind_(kind), dispatcher_(&configuration_) {}
  ~BulletBroad() override { stop(); }

  std::string name() const override { return kind_ == Kind::dbvt ? "bullet-dbvt" : "bullet-sap"; }
  std::string setup() const override {
    return fmt::format(
        "Bullet {}, float, {}", BT_BULLET_VERSION,
        kind_ == Kind::dbvt ? "btDbvtBroadphase" : "btAxisSweep3, or bt32BitAxisSweep3 for many");
  }

  void start(const Crowd& crowd) override {
    stop();
    constexpr std::size_t most_of_16_bits = 16000;
    const std::size_t count = crowd.bodies().size();
    if (kind_ == Kind::dbvt) {
      phase_ = std::make_unique<btDbvtBroadphase>();
    } else {
      const Eigen::Vector3f room = crowd.room().cast<float>();
      const float border = 0.1F * room.maxCoeff() + 10;
      const btVector3 low(-border, -border, -border);
      const btVector3 high(room.x() + border, room.y() + border, room.z() + border);
      if (count <= most_of_16_bits) {
        phase_ = std::make_unique<btAxisSweep3>(low, high, static_cast<unsigned short>(count + 2));
      } else {
        phase_ = std::make_unique<bt32BitAxisSweep3>(low, high, static_cast<unsigned>(count + 2));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Crowd::Body& body = crowd.bodies()[i];
      const int group = body.fixed ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter;
      const int mask = body.fixed ? ~btBroadphaseProxy::StaticFilter : btBroadphaseProxy::AllFilter;
      proxies_.push_back(phase_->createProxy(corner(body, -1), corner(body, 1), 0, reinterpret_cast<void*>(i),
                                             group, mask, &dispatcher_));
    }
  }

  void find(const Crowd& crowd) override {
    for (std::size_t i = 0; i < proxies_.size(); ++i) {
      const Crowd::Body& body = crowd.bodies()[i];
      if (body.moved) phase_->setAabb(proxies_[i], corner(body, -1), corner(body, 1), &dispatcher_);
    }
    phase_->calculateOverlappingPairs(&dispatcher_);
  }

  void pairs(std::vector<BodyNumbers>& pairs) const override {
    const auto number = [](const btBroadphaseProxy* proxy) {
      return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(proxy->m_clientObject));
    };
    pairs.clear();
    btBroadphasePairArray& found = phase_->getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < found.size(); ++i) {
      pairs.push_back(ordered(number(found[i].m_pProxy0), number(found[i].m_pProxy1)));
    }
  }

 private:
  void stop() {
    if (!phase_) return;
    for (btBroadphaseProxy* proxy : proxies_) phase_->destroyProxy(proxy, &dispatcher_);
    proxies_.clear();
    phase_.reset();
  }

  Kind kind_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  std::unique_ptr<btBroadphaseInterface> phase_;
  std::vector<btBroadphaseProxy*> proxies_;
};

}  // namespace

std::unique_ptr<BroadPeer> make_bullet_dbvt() {
  return std::make_unique<BulletBroad>(BulletBroad::Kind::dbvt);
}

std::unique_ptr<BroadPeer> make_bullet_sap() {
  return std::make_unique<BulletBroad>(BulletBroad::Kind::axis_sweep);
}

}  // namespace graze::bench
