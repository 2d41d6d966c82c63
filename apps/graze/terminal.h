// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

// What is said to a person at a terminal, and only there.
namespace graze::cli {

bool stdout_is_terminal();

/// Colour is for terminals, unless NO_COLOR is set or the terminal is dumb.
bool use_color();

enum class Color { red, green, yellow, dim, bold };

/// `text` in colour where `use_color()`, otherwise as it is.
std::string colored(Color color, std::string_view text);

struct TerminalSize {
  int columns = 80;
  int rows = 24;
  bool operator==(const TerminalSize&) const = default;
};
/// As it is now: a person may resize it at any time.
TerminalSize terminal_size();

/// How many columns `text`, in UTF-8, takes up (one a code point: enough for names).
std::size_t display_width(std::string_view text);

/// `text` made safe to show: a control character, such as a line break or an escape in a file's name, becomes
/// '?'.
std::string printable(std::string_view text);

/// "12.3 µs", "4.56 ms", "7.89 s".
std::string duration_text(double seconds);

/// "1 face", "2 faces".
std::string count_text(std::size_t count, std::string_view singular, std::string_view plural);

/// One line on standard error, whatever is in the message. Where that cannot be written, nothing is said.
void print_error(std::string_view message);

/// Restores the terminal when the program is interrupted, and lets a closed pipe end it quietly.
void install_signal_handlers();

/// While there is one, the first SIGINT or SIGTERM is only noted, so that work can end in order and be reported. The second ends
/// the program as usual.
class NotedInterrupts {
 public:
  NotedInterrupts();
  ~NotedInterrupts();
  NotedInterrupts(const NotedInterrupts&) = delete;
  NotedInterrupts& operator=(const NotedInterrupts&) = delete;

  bool any() const;
  /// Ends the program by the signal that was noted, if one was.
  void die_if_any() const;
};

/// Says on a terminal's stderr what is being done, once it has taken more than a second. Silent elsewhere.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of `total` are finished; may be called as often as one likes.
  void update(std::size_t done, std::size_t total);

 private:
  void run();

  std::string what_;
  std::atomic<std::size_t> done_ = 0;
  std::atomic<std::size_t> total_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  std::thread thread_;
};

}  // namespace graze::cli
