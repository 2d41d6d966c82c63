// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "bullet_pose.h"
#include "convex/peer.h"

namespace graze::bench {
namespace {

/// The pair detector alone, without a solver for depths and without margins: the least it can do.
class BulletConvex : public ConvexPeer {
 public:
  explicit BulletConvex(const ConvexModel& model) {
    if (model.half) {
      shape_ = std::make_unique<btBoxShape>(to_bullet(*model.half));
    } else {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Eigen::Vector3d& v : model.mesh.vertices) {
        hull->addPoint(to_bullet(v), false);
      }
      hull->recalcLocalAabb();
      shape_ = std::move(hull);
    }
    shape_->setMargin(0);
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override { return distance(X_WA, X_WB) <= 0; }
  double distance(const Pose& X_WA, const Pose& X_WB) override {
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(shape_.get(), shape_.get(), &simplex, nullptr);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = to_bullet(X_WA);
    input.m_transformB = to_bullet(X_WB);
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_hasResult ? static_cast<double>(found.m_distance) : 0;
  }

 private:
  std::unique_ptr<btConvexShape> shape_;
};

}  // namespace

std::unique_ptr<ConvexPeer> bullet_convex(const ConvexModel& model) {
  return std::make_unique<BulletConvex>(model);
}

}  // namespace graze::bench
