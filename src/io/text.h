// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/error.h>

#include <Eigen/Core>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "io/digits.h"
#include "math/message.h"

namespace graze::io {

/// A word from a file as error messages show it: in quotes, on one line, cut if it is long.
std::string in_quotes(std::string_view word);

/// Case-insensitive for ASCII letters.
bool same_word(std::string_view a, std::string_view b);

/// The fewest digits that read back exactly.
template <class Number>
void append_number(std::string& out, Number value) {
  std::array<char, 32> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

/// Walks through a text by lines and words. What the text formats have in common: words are separated by
/// blanks, `#` at the start of a word begins a comment, `\` at the end of a line joins it with the next;
/// lines end with LF, CR LF or, in files that have no LF at all, CR.
class TextReader {
 public:
  TextReader(std::string_view text, std::string_view name);

  /// Goes to the next word in this line or a later one; false if there is none.
  bool find_word() {
    for (;;) {
      skip_blanks();
      if (at_ == end_) return false;
      if (*at_ == line_end_) {
        ++at_;
      } else if (*at_ == '#') {
        skip_line();
      } else {
        return true;
      }
    }
  }

  /// True if no word is left in this line.
  bool line_is_done() {
    skip_blanks();
    return at_ == end_ || *at_ == line_end_ || *at_ == '#';
  }

  /// The next word of this line; empty if there is none.
  std::string_view word() {
    if (line_is_done()) return {};
    return rest_of_word();
  }

  std::string_view rest_of_word() {
    const char* const first = at_;
    while (at_ != end_ && !is_separator()) ++at_;
    return {first, static_cast<std::size_t>(at_ - first)};
  }

  /// Past the end of this line, or past the lines that `\` joins to it.
  void skip_statement();

  /// Past the end of this line, whatever it ends with.
  void skip_line();

  /// The next word of this line as a number, correctly rounded; may be infinite or NaN. `what` is for the
  /// message.
  double number(std::string_view what) {
    if (line_is_done()) fail(at_, what, " is missing");
    word_ = at_;
    double value = 0;
    if (const char* const next = read_plain_number(at_, end_, value)) {
      at_ = next;
      if (at_ == end_ || is_separator()) return value;
    }
    return any_number(what);
  }

  /// The same, finite.
  double coordinate(std::string_view what) {
    const double value = number(what);
    if (!(value - value == 0)) fail_not_finite(what);
    return value;
  }

  /// The next three words of this line as the coordinates of a vertex.
  Eigen::Vector3d vertex() {
    const double x = coordinate("x of the vertex");
    const double y = coordinate("y of the vertex");
    const double z = coordinate("z of the vertex");
    return {x, y, z};
  }

  /// The next word of this line as the number of things that follow; of `shortest` bytes at least, they must find
  /// room in what is left.
  std::size_t count(std::string_view what, std::size_t shortest);

  /// The next word of this line as a whole number.
  std::int64_t integer(std::string_view what) {
    if (line_is_done()) fail(at_, what, " is missing");
    const std::int64_t value = leading_integer(what);
    if (at_ != end_ && !is_separator()) fail_integer(what);
    return value;
  }

  /// The whole number that the word at this place starts with; the rest of the word is left.
  std::int64_t leading_integer(std::string_view what) {
    word_ = at_;
    const bool negative = at_ != end_ && *at_ == '-';
    if (at_ != end_ && (*at_ == '-' || *at_ == '+')) ++at_;
    std::uint64_t value = 0;
    const char* const first = at_;
    at_ = read_digits(at_, end_, value);
    if (at_ == first || at_ - first > most_digits) fail_integer(what);
    return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  }

  const char* at() const { return at_; }
  const char* end() const { return end_; }
  void go_to(const char* place) { at_ = place; }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  const std::string& name() const { return name_; }

  template <class... Parts>
  [[noreturn]] void fail(const char* place, const Parts&... parts) const {
    throw Error(message(name_, ":", line_of(place), ": ", parts...));
  }

 private:
  /// False for blanks, line ends and other control characters, and for what may join lines.
  static bool is_plain(char c) { return static_cast<unsigned char>(c) > ' ' && c != '\\'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
  bool is_separator() const {
    if (is_plain(*at_)) return false;
    return is_blank(*at_) || *at_ == '\n' || (*at_ == '\\' && after_joint() != nullptr);
  }

  void skip_blanks() {
    if (at_ != end_ && *at_ == ' ') ++at_;  // most often that is all there is to skip
    while (at_ != end_ && !is_plain(*at_) && *at_ != line_end_) {
      if (is_blank(*at_)) {
        ++at_;
      } else if (const char* next = *at_ == '\\' ? after_joint() : nullptr) {
        at_ = next;
      } else {
        return;
      }
    }
  }

  /// Where the next line begins if the backslash at this place joins it, else null.
  const char* after_joint() const;
  double any_number(std::string_view what);
  std::size_t line_of(const char* place) const;
  [[noreturn]] void fail_not_finite(std::string_view what);
  [[noreturn]] void fail_integer(std::string_view what);

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* word_ = nullptr;  ///< where the last number began
  char line_end_ = '\n';
  std::string name_;
};

}  // namespace graze::io
