// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "terminal.h"

namespace graze::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A name need not be UTF-8, JSON must be.
std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Text on its way to standard output: kept until it may be shown, then written in large pieces.
class Output {
 public:
  void add(std::string_view text) {
    text_ += text;
    constexpr std::size_t piece = 1U << 16, most_kept = 1U << 24;
    if (text_.size() > (is_allowed_ ? piece : most_kept)) print();
  }
  void print() {
    has_printed_ = true;
    std::fwrite(text_.data(), 1, text_.size(), stdout);
    text_.clear();
  }
  void allow() { is_allowed_ = true; }
  bool has_printed() const { return has_printed_; }

 private:
  std::string text_;
  bool is_allowed_ = false;
  bool has_printed_ = false;
};

bool is_answered(const PairAnswer& answer) {
  return answer.no_distance.empty();
}

class JsonReport final : public CheckReport {
 public:
  JsonReport(const Scene& scene, const ReportOptions& options) : scene_(scene), options_(options) {
    output_.add("{\"pairs\":[");
  }

  void add(const PairAnswer& answer) override {
    if (is_answered(answer)) output_.allow();
    if (!first_) output_.add(",");
    first_ = false;
    output_.add(text_of(pair_json(answer)));
  }

  void finish(const CheckTotals& totals) override {
    const std::string frames = options_.frame ? fmt::format("\"frames\":{},", totals.frames) : "";
    output_.add(
        fmt::format("],\"checked\":{},{}\"seconds\":{}}}\n", totals.pairs, frames, text_of(totals.seconds)));
    output_.print();
  }

  bool has_printed() const override { return output_.has_printed(); }

 private:
  Json pair_json(const PairAnswer& answer) const {
    Json pair;
    if (options_.frame) pair["frame"] = answer.frame;
    pair["a"] = scene_.bodies[answer.bodies[0]].name;
    pair["b"] = scene_.bodies[answer.bodies[1]].name;
    if (answer.answer == Answer::undecided) {
      pair["collide"] = nullptr;
      pair["open"] = answer.open;
    } else {
      pair["collide"] = answer.answer == Answer::hit;
    }
    if (options_.method) pair["method"] = method_name(answer.method);
    if (options_.faces != FaceReport::none) {  // "not asked" must not look like "none"
      pair["faces"] = Json::array();
      const auto number = [](std::uint32_t face) { return face == no_face ? Json() : Json(face); };
      for (const FacePair& f : answer.faces) pair["faces"].push_back({number(f.a), number(f.b)});
    }
    if (options_.distance) add_distance(pair, answer);
    return pair;
  }

  void add_distance(Json& pair, const PairAnswer& answer) const {
    if (!answer.distance) {
      pair["distance"] = nullptr;
      pair["reason"] = answer.no_distance;
      return;
    }
    const Distance& d = *answer.distance;
    const auto vector = [](const Eigen::Vector3d& v) { return std::vector<double>(v.begin(), v.end()); };
    pair["distance"] = d.distance;
    pair["error"] = d.error;
    pair["normal"] = vector(d.normal);
    pair["points"] = {vector(d.point_a), vector(d.point_b)};
    if (options_.method) pair["distance_method"] = method_name(answer.distance_method);
  }

  const Scene& scene_;
  ReportOptions options_;
  Output output_;
  bool first_ = true;
};

/// What the numbers of face pairs mean for a shape.
std::string part_name(const Shape& shape) {
  if (std::holds_alternative<Compound>(shape.kind())) return "piece";
  const bool has_faces =
      std::holds_alternative<Mesh>(shape.kind()) || std::holds_alternative<Deformable>(shape.kind());
  return has_faces ? "face" : "body";
}

std::string faces_text(const std::vector<FacePair>& faces, const Shape& a, const Shape& b) {
  constexpr std::size_t shown = 4;
  if (faces.empty()) return {};
  const std::string of_a = part_name(a), of_b = part_name(b);
  const auto number = [](std::uint32_t face) { return face == no_face ? "whole" : std::to_string(face); };
  if (faces.size() == 1) {
    const auto part = [](const std::string& name, std::uint32_t face) {
      return face == no_face ? "the body" : fmt::format("{} {}", name, face);
    };
    return fmt::format("  {} meets {}", part(of_a, faces[0].a), part(of_b, faces[0].b));
  }
  const bool only_faces = of_a == "face" && of_b == "face";
  std::string text = only_faces ? fmt::format("  {} face pairs:", faces.size())
                                : fmt::format("  {} pairs of {} and {}:", faces.size(), of_a, of_b);
  for (std::size_t i = 0; i < std::min(shown, faces.size()); ++i) {
    text += fmt::format("{} {}–{}", i == 0 ? "" : ",", number(faces[i].a), number(faces[i].b));
  }
  return faces.size() > shown ? text + ", …" : text;
}

std::string verdict_text(const PairAnswer& answer) {
  switch (answer.answer) {
    case Answer::hit:
      return colored(Color::red, "collide");
    case Answer::miss:
      return colored(Color::green, "clear");
    default:
      return fmt::format("undecided, {} left", count_text(answer.open, "pair of boxes", "pairs of boxes"));
  }
}

/// With its error, where that shows in the digits.
std::string distance_text(const Distance& d) {
  std::string text = fmt::format("  distance {:.9g}", d.distance);
  if (d.error > 1e-9 * std::abs(d.distance)) text += fmt::format(" ± {:.1g}", d.error);
  return text;
}

class TableReport final : public CheckReport {
 public:
  TableReport(const Scene& scene, const ReportOptions& options) : scene_(scene), options_(options) {}

  void add(const PairAnswer& answer) override {
    if (is_answered(answer)) output_.allow();
    std::string distance;
    if (options_.distance) distance = answer.distance ? distance_text(*answer.distance) : "  no distance";
    rows_.push_back({answer.frame, printable(scene_.bodies[answer.bodies[0]].name),
                     printable(scene_.bodies[answer.bodies[1]].name),
                     verdict_text(answer) + distance +
                         faces_text(answer.faces, scene_.bodies[answer.bodies[0]].shape,
                                    scene_.bodies[answer.bodies[1]].shape)});
    constexpr std::size_t rows_for_widths = 1000;  // columns are as wide as these need
    if (rows_.size() >= rows_for_widths) print_rows();
  }

  void finish(const CheckTotals& totals) override {
    print_rows();
    const std::string pairs = count_text(totals.pairs, "pair", "pairs");
    if (totals.left_to_automatic > 0) {
      output_.add(fmt::format("{} of {} tested by automatic: {} does not serve their kinds\n",
                              totals.left_to_automatic, pairs, method_name(totals.method)));
    }
    if (totals.without_distance > 0) {
      output_.add(fmt::format("{} of {} without a distance, for example: {}\n", totals.without_distance,
                              pairs, totals.no_distance));
    }
    output_.add(verdict(totals, pairs));
    output_.print();
  }

  bool has_printed() const override { return output_.has_printed(); }

 private:
  struct Row {
    std::size_t frame;
    std::string a, b, rest;
  };

  void print_rows() {
    for (const Row& row : rows_) {
      width_a_ = std::max(width_a_, display_width(row.a));
      width_b_ = std::max(width_b_, display_width(row.b));
    }
    const auto padded = [](const std::string& text, std::size_t columns) {
      return text + std::string(columns - display_width(text), ' ');
    };
    for (const Row& row : rows_) {
      if (options_.frame) output_.add(frame_column(row.frame));
      output_.add(fmt::format("{}  {}  {}\n", padded(row.a, width_a_), padded(row.b, width_b_), row.rest));
    }
    rows_.clear();
  }

  std::string frame_column(std::size_t frame) const {
    const std::size_t digits = fmt::formatted_size("{}", scene_.frames.size());
    return fmt::format("frame {:<{}}  ", frame, digits);
  }

  static std::string verdict(const CheckTotals& totals, const std::string& pairs) {
    const std::string word = totals.hits > 0        ? colored(Color::red, "collision")
                             : totals.undecided > 0 ? std::string("undecided")
                                                    : colored(Color::green, "no collision");
    std::string what = totals.hits + totals.undecided == 0
                           ? pairs
                           : fmt::format("{} of {}", totals.hits > 0 ? totals.hits : totals.undecided, pairs);
    if (totals.hits > 0 && totals.undecided > 0) what += fmt::format(", {} undecided", totals.undecided);
    if (totals.frames > 1) {
      what += fmt::format(" ({} frames", totals.frames);
      what += totals.hits > 0 ? fmt::format(", first in frame {})", totals.first_hit_frame) : ")";
    }
    return fmt::format("{}: {}, in {}\n", word, what, duration_text(totals.seconds));
  }

  const Scene& scene_;
  ReportOptions options_;
  Output output_;
  std::vector<Row> rows_;
  std::size_t width_a_ = 0, width_b_ = 0;
};

}  // namespace

std::unique_ptr<CheckReport> make_json_report(const Scene& scene, const ReportOptions& options) {
  return std::make_unique<JsonReport>(scene, options);
}

std::unique_ptr<CheckReport> make_table_report(const Scene& scene, const ReportOptions& options) {
  return std::make_unique<TableReport>(scene, options);
}

}  // namespace graze::cli
