// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "oracle/cases.h"

namespace graze::oracle {

/// Counts the answers of a bucket, to show that its cases are worth asking.
class Tally {
 public:
  void add(bool yes) {
    ++cases_;
    yes_ += yes ? 1 : 0;
  }
  double rate() const { return static_cast<double>(yes_) / static_cast<double>(cases_); }

  /// Random cases must fall on both sides often, or a million of them would say little.
  void expect_representative(Bucket bucket) const {
    testing::Test::RecordProperty("rate", std::to_string(rate()));
    if (bucket != Bucket::random && bucket != Bucket::posed_random) {
      return;
    }
    EXPECT_GT(rate(), 0.3);
    EXPECT_LT(rate(), 0.7);
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
