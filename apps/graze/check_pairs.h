// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Pairs of bodies, asked one by one.
#pragma once

#include <graze/deform.h>

#include <map>

#include "check_task.h"

namespace graze::cli {

/// The bodies of a scene as they are in a frame, and the queries about two of them.
class PairQueries {
 public:
  explicit PairQueries(CheckTask& task);

  void change(const SceneChange& change);
  /// Its seconds are added to the task's. `cache` may be null.
  PairAnswer timed_answer(const BodyNumbers& pair, PairCache* cache);

 private:
  PairAnswer answer(const BodyNumbers& pair, PairCache* cache);
  PairAnswer exact_answer(const SceneBody& a, const SceneBody& b, PairCache* cache);
  PairAnswer answer_in_time(const SceneBody& a, const SceneBody& b) const;
  void measure(const SceneBody& a, const SceneBody& b, PairCache* cache, PairAnswer& answer) const;

  CheckTask& task_;
  const CheckOptions& options_;
  std::vector<SceneBody> bodies_;
  std::map<std::size_t, Deformer> deformers_;  ///< by body number
  Scratch scratch_;
};

/// Every pair of every frame. In a scene with frames, each pair keeps a PairCache from the first frame to the last.
void ask_each(CheckTask& task);

}  // namespace graze::cli
