// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "deforming.h"

#include <graze/generate.h>

#include <cmath>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

constexpr double full_turn = 2 * EIGEN_PI;

/// From 0 to 1 and back.
double swing(double time) {
  return 0.5 - 0.5 * std::cos(full_turn * time);
}

/// A finger of the hand at rest: where it is rooted, where it points to, what it bends about, and how far
/// along it its knuckles are.
struct Finger {
  Vector3d root, along, axis;
  double half_width;
  std::vector<double> knuckles;
  double bend;  // at each knuckle when closed, in degrees
};

/// The hand of models.h: 0.04 m a unit, fingers up, the palm to the front (-x).
std::vector<Finger> fingers() {
  std::vector<Finger> list;
  const double unit = 0.04;
  for (int i = 0; i < 4; ++i) {
    const double s = -0.75 + 0.5 * i;  // from the little finger on
    const double spread = (std::array{-14.0, -5.0, 2.0, 10.0}[i]) * EIGEN_PI / 180;
    const Vector3d along(0, -std::sin(spread), std::cos(spread));
    list.push_back({Vector3d(0, -s, 2.1 + 0.1 * (1 - s * s)) * unit,
                    along,
                    Vector3d(0, -along.z(), along.y()),
                    0.26 * unit,
                    {0.0, 0.6 * unit, 1.05 * unit},
                    75});
  }
  return list;
}

/// How much of a knuckle's turn a point takes part in.
double weight(const Finger& finger, double knuckle, const Vector3d& p) {
  const Vector3d d = p - finger.root;
  const double along = d.dot(finger.along), aside = std::abs(d.dot(finger.axis));
  const double blend = 0.25 * 0.04;
  return smooth_step(knuckle - blend, knuckle + blend, along) *
         (1 - smooth_step(finger.half_width, 1.3 * finger.half_width, aside));
}

Vector3d bent(const Finger& finger, const Vector3d& p, double closed) {
  // From the tip down: each knuckle turns what the ones beyond it have moved already.
  Vector3d q = p;
  for (std::size_t i = finger.knuckles.size(); i-- > 0;) {
    const double angle = closed * finger.bend * EIGEN_PI / 180 * weight(finger, finger.knuckles[i], p);
    const Vector3d joint = finger.root + finger.knuckles[i] * finger.along;
    q = joint + Eigen::AngleAxisd(angle, finger.axis) * (q - joint);
  }
  return q;
}

Pose moving(const Vector3d& from, const Vector3d& to, const Vector3d& axis, double turns, double time) {
  return {Eigen::AngleAxisd(full_turn * turns * time, axis.normalized()).toRotationMatrix(),
          from + swing(time) * (to - from)};
}

DeformingBody placed(DeformingBody body, std::function<Pose(double)> pose) {
  body.pose = std::move(pose);
  return body;
}

/// A body that is as it is.
DeformingBody rigid(Mesh mesh, std::function<Pose(double)> pose) {
  const std::vector<Vector3d> vertices = mesh.vertices;
  return {std::move(mesh),
          [vertices](double, std::span<Vector3d> out) {
            std::copy(vertices.begin(), vertices.end(), out.begin());
          },
          std::move(pose)};
}

}  // namespace

DeformingBody make_moving_hand(std::size_t faces) {
  Mesh rest = make_hand();
  if (faces > rest.faces.size()) rest = refined_to(rest, faces);
  const std::vector<Vector3d> at_rest = rest.vertices;
  const std::vector<Finger> list = fingers();
  return {std::move(rest), [at_rest, list](double time, std::span<Vector3d> out) {
            const double closed = swing(time);
            for (std::size_t i = 0; i < at_rest.size(); ++i) {
              out[i] = at_rest[i];
              for (const Finger& finger : list) {
                if (closed > 0 && weight(finger, finger.knuckles[0], at_rest[i]) > 0)
                  out[i] = bent(finger, at_rest[i], closed);
              }
            }
          }};
}

DeformingBody make_pulsing_sphere(int m, int n, double depth) {
  Mesh rest = make_sphere(1, m, n);
  const std::vector<Vector3d> at_rest = rest.vertices;
  return {std::move(rest), [at_rest, depth](double time, std::span<Vector3d> out) {
            for (std::size_t i = 0; i < at_rest.size(); ++i) {
              const Vector3d& p = at_rest[i];
              const double wave =
                  0.5 - 0.5 * std::cos(full_turn * time + 3 * p.z() + 2 * std::atan2(p.y(), p.x()));
              out[i] = (1 - depth * swing(time) * wave) * p;
            }
          }};
}

DeformingBody make_twisting_bar(int m, int n, double turns) {
  // Along z, a square of side 0.5, with closed ends.
  std::vector<std::vector<Vector3d>> sections;
  for (int j = 0; j <= n; ++j) {
    std::vector<Vector3d> ring;
    const double z = 2.0 * j / n - 1;
    for (int side = 0; side < 4; ++side) {
      for (int i = 0; i < m; ++i) {
        const double s = 0.5 * i / m - 0.25;
        ring.push_back(Eigen::AngleAxisd(side * EIGEN_PI / 2, Vector3d::UnitZ()) * Vector3d(s, -0.25, z));
      }
    }
    sections.push_back(std::move(ring));
  }
  Mesh rest = loft(sections);
  const std::vector<Vector3d> at_rest = rest.vertices;
  return {std::move(rest), [at_rest, turns](double time, std::span<Vector3d> out) {
            for (std::size_t i = 0; i < at_rest.size(); ++i) {
              const double angle = full_turn * turns * std::sin(full_turn * time) * 0.5 * at_rest[i].z();
              out[i] = Eigen::AngleAxisd(angle, Vector3d::UnitZ()) * at_rest[i];
            }
          }};
}

DeformingBody make_waving_cloth(int n) {
  Mesh rest = sheet(
      n, n, [](double u, double v) { return Vector3d(2 * u - 1, 2 * v - 1, 0); },
      [](double, double) { return true; });
  const std::vector<Vector3d> at_rest = rest.vertices;
  return {std::move(rest), [at_rest](double time, std::span<Vector3d> out) {
            // Waves that die away towards the middle of the period, while the right half folds over onto the
            // left.
            const double fold = swing(time), height = 0.2 * (1 - fold);
            for (std::size_t i = 0; i < at_rest.size(); ++i) {
              const Vector3d& p = at_rest[i];
              const double wave = height * std::sin(full_turn * (time + 0.75 * p.x() + 0.25 * p.y()));
              const double angle = -EIGEN_PI * fold;
              // Flat and folded, both halves have the same coordinates to the last bit.
              if (p.x() > 0 && fold == 1) {
                out[i] = {-p.x(), p.y(), 0};
              } else if (p.x() > 0) {
                out[i] = {p.x() * std::cos(angle), p.y(), wave - p.x() * std::sin(angle)};
              } else {
                out[i] = {p.x(), p.y(), wave};
              }
            }
          }};
}

std::vector<DeformingScene> deforming_scenes(int detail) {
  const int k = detail;
  const auto hand_faces = static_cast<std::size_t>(960 * k * k);
  const auto left = [](double time) { return moving({0, 0.05, 0}, {0, 0.01, 0.01}, {0, 0, 1}, 0.02, time); };
  const auto right = [](double time) {
    return Pose(Eigen::AngleAxisd(EIGEN_PI, Vector3d::UnitZ()).toRotationMatrix(),
                Vector3d(-0.05 - 0.04 * (1 - swing(time)), 0, 0));
  };
  const auto from_above = [](double time) {
    return moving({0.1, 0.2, 1.5}, {0.05, 0.1, 0.2}, {1, 2, 3}, 0.3, time);
  };
  std::vector<DeformingScene> scenes;
  scenes.push_back(
      {"hands", {placed(make_moving_hand(hand_faces), left), placed(make_moving_hand(hand_faces), right)}});
  scenes.push_back({"hand and ball",
                    {placed(make_moving_hand(hand_faces), [](double) { return Pose(); }),
                     rigid(make_sphere(0.035, 12 * k, 6 * k), [](double time) {
                       return moving({-0.2, 0, 0.1}, {-0.045, 0, 0.08}, {1, 1, 0}, 0.5, time);
                     })}});
  // Down to the centre, where all faces of a band lose their area.
  scenes.push_back({"spheres",
                    {make_pulsing_sphere(16 * k, 8 * k, 1.0),
                     placed(make_pulsing_sphere(14 * k, 8 * k, 0.5), [](double time) {
                       return moving({2.5, 0, 0}, {0.6, 0.1, 0}, {0, 1, 0}, 0.5, time);
                     })}});
  scenes.push_back({"bars",
                    {make_twisting_bar(2 * k, 12 * k, 0.75),
                     placed(make_twisting_bar(2 * k, 10 * k, -0.5), [](double time) {
                       Pose X = moving({2.5, 0, 0}, {0.25, 0, 0.125}, {1, 0, 0}, 0, time);
                       X.R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
                       return X;
                     })}});
  // Folded cloths on top of each other: at the middle of the period four layers coincide.
  scenes.push_back({"cloths", {make_waving_cloth(10 * k), placed(make_waving_cloth(8 * k), [](double time) {
                                 return moving({0, 0, 1}, {0, 0, 0}, {0, 0, 1}, 0, time);
                               })}});
  scenes.push_back(
      {"cloth and sphere",
       {make_waving_cloth(10 * k), placed(make_pulsing_sphere(12 * k, 6 * k, 0.5), from_above)}});
  return scenes;
}

}  // namespace graze::scenes
