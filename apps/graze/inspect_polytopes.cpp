// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "inspect_polytopes.h"

#include <graze/io.h>

#include <array>

#include "findings.h"
#include "output_file.h"

namespace graze::cli {
namespace {

using Json = nlohmann::ordered_json;
using Text = FindingText<PolytopeReport>;

constexpr std::array<Text, 8> finding_texts = {{
    {&PolytopeReport::duplicate_vertices, "duplicate_vertices", "duplicate vertices", "vertex", "vertices"},
    {&PolytopeReport::extraneous_vertices, "extraneous_vertices", "extraneous vertices", "vertex",
     "vertices"},
    {&PolytopeReport::degenerate_faces, "degenerate_faces", "faces without width", "face", "faces"},
    {&PolytopeReport::non_planar_faces, "non_planar_faces", "faces that are not planar", "face", "faces"},
    {&PolytopeReport::non_convex_faces, "non_convex_faces", "faces that are not convex", "face", "faces"},
    {&PolytopeReport::back_facing_faces, "back_facing_faces", "faces that look inward", "face", "faces"},
    {&PolytopeReport::disconnected_faces, "disconnected_faces", "faces beside a hole or a doublet", "face",
     "faces"},
    {&PolytopeReport::concave_faces, "concave_faces", "faces where it is not convex", "face", "faces"},
}};

void print_report(const std::filesystem::path& file, const PolytopeModel& model,
                  const PolytopeReport& report) {
  fmt::print("{}\n", colored(Color::bold, printable(fmt::format("{}: {}", file.string(), model.name))));
  fmt::print("  {}, {}, {}\n", count_text(report.faces, "face", "faces"),
             count_text(report.vertices, "vertex", "vertices"),
             report.convex() ? "convex" : "not convex as it is given");
  if (print_findings<PolytopeReport>(report, finding_texts) == 0) print_nothing_wrong();
}

void print_repair(const PolytopeRepair& repair, const std::filesystem::path& out) {
  fmt::print("  repaired, as {}\n", printable(out.string()));
  print_done(repair.merged_vertices, "duplicate vertices merged");
  print_done(repair.removed_vertices, "extraneous vertices removed");
  print_done(repair.removed_faces, "faces without width removed");
  print_done(repair.turned_faces, "faces turned over");
  print_done(repair.rebuilt_faces, "faces of the hull, in place of those that were there");
  print_left(repair.left);
}

Json report_json(const std::filesystem::path& file, const PolytopeModel& model,
                 const PolytopeReport& report) {
  Json json;
  json["file"] = file.string();
  json["name"] = model.name;
  json["faces"] = report.faces;
  json["vertices"] = report.vertices;
  json["convex"] = report.convex();
  json["findings"] = findings_json<PolytopeReport>(report, finding_texts);
  return json;
}

Json repair_json(const PolytopeRepair& repair, const std::filesystem::path& out) {
  return {{"file", out.string()},
          {"merged_vertices", repair.merged_vertices},
          {"removed_vertices", repair.removed_vertices},
          {"removed_faces", repair.removed_faces},
          {"turned_faces", repair.turned_faces},
          {"rebuilt_faces", repair.rebuilt_faces},
          {"left", repair.left}};
}

}  // namespace

void inspect_polytopes(const std::filesystem::path& file, const PolytopesOptions& options) {
  if (options.repair) require_new_file("--repair", *options.repair, {".polytopes"});
  const std::vector<PolytopeModel> library = load_polytopes(file);
  std::vector<PolytopeRepair> repairs;
  if (options.repair) {
    std::vector<PolytopeModel> better;
    for (const PolytopeModel& model : library) {
      RepairedPolytope result = repaired(model, options.tolerance);
      better.push_back(std::move(result.model));
      repairs.push_back(std::move(result.report));
    }
    save_polytopes(better, *options.repair, IfExists::fail);  // before anything is said of it
  }
  for (std::size_t i = 0; i < library.size(); ++i) {
    const PolytopeReport report = inspect(library[i], options.tolerance);
    if (options.json == nullptr) {
      print_report(file, library[i], report);
      if (!repairs.empty()) print_repair(repairs[i], *options.repair);
      continue;
    }
    options.json->push_back(report_json(file, library[i], report));
    if (!repairs.empty()) options.json->back()["repair"] = repair_json(repairs[i], *options.repair);
  }
}

}  // namespace graze::cli
