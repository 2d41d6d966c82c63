// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/cases.h"

namespace graze::oracle {

/// Counts the answers of a bucket, to show that its cases are worth asking.
class Tally {
 public:
  void add(bool yes) {
    ++cases_;
    yes_ += yes ? 1 : 0;
  }
  double cases() const { return static_cast<double>(cases_); }
  double rate() const { return static_cast<double>(yes_) / cases(); }

  /// Random cases must fall on both sides often, or a million of them would say little.
  void expect_representative(Bucket bucket) const {
    testing::Test::RecordProperty("rate", std::to_string(rate()));
    if (bucket != Bucket::random && bucket != Bucket::posed_random) {
      return;
    }
    const double slack = 2 / std::sqrt(cases());  // few cases say little
    EXPECT_GT(rate(), 0.3 - slack);
    EXPECT_LT(rate(), 0.7 + slack);
  }

 private:
  long cases_ = 0;
  long yes_ = 0;
};

/// For a suite that runs once a bucket: the cases come from the bucket and a seed of the suite's own.
class BucketTest : public testing::TestWithParam<Bucket> {
 protected:
  Draw draw(std::uint64_t seed) const { return Draw(seed * 1000 + static_cast<std::uint64_t>(GetParam())); }
  /// The random buckets are cheap, and the likeliest to meet the unforeseen.
  bool is_random() const { return GetParam() == Bucket::random || GetParam() == Bucket::posed_random; }
};

inline std::string bucket_name(const testing::TestParamInfo<Bucket>& bucket) {
  return std::string(name(bucket.param));
}

}  // namespace graze::oracle
