// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace graze::cli {
namespace {

// Show the cursor, end colours, clear the line that is being written.
constexpr std::string_view restore_sequence = "\r\033[0m\033[?25h\033[K";

// Then die of the signal itself, so that a shell sees an interrupted program and stops its loop.
void restore_and_die(int signal) {
  if (isatty(STDERR_FILENO) != 0) {
    [[maybe_unused]] const auto written =
        write(STDERR_FILENO, restore_sequence.data(), restore_sequence.size());
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::atomic<int> noted_signal = 0;  // 0: none
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

void note(int signal) {
  noted_signal = signal;
  for (const int next : {SIGINT, SIGTERM}) std::signal(next, restore_and_die);
}

/// On standard error. Nothing is said where it cannot be written; fmt::print would throw.
void say(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) != 0;
}

bool use_color() {
  const char* term = std::getenv("TERM");
  return stdout_is_terminal() && !is_set("NO_COLOR") && term != nullptr && std::string_view(term) != "dumb";
}

std::string colored(Color color, std::string_view text) {
  if (!use_color()) return std::string(text);
  constexpr std::array<std::string_view, 5> codes = {"31", "32", "33", "2", "1"};
  return fmt::format("\033[{}m{}\033[0m", codes[static_cast<std::size_t>(color)], text);
}

TerminalSize terminal_size() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(
      result.begin(), result.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; },
      '?');
  return result;
}

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.1f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.2f} ms", seconds * 1e3);
  return fmt::format("{:.2f} s", seconds);
}

std::string count_text(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

void print_error(std::string_view message) {
  say(fmt::format("graze: {}\n", printable(message)));
}

void install_signal_handlers() {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error of the call that writes it
  std::signal(SIGPIPE, SIG_DFL);  // some parents leave it ignored
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, restore_and_die);
}

NotedInterrupts::NotedInterrupts() {
  noted_signal = 0;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, note);
}

NotedInterrupts::~NotedInterrupts() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, restore_and_die);
}

bool NotedInterrupts::any() const {
  return noted_signal != 0;
}

void NotedInterrupts::die_if_any() const {
  if (!any()) return;
  std::fflush(stdout);
  restore_and_die(noted_signal);
}

Progress::Progress(std::string what) : what_(std::move(what)) {
  if (isatty(STDERR_FILENO) == 0) return;
  try {
    thread_ = std::thread(&Progress::run, this);
  } catch (const std::system_error&) {  // no memory for a thread: then nothing is said
  }
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    finished_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Progress::update(std::size_t done, std::size_t total) {
  done_.store(done, std::memory_order_relaxed);
  total_.store(total, std::memory_order_relaxed);
}

void Progress::run() {
  using std::chrono::milliseconds;
  const auto finished = [this] { return finished_; };
  std::unique_lock lock(mutex_);
  if (wake_.wait_for(lock, milliseconds(1000), finished)) return;
  const auto columns = static_cast<std::size_t>(terminal_size().columns);
  for (int second_tenths = 10; !wake_.wait_for(lock, milliseconds(100), finished); ++second_tenths) {
    const std::size_t total = total_.load(std::memory_order_relaxed);
    std::string line = total > 0
                           ? fmt::format("{}: {} of {}", what_, done_.load(std::memory_order_relaxed), total)
                           : fmt::format("{}: {} s", what_, second_tenths / 10);
    if (line.size() >= columns) line.resize(columns - 1);
    say("\r\033[K" + line);
  }
  say("\r\033[K");
}

}  // namespace graze::cli
