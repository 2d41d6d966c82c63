// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// How findings are called and shown, whatever they were found in.
#pragma once

#include <fmt/format.h>
#include <graze/inspect.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "terminal.h"

namespace graze::cli {

/// How a finding is called, and what its places are the numbers of.
template <class Report>
struct FindingText {
  Finding Report::*finding;
  const char* key;
  const char* text;
  const char* place;
  const char* places;
};

/// "at faces 3, 17, 20, …"
inline std::string places_text(const Finding& finding, const char* place, const char* places) {
  if (finding.first.empty()) return {};
  std::string numbers = fmt::format("{}", fmt::join(finding.first, ", "));
  if (finding.count > finding.first.size()) numbers += ", …";
  return fmt::format("at {} {}", finding.count == 1 ? place : places, numbers);
}

/// A line each. Returns how many there are.
template <class Report>
int print_findings(const Report& report, std::span<const FindingText<Report>> texts) {
  int lines = 0;
  for (const FindingText<Report>& text : texts) {
    const Finding& finding = report.*text.finding;
    if (finding.count == 0) continue;
    ++lines;
    fmt::print("  {}  {}\n", colored(Color::yellow, fmt::format("{:>8} {:<41}", finding.count, text.text)),
               places_text(finding, text.place, text.places));
  }
  return lines;
}

inline void print_nothing_wrong() {
  fmt::print("  {}\n", colored(Color::green, "nothing wrong"));
}

template <class Report>
nlohmann::ordered_json findings_json(const Report& report, std::span<const FindingText<Report>> texts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const FindingText<Report>& text : texts) {
    const Finding& finding = report.*text.finding;
    if (finding.count > 0) json[text.key] = {{"count", finding.count}, {"first", finding.first}};
  }
  return json;
}

/// What a repair did, a line for each kind of thing that it did at all.
inline void print_done(std::size_t count, std::string_view what) {
  if (count > 0) fmt::print("  {:>8} {}\n", count, what);
}

inline void print_left(const std::vector<std::string>& left) {
  for (const std::string& sentence : left) fmt::print("  left: {}\n", printable(sentence));
}

}  // namespace graze::cli
