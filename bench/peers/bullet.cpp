// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <btBulletCollisionCommon.h>
#include <fmt/format.h>

#include "bullet_pose.h"
#include "peers/peer.h"

namespace graze::bench {
namespace {

class BulletBody : public Body {
 public:
  explicit BulletBody(const Mesh& mesh) {
    vertices_.reserve(3 * mesh.vertices.size());
    for (const Eigen::Vector3d& v : mesh.vertices) {
      for (int i = 0; i < 3; ++i) vertices_.push_back(static_cast<btScalar>(v[i]));
    }
    indices_.reserve(3 * mesh.faces.size());
    for (const Face& f : mesh.faces) {
      for (const std::uint32_t i : f) indices_.push_back(static_cast<int>(i));
    }
  }

  void build() override {
    arrays_ = std::make_unique<btTriangleIndexVertexArray>(
        static_cast<int>(indices_.size() / 3), indices_.data(), static_cast<int>(3 * sizeof(int)),
        static_cast<int>(vertices_.size() / 3), vertices_.data(), static_cast<int>(3 * sizeof(btScalar)));
    shape_ = std::make_unique<btGImpactMeshShape>(arrays_.get());
    shape_->setMargin(0);
    shape_->updateBound();
  }

  const btGImpactMeshShapePart& part() const { return *shape_->getMeshPart(0); }

 private:
  std::vector<btScalar> vertices_;
  std::vector<int> indices_;
  std::unique_ptr<btTriangleIndexVertexArray> arrays_;
  std::unique_ptr<btGImpactMeshShape> shape_;
};

/// The steps of btGImpactCollisionAlgorithm, boxes and then triangles, but without a manifold and able to
/// stop at the first contact: faster than through a dispatcher.
class BulletPair : public Pair {
 public:
  BulletPair(const btGImpactMeshShapePart& a, const btGImpactMeshShapePart& b) : a_(a), b_(b) {
    a_.lockChildShapes();
    b_.lockChildShapes();
  }
  ~BulletPair() override {
    b_.unlockChildShapes();
    a_.unlockChildShapes();
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override { return meeting(X_WA, X_WB, 1) > 0; }
  std::size_t count_pairs(const Pose& X_WA, const Pose& X_WB) override {
    return meeting(X_WA, X_WB, SIZE_MAX);
  }

 private:
  std::size_t meeting(const Pose& X_WA, const Pose& X_WB, std::size_t enough) {
    const btTransform tf_a = to_bullet(X_WA), tf_b = to_bullet(X_WB);
    candidates_.resizeNoInitialize(0);
    btGImpactBoxSet::find_collision(a_.getBoxSet(), tf_a, b_.getBoxSet(), tf_b, candidates_);
    std::size_t found = 0;
    for (int i = 0; i < candidates_.size() && found < enough; ++i) {
      if (faces_meet(candidates_[i], tf_a, tf_b)) ++found;
    }
    return found;
  }

  bool faces_meet(const GIM_PAIR& faces, const btTransform& tf_a, const btTransform& tf_b) const {
    btPrimitiveTriangle s, t;
    a_.getPrimitiveTriangle(faces.m_index1, s);
    b_.getPrimitiveTriangle(faces.m_index2, t);
    s.applyTransform(tf_a);
    t.applyTransform(tf_b);
    s.buildTriPlane();
    t.buildTriPlane();
    GIM_TRIANGLE_CONTACT contact;
    return s.overlap_test_conservative(t) && s.find_triangle_collision_clip_method(t, contact);
  }

  const btGImpactMeshShapePart& a_;
  const btGImpactMeshShapePart& b_;
  btPairSet candidates_;
};

class BulletPeer : public Peer {
 public:
  std::string name() const override { return "bullet"; }
  std::string setup() const override {
    return fmt::format("Bullet {}.{:02}, {}, btGImpactMeshShape without margin", btGetVersion() / 100,
                       btGetVersion() % 100, sizeof(btScalar) == 4 ? "float" : "double");
  }
  bool finds_all_pairs() const override { return true; }
  std::unique_ptr<Body> body(const Mesh& mesh) override { return std::make_unique<BulletBody>(mesh); }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<BulletPair>(dynamic_cast<BulletBody&>(a).part(),
                                        dynamic_cast<BulletBody&>(b).part());
  }
};

}  // namespace

std::unique_ptr<Peer> make_bullet() {
  return std::make_unique<BulletPeer>();
}

}  // namespace graze::bench
