// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What `graze check` found, and how it is told: pair by pair as they come, so that no number of pairs fills the memory.
#pragma once

#include <graze/distance.h>
#include <graze/progressive.h>
#include <graze/scene.h>
#include <graze/world.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace graze::cli {

using BodyNumbers = std::array<std::size_t, 2>;

struct PairAnswer {
  std::size_t frame = 0;
  BodyNumbers bodies = {};
  Answer answer = Answer::miss;
  std::size_t open = 0;         ///< if undecided: pairs of tree nodes that are yet to be looked at
  std::vector<FacePair> faces;  ///< as many as were asked for
  Method method = Method::automatic;
  std::optional<Distance> distance;
  Method distance_method = Method::automatic;
  std::string no_distance;  ///< why there is none, if one was asked for
};

/// Which columns there are.
struct ReportOptions {
  FaceReport faces = FaceReport::none;
  bool method = false;
  bool distance = false;
  bool frame = false;
};

struct CheckTotals {
  std::size_t frames = 1;
  std::size_t pairs = 0;  ///< of all frames, that were checked, listed or not
  std::size_t hits = 0;
  std::size_t first_hit_frame = 0;  ///< if there are hits
  std::size_t undecided = 0;
  std::size_t without_distance = 0;
  std::string no_distance;            ///< why the first of these has none
  std::size_t left_to_automatic = 0;  ///< pairs of kinds that the method does not serve
  Method method = Method::automatic;
  double seconds = 0;  ///< of the queries, without the reading of files and the printing
};

/// On standard output.
class CheckReport {
 public:
  virtual ~CheckReport() = default;
  virtual void add(const PairAnswer& answer) = 0;
  virtual void finish(const CheckTotals& totals) = 0;
  /// Nothing is printed before some pair has been answered in full or much has gathered, so that a check that fails
  /// altogether may print nothing.
  virtual bool has_printed() const = 0;
};

std::unique_ptr<CheckReport> make_json_report(const Scene& scene, const ReportOptions& options);
/// A line a pair, and the verdict.
std::unique_ptr<CheckReport> make_table_report(const Scene& scene, const ReportOptions& options);

}  // namespace graze::cli
