// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>

#include "peers/peer.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Detection = CGAL::Rigid_triangle_mesh_collision_detection<Surface>;
using Tree = Detection::AABB_tree;

/// A face that CGAL's half-edges cannot hold beside the others gets vertices of its own.
class CgalBody : public Body {
 public:
  explicit CgalBody(const Mesh& mesh) {
    std::vector<Surface::Vertex_index> vertices;
    const auto add_vertex = [&](const Eigen::Vector3d& v) { return surface_.add_vertex({v[0], v[1], v[2]}); };
    for (const Eigen::Vector3d& v : mesh.vertices) vertices.push_back(add_vertex(v));
    for (const Face& f : mesh.faces) {
      const bool proper = f[0] != f[1] && f[1] != f[2] && f[2] != f[0];
      if (proper &&
          surface_.add_face(vertices[f[0]], vertices[f[1]], vertices[f[2]]) != Surface::null_face()) {
        continue;
      }
      surface_.add_face(add_vertex(mesh.vertices[f[0]]), add_vertex(mesh.vertices[f[1]]),
                        add_vertex(mesh.vertices[f[2]]));
    }
  }

  void build() override {
    tree_ = std::make_unique<Tree>(faces(surface_).begin(), faces(surface_).end(), surface_);
    tree_->build();
  }

  std::size_t add_to(Detection& detection) const {
    return detection.add_mesh(*tree_, surface_, CGAL::parameters::apply_per_connected_component(false));
  }

 private:
  Surface surface_;
  std::unique_ptr<Tree> tree_;
};

Kernel::Aff_transformation_3 to_cgal(const Pose& X) {
  return {X.R(0, 0), X.R(0, 1), X.R(0, 2), X.t[0],    X.R(1, 0), X.R(1, 1),
          X.R(1, 2), X.t[1],    X.R(2, 0), X.R(2, 1), X.R(2, 2), X.t[2]};
}

class CgalPair : public Pair {
 public:
  CgalPair(const CgalBody& a, const CgalBody& b) : a_(a.add_to(detection_)), b_(b.add_to(detection_)) {}

  bool collides(const Pose& X_WA, const Pose& X_WB) override {
    detection_.set_transformation(a_, to_cgal(X_WA));
    detection_.set_transformation(b_, to_cgal(X_WB));
    return !detection_.get_all_intersections(a_).empty();
  }

 private:
  Detection detection_;
  std::size_t a_, b_;
};

class CgalPeer : public Peer {
 public:
  std::string name() const override { return "cgal"; }
  std::string setup() const override {
    return "CGAL " CGAL_VERSION_STR
           ", exact predicates on rounded coordinates, Rigid_triangle_mesh_collision_detection";
  }
  std::unique_ptr<Body> body(const Mesh& mesh) override { return std::make_unique<CgalBody>(mesh); }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<CgalPair>(dynamic_cast<CgalBody&>(a), dynamic_cast<CgalBody&>(b));
  }
};

}  // namespace

std::unique_ptr<Peer> make_cgal() {
  return std::make_unique<CgalPeer>();
}

}  // namespace graze::bench
