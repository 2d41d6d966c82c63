// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "fuzz/ask.h"

#include <graze/deform.h>
#include <graze/distance.h>
#include <graze/error.h>
#include <graze/progressive.h>
#include <graze/query.h>
#include <graze/world.h>

#include <array>
#include <cmath>
#include <limits>

#include "math/message.h"

namespace graze::fuzz {
namespace {

/// Bytes as choices; zeros after their end.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  bool left() const { return !bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  int below(int n) { return byte() % n; }
  bool coin() { return (byte() & 1) != 0; }

  /// A small multiple of 1/4, so that much touches; now and then the next double.
  double coordinate() {
    const std::uint8_t b = byte();
    const double x = (static_cast<int>(b & 31) - 16) * 0.25;
    if ((b & 0xe0) == 0xe0) return std::nextafter(x, 100);
    if ((b & 0xe0) == 0xc0) return std::nextafter(x, -100);
    return x;
  }
  Eigen::Vector3d point() {
    const double x = coordinate(), y = coordinate(), z = coordinate();
    return {x, y, z};
  }
  Eigen::Matrix3d rotation() {
    switch (below(4)) {
      case 0:
        return Eigen::Matrix3d::Identity();
      case 1: {  // a quarter turn, exact
        Eigen::Matrix3d R;
        R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
        return R;
      }
      case 2:  // bent as far as it is accepted
        return (1 + (coin() ? 4.9e-7 : -4.9e-7)) * Eigen::Matrix3d::Identity();
      default:
        return Eigen::AngleAxisd(coordinate(), Eigen::Vector3d(1, coordinate(), coordinate()).normalized())
            .toRotationMatrix();
    }
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

/// Shapes and poses of one scale, from denormal to huge.
class Maker {
 public:
  explicit Maker(Choices& choices) : choices_(choices) {
    constexpr std::array scales = {1.0, 1.0, 1.0, 1e-310, 1e-160, 1e-40, 1e40, 1e160, 1e300};
    scale_ = scales[choices.below(scales.size())];
  }

  Shape shape(int nesting = 0) {
    switch (choices_.below(nesting < 3 ? 9 : 8)) {
      case 0:
      case 1:
        return Shape::mesh(mesh());
      case 2:
        return Shape::of(Deformable{mesh()});
      case 3:
        return Shape::of(Box{{size(), size(), size()}});
      case 4:
        return Shape::of(Sphere{size()});
      case 5:
        return Shape::of(Capsule{size(), size()});
      case 6:
      case 7: {
        Convex hull;
        for (int i = 1 + choices_.below(9); i > 0; --i) hull.vertices.push_back(point());
        return Shape::of(std::move(hull));
      }
      default: {
        Compound compound;
        for (int i = choices_.below(4); i > 0; --i) compound.pieces.push_back({shape(nesting + 1), pose()});
        return Shape::of(std::move(compound));
      }
    }
  }
  Pose pose() {
    const Eigen::Matrix3d R = choices_.rotation();
    return {R, point()};
  }
  Eigen::Vector3d point() { return scale_ * choices_.point(); }

 private:
  double size() { return scale_ * (0.25 + 0.25 * choices_.below(8)); }
  Mesh mesh() {
    Mesh mesh;
    const int vertices = 1 + choices_.below(8), faces = choices_.below(8);
    for (int i = 0; i < vertices; ++i) mesh.vertices.push_back(point());
    for (int i = 0; i < faces; ++i) {
      Face face;
      for (std::uint32_t& v : face) v = static_cast<std::uint32_t>(choices_.below(vertices));
      mesh.faces.push_back(face);
    }
    return mesh;
  }

  Choices& choices_;
  double scale_;
};

constexpr std::array methods = {Method::wide_bvh,        Method::dop_tree, Method::obb_tree,
                                Method::box_tree,        Method::simple,   Method::face_octree,
                                Method::octree_update,   Method::gjk,      Method::lin_canny,
                                Method::separating_plane};

/// One pair through a sequence of poses, with everything that remembers.
class Asking {
 public:
  Asking(Choices& choices, Maker& maker)
      : choices_(choices), maker_(maker), a_(maker.shape()), b_(maker.shape()) {
    in_world_a_ = world_.add(a_, {});
    in_world_b_ = world_.add(b_, {});
  }

  std::string frame() {
    if (choices_.below(3) != 0) X_WA_ = maker_.pose();
    if (choices_.below(3) != 0) X_WB_ = choices_.below(4) == 0 ? X_WA_ : maker_.pose();
    if (choices_.below(6) == 0) b_ = maker_.shape(), world_.set_shape(in_world_b_, b_);
    const std::vector<FacePair> expected = face_pairs(a_, X_WA_, b_, X_WB_, {.method = Method::naive});
    const bool meet = !expected.empty();
    const Method method = methods[choices_.below(methods.size())];
    const auto differs = [&](const char* what, Method asked) {
      return message(what, " by ", method_name(asked), " differs from naive, which has ", expected.size(),
                     " pairs");
    };
    for (const Method m : {Method::automatic, method}) {
      if (face_pairs(a_, X_WA_, b_, X_WB_, {.method = m}) != expected) return differs("face_pairs", m);
      if (collides(a_, X_WA_, b_, X_WB_, {.method = m, .cache = &caches_[m == method]}) != meet)
        return differs("collides with a cache", m);
    }
    const auto witness = first_face_pair(a_, X_WA_, b_, X_WB_, {.cache = &caches_[0]});
    if (witness.has_value() != meet) return differs("first_face_pair", Method::automatic);
    if (collides(b_, X_WB_, a_, X_WA_) != meet) return differs("the other order", Method::automatic);
    query_.start(a_, X_WA_, b_, X_WB_);
    Partial partial;
    while ((partial = query_.run(std::chrono::nanoseconds(1))).answer == Answer::undecided) {
    }
    if ((partial.answer == Answer::hit) != meet) return differs("a progressive query", Method::automatic);
    world_.move(in_world_a_, X_WA_);
    world_.move(in_world_b_, X_WB_);
    if (world_.step().collisions.empty() == meet) return differs("a world", Method::automatic);
    return {};
  }

 private:
  Choices& choices_;
  Maker& maker_;
  Shape a_, b_;
  Pose X_WA_, X_WB_;
  std::array<PairCache, 2> caches_;
  ProgressiveQuery query_;
  World world_;
  BodyId in_world_a_, in_world_b_;
};

}  // namespace

std::string disagreement(std::span<const std::uint8_t> bytes) {
  Choices choices(bytes);
  try {
    Maker maker(choices);
    Asking asking(choices, maker);
    for (int frame = 0; frame < 12 && (frame == 0 || choices.left()); ++frame) {
      if (std::string found = asking.frame(); !found.empty()) return message("frame ", frame, ": ", found);
    }
  } catch (const Error&) {  // a shape of a size that is refused
  }
  return {};
}

}  // namespace graze::fuzz
