// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <embree3/rtcore.h>
#include <fmt/format.h>
#include <graze/error.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "peers/peer.h"
#include "plain_triangles.h"

namespace graze::bench {
namespace {

/// One thread, as everyone else has here.
RTCDevice device() {
  static const RTCDevice the_device = [] {
    const RTCDevice made = rtcNewDevice("threads=1,set_affinity=0");
    if (made == nullptr) throw Error("Embree cannot make a device");
    return made;
  }();
  return the_device;
}

/// Boxes of triangles in one frame, as a scene. Embree's boxes are in float, ours rounded outward to it.
class BoxScene {
 public:
  explicit BoxScene(const Mesh& mesh) : mesh_(mesh), vertices_(mesh.vertices) {}
  BoxScene(const BoxScene&) = delete;
  BoxScene& operator=(const BoxScene&) = delete;
  ~BoxScene() {
    if (scene_ != nullptr) rtcReleaseScene(scene_);
  }

  /// With the vertices under X; built anew.
  void commit(const Pose& X, RTCBuildQuality quality) {
    for (std::size_t i = 0; i < vertices_.size(); ++i) vertices_[i] = X * mesh_.vertices[i];
    if (scene_ == nullptr) {
      scene_ = rtcNewScene(device());
      rtcSetSceneBuildQuality(scene_, quality);
      boxes_ = rtcNewGeometry(device(), RTC_GEOMETRY_TYPE_USER);
      rtcSetGeometryUserPrimitiveCount(boxes_, static_cast<unsigned>(mesh_.faces.size()));
      rtcSetGeometryUserData(boxes_, this);
      rtcSetGeometryBoundsFunction(boxes_, bounds, nullptr);
      rtcAttachGeometry(scene_, boxes_);
      rtcReleaseGeometry(boxes_);
    }
    rtcCommitGeometry(boxes_);
    rtcCommitScene(scene_);
  }

  RTCScene scene() const { return scene_; }
  Triangle triangle(unsigned face) const {
    const Face& f = mesh_.faces[face];
    return {vertices_[f[0]], vertices_[f[1]], vertices_[f[2]]};
  }
  const Mesh& mesh() const { return mesh_; }

 private:
  static void bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& self = *static_cast<const BoxScene*>(arguments->geometryUserPtr);
    const Triangle t = self.triangle(arguments->primID);
    const Eigen::Vector3d low = t[0].cwiseMin(t[1]).cwiseMin(t[2]);
    const Eigen::Vector3d high = t[0].cwiseMax(t[1]).cwiseMax(t[2]);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto down = [](double x) { return std::nextafter(static_cast<float>(x), -infinity); };
    const auto up = [](double x) { return std::nextafter(static_cast<float>(x), infinity); };
    RTCBounds& box = *arguments->bounds_o;
    box.lower_x = down(low[0]);
    box.lower_y = down(low[1]);
    box.lower_z = down(low[2]);
    box.upper_x = up(high[0]);
    box.upper_y = up(high[1]);
    box.upper_z = up(high[2]);
  }

  const Mesh& mesh_;
  std::vector<Eigen::Vector3d> vertices_;
  RTCGeometry boxes_ = nullptr;
  RTCScene scene_ = nullptr;
};

class EmbreeBody : public Body {
 public:
  explicit EmbreeBody(const Mesh& mesh) : boxes_(mesh) {}
  void build() override { boxes_.commit({}, RTC_BUILD_QUALITY_MEDIUM); }
  const BoxScene& boxes() const { return boxes_; }

 private:
  BoxScene boxes_;
};

/// Embree's boxes are in the world's frame: for each query B is moved into A's frame and its tree made again,
/// the quick way. There is no early end. Pairs of boxes are given to a plain test in double. `walk_only`
/// leaves the making of the tree out of the query.
class EmbreePair : public Pair {
 public:
  EmbreePair(const BoxScene& a, const BoxScene& b, bool walk_only)
      : a_(a), b_(b.mesh()), walk_only_(walk_only) {}

  void place(const Pose& X_WA, const Pose& X_WB) override {
    if (walk_only_) move_b(X_WA, X_WB);
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override { return count_pairs(X_WA, X_WB) > 0; }

  std::size_t count_pairs(const Pose& X_WA, const Pose& X_WB) override {
    if (!walk_only_) move_b(X_WA, X_WB);
    found_ = 0;
    rtcCollide(a_.scene(), b_.scene(), test, this);
    return found_;
  }

 private:
  void move_b(const Pose& X_WA, const Pose& X_WB) { b_.commit(X_WA.inverse() * X_WB, RTC_BUILD_QUALITY_LOW); }

  static void test(void* pointer, RTCCollision* candidates, unsigned count) {
    auto& self = *static_cast<EmbreePair*>(pointer);
    std::size_t meeting = 0;
    for (unsigned i = 0; i < count; ++i) {
      const Triangle s = self.a_.triangle(candidates[i].primID0), t = self.b_.triangle(candidates[i].primID1);
      meeting += guigue_devillers(s, t) ? 1 : 0;
    }
    self.found_ += meeting;
  }

  const BoxScene& a_;
  BoxScene b_;
  bool walk_only_;
  std::atomic<std::size_t> found_ = 0;  // Embree does not promise to call from one thread
};

class EmbreePeer : public Peer {
 public:
  explicit EmbreePeer(bool walk_only) : walk_only_(walk_only) {}

  std::string name() const override { return walk_only_ ? "embree-walk" : "embree"; }
  std::string setup() const override {
    return std::string("Embree " RTC_VERSION_STRING
                       ", rtcCollide, float boxes of the world, B's tree made again ") +
           (walk_only_ ? "before a query, not timed" : "in a query");
  }
  bool finds_all_pairs() const override { return true; }
  std::unique_ptr<Body> body(const Mesh& mesh) override { return std::make_unique<EmbreeBody>(mesh); }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<EmbreePair>(dynamic_cast<EmbreeBody&>(a).boxes(),
                                        dynamic_cast<EmbreeBody&>(b).boxes(), walk_only_);
  }

 private:
  bool walk_only_;
};

}  // namespace

std::unique_ptr<Peer> make_embree() {
  return std::make_unique<EmbreePeer>(false);
}

std::unique_ptr<Peer> make_embree_walk() {
  return std::make_unique<EmbreePeer>(true);
}

}  // namespace graze::bench
