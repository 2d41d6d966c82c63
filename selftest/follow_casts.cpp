// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/follow_casts.h"

#include <fmt/format.h>

#include "selftest/bodies.h"
#include "selftest/stop_later.h"
#include "selftest/truth_measures.h"
#include "selftest/walk.h"

namespace graze::selftest {
namespace {

/// Reads back exactly: scenes have no paths.
std::string path_text(const Path& path) {
  const auto vector = [](const Vector3d& v) { return fmt::format("({}, {}, {})", v.x(), v.y(), v.z()); };
  if (const auto* ray = std::get_if<Ray>(&path))
    return fmt::format("ray {} {} {}", vector(ray->origin), vector(ray->direction), ray->length);
  const auto& segment = std::get<LineSegment>(path);
  return fmt::format("segment {} {}", vector(segment.from), vector(segment.to));
}

class CastWalk : Walk {
 public:
  CastWalk(const Road& road, const Case& c, const Truths& truths, Tally& tally)
      : Walk(road, c, truths, tally) {}

  std::optional<Disagreement> run() {
    for (;; advance()) {
      try {
        ask_frame();
      } catch (const std::exception& error) {
        disagree_that_threw(error, {});
      }
      check_mode();
      if (found_ || player_.at_end()) return std::move(found_);
    }
  }

 private:
  void ask_frame() {
    const CastOptions options{.method = road_.method, .scratch = &scratch_, .counters = &tally_.counters};
    for (std::size_t body = 0; body < player_.size() && !found_; ++body) {
      const Mesh* mesh = mesh_of(player_.shape(body));
      for (std::size_t i = 0; mesh != nullptr && i < case_.paths.size() && !found_; ++i) {
        check_path(*mesh, body, i, options);
        if (!found_) check_box(body, i, options);
      }
    }
  }

  void check_path(const Mesh& mesh, std::size_t body, std::size_t path_number, const CastOptions& options) {
    const Path& path = case_.paths[path_number];
    const Shape& shape = player_.shape(body);
    const Pose& X = player_.pose(body);
    const CastTruth truth = cast_truth(mesh, X, path);
    if (road_.interrupted) cast_interrupted(shape, X, path, options);
    as_caller([&] { hit_faces(shape, X, path, options, faces_); });
    const auto faces = as_caller([&] { return hit_faces(shape, X, path, options); });
    const bool any = as_caller([&] { return hits(shape, X, path, options); });
    const auto first = as_caller([&] { return first_hit(shape, X, path, options); });
    for (int i = 0; i < 3; ++i) tally_.add(true, !truth.faces.empty());
    if (faces == truth.faces && faces_ == faces && any == !faces.empty() &&
        first_hit_holds(path, truth, first))
      return;
    disagree(fmt::format("{}: faces [{}], hits {}, first {}", path_text(path), fmt::join(faces, " "), any,
                         first ? fmt::format("{} at {}", first->face, first->s) : "none"),
             fmt::format(
                 "faces [{}], first {}", fmt::join(truth.faces, " "),
                 truth.first ? fmt::format("{} at {}", truth.first->face, truth.first->s.get_d()) : "none"),
             {body, body});
  }

  /// Casts that are stopped before they begin give up.
  void cast_interrupted(const Shape& shape, const Pose& X, const Path& path, CastOptions options) {
    options.stop = stopped();
    must_be_cancelled([&] { hit_faces(shape, X, path, options, faces_); }, {});
    must_be_cancelled([&] { first_hit(shape, X, path, options); }, {});
  }

  /// The box whose corners are two points of the path.
  void check_box(std::size_t body, std::size_t path_number, const CastOptions& options) {
    const Path& path = case_.paths[path_number];
    const auto* ray = std::get_if<Ray>(&path);
    const Vector3d from = ray != nullptr ? ray->origin : std::get<LineSegment>(path).from;
    const Vector3d to = ray != nullptr ? Vector3d(from + ray->direction) : std::get<LineSegment>(path).to;
    if (!to.allFinite()) return;
    const Vector3d low = from.cwiseMin(to), high = from.cwiseMax(to);
    const Shape& shape = player_.shape(body);
    const Pose& X = player_.pose(body);
    std::vector<std::uint32_t> truth;
    for (const FacePair& pair : rational_truth(shape, X, box_between(low, high), {}).surely)
      truth.push_back(pair.a);
    as_caller([&] { faces_in_box(shape, X, low, high, options, faces_); });
    const auto faces = as_caller([&] { return faces_in_box(shape, X, low, high, options); });
    const bool any = as_caller([&] { return box_meets(shape, X, low, high, options); });
    for (int i = 0; i < 2; ++i) tally_.add(true, !truth.empty());
    if (faces == truth && faces_ == faces && any == !truth.empty()) return;
    disagree(
        fmt::format("box about the {}: faces [{}], meets {}", path_text(path), fmt::join(faces, " "), any),
        fmt::format("faces [{}]", fmt::join(truth, " ")), {body, body});
  }

  Scratch scratch_;
  std::vector<std::uint32_t> faces_;  ///< whose memory is re-used
};

}  // namespace

std::optional<Disagreement> follow_casts(const Road& road, const Case& c, const Truths& truths,
                                         Tally& tally) {
  return CastWalk(road, c, truths, tally).run();
}

}  // namespace graze::selftest
