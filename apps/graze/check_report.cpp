// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "terminal.h"

namespace graze::cli {
namespace {

std::string faces_text(const std::vector<FacePair>& faces) {
  constexpr std::size_t shown = 4;
  const auto is_whole = [](const FacePair& pair) { return pair.a == no_face || pair.b == no_face; };
  if (faces.empty() || std::any_of(faces.begin(), faces.end(), is_whole)) return {};
  if (faces.size() == 1) return fmt::format("face {} meets face {}", faces[0].a, faces[0].b);
  std::string text = fmt::format("{} face pairs:", faces.size());
  for (std::size_t i = 0; i < std::min(shown, faces.size()); ++i) {
    text += fmt::format("{} {}–{}", i == 0 ? "" : ",", faces[i].a, faces[i].b);
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

}  // namespace

void print_json(const Scene& scene, const Answers& answers, FaceReport faces) {
  nlohmann::ordered_json report;
  report["pairs"] = nlohmann::ordered_json::array();
  for (const PairAnswer& answer : answers.pairs) {
    nlohmann::ordered_json pair;
    pair["a"] = scene.bodies[answer.bodies[0]].name;
    pair["b"] = scene.bodies[answer.bodies[1]].name;
    if (answer.answer == Answer::undecided) {
      pair["collide"] = nullptr;
      pair["open"] = answer.open;
    } else {
      pair["collide"] = answer.answer == Answer::hit;
    }
    if (faces != FaceReport::none) {  // "not asked" must not look like "none"
      pair["faces"] = nlohmann::ordered_json::array();
      const auto number = [](std::uint32_t face) {
        return face == no_face ? nlohmann::ordered_json() : nlohmann::ordered_json(face);
      };
      for (const FacePair& f : answer.faces) pair["faces"].push_back({number(f.a), number(f.b)});
    }
    if (answer.distance) {
      const Distance& d = *answer.distance;
      const auto vector = [](const Eigen::Vector3d& v) { return std::vector<double>(v.begin(), v.end()); };
      pair["distance"] = d.distance;
      pair["error"] = d.error;
      pair["normal"] = vector(d.normal);
      pair["points"] = {vector(d.point_a), vector(d.point_b)};
    }
    report["pairs"].push_back(std::move(pair));
  }
  report["seconds"] = answers.seconds;
  // A file's name need not be UTF-8, JSON must be.
  fmt::print("{}\n", report.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void print_table(const Scene& scene, const Answers& answers) {
  constexpr std::size_t all_shown = 40;  // of more pairs, those that are clear are not listed
  const auto is_listed = [&](const PairAnswer& answer) {
    return answers.pairs.size() <= all_shown || answer.answer != Answer::miss;
  };
  const auto name = [&](const PairAnswer& answer, int side) {
    return printable(scene.bodies[answer.bodies[side]].name);
  };
  std::array<std::size_t, 2> width = {};
  for (const PairAnswer& answer : answers.pairs) {
    if (!is_listed(answer)) continue;
    for (const int side : {0, 1}) width[side] = std::max(width[side], display_width(name(answer, side)));
  }
  const auto padded = [](const std::string& text, std::size_t columns) {
    return text + std::string(columns - display_width(text), ' ');
  };
  for (const PairAnswer& answer : answers.pairs) {
    if (!is_listed(answer)) continue;
    const std::string faces = faces_text(answer.faces);
    const std::string distance =
        answer.distance ? fmt::format("  distance {:.9g}", answer.distance->distance) : std::string();
    fmt::print("{}  {}  {}{}{}{}\n", padded(name(answer, 0), width[0]), padded(name(answer, 1), width[1]),
               verdict_text(answer), distance, faces.empty() ? "" : "  ", faces);
  }
}

void print_verdict(const Answers& answers) {
  const std::size_t colliding = answers.count(Answer::hit), undecided = answers.count(Answer::undecided);
  const std::string pairs = count_text(answers.pairs.size(), "pair", "pairs");
  const std::string verdict = colliding > 0   ? colored(Color::red, "collision")
                              : undecided > 0 ? std::string("undecided")
                                              : colored(Color::green, "no collision");
  std::string what = colliding + undecided == 0
                         ? pairs
                         : fmt::format("{} of {}", colliding > 0 ? colliding : undecided, pairs);
  if (colliding > 0 && undecided > 0) what += fmt::format(", {} undecided", undecided);
  fmt::print("{}: {}, in {}\n", verdict, what, duration_text(answers.seconds));
}

}  // namespace graze::cli
