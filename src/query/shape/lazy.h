// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

namespace graze {

/// A value made at its first use, once, whichever thread comes first.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    if (!is_made()) {
      std::call_once(once_, [&] {
        value_.emplace(make());
        made_.store(true, std::memory_order_release);
      });
    }
    return *value_;
  }

  bool is_made() const { return made_.load(std::memory_order_acquire); }

 private:
  mutable std::once_flag once_;
  mutable std::atomic<bool> made_ = false;
  mutable std::optional<T> value_;
};

}  // namespace graze
