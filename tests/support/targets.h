// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/targets.h>

#include <cstdint>

namespace graze {

/// Lets the library use one instruction set alone, until the end of the scope.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~OnlyTarget() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  OnlyTarget(const OnlyTarget&) = delete;
  OnlyTarget& operator=(const OnlyTarget&) = delete;
};

/// Calls check(name) under each instruction set that there is, and returns their number.
int for_each_target(const auto& check) {
  int targets = 0;
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    const OnlyTarget only(target);
    check(hwy::TargetName(target));
    ++targets;
  }
  return targets;
}

}  // namespace graze
