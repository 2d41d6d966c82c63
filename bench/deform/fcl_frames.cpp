// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deform/fcl_frames.h"

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <limits>

namespace graze::bench {
namespace {

template <class Volume>
class Frames : public FclFrames {
 public:
  Frames(std::string name, bool refit, const Mesh& a, const Mesh& b)
      : name_(std::move(name)), refit_(refit), a_(model(a)), b_(model(b)) {}

  std::string name() const override { return name_; }

  std::size_t frame(std::span<const Eigen::Vector3d> a, std::span<const Eigen::Vector3d> b) override {
    update(*a_, a);
    update(*b_, b);
    result_.clear();
    const fcl::Transform3d identity = fcl::Transform3d::Identity();
    return fcl::collide(static_cast<const fcl::CollisionGeometryd*>(a_.get()), identity, b_.get(), identity,
                        all_, result_);
  }

 private:
  using Model = fcl::BVHModel<Volume>;

  static std::unique_ptr<Model> model(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices(mesh.vertices.begin(), mesh.vertices.end());
    std::vector<fcl::Triangle> faces;
    for (const Face& f : mesh.faces) faces.emplace_back(f[0], f[1], f[2]);
    auto model = std::make_unique<Model>();
    model->beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
    model->addSubModel(vertices, faces);
    model->endModel();
    return model;
  }

  void update(Model& model, std::span<const Eigen::Vector3d> vertices) {
    model.beginReplaceModel();
    for (const Eigen::Vector3d& v : vertices) model.replaceVertex(v);
    model.endReplaceModel(refit_, true);
  }

  std::string name_;
  bool refit_;
  std::unique_ptr<Model> a_, b_;
  fcl::CollisionRequestd all_{std::numeric_limits<std::size_t>::max(), false};
  fcl::CollisionResultd result_;
};

}  // namespace

std::vector<std::unique_ptr<FclFrames>> all_fcl_frames(const Mesh& a, const Mesh& b) {
  std::vector<std::unique_ptr<FclFrames>> list;
  list.push_back(std::make_unique<Frames<fcl::AABBd>>("FCL AABB refit", true, a, b));
  list.push_back(std::make_unique<Frames<fcl::AABBd>>("FCL AABB rebuild", false, a, b));
  list.push_back(std::make_unique<Frames<fcl::OBBRSSd>>("FCL OBBRSS refit", true, a, b));
  list.push_back(std::make_unique<Frames<fcl::OBBRSSd>>("FCL OBBRSS rebuild", false, a, b));
  return list;
}

}  // namespace graze::bench
