// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <optional>

#include "math/limits.h"
#include "query/scratch.h"

namespace graze {

/// Where queries count that nobody gave counters: never read, and never set to zero, which would take as long as a short query.
/// They are those of the thread that makes the context; a context that other threads use later must be given counters.
inline constinit thread_local Counters unread_counters;

/// What a query works with, the caller's or its own: memory, counters, a cache, threads, limits, and the shortcuts that it may take.
/// Options that have a stop must outlive it. Throws Error for fewer threads than one.
class QueryContext {
 public:
  explicit QueryContext(const QueryOptions& options)
      : method(options.method),
        counters(options.counters != nullptr ? *options.counters : unread_counters),
        cache(options.cache),
        threads(usable_threads(options.threads)),
        limits(options.stop, options.memory),
        shortcuts_(options.method == Method::naive ? ShortcutSet::none() : options.shortcuts),
        given_scratch_(options.scratch) {}
  QueryContext(const QueryContext&) = delete;
  QueryContext& operator=(const QueryContext&) = delete;

  const Method method;
  Counters& counters;
  PairCache* cache;  ///< of this pair; none for the pieces of a compound
  const int threads;
  Limits limits;

  Scratch::Impl& scratch() {
    if (given_scratch_ != nullptr) return given_scratch_->impl();
    if (!own_scratch_) own_scratch_.emplace();
    return own_scratch_->impl();
  }

  bool allows(Shortcut shortcut) const { return shortcuts_.has(shortcut); }

  /// Takes the shortcut if it is allowed and `proven` says so; counts it then.
  template <class Proven>
  bool take(Shortcut shortcut, const Proven& proven) {
    if (!allows(shortcut) || !proven()) return false;
    ++counters[shortcut];
    return true;
  }

 private:
  ShortcutSet shortcuts_;
  Scratch* given_scratch_;
  std::optional<Scratch> own_scratch_;
};

}  // namespace graze
