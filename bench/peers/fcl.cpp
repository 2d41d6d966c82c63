// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <limits>

#include "peers/peer.h"

namespace graze::bench {
namespace {

template <class Volume>
class FclBody : public Body {
 public:
  explicit FclBody(const Mesh& mesh) {
    for (const Eigen::Vector3d& v : mesh.vertices) vertices_.emplace_back(v);
    for (const Face& f : mesh.faces) faces_.emplace_back(f[0], f[1], f[2]);
  }

  void build() override {
    model_ = std::make_shared<fcl::BVHModel<Volume>>();
    model_->beginModel(static_cast<int>(faces_.size()), static_cast<int>(vertices_.size()));
    model_->addSubModel(vertices_, faces_);
    model_->endModel();
  }

  std::size_t copied_bytes() const override {
    return vertices_.size() * sizeof(fcl::Vector3d) + faces_.size() * sizeof(fcl::Triangle);
  }

  /// The sum of BVHModel::memUsage, which prints it and returns no figure.
  std::optional<std::size_t> reported_bytes() const override {
    return sizeof(Volume) * static_cast<std::size_t>(model_->getNumBVs()) + copied_bytes() + sizeof *model_;
  }

  const fcl::BVHModel<Volume>& model() const { return *model_; }

 private:
  std::vector<fcl::Vector3d> vertices_;
  std::vector<fcl::Triangle> faces_;
  std::shared_ptr<fcl::BVHModel<Volume>> model_;
};

/// The result object is kept, so that its memory is re-used.
template <class Volume>
class FclPair : public Pair {
 public:
  FclPair(const fcl::BVHModel<Volume>& a, const fcl::BVHModel<Volume>& b) : a_(a), b_(b) {}

  bool collides(const Pose& X_WA, const Pose& X_WB) override { return ask(X_WA, X_WB, first_) > 0; }
  std::size_t count_pairs(const Pose& X_WA, const Pose& X_WB) override { return ask(X_WA, X_WB, all_); }

 private:
  std::size_t ask(const Pose& X_WA, const Pose& X_WB, const fcl::CollisionRequestd& request) {
    const fcl::Transform3d tf_a(static_cast<Eigen::Isometry3d>(X_WA));
    const fcl::Transform3d tf_b(static_cast<Eigen::Isometry3d>(X_WB));
    result_.clear();
    return fcl::collide(static_cast<const fcl::CollisionGeometryd*>(&a_), tf_a, &b_, tf_b, request, result_);
  }

  const fcl::BVHModel<Volume>& a_;
  const fcl::BVHModel<Volume>& b_;
  // Without contact geometry FCL tests face pairs by yes or no and notes their numbers: the least it can do.
  fcl::CollisionRequestd first_{1, false};
  fcl::CollisionRequestd all_{std::numeric_limits<std::size_t>::max(), false};
  fcl::CollisionResultd result_;
};

template <class Volume>
class FclPeer : public Peer {
 public:
  FclPeer(std::string name, std::string volume) : name_(std::move(name)), volume_(std::move(volume)) {}

  std::string name() const override { return name_; }
  std::string setup() const override { return "FCL " FCL_VERSION ", double, BVHModel of " + volume_; }
  bool finds_all_pairs() const override { return true; }
  std::unique_ptr<Body> body(const Mesh& mesh) override { return std::make_unique<FclBody<Volume>>(mesh); }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<FclPair<Volume>>(dynamic_cast<FclBody<Volume>&>(a).model(),
                                             dynamic_cast<FclBody<Volume>&>(b).model());
  }

 private:
  std::string name_, volume_;
};

}  // namespace

std::unique_ptr<Peer> make_fcl() {
  return std::make_unique<FclPeer<fcl::OBBRSSd>>("fcl", "OBBRSS");
}

std::unique_ptr<Peer> make_fcl_obb() {
  return std::make_unique<FclPeer<fcl::OBBd>>("fcl-obb", "OBB");
}

}  // namespace graze::bench
