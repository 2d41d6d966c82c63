// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "convex/peer.h"

namespace graze::bench {
namespace {

/// With its default solver, libccd.
class FclConvex : public ConvexPeer {
 public:
  explicit FclConvex(const ConvexModel& model) {
    if (model.half) {
      shape_ = std::make_shared<fcl::Boxd>(2 * *model.half);
      return;
    }
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Eigen::Vector3d& v : model.mesh.vertices) vertices->emplace_back(v);
    auto faces = std::make_shared<std::vector<int>>();
    for (const Face& f : model.mesh.faces) {
      faces->push_back(3);
      for (const std::uint32_t i : f) faces->push_back(static_cast<int>(i));
    }
    shape_ = std::make_shared<fcl::Convexd>(vertices, static_cast<int>(model.mesh.faces.size()), faces);
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override {
    collision_.clear();
    return fcl::collide(shape_.get(), fcl::Transform3d(static_cast<Eigen::Isometry3d>(X_WA)), shape_.get(),
                        fcl::Transform3d(static_cast<Eigen::Isometry3d>(X_WB)), collide_, collision_) > 0;
  }
  double distance(const Pose& X_WA, const Pose& X_WB) override {
    distance_.clear();
    return fcl::distance(shape_.get(), fcl::Transform3d(static_cast<Eigen::Isometry3d>(X_WA)), shape_.get(),
                         fcl::Transform3d(static_cast<Eigen::Isometry3d>(X_WB)), measure_, distance_);
  }

 private:
  std::shared_ptr<fcl::CollisionGeometryd> shape_;
  fcl::CollisionRequestd collide_{1, false};
  fcl::CollisionResultd collision_;
  fcl::DistanceRequestd measure_{true};
  fcl::DistanceResultd distance_;
};

}  // namespace

std::unique_ptr<ConvexPeer> fcl_convex(const ConvexModel& model) {
  return std::make_unique<FclConvex>(model);
}

}  // namespace graze::bench
