// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/minimise.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace graze::selftest {
namespace {

using Eigen::Vector3d;

/// The number with so many decimal digits.
double rounded(double x, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
  return std::strtod(text, nullptr);
}
void round(Vector3d& v, int digits) {
  for (double& x : v) x = rounded(x, digits);
}

/// Calls `change` for all coordinates of the shape and, through poses, of its pieces.
template <class Change>
Shape with_points(const Shape& shape, const Change& change) {
  ShapeKind kind = shape.kind();
  if (auto* mesh = std::get_if<Mesh>(&kind)) {
    for (Vector3d& v : mesh->vertices) change(v);
  } else if (auto* deformable = std::get_if<Deformable>(&kind)) {
    for (Vector3d& v : deformable->mesh.vertices) change(v);
  } else if (auto* convex = std::get_if<Convex>(&kind)) {
    for (Vector3d& v : convex->vertices) change(v);
  } else if (auto* box = std::get_if<Box>(&kind)) {
    change(box->half);
  } else if (auto* compound = std::get_if<Compound>(&kind)) {
    for (Piece& p : compound->pieces) {
      change(p.pose.t);
      p.shape = with_points(p.shape, change);
    }
  }
  return Shape::of(std::move(kind));
}

/// How many faces, points or pieces could be left out.
std::size_t count_items(const Shape& shape) {
  if (const Mesh* mesh = mesh_of(shape)) return mesh->faces.size();
  if (const auto* convex = std::get_if<Convex>(&shape.kind())) return convex->vertices.size();
  if (const auto* compound = std::get_if<Compound>(&shape.kind())) return compound->pieces.size();
  return 0;
}

Shape without_items(const Shape& shape, std::size_t first, std::size_t count) {
  ShapeKind kind = shape.kind();
  const auto cut = [&](auto& list) {
    const auto at = list.begin() + static_cast<std::ptrdiff_t>(first);
    list.erase(at, at + static_cast<std::ptrdiff_t>(std::min(count, list.size() - first)));
  };
  if (auto* mesh = std::get_if<Mesh>(&kind)) cut(mesh->faces);
  if (auto* deformable = std::get_if<Deformable>(&kind)) cut(deformable->mesh.faces);
  if (auto* convex = std::get_if<Convex>(&kind)) cut(convex->vertices);
  if (auto* compound = std::get_if<Compound>(&kind)) cut(compound->pieces);
  return Shape::of(std::move(kind));
}

class Minimiser {
 public:
  Minimiser(const Case& c, const Disagreement& found, double seconds)
      : best_{c, found},
        end_(std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int>(1000 * seconds))) {
  }

  Minimised run() {
    leave_out_what_follows();
    simplify_road();
    for (bool better = true; better && !late();) {
      better = leave_out_bodies();
      better = leave_out_frames() || better;
      better = start_later() || better;
      better = leave_out_items() || better;
      better = leave_out_vertices() || better;
    }
    leave_out_paths();
    simplify_numbers();
    return std::move(best_);
  }

 private:
  bool late() const { return std::chrono::steady_clock::now() > end_; }

  /// Takes the changed case if the road meets a disagreement of the same sort in it. `change` returns false if there is nothing to
  /// change.
  template <class Change>
  bool take_with(const Change& change) {
    Case smaller = best_.smaller;
    try {
      if (!change(smaller)) return false;
    } catch (const std::exception&) {  // of a body that is not legal
      return false;
    }
    return take(std::move(smaller));
  }
  bool take(Case smaller) { return take(std::move(smaller), Road(best_.disagreement.road)); }
  bool take(Case smaller, const Road& road) {
    const std::size_t fewest = best_.disagreement.road.call == Call::cast ? 1 : 2;
    if (late() || smaller.scene.bodies.size() < fewest) return false;
    try {
      Tally ignored;
      auto found = follow(road, smaller, Truths(smaller), ignored);
      if (!found || found->threw != best_.disagreement.threw) return false;
      best_ = {std::move(smaller), std::move(*found)};
      return true;
    } catch (const std::exception&) {  // of a case that is not legal
      return false;
    }
  }

  void leave_out_what_follows() {
    Case c = best_.smaller;
    c.scene.frames.resize(std::min(c.scene.frames.size(), best_.disagreement.frame));
    take(std::move(c));
    if (best_.disagreement.road.call == Call::world || best_.smaller.scene.bodies.size() <= 2) return;
    c = best_.smaller;
    const auto [a, b] = best_.disagreement.bodies;
    for (std::size_t i = c.scene.bodies.size(); i-- > 0;) {
      if (i != a && i != b) remove_body(c, i);
    }
    take(std::move(c));
  }

  /// To what `graze check` does: all shortcuts, one thread, bodies in the order of the scene, none that goes and comes, no filter.
  void simplify_road() {
    const Road plain;
    take_road([&](Road& road) { road.shortcuts = plain.shortcuts; });
    take_road([&](Road& road) { road.threads = road.call == Call::concurrent ? road.threads : 1; });
    take_road([&](Road& road) { road.history = 0; });
    take_road([&](Road& road) { road.filters = 0; });
    take_road([&](Road& road) { road.posed = 0; });
    take_road([&](Road& road) { road.interrupted = false; });
    take_road([&](Road& road) { road.methods_in_turn = false; });
    take_road([&](Road& road) { road.orders_in_turn = false; });
    take_road([&](Road& road) { road.one_cache = false; });
    take_road([&](Road& road) { road.forgets = false; });
    take_road([&](Road& road) { road.memory = plain.memory; });
    take_road([&](Road& road) { road.float_mode = plain.float_mode; });
    take_road([&](Road& road) { road.box_growth = plain.box_growth; });
    take_road([&](Road& road) {
      road.budget_pairs = plain.budget_pairs;
      road.budget_seconds = plain.budget_seconds;
    });
    turn_bodies();
  }

  template <class Change>
  void take_road(const Change& change) {
    Road road = best_.disagreement.road;
    change(road);
    if (!(road == best_.disagreement.road)) take(best_.smaller, road);
  }

  /// (b, a) becomes (a, b) of a scene that names b first.
  void turn_bodies() {
    Road road = best_.disagreement.road;
    if (!road.swapped || best_.smaller.scene.bodies.size() != 2) return;
    road.swapped = false;
    Case c = best_.smaller;
    std::swap(c.scene.bodies[0], c.scene.bodies[1]);
    for (SceneFrame& frame : c.scene.frames) {
      for (SceneChange& change : frame) change.body = 1 - change.body;
    }
    take(std::move(c), road);
  }

  static void remove_body(Case& c, std::size_t body) {
    Scene& scene = c.scene;
    scene.bodies.erase(scene.bodies.begin() + static_cast<std::ptrdiff_t>(body));
    for (SceneFrame& frame : scene.frames) {
      std::erase_if(frame, [&](const SceneChange& change) { return change.body == body; });
      for (SceneChange& change : frame) change.body -= change.body > body ? 1 : 0;
    }
    if (!scene.pairs) return;
    std::erase_if(*scene.pairs, [&](const auto& pair) { return pair[0] == body || pair[1] == body; });
    for (auto& pair : *scene.pairs) {
      for (std::size_t& i : pair) i -= i > body ? 1 : 0;
    }
  }

  bool leave_out_bodies() {
    bool better = false;
    for (std::size_t i = best_.smaller.scene.bodies.size(); i-- > 0 && !late();) {
      Case c = best_.smaller;
      remove_body(c, i);
      better = take(std::move(c)) || better;
    }
    return better;
  }

  bool leave_out_frames() {
    bool better = false;
    for (std::size_t count = best_.smaller.scene.frames.size(); count > 0; count /= 2) {
      for (std::size_t first = 0; first + count <= best_.smaller.scene.frames.size();) {
        Case c = best_.smaller;
        const auto at = c.scene.frames.begin() + static_cast<std::ptrdiff_t>(first);
        c.scene.frames.erase(at, at + static_cast<std::ptrdiff_t>(count));
        if (take(std::move(c))) {
          better = true;
        } else {
          first += count;
        }
      }
    }
    return better;
  }

  /// The first frame becomes the state that the scene begins with.
  bool start_later() {
    bool better = false;
    while (!best_.smaller.scene.frames.empty()) {
      const bool taken = take_with([&](Case& c) {
        Player player(best_.smaller.scene);
        player.advance();
        for (std::size_t i = 0; i < player.size(); ++i) {
          c.scene.bodies[i].pose = player.pose(i);
          c.scene.bodies[i].shape =
              Shape::of(player.shape(i).kind());  // as a file would have it, without a past
        }
        c.scene.frames.erase(c.scene.frames.begin());
        return true;
      });
      if (!taken) return better;
      better = true;
    }
    return better;
  }

  bool leave_out_items() {
    bool better = false;
    for (std::size_t body = 0; body < best_.smaller.scene.bodies.size(); ++body) {
      const auto items = [&] { return count_items(best_.smaller.scene.bodies[body].shape); };
      for (std::size_t count = items() / 2; count > 0; count /= 2) {
        for (std::size_t first = 0; first < items() && items() > count;) {  // a hull needs a point
          const bool taken = take_with([&](Case& c) {
            c.scene.bodies[body].shape = without_items(c.scene.bodies[body].shape, first, count);
            return true;
          });
          if (taken) {
            better = true;
          } else {
            first += count;
          }
          if (late()) return better;
        }
      }
    }
    return better;
  }

  /// Vertices that no face has, in the body and in frames.
  bool leave_out_vertices() { return take_with(remove_unused_vertices); }

  static bool remove_unused_vertices(Case& c) {
    bool any = false;
    for (std::size_t body = 0; body < c.scene.bodies.size(); ++body) {
      const Mesh* old = mesh_of(c.scene.bodies[body].shape);
      if (old == nullptr) continue;
      std::vector<char> used(old->vertices.size());
      for (const Face& f : old->faces) used[f[0]] = used[f[1]] = used[f[2]] = 1;
      std::vector<std::uint32_t> number(used.size());
      std::uint32_t kept = 0;
      for (std::size_t i = 0; i < used.size(); ++i) number[i] = used[i] != 0 ? kept++ : 0;
      if (kept == used.size()) continue;
      any = true;
      const auto shrink = [&](std::vector<Vector3d>& vertices) {
        for (std::size_t i = 0; i < used.size(); ++i) {
          if (used[i] != 0) vertices[number[i]] = vertices[i];
        }
        vertices.resize(kept);
      };
      Mesh mesh = *old;
      shrink(mesh.vertices);
      for (Face& f : mesh.faces) f = {number[f[0]], number[f[1]], number[f[2]]};
      const bool deformable = std::holds_alternative<Deformable>(c.scene.bodies[body].shape.kind());
      c.scene.bodies[body].shape =
          deformable ? Shape::deformable(std::move(mesh)) : Shape::mesh(std::move(mesh));
      for (SceneFrame& frame : c.scene.frames) {
        for (SceneChange& change : frame) {
          if (change.body == body && !change.vertices.empty()) shrink(change.vertices);
        }
      }
    }
    return any;
  }

  void leave_out_paths() {
    for (std::size_t i = best_.smaller.paths.size(); i-- > 0;) {
      Case c = best_.smaller;
      c.paths.erase(c.paths.begin() + static_cast<std::ptrdiff_t>(i));
      if (!c.paths.empty()) take(std::move(c));
    }
  }

  /// Poses and coordinates, each body by itself: rotations to the identity, numbers to as few digits as will do.
  void simplify_numbers() {
    for (std::size_t body = 0; body < best_.smaller.scene.bodies.size() && !late(); ++body) {
      Case c = best_.smaller;
      c.scene.bodies[body].pose.R.setIdentity();
      take(std::move(c));
      c = best_.smaller;
      c.scene.bodies[body].pose.t.setZero();
      take(std::move(c));
      for (const int digits : {1, 2, 3, 6, 9, 12}) {
        c = best_.smaller;
        round(c.scene.bodies[body].pose.t, digits);
        if (take(std::move(c))) break;
      }
      for (const int digits : {1, 2, 3, 6, 9, 12}) {
        const auto change = [digits](Vector3d& v) { round(v, digits); };
        const bool taken = take_with([&](Case& smaller) {
          smaller.scene.bodies[body].shape = with_points(smaller.scene.bodies[body].shape, change);
          return true;
        });
        if (taken) break;
      }
    }
  }

  Minimised best_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

Minimised minimised(const Case& c, const Disagreement& found, double seconds) {
  return Minimiser(c, found, seconds).run();
}

}  // namespace graze::selftest
