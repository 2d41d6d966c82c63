// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <graze/query.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/random.h"
#include "workload.h"

namespace graze::bench {
namespace {

using Eigen::Vector3d;

const Vector3d tilted_axis = Vector3d(1, 2, 3).normalized();
const Vector3d sweep_direction = Vector3d(3, 1, 0.5).normalized();

/// A lies somewhere, as bodies do: nobody gains from an identity.
Pose pose_of_a() {
  return {Eigen::AngleAxisd(0.3, Vector3d(2, -1, 1).normalized()).toRotationMatrix(), {0.3, -0.2, 0.1}};
}

Eigen::Matrix3d turn(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

Vector3d random_direction(Random& random) {
  while (true) {
    const Vector3d v(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (v.squaredNorm() > 0.01 && v.squaredNorm() <= 1) return v.normalized();
  }
}

Eigen::Matrix3d random_turn(Random& random) {
  return turn(random.uniform(0, 2 * std::numbers::pi), random_direction(random));
}

/// `X_AB` with A where it lies.
Query placed(const Pose& X_AB, int group = 0) {
  return {pose_of_a(), pose_of_a() * X_AB, group};
}

/// How far B, coming along `direction` from where it is clear of A, is when it first touches.
double contact_distance(const Shape& a, const Shape& b, const Eigen::Matrix3d& R, const Vector3d& direction) {
  const auto touches = [&](double distance) {
    const Query query = placed({R, distance * direction});
    return collides(a, query.X_WA, b, query.X_WB);
  };
  constexpr double step = body_size / 100;
  double apart = 1.8 * body_size, touching = apart;
  while (touching > 0 && !touches(touching)) {
    apart = touching;
    touching -= step;
  }
  for (int i = 0; i < 40; ++i) {
    const double middle = (apart + touching) / 2;
    (touches(middle) ? touching : apart) = middle;
  }
  return apart;
}

}  // namespace

std::vector<Query> sweep_queries(int turns) {
  std::vector<Query> queries;
  int group = 0;
  for (const double distance : sweep_distances) {
    for (int i = 0; i < turns; ++i) {
      const Eigen::Matrix3d R = turn(2 * std::numbers::pi * i / turns, tilted_axis);
      queries.push_back(placed({R, distance * body_size * sweep_direction}, group));
    }
    ++group;
  }
  return queries;
}

std::vector<Query> near_miss_queries(const Shape& a, const Shape& b, std::span<const double> gaps,
                                     int orientations) {
  Random random(2);
  std::vector<Query> queries;
  for (int i = 0; i < orientations; ++i) {
    const Eigen::Matrix3d R = random_turn(random);
    const Vector3d direction = random_direction(random);
    const double contact = contact_distance(a, b, R, direction);
    for (std::size_t g = 0; g < gaps.size(); ++g) {
      queries.push_back(placed({R, (contact + gaps[g] * body_size) * direction}, static_cast<int>(g)));
    }
  }
  std::stable_sort(queries.begin(), queries.end(),
                   [](const Query& p, const Query& q) { return p.group < q.group; });
  return queries;
}

std::vector<Query> deep_queries(int count) {
  Random random(3);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    const Eigen::Matrix3d R = random_turn(random);
    queries.push_back(placed({R, random.uniform(0, 0.15) * body_size * random_direction(random)}));
  }
  return queries;
}

std::vector<Query> coherent_queries(double share) {
  constexpr double reach = 1.3;
  const double step = 0.005 * share;
  std::vector<Query> queries;
  for (int i = 0; reach - i * step > -reach; ++i) {
    const Eigen::Matrix3d R = turn(std::numbers::pi / 180 * share * i, tilted_axis);
    const Vector3d t = body_size * ((reach - i * step) * sweep_direction + Vector3d(0, 0.1, 0.15));
    queries.push_back(placed({R, t}));
  }
  return queries;
}

std::vector<Query> jittered_queries(int count, double angle, double shift, const Vector3d& offset) {
  Random random(4);
  std::vector<Query> queries;
  for (int i = 0; i < count; ++i) {
    const Eigen::Matrix3d R = turn(random.uniform(0, angle), random_direction(random));
    queries.push_back(placed({R, offset + random.uniform(0, shift) * random_direction(random)}));
  }
  return queries;
}

std::vector<Query> surface_queries(const Mesh& a, double size_b, int count) {
  Random random(5);
  std::vector<Query> queries;
  while (queries.size() < static_cast<std::size_t>(count)) {
    const Face& f = a.faces[random.below(a.faces.size())];
    const Vector3d &p = a.vertices[f[0]], &q = a.vertices[f[1]], &r = a.vertices[f[2]];
    const Vector3d normal = (q - p).cross(r - p);
    if (!(normal.norm() > 0)) continue;
    double u = random.uniform(), v = random.uniform();
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    const Vector3d centre =
        p + u * (q - p) + v * (r - p) + random.uniform(-1, 1) * size_b * normal.normalized();
    queries.push_back(placed({random_turn(random), centre}));
  }
  return queries;
}

}  // namespace graze::bench
