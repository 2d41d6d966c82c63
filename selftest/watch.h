// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

namespace graze::selftest {

/// Lets the calling thread handle a signal after its stack has overflown, for as long as this lives.
class SignalStack {
 public:
  SignalStack();
  ~SignalStack();
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> bytes_;
};

/// Which case each thread is at, for the one who wants to know why the program crashed or hangs. While there is one, signals
/// that end a program write that to standard error first.
class Watch {
 public:
  explicit Watch(int threads);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// Thread number `thread` begins something. Cheap.
  void begins(int thread, std::string_view what);
  void ends(int thread);

  /// Writes what all threads are at, and for how long, and ends the program with 1, if one of them has been at it for longer than
  /// this. To be called some times a second: time in which it is not called hardly counts, since then the whole program was stopped.
  void end_program_if_longer_than(double seconds);
};

}  // namespace graze::selftest
