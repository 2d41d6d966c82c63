// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What `graze check` is to find out, and what it has found so far.
#pragma once

#include <graze/scene.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "check_report.h"

namespace graze::cli {

struct CheckOptions {
  std::vector<std::filesystem::path> files;
  bool json = false;
  FaceReport faces = FaceReport::none;
  Method method = Method::automatic;
  bool method_given = false;
  std::optional<BroadPhaseKind> broad_phase;  ///< of a World, if one is asked for
  std::optional<std::filesystem::path> dump;
  int threads = 1;
  bool distance = false;
  std::optional<double> budget_us;  ///< for a pair of meshes
};

/// A scene, what is asked about it, and the answers so far, which go to the report as they come.
class CheckTask {
 public:
  CheckTask(const Scene& scene, const CheckOptions& options, CheckReport& report);

  const Scene& scene() const { return scene_; }
  const CheckOptions& options() const { return options_; }
  const CheckTotals& totals() const { return totals_; }

  /// The number of the one that is being asked about; 0 is that of `Scene::bodies`.
  std::size_t frame() const { return frame_; }
  /// How many pairs each frame has.
  std::size_t pairs() const { return totals_.pairs / totals_.frames; }
  bool each_is_listed() const;
  void for_each_pair(const std::function<void(const BodyNumbers&)>& visit) const;
  /// Those that the scene names: sorted, each once.
  const std::vector<BodyNumbers>& named_pairs() const { return named_; }

  /// Calls `ask` for each frame, after `change` has been called for what is new in it.
  void for_each_frame(const std::function<void(const SceneChange&)>& change,
                      const std::function<void()>& ask);

  /// Counts and lists.
  void add(PairAnswer answer);
  void add_seconds(double seconds) { totals_.seconds += seconds; }

 private:
  std::size_t count_left_to_automatic() const;

  const Scene& scene_;
  const CheckOptions& options_;
  CheckReport& report_;
  std::vector<BodyNumbers> named_;
  std::size_t frame_ = 0;
  CheckTotals totals_;
};

}  // namespace graze::cli
