// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <stop_token>
#include <thread>

namespace graze::selftest {

/// Requests a stop from another thread, after a while.
class StopLater {
 public:
  explicit StopLater(std::chrono::microseconds after)
      : thread_([this, after] {
          std::this_thread::sleep_for(after);
          source_.request_stop();
        }) {}
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::jthread thread_;
};

/// A request that is there already.
inline std::stop_token stopped() {
  std::stop_source source;
  source.request_stop();
  return source.get_token();
}

}  // namespace graze::selftest
