// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace graze::io {
namespace {

/// For a decimal number that is out of a double's range: is it too large (or else too small)?
bool overflows(std::string_view number) {
  constexpr long far = 1'000'000'000;
  const std::size_t mark = std::min(number.find_first_of("eE"), number.size());
  const std::string_view digits = number.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t leading = std::min(digits.find_first_of("123456789"), digits.size());
  long exponent = 0;
  if (mark < number.size()) {
    const char* first = number.data() + mark + 1;
    const char* const last = number.data() + number.size();
    const bool negative = first != last && *first == '-';
    if (first != last && *first == '+') ++first;
    if (std::from_chars(first, last, exponent).ec != std::errc()) exponent = negative ? -far : far;
    exponent = std::clamp(exponent, -far, far);
  }
  return static_cast<long>(point) - static_cast<long>(leading) + exponent > 0;
}

}  // namespace

std::string in_quotes(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) text += (c >= ' ' && c <= '~') ? c : '?';
  if (word.size() > longest) text += "...";
  return text + "'";
}

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

TextReader::TextReader(std::string_view text, std::string_view name)
    : begin_(text.data()), at_(begin_), end_(begin_ + text.size()), name_(name) {
  if (text.find('\n') == std::string_view::npos) line_end_ = '\r';
  if (text.starts_with("\xEF\xBB\xBF")) at_ += 3;
}

void TextReader::skip_line() {
  if (at_ == end_) return;
  const void* const found = std::memchr(at_, line_end_, bytes_left());
  at_ = found ? static_cast<const char*>(found) + 1 : end_;
}

void TextReader::skip_statement() {
  for (;;) {
    const char* const first = at_;
    skip_line();
    const char* last = at_;
    if (last == first || *--last != line_end_) return;
    if (last != first && last[-1] == '\r') --last;
    if (last == first || last[-1] != '\\') return;
  }
}

const char* TextReader::after_joint() const {
  const char* next = at_ + 1;
  if (line_end_ == '\n' && next != end_ && *next == '\r') ++next;
  return next != end_ && *next == line_end_ ? next + 1 : nullptr;
}

double TextReader::any_number(std::string_view what) {
  double value = 0;
  at_ = word_;
  const std::string_view text = rest_of_word();
  const char* first = text.data();
  const char* const last = first + text.size();
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++first;
  const auto [stop, error] = std::from_chars(first, last, value);
  if (error == std::errc::invalid_argument || stop != last) {
    fail(word_, what, " is ", in_quotes(text), ", which is no number");
  }
  if (error == std::errc::result_out_of_range) {
    const bool negative = *first == '-';
    if (overflows({first + negative, last}))
      fail(word_, what, " is ", in_quotes(text), ", too large for a double");
    value = negative ? -0.0 : 0.0;
  }
  return value;
}

std::size_t TextReader::count(std::string_view what, std::size_t shortest) {
  const char* const place = at_;
  const std::int64_t count = integer(message("number of ", what));
  if (count < 0) fail(place, "claims ", count, " ", what, ": a count must not be negative");
  if (static_cast<std::uint64_t>(count) > (bytes_left() + 1) / shortest) {
    fail(place, "claims ", count, " ", what, ", but only ", bytes_left(), " bytes are left");
  }
  return static_cast<std::size_t>(count);
}

void TextReader::fail_not_finite(std::string_view what) {
  at_ = word_;
  fail(word_, what, " is ", in_quotes(rest_of_word()), ": every coordinate must be finite");
}

void TextReader::fail_integer(std::string_view what) {
  at_ = word_;
  const std::string_view text = rest_of_word();
  const bool whole =
      !text.empty() && text.find_first_not_of("0123456789", text[0] == '-' ? 1 : 0) == text.npos;
  fail(word_, what, " is ", in_quotes(text), whole ? ", which is too large" : ", which is no whole number");
}

std::size_t TextReader::line_of(const char* place) const {
  return 1 + static_cast<std::size_t>(std::count(begin_, place, line_end_));
}

}  // namespace graze::io
