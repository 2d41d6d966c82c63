// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The same results on every instruction set that this machine has, down to the scalar fallback.
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>

namespace graze {
namespace {

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

struct Result {
  std::vector<std::vector<FacePair>> pairs;
  std::vector<std::optional<FacePair>> witnesses;
  bool operator==(const Result&) const = default;
};

Result run() {
  const Shape bodies[] = {Shape::mesh(make_torus(0.7, 0.3, 48, 24)), Shape::mesh(make_tetraflake(1.2, 4)),
                          Shape::mesh(make_box({0.5, 0.75, 0.25})), Shape::mesh(make_icosphere(0.9, 3))};
  Result result;
  for (const Shape& a : bodies) {
    for (const Shape& b : bodies) {
      for (int i = 0; i < 6; ++i) {
        const Eigen::Vector3d axis(std::sin(i), 1, std::cos(i));
        const Pose X_WB(Eigen::AngleAxisd(1.1 * i, axis.normalized()).toRotationMatrix(),
                        {0.26 * i, 0.1 * i, 0.01});
        for (const Method method : all_methods()) {
          if (method == Method::naive || method == Method::simple) continue;
          result.pairs.push_back(face_pairs(a, {}, b, X_WB, {.method = method}));
          result.witnesses.push_back(first_face_pair(a, {}, b, X_WB, {.method = method}));
        }
        result.pairs.push_back(face_pairs(a, {}, b, {Eigen::Matrix3d::Identity(), {0.125 * i, 0, 0}}));
      }
    }
  }
  return result;
}

TEST(Targets, AgreeOnEveryResult) {
  const Result expected = run();
  int targets = 0;
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    const OnlyTarget only(target);
    EXPECT_EQ(run(), expected) << hwy::TargetName(target);
    std::printf("  %s\n", hwy::TargetName(target));
    ++targets;
  }
  EXPECT_GE(targets, 1);
}

}  // namespace
}  // namespace graze
