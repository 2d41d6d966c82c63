// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace graze {

/// The instruction sets that kernels are compiled for and that this processor has, the best first, as Highway's numbers. A
/// processor may have others: told to use one of those, Highway takes scalar code.
inline std::vector<std::int64_t> instruction_sets() {
  std::vector<std::int64_t> result;
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1)
    result.push_back(rest & -rest);
  return result;
}

/// Lets kernels use one instruction set alone, until the end of the scope. No query may be running at its beginning and end.
class OnlyInstructionSet {
 public:
  explicit OnlyInstructionSet(std::int64_t target) { use(target); }
  ~OnlyInstructionSet() { use(0); }
  OnlyInstructionSet(const OnlyInstructionSet&) = delete;
  OnlyInstructionSet& operator=(const OnlyInstructionSet&) = delete;

 private:
  /// 0: the best.
  static void use(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// Calls work(name) with each of them alone, and returns their number.
int for_each_instruction_set(const auto& work) {
  const std::vector<std::int64_t> all = instruction_sets();
  for (const std::int64_t target : all) {
    const OnlyInstructionSet only(target);
    work(hwy::TargetName(target));
  }
  return static_cast<int>(all.size());
}

}  // namespace graze
