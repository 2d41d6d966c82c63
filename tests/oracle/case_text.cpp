// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "oracle/case_text.h"

#include <cstdio>
#include <cstdlib>
#include <istream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace graze::oracle {
namespace {

void append(std::string& text, double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, " %a", x);
  text += buffer;
}

void append(std::string& text, const Eigen::Vector3d& p) {
  for (double x : p) {
    append(text, x);
  }
}

void append(std::string& text, const char* label, const Triangle& t) {
  text += label;
  for (const Eigen::Vector3d& p : t) {
    append(text, p);
  }
  text += '\n';
}

void append(std::string& text, const char* label, const std::optional<Pose>& X) {
  if (!X) {
    return;
  }
  text += label;
  for (int row = 0; row < 3; ++row) {
    append(text, Eigen::Vector3d(X->R.row(row).transpose()));
  }
  append(text, X->t);
  text += '\n';
}

void append(std::string& text, const char* label, const Eigen::Vector3d& p) {
  text += label;
  append(text, p);
  text += '\n';
}

/// The numbers of one case by name.
class Fields {
 public:
  void read(const std::string& label, std::istream& line) {
    for (std::string word; line >> word;) {
      numbers_[label].push_back(std::strtod(word.c_str(), nullptr));
    }
  }
  Eigen::Vector3d point(const std::string& label, std::size_t first = 0) const {
    const auto& x = numbers_.at(label);
    return {x.at(first), x.at(first + 1), x.at(first + 2)};
  }
  Triangle triangle(const std::string& label) const {
    return {point(label, 0), point(label, 3), point(label, 6)};
  }
  std::optional<Pose> pose(const std::string& label) const {
    if (!numbers_.contains(label)) {
      return {};
    }
    Pose X;
    X.R << point(label, 0).transpose(), point(label, 3).transpose(), point(label, 6).transpose();
    X.t = point(label, 9);
    return X;
  }

 private:
  std::map<std::string, std::vector<double>> numbers_;
};

std::variant<PairCase, BoxCase> to_case(const std::string& kind, const Fields& fields) {
  if (kind == "pair") {
    return PairCase{fields.triangle("a"), fields.triangle("b"), fields.pose("X_a"), fields.pose("X_b")};
  }
  if (kind == "box") {
    BoxCase c;
    c.t = fields.triangle("t");
    c.X = fields.pose("X");
    c.box.low = fields.point("low");
    c.box.high = fields.point("high");
    return c;
  }
  throw std::runtime_error("unknown kind of case '" + kind + "'");
}

}  // namespace

std::string to_text(const PairCase& c) {
  std::string text = "pair\n";
  append(text, "a", c.a);
  append(text, "b", c.b);
  append(text, "X_a", c.X_a);
  append(text, "X_b", c.X_b);
  return text;
}

std::string to_text(const BoxCase& c) {
  std::string text = "box\n";
  append(text, "t", c.t);
  append(text, "X", c.X);
  append(text, "low", c.box.low);
  append(text, "high", c.box.high);
  return text;
}

std::vector<std::variant<PairCase, BoxCase>> read_cases(std::istream& in) {
  std::vector<std::variant<PairCase, BoxCase>> cases;
  std::string kind;
  Fields fields;
  const auto finish = [&] {
    if (!kind.empty()) {
      cases.push_back(to_case(kind, fields));
    }
    kind.clear();
    fields = {};
  };
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string label;
    if (!(words >> label)) {
      finish();
    } else if (label[0] == '#') {
      continue;
    } else if (kind.empty()) {
      kind = label;
    } else {
      fields.read(label, words);
    }
  }
  finish();
  return cases;
}

}  // namespace graze::oracle
