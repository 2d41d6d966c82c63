// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace graze::bench {

template <class Work>
double seconds_of(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

/// The medians of two pieces of work done in turn, after one warm-up, of at least five rounds and about a quarter
/// of a second.
template <class First, class Second>
std::pair<double, double> times_of(const First& first, const Second& second) {
  first();
  second();
  std::vector<double> of_first, of_second;
  for (double sum = 0; of_first.size() < 5 || (sum < 0.25 && of_first.size() < 200);) {
    of_first.push_back(seconds_of(first));
    of_second.push_back(seconds_of(second));
    sum += of_first.back() + of_second.back();
  }
  return {median(of_first), median(of_second)};
}

template <class Work>
double time_of(const Work& work) {
  return times_of(work, [] {}).first;
}

}  // namespace graze::bench
