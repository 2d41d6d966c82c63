// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// What `graze check` found, and how it is told.
#pragma once

#include <graze/distance.h>
#include <graze/io.h>
#include <graze/progressive.h>
#include <graze/world.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace graze::cli {

using BodyNumbers = std::array<std::size_t, 2>;

struct PairAnswer {
  BodyNumbers bodies = {};
  Answer answer = Answer::miss;
  std::size_t open = 0;              // if undecided: pairs of tree nodes that are yet to be looked at
  std::vector<FacePair> faces;       // as many as were asked for
  std::optional<Distance> distance;  // if asked for
};

struct Answers {
  std::vector<PairAnswer> pairs;  // sorted by body numbers
  double seconds = 0;             // of the queries, without the reading of files

  std::size_t count(Answer answer) const {
    return static_cast<std::size_t>(
        std::count_if(pairs.begin(), pairs.end(), [&](const auto& p) { return p.answer == answer; }));
  }
};

void print_json(const Scene& scene, const Answers& answers, FaceReport faces);

/// A line a pair; where there are many, those that are clear are left out.
void print_table(const Scene& scene, const Answers& answers);

void print_verdict(const Answers& answers);

}  // namespace graze::cli
