// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>
#include <optional>

namespace graze {

/// A value made at its first use, once, whichever thread comes first. If making it throws, the next use tries again.
///
/// Not std::call_once: after an exception it waits for ever with some C libraries (GCC's bug 66146) and under ThreadSanitizer.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    if (!is_made()) {
      const std::scoped_lock lock(making_);
      if (!is_made()) {
        value_.emplace(make());
        made_.store(true, std::memory_order_release);
      }
    }
    return *value_;
  }

  bool is_made() const { return made_.load(std::memory_order_acquire); }

 private:
  mutable std::mutex making_;
  mutable std::atomic<bool> made_ = false;
  mutable std::optional<T> value_;
};

}  // namespace graze
