// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "io/json_text.h"

#include <graze/error.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "io/text.h"

namespace graze::io {
namespace {

/// Leaves behind how far the parser has read, which it does not tell its callback.
class TracingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TracingIterator(const char* at, const char** trace) : at_(at), trace_(trace) {}
  reference operator*() const { return *at_; }
  TracingIterator& operator++() {
    *trace_ = ++at_;
    return *this;
  }
  TracingIterator operator++(int) {
    TracingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const TracingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** trace_;
};

/// What the parser says after its own place: "[json.exception.parse_error.101] parse error at line 1, column
/// 2: …".
std::string reason(const std::exception& error) {
  std::string text = error.what();
  const std::size_t place = text.find("column ");
  const std::size_t colon = place == std::string::npos ? text.find("] ") : text.find(": ", place);
  if (colon != std::string::npos) text.erase(0, colon + 2);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  return text;
}

class Parser {
 public:
  Parser(std::string_view text, std::size_t most_levels, std::string_view name)
      : begin_(text.data()),
        end_(begin_ + text.size()),
        read_(begin_),
        most_levels_(most_levels),
        name_(name) {}

  nlohmann::json parse() {
    using nlohmann::json;
    if (const char* const zero = std::find(begin_, end_, '\0'); zero != end_) {  // the parser would end there
      read_ = zero + 1;
      fail("a zero byte, which JSON does not have");
    }
    try {
      return json::parse(TracingIterator(begin_, &read_), TracingIterator(end_, &read_),
                         [this](int depth, json::parse_event_t event, json& value) {
                           check(static_cast<std::size_t>(depth), event, value);
                           return true;
                         });
    } catch (const json::exception& error) {
      fail(reason(error));
    }
  }

 private:
  void check(std::size_t depth, nlohmann::json::parse_event_t event, const nlohmann::json& value) {
    using Event = nlohmann::json::parse_event_t;
    if (event == Event::object_start || event == Event::array_start) {
      if (depth >= most_levels_) fail(message("nested deeper than ", most_levels_, " levels"));
      if (event == Event::object_start) keys_.emplace_back();
    } else if (event == Event::object_end) {
      keys_.pop_back();
    } else if (event == Event::key) {
      const std::string key = value.get<std::string>();
      if (!keys_.back().insert(key).second) fail(message("key ", in_quotes(key), " is there twice"));
    }
  }

  [[noreturn]] void fail(const std::string& why) const {
    const char* const last = read_ == begin_ ? begin_ : read_ - 1;
    const auto line = 1 + std::count(begin_, last, '\n');
    const auto line_begin =
        std::find(std::make_reverse_iterator(last), std::make_reverse_iterator(begin_), '\n');
    const auto column = 1 + (last - line_begin.base());
    throw Error(message(name_, ":", line, ":", column, ": ", why));
  }

  const char* begin_;
  const char* end_;
  const char* read_;
  std::size_t most_levels_;
  std::string_view name_;
  std::vector<std::set<std::string>> keys_;  ///< of the objects that are open
};

}  // namespace

nlohmann::json parse_json(std::string_view text, std::size_t most_levels, std::string_view name) {
  return Parser(text, most_levels, name).parse();
}

}  // namespace graze::io
