// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Ways to place and to move bodies.
#include "selftest/bodies.h"

#include <algorithm>
#include <cmath>

namespace graze::selftest {
namespace {

/// So much may an entry of RᵀR be off the identity, as graze/pose.h says: not taken from src, where it may be wrong.
constexpr double accepted = 1e-6;

}  // namespace

Matrix3d quarter_turns(Draw& draw) {
  Matrix3d R = Matrix3d::Identity();
  for (int i = draw.small(0, 3); i > 0; --i) {
    const int axis = draw.small(0, 2), u = (axis + 1) % 3, v = (axis + 2) % 3;
    Matrix3d Q = Matrix3d::Zero();
    Q(axis, axis) = Q(u, v) = 1;
    Q(v, u) = -1;
    R *= Q;
  }
  return R;
}

Matrix3d rotation(Draw& draw) {
  const double pi = 3.14159265358979;
  const double angle =
      draw.pick(std::array{draw.uniform(-pi, pi), draw.uniform(-pi, pi), 1e-8, 1e-15, pi / 2, pi});
  const Vector3d axis = draw.one_in(3) ? Vector3d(Vector3d::Unit(draw.small(0, 2))) : unit_vector(draw);
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

Matrix3d bent(Matrix3d R, Draw& draw) {
  for (;;) {
    Matrix3d bend = Matrix3d::Identity();
    for (int i = 0; i < 9; ++i) bend(i / 3, i % 3) += 0.49 * accepted * draw.small(-1, 1);
    const Matrix3d result = R * bend;
    const Matrix3d off = result.transpose() * result - Matrix3d::Identity();
    if (off.cwiseAbs().maxCoeff() < 0.999 * accepted) return result;
  }
}

Matrix3d stretched(const Vector3d& s, double sign) {
  // All entries of RᵀR - I are ±(2e + 3e²).
  const double e = 0.4999 * accepted;
  return Matrix3d::Identity() + sign * e * s * s.transpose();
}

Matrix3d turn(Draw& draw) {
  switch (draw.small(0, 3)) {
    case 0:
      return Matrix3d::Identity();
    case 1:
      return quarter_turns(draw);
    case 2:
      return rotation(draw);
    default:
      return bent(draw.coin() ? rotation(draw) : quarter_turns(draw), draw);
  }
}

double gap(Draw& draw, double size) {
  const double sign = draw.coin() ? 1 : -1;
  switch (draw.small(0, 5)) {
    case 0:
      return 0;
    case 1:
      return sign * size * 0x1p-53;
    case 2:
      return sign * size * 0x1p-50;
    case 3:
      return sign * size * std::pow(10, draw.uniform(-15, -3));
    default:
      return sign * size * draw.uniform(0, 0.3);
  }
}

Vector3d blunt_direction(const Shape& shape, Draw& draw) {
  std::array<Vector3d, 3> corners = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  if (const Mesh* mesh = mesh_of(shape)) {
    const Face& f = mesh->faces[draw.below(mesh->faces.size())];
    for (std::size_t i = 0; i < 3; ++i) corners[i] = mesh->vertices[f[i]];
  } else if (const auto* convex = std::get_if<Convex>(&shape.kind())) {
    for (Vector3d& corner : corners) corner = draw.pick(convex->vertices);
  }
  const Vector3d n = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const Vector3d d = n.norm() > 0 ? Vector3d(n.normalized()) : Vector3d(Vector3d::Unit(draw.small(0, 2)));
  return draw.coin() ? d : Vector3d(-d);
}

Pose touching_along(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, const Vector3d& d,
                    Draw& draw, double gap) {
  // A corner, or the middle between two corners of the edge or face that is farthest.
  const auto end = [&](const Shape& shape, const Vector3d& along) {
    const Vector3d corner = support(shape, along);
    return draw.coin() ? corner : Vector3d(0.5 * (corner + support(shape, along + 1e-6 * unit_vector(draw))));
  };
  const Vector3d of_a = X_WA * end(a, X_WA.R.transpose() * d);
  const Vector3d of_b = R * end(b, R.transpose() * -d);
  return {R, of_a - of_b + gap * d};
}

Pose touching_pose(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, Draw& draw,
                   double gap) {
  Vector3d d = unit_vector(draw);
  switch (draw.small(0, 5)) {
    case 0:
    case 1:
      d = Vector3d::Unit(draw.small(0, 2)) * (draw.coin() ? 1 : -1);
      break;
    case 2:
      d = draw.coin() ? X_WA.R * blunt_direction(a, draw) : R * blunt_direction(b, draw);
      break;
    default:
      break;
  }
  return touching_along(a, X_WA, b, R, d, draw, gap);
}

Pose crossing_pose(const Shape& a, const Pose& X_WA, const Shape& b, const Matrix3d& R, Draw& draw,
                   double gap) {
  const auto inside = [&](const Shape& shape) {
    Vector3d sum = Vector3d::Zero();
    for (int i = 0; i < 4; ++i) sum += 0.25 * support(shape, unit_vector(draw));
    return sum;
  };
  const Vector3d of_a = X_WA * inside(a), of_b = R * inside(b);
  return {R, of_a - of_b + gap * unit_vector(draw)};
}

void nudge(Pose& X, Draw& draw) {
  if (draw.coin()) return;
  double& x = X.t[draw.small(0, 2)];
  x = std::nextafter(x, draw.coin() ? 1e308 : -1e308);
}

Pose anywhere(Draw& draw, double reach) {
  return {turn(draw), reach * point(draw, draw_grid(draw))};
}

Pose near_or_far(Draw& draw) {
  if (draw.coin()) return {};
  return anywhere(draw, draw.one_in(4) ? draw.pick(std::array{1e3, 1e7, 1e16}) : 2);
}

Case near_touch(const Shape& a, const Shape& b, Draw& draw) {
  const Pose X_WA = near_or_far(draw);
  Pose X_WB = touching_pose(a, X_WA, b, turn(draw), draw, gap(draw, 1));
  nudge(X_WB, draw);
  Case c = case_of({body(a, X_WA), body(b, X_WB)});
  if (draw.one_in(3)) add_motion(c, draw, draw.small(1, 6));
  return c;
}

void add_rattle(Case& c, Draw& draw, int frames) {
  const std::size_t mover = c.scene.bodies.size() - 1;
  for (int i = 0; i < frames; ++i) {
    Pose X = c.scene.bodies[mover].pose;
    for (int k = draw.small(1, 4); k > 0; --k) nudge(X, draw);
    c.scene.frames.push_back({{mover, X, {}}});
  }
}

namespace {

/// One body on its way through the frames.
class Mover {
 public:
  Mover(const Case& c, std::size_t index, Draw& draw)
      : index_(index),
        home_(c.scene.bodies[index].pose),
        X_(home_),
        size_(std::max(support(c.scene.bodies[index].shape, Vector3d::UnitX()).norm(),
                       support(c.scene.bodies[0].shape, Vector3d::UnitX()).norm())),
        way_(unit_vector(draw) * size_ * std::pow(10, draw.uniform(-4, -0.5))),
        turn_(Eigen::AngleAxisd(draw.uniform(-0.2, 0.2), unit_vector(draw)).toRotationMatrix()),
        style_(draw.small(0, 5)) {}

  /// What it does in frame number i.
  void move(int i, Draw& draw, SceneFrame& frame) {
    if (draw.one_in(12)) style_ = draw.small(0, 5);
    switch (style_) {
      case 0:
        break;  // rests
      case 1:
        turn();
        break;
      case 2:
        X_.t += way_;
        break;
      case 3:
        X_ = draw.coin() ? home_ : Pose(home_.R, home_.t + 1000 * size_ * unit_vector(draw));
        break;
      case 4:
        X_.t = home_.t + way_ * (8 * std::sin(0.4 * i));
        break;
      default:
        turn();
        X_.t -= way_;
    }
    if (style_ != 0 || draw.one_in(4)) frame.push_back({index_, X_, {}});
  }

 private:
  void turn() { X_.R = Eigen::AngleAxisd(Matrix3d(X_.R * turn_)).toRotationMatrix(); }

  std::size_t index_;
  Pose home_, X_;
  double size_;
  Vector3d way_;
  Matrix3d turn_;
  int style_;
};

}  // namespace

void add_motion(Case& c, Draw& draw, int frames) {
  std::vector<Mover> movers = {Mover(c, c.scene.bodies.size() - 1, draw)};
  if (c.scene.bodies.size() > 1 && draw.one_in(3)) movers.emplace_back(c, 0, draw);
  for (int i = 1; i <= frames; ++i) {
    SceneFrame frame;
    for (Mover& mover : movers) mover.move(i, draw, frame);
    c.scene.frames.push_back(std::move(frame));
  }
}

}  // namespace graze::selftest
