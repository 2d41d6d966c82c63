// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Hull of random points on a sphere, by inserting them one at a time.
//
// Steps for a point p: walk over the hull to the face that the ray from the origin to p leaves through; grow
// from there the set of faces that p sees; replace them by a fan from p to their rim. All signs are exact. A
// point that lies in a face's plane, inside the hull, or that would swallow a vertex is thrown away and drawn
// again, so every insertion adds just one vertex and two faces, whatever the rounding of points to the sphere
// did. Cost: O(V^⅓) expected for a jump and walk, O(1) expected for the rest.
#include <graze/error.h>
#include <graze/generate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "exact/predicates.h"
#include "math/float_environment.h"
#include "math/random.h"
#include "mesh/sizes.h"

namespace graze {
namespace {

/// Uniform on the sphere. By rejection from the cube: with no call to libm but sqrt, which rounds alike
/// everywhere.
Eigen::Vector3d point_on_sphere(Random& random, double radius) {
  for (;;) {
    const double x = random.uniform(-1, 1);
    const double y = random.uniform(-1, 1);
    const double z = random.uniform(-1, 1);
    const double square = x * x + y * y + z * z;
    if (square > 1 || square < 1e-4) continue;  // directions that are evenly spread, and not much rounded
    const double length = std::sqrt(square);
    return {radius * (x / length), radius * (y / length), radius * (z / length)};
  }
}

class Hull {
 public:
  /// Starts as the tetrahedron; the origin must be inside it.
  explicit Hull(const std::array<Eigen::Vector3d, 4>& corners) : vertices_(corners.begin(), corners.end()) {
    faces_ = {{{0, 1, 2}, {}}, {{0, 2, 3}, {}}, {{0, 3, 1}, {}}, {{1, 3, 2}, {}}};
    for (int i = 0; i < 4; ++i) {
      for (int k = 0; k < 3; ++k)
        faces_[i].across[k] = face_with_edge(faces_[i].corner[(k + 1) % 3], faces_[i].corner[k]);
    }
  }

  /// False, and nothing changed, if the hull would not gain just this vertex.
  bool insert(const Eigen::Vector3d& p) {
    const std::uint32_t start = face_towards(p);
    if (side(faces_[start], p) <= 0) return false;
    if (!find_visible(start, p)) return false;
    if (rim_.size() != visible_.size() + 2) return false;  // else a vertex lies among the visible faces
    replace_visible(p);
    return true;
  }

  Mesh mesh() const {
    Mesh result;
    result.vertices = vertices_;
    result.faces.reserve(faces_.size());
    for (const HullFace& face : faces_) result.faces.push_back(face.corner);
    return result;
  }

 private:
  struct HullFace {
    Face corner;
    std::array<std::uint32_t, 3> across;  // the face beyond the edge from corner k to corner k+1
  };
  /// An edge between a visible face and one that stays, as the visible one runs through it.
  struct RimEdge {
    std::uint32_t from, to, beyond;
  };

  std::uint32_t face_with_edge(std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      for (int k = 0; k < 3; ++k) {
        if (faces_[f].corner[k] == from && faces_[f].corner[(k + 1) % 3] == to) return f;
      }
    }
    throw std::logic_error("hull is not closed");
  }

  int side(const HullFace& face, const Eigen::Vector3d& p) const {
    return exact::orient3d({vertices_[face.corner[0]]}, {vertices_[face.corner[1]]},
                           {vertices_[face.corner[2]]}, {p});
  }

  /// The face nearest to p's direction among a few taken at random: jump-and-walk (muecke-jump-and-walk).
  /// With the cube root of the faces' number of samples, jump and walk cost about the same.
  std::uint32_t face_near(const Eigen::Vector3d& p) {
    const auto samples = static_cast<int>(std::cbrt(static_cast<double>(faces_.size())));
    auto best = static_cast<std::uint32_t>(faces_.size() - 1);
    for (int i = 0; i < samples; ++i) {
      const auto f = static_cast<std::uint32_t>(jump_.below(faces_.size()));
      // The sum of differences: no squares, so that no radius over- or underflows.
      const auto distance = [&](std::uint32_t g) { return (vertices_[faces_[g].corner[0]] - p).lpNorm<1>(); };
      if (distance(f) < distance(best)) best = f;
    }
    return best;
  }

  /// The face that the ray from the origin through p leaves by. The walk crosses an edge when p lies beyond
  /// the plane through it and the origin; on a convex surface about the origin it does not cycle.
  std::uint32_t face_towards(const Eigen::Vector3d& p) {
    std::uint32_t at = face_near(p);
    for (;;) {
      const HullFace& face = faces_[at];
      int crossed = -1;
      for (int k = 0; k < 3 && crossed < 0; ++k) {
        const Eigen::Vector3d& a = vertices_[face.corner[k]];
        const Eigen::Vector3d& b = vertices_[face.corner[(k + 1) % 3]];
        if (exact::orient3d({Eigen::Vector3d::Zero()}, {a}, {b}, {p}) < 0) crossed = k;
      }
      if (crossed < 0) return at;
      at = face.across[crossed];
    }
  }

  /// Fills visible_ and rim_; false if p lies in the plane of a face met on the way.
  bool find_visible(std::uint32_t start, const Eigen::Vector3d& p) {
    visible_.assign(1, start);
    rim_.clear();
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      const HullFace& face = faces_[visible_[i]];
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t beyond = face.across[k];
        if (std::find(visible_.begin(), visible_.end(), beyond) != visible_.end()) continue;
        const int sign = side(faces_[beyond], p);
        if (sign == 0) return false;
        if (sign > 0) {
          visible_.push_back(beyond);
        } else {
          rim_.push_back({face.corner[k], face.corner[(k + 1) % 3], beyond});
        }
      }
    }
    return true;
  }

  void replace_visible(const Eigen::Vector3d& p) {
    order_rim();
    const auto apex = static_cast<std::uint32_t>(vertices_.size());
    vertices_.push_back(p);
    // The fan takes the visible faces' numbers and, being two larger, two new ones.
    std::vector<std::uint32_t>& fan = visible_;
    for (int i = 0; i < 2; ++i) {
      fan.push_back(static_cast<std::uint32_t>(faces_.size()));
      faces_.emplace_back();
    }
    const std::size_t n = rim_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const auto [from, to, beyond] = rim_[i];
      faces_[fan[i]] = {{from, to, apex}, {beyond, fan[(i + 1) % n], fan[(i + n - 1) % n]}};
      HullFace& other = faces_[beyond];
      for (int k = 0; k < 3; ++k) {
        if (other.corner[k] == to && other.corner[(k + 1) % 3] == from) other.across[k] = fan[i];
      }
    }
  }

  /// End to start. The rim is short (six edges on average), so a search is fast.
  void order_rim() {
    for (std::size_t i = 1; i < rim_.size(); ++i) {
      const auto next = std::find_if(rim_.begin() + i, rim_.end(),
                                     [&](const RimEdge& edge) { return edge.from == rim_[i - 1].to; });
      if (next != rim_.end()) std::iter_swap(rim_.begin() + i, next);
    }
  }

  std::vector<Eigen::Vector3d> vertices_;
  std::vector<HullFace> faces_;
  std::vector<std::uint32_t> visible_;  // scratch of insert
  std::vector<RimEdge> rim_;
  Random jump_{0};  // of its own: the points drawn must not depend on how they are found
};

/// Four points on the sphere with the origin strictly inside, outward oriented as Hull wants them: one draw
/// in eight.
std::array<Eigen::Vector3d, 4> first_tetrahedron(Random& random, double radius) {
  for (;;) {
    std::array<Eigen::Vector3d, 4> p;
    for (Eigen::Vector3d& q : p) q = point_on_sphere(random, radius);
    if (exact::orient3d({p[0]}, {p[1]}, {p[2]}, {p[3]}) > 0) std::swap(p[0], p[1]);
    const exact::Point o{Eigen::Vector3d::Zero()};
    const bool inside =
        exact::orient3d({p[0]}, {p[1]}, {p[2]}, o) < 0 && exact::orient3d({p[0]}, {p[2]}, {p[3]}, o) < 0 &&
        exact::orient3d({p[0]}, {p[3]}, {p[1]}, o) < 0 && exact::orient3d({p[1]}, {p[3]}, {p[2]}, o) < 0;
    if (inside) return p;
  }
}

}  // namespace

Mesh make_random_convex(double radius, int faces, std::uint64_t seed) {
  const FloatEnvironment environment;
  require_size(radius, "a random polytope's radius");
  require_at_least(4, faces, "a random polytope's number of faces");
  require_countable(0, static_cast<std::uint64_t>(faces), "this polytope");
  if (faces % 2 != 0)
    throw Error(message("a random polytope's number of faces is ", faces, ", but must be even"));
  Random random(seed);
  Hull hull(first_tetrahedron(random, radius));
  constexpr int patience = 10000;  // draws in a row; points on a sphere all but never fail
  for (int count = 4; count < faces; count += 2) {
    int draws = 0;
    while (!hull.insert(point_on_sphere(random, radius))) {
      if (++draws == patience) {
        throw Error(
            message("no room for ", faces, " faces on a sphere of radius ", radius, ": stopped at ", count));
      }
    }
  }
  return hull.mesh();
}

}  // namespace graze
