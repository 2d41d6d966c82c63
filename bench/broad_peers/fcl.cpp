// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>

#include "broad_peers/peer.h"

namespace graze::bench {
namespace {

using Object = fcl::CollisionObjectd;

/// Moving bodies in one manager, fixed ones in another: the first against itself, then against the second.
template <class Manager>
class FclBroad : public BroadPeer {
 public:
  explicit FclBroad(std::string name) : name_(std::move(name)) {}

  std::string name() const override { return name_; }
  std::string setup() const override {
    return "FCL " FCL_VERSION ", double, one manager for moving and one for fixed";
  }

  void start(const Crowd& crowd) override {
    moving_ = std::make_unique<Manager>();
    fixed_ = std::make_unique<Manager>();
    objects_.clear();
    std::vector<Object*> moving, fixed;
    for (std::size_t i = 0; i < crowd.bodies().size(); ++i) {
      const Crowd::Body& body = crowd.bodies()[i];
      const Eigen::Vector3d size = 2 * body.half.cast<double>();
      auto box = std::make_shared<fcl::Boxd>(size);
      box->computeLocalAABB();
      objects_.push_back(std::make_unique<Object>(box));
      Object* object = objects_.back().get();
      object->setUserData(reinterpret_cast<void*>(i));
      put(*object, body);
      (body.fixed ? fixed : moving).push_back(object);
    }
    moving_->registerObjects(moving);
    moving_->setup();
    fixed_->registerObjects(fixed);
    fixed_->setup();
    has_fixed_ = !fixed.empty();
    updated_.clear();
  }

  void place(const Crowd& crowd) override {
    updated_.clear();
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      if (!crowd.bodies()[i].moved) continue;
      put(*objects_[i], crowd.bodies()[i]);
      updated_.push_back(objects_[i].get());
    }
    all_moved_ = updated_.size() == moving_->size();
  }

  void find(const Crowd&) override {
    if (all_moved_) {
      moving_->update();
    } else {
      moving_->update(updated_);
    }
    pairs_.clear();
    moving_->collide(&pairs_, note);
    if (has_fixed_) moving_->collide(fixed_.get(), &pairs_, note);
  }

  void pairs(std::vector<BodyNumbers>& pairs) const override { pairs = pairs_; }

 private:
  /// Says nothing about shapes: the boxes overlap, which is all that is asked.
  static bool note(Object* a, Object* b, void* pairs) {
    static_cast<std::vector<BodyNumbers>*>(pairs)->push_back(ordered(number(*a), number(*b)));
    return false;
  }
  static std::uint32_t number(const Object& object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object.getUserData()));
  }
  /// FCL makes its boxes from the sphere around the shape, unless the object is not turned.
  static void put(Object& object, const Crowd::Body& body) {
    object.setTranslation(body.centre.cast<double>());
    object.computeAABB();
  }

  std::string name_;
  std::unique_ptr<Manager> moving_, fixed_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<Object*> updated_;
  std::vector<BodyNumbers> pairs_;
  bool has_fixed_ = false, all_moved_ = false;
};

}  // namespace

std::unique_ptr<BroadPeer> make_fcl_tree() {
  return std::make_unique<FclBroad<fcl::DynamicAABBTreeCollisionManagerd>>("fcl-tree");
}

std::unique_ptr<BroadPeer> make_fcl_sap() {
  return std::make_unique<FclBroad<fcl::SaPCollisionManagerd>>("fcl-sap");
}

}  // namespace graze::bench
