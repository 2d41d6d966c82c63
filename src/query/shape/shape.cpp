// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/shape/shape.h"

#include <graze/error.h>

#include <array>
#include <cmath>

#include "math/float_environment.h"
#include "math/message.h"
#include "math/pose_check.h"
#include "math/slack.h"

namespace graze {
namespace {

void require_positive(double value, std::string_view kind, std::string_view field) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw Error(message(kind, " has ", field, " ", value, ": it must be positive and finite"));
  }
}

void require_positive(const Eigen::Vector3d& half, std::string_view kind) {
  for (int i = 0; i < 3; ++i) require_positive(half[i], kind, "half extent");
}

/// The kind may be the point, segment or rectangle that it then is.
void require_not_negative(double value, std::string_view kind, std::string_view field) {
  if (!(value >= 0) || !std::isfinite(value)) {
    throw Error(message(kind, " has ", field, " ", value, ": it must be finite and not negative"));
  }
}

struct Validate {
  void operator()(const Mesh& mesh) const { validate(mesh); }
  void operator()(const Deformable& body) const { validate(body.mesh, "deformable"); }
  void operator()(const Convex& convex) const {
    if (convex.vertices.empty()) throw Error("convex shape has no vertices");
    validate(Mesh{convex.vertices, {}}, "convex");
  }
  void operator()(const Sphere& s) const { require_not_negative(s.radius, "sphere", "radius"); }
  void operator()(const Box& b) const {
    for (const double half : b.half) require_not_negative(half, "box", "half extent");
  }
  void operator()(const Capsule& c) const {
    require_not_negative(c.radius, "capsule", "radius");
    require_not_negative(c.half_length, "capsule", "half_length");
  }
  void operator()(const Cylinder& c) const { round(c.radius, c.half_length, "cylinder"); }
  void operator()(const Cone& c) const { round(c.radius, c.half_length, "cone"); }
  void operator()(const Ellipsoid& e) const { require_positive(e.half, "ellipsoid"); }
  void operator()(const Compound& c) const {
    for (std::size_t i = 0; const Piece& piece : c.pieces) {
      validate_pose(piece.pose, "the pose of piece ", i++);
      const int depth = piece.shape.impl().compound ? piece.shape.impl().compound->depth() + 1 : 1;
      if (depth > most_nesting) {
        throw Error(message("compounds are nested ", depth, " deep; at most ", most_nesting,
                            " levels are supported"));
      }
    }
  }

  static void round(double radius, double half_length, std::string_view kind) {
    require_positive(radius, kind, "radius");
    require_positive(half_length, kind, "half_length");
  }
};

}  // namespace

std::string_view kind_name(const ShapeKind& kind) {
  constexpr std::array<std::string_view, std::variant_size_v<ShapeKind>> names = {
      "mesh",    "deformable", "convex", "sphere",    "box",
      "capsule", "cylinder",   "cone",   "ellipsoid", "compound"};
  return names[kind.index()];
}

bool Compound::operator==(const Compound& other) const {
  return std::equal(
      pieces.begin(), pieces.end(), other.pieces.begin(), other.pieces.end(),
      [](const Piece& a, const Piece& b) { return a.pose == b.pose && a.shape.kind() == b.shape.kind(); });
}

namespace {

BodyBounds bounds_of(const ConvexShape& convex) {
  const ConvexBody& body = convex.body();
  BodyBounds bounds(convex.box());
  bounds.centre = body.centre;
  bounds.half = (convex.box().high - bounds.centre).cwiseMax(bounds.centre - convex.box().low);
  bounds.radius = no_less(body.ball + body.radius);
  return bounds;
}

}  // namespace

Shape::Impl::Impl(ShapeKind k) : kind(std::move(k)) {
  if (const auto* m = std::get_if<Mesh>(&kind)) {
    mesh.emplace(*m);
    family = Family::rigid;
  } else if (const auto* d = std::get_if<Deformable>(&kind)) {
    mesh.emplace(d->mesh);
    family = Family::deforming;
  } else if (const auto* c = std::get_if<Compound>(&kind)) {
    compound.emplace(*c);
    family = Family::compound;
  } else {
    convex = ConvexShape::of(kind);
    family = convex->body().is_polytope() ? Family::polytope : Family::round;
  }
  update_bounds();
}

Shape::Impl::Impl(Compound pieces, const CompoundTree& tree) : kind(std::move(pieces)), compound(tree) {
  compound->refit(std::get<Compound>(kind));
  update_bounds();
}

AxisBox Shape::Impl::box() const {
  if (mesh) return mesh->bounds().box;
  return convex != nullptr ? convex->box() : compound->box();
}

void Shape::Impl::update_bounds() {
  if (mesh) {
    bounds = mesh->bounds();
  } else if (convex != nullptr) {
    bounds = bounds_of(*convex);
  } else {
    bounds = BodyBounds(compound->box());
  }
}

Shape::Shape(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Shape::Shape(ShapeKind kind) : Shape(of(std::move(kind))) {}

Shape Shape::of(ShapeKind kind) {
  const FloatEnvironment environment;
  std::visit(Validate{}, kind);
  return Shape(std::make_shared<const Impl>(std::move(kind)));
}

Shape Shape::mesh(Mesh mesh) {
  return of(std::move(mesh));
}

Shape Shape::deformable(Mesh mesh) {
  return of(Deformable{std::move(mesh)});
}

const ShapeKind& Shape::kind() const {
  return impl_->kind;
}

Shape Shape::with_poses(std::span<const Pose> poses) const {
  const FloatEnvironment environment;
  const auto* known = std::get_if<Compound>(&kind());
  if (known == nullptr) throw Error(message("a ", kind_name(kind()), " has no pieces to pose"));
  if (poses.size() != known->pieces.size()) {
    throw Error(
        message(poses.size(), " poses are given for a compound of ", known->pieces.size(), " pieces"));
  }
  Compound moved = *known;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    validate_pose(poses[i], "the pose of piece ", i);
    moved.pieces[i].pose = poses[i];
  }
  return Shape(std::make_shared<const Impl>(std::move(moved), *impl_->compound));
}

}  // namespace graze
