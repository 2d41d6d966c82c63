// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/watch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace graze::selftest {
namespace {

/// A line that a signal handler may read at any time: it is written once a case, and at worst half of it is new.
struct Slot {
  std::array<char, 160> text = {};
  std::atomic<std::int64_t> since_ns = 0;  ///< by the watch's clock; 0: idle
};

std::vector<Slot> slots;  // of the one Watch; a signal handler has no other way to find it

constexpr std::array fatal = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

constexpr std::int64_t longest_tick_ns = 500'000'000;

std::atomic<std::int64_t> clock_ns = 1;  // that of the watch: it stands still while the program does
std::chrono::steady_clock::time_point last_tick;

void tick() {
  const auto now = std::chrono::steady_clock::now();
  clock_ns += std::min<std::int64_t>(longest_tick_ns, (now - last_tick) / std::chrono::nanoseconds(1));
  last_tick = now;
}

void write_text(const char* text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

/// For signal handlers, which may not allocate.
void write_number(std::int64_t number) {
  std::array<char, 24> digits = {};
  *std::to_chars(digits.data(), digits.data() + digits.size() - 1, number).ptr = '\0';
  write_text(digits.data());
}

void write_slots() {
  for (const Slot& slot : slots) {
    if (slot.since_ns.load() == 0) continue;
    write_text("graze selftest: was at ");
    write_text(slot.text.data());
    write_text(", for ");
    write_number((clock_ns - slot.since_ns) / 1'000'000'000);
    write_text(" s\n");
  }
}

void report_and_die(int signal) {
  write_slots();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle_fatal_signals(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : fatal) sigaction(signal, &action, nullptr);
}

}  // namespace

SignalStack::SignalStack() {
  constexpr std::size_t size = 1 << 16;
  bytes_ = std::make_unique<std::byte[]>(size);
  stack_t stack = {};
  stack.ss_sp = bytes_.get();
  stack.ss_size = size;
  sigaltstack(&stack, nullptr);
}

SignalStack::~SignalStack() {
  stack_t none = {};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

Watch::Watch(int threads) {
  slots = std::vector<Slot>(static_cast<std::size_t>(threads));
  last_tick = std::chrono::steady_clock::now();
  handle_fatal_signals(report_and_die);
}

Watch::~Watch() {
  handle_fatal_signals(SIG_DFL);
}

void Watch::begins(int thread, std::string_view what) {
  Slot& slot = slots[static_cast<std::size_t>(thread)];
  const std::size_t length = std::min(what.size(), slot.text.size() - 1);
  std::memcpy(slot.text.data(), what.data(), length);
  slot.text[length] = '\0';
  slot.since_ns = clock_ns.load();
}

void Watch::ends(int thread) {
  slots[static_cast<std::size_t>(thread)].since_ns = 0;
}

void Watch::end_program_if_longer_than(double seconds) {
  tick();
  for (const Slot& slot : slots) {
    const std::int64_t since = slot.since_ns;
    if (since == 0 || static_cast<double>(clock_ns - since) < 1e9 * seconds) continue;
    write_text("graze selftest: a case does not end\n");
    write_slots();
    std::_Exit(1);
  }
}

}  // namespace graze::selftest
