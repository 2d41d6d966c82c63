// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/error.h>
#include <graze/inspect.h>
#include <graze/io.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "findings.h"
#include "inspect_polytopes.h"
#include "memory_option.h"
#include "output_file.h"
#include "terminal.h"
#include "verbs.h"

namespace graze::cli {
namespace {

using Json = nlohmann::ordered_json;

struct InspectOptions {
  std::vector<std::filesystem::path> files;
  bool json = false;
  std::optional<std::filesystem::path> repair;
  std::optional<double> tolerance;
};

constexpr std::array<FindingText<MeshReport>, 8> finding_texts = {{
    {&MeshReport::duplicate_vertices, "duplicate_vertices", "duplicate vertices", "vertex", "vertices"},
    {&MeshReport::unused_vertices, "unused_vertices", "unused vertices", "vertex", "vertices"},
    {&MeshReport::repeated_index_faces, "repeated_index_faces", "faces that name a vertex twice", "face",
     "faces"},
    {&MeshReport::degenerate_faces, "degenerate_faces", "faces without area", "face", "faces"},
    {&MeshReport::duplicate_faces, "duplicate_faces", "duplicate faces", "face", "faces"},
    {&MeshReport::open_edges, "open_edges", "open edges", "face", "faces"},
    {&MeshReport::non_manifold_edges, "non_manifold_edges", "edges of three faces or more", "face", "faces"},
    {&MeshReport::inconsistent_edges, "inconsistent_edges", "edges whose faces disagree on the outside",
     "face", "faces"},
}};

constexpr std::array<FindingText<PolygonReport>, 2> polygon_texts = {{
    {&PolygonReport::not_planar, "not_planar_polygons", "polygons that are not planar", "face", "faces"},
    {&PolygonReport::crossing, "crossing_polygons", "polygons whose boundary crosses itself", "face",
     "faces"},
}};

bool is_inside_out(const MeshReport& report) {
  return report.volume && *report.volume < 0;
}

struct Inspection {
  PolygonReport polygons;
  MeshReport report;
  std::optional<RepairReport> repair;
};

void print_report(const std::filesystem::path& file, const Inspection& inspection) {
  const MeshReport& report = inspection.report;
  fmt::print("{}\n", colored(Color::bold, printable(file.string())));
  fmt::print("  {}, {}, {}, {}\n", count_text(report.faces, "face", "faces"),
             count_text(report.vertices, "vertex", "vertices"), count_text(report.edges, "edge", "edges"),
             count_text(report.parts, "part", "parts"));
  if (report.vertices > 0) {
    fmt::print("  from ({}, {}, {}) to ({}, {}, {})\n", report.low.x(), report.low.y(), report.low.z(),
               report.high.x(), report.high.y(), report.high.z());
  }
  if (report.volume) {
    fmt::print("  closed, volume {:.6g}\n", *report.volume);
  } else if (report.faces > 0) {
    fmt::print("  {}\n",
               report.closed() ? "closed, but no volume: its faces disagree on the outside" : "not closed");
  }
  int wrong = print_findings<PolygonReport>(inspection.polygons, polygon_texts);
  wrong += print_findings<MeshReport>(report, finding_texts);
  if (is_inside_out(report)) {
    ++wrong;
    fmt::print("  {}\n", colored(Color::yellow, "it is inside out: its faces look inward"));
  }
  if (wrong == 0) print_nothing_wrong();
}

void print_repair(const RepairReport& repair, const std::filesystem::path& out) {
  fmt::print("  repaired, as {}\n", printable(out.string()));
  print_done(repair.merged_vertices, "duplicate vertices merged");
  print_done(repair.removed_vertices, "unused vertices removed");
  print_done(repair.removed_faces, "faces removed: without area, or duplicates");
  print_done(repair.turned_faces, "faces turned over");
  print_left(repair.left);
}

Json report_json(const std::filesystem::path& file, const Inspection& inspection) {
  const MeshReport& report = inspection.report;
  Json json;
  json["file"] = file.string();
  json["faces"] = report.faces;
  json["vertices"] = report.vertices;
  json["edges"] = report.edges;
  json["parts"] = report.parts;
  json["closed"] = report.closed();
  json["volume"] = report.volume ? Json(*report.volume) : Json(nullptr);
  if (report.vertices > 0) {
    json["low"] = {report.low.x(), report.low.y(), report.low.z()};
    json["high"] = {report.high.x(), report.high.y(), report.high.z()};
  }
  json["polygons"] = inspection.polygons.polygons;
  json["findings"] = findings_json<PolygonReport>(inspection.polygons, polygon_texts);
  json["findings"].update(findings_json<MeshReport>(report, finding_texts));
  if (is_inside_out(report)) json["findings"]["inside_out"] = {{"count", 1}, {"first", Json::array()}};
  return json;
}

Json repair_json(const RepairReport& repair, const std::filesystem::path& out) {
  return {{"file", out.string()},
          {"merged_vertices", repair.merged_vertices},
          {"removed_vertices", repair.removed_vertices},
          {"removed_faces", repair.removed_faces},
          {"turned_faces", repair.turned_faces},
          {"left", repair.left}};
}

using RepairFile = std::optional<std::filesystem::path>;

Inspection inspect_file(const std::filesystem::path& file, const RepairFile& repair) {
  const Progress progress(fmt::format("inspecting {}", file.string()));
  Inspection result;
  const Mesh mesh = load_mesh(file, result.polygons);
  result.report = inspect(mesh);
  if (repair) {
    const Repaired better = repaired(mesh);
    save_mesh(better.mesh, *repair, IfExists::fail);
    result.repair = better.report;
  }
  return result;
}

void inspect_mesh(const std::filesystem::path& file, const RepairFile& repair, Json* json) {
  if (repair) require_new_file("--repair", *repair, {".obj", ".stl", ".ply"});
  const Inspection result = inspect_file(file, repair);
  if (json == nullptr) {
    print_report(file, result);
    if (result.repair) print_repair(*result.repair, *repair);
    return;
  }
  json->push_back(report_json(file, result));
  if (result.repair) json->back()["repair"] = repair_json(*result.repair, *repair);
}

void inspect_files(const InspectOptions& options) {
  if (options.repair && options.files.size() > 1) {
    throw Error(fmt::format("--repair takes one file, not {}", options.files.size()));
  }
  if (options.tolerance && std::none_of(options.files.begin(), options.files.end(), is_polytope_library)) {
    throw Error("--tolerance is for polytopes, and no library of them is given");
  }
  Json meshes = Json::array(), polytopes = Json::array();
  for (const auto& file : options.files) {
    if (is_polytope_library(file)) {
      inspect_polytopes(file, {options.tolerance.value_or(polytope_tolerance), options.repair,
                               options.json ? &polytopes : nullptr});
    } else {
      inspect_mesh(file, options.repair, options.json ? &meshes : nullptr);
    }
  }
  if (!options.json) return;
  Json report;
  report["meshes"] = std::move(meshes);
  if (!polytopes.empty()) report["polytopes"] = std::move(polytopes);
  fmt::print("{}\n", report.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("inspect", "What is wrong with a mesh or a polytope, and where?");
  auto options = std::make_shared<InspectOptions>();
  verb->add_option("FILE", options->files, "Meshes, and libraries of polytopes (.polytopes)")
      ->option_text("...");
  verb->add_flag("--json", options->json, "Print the reports as JSON");
  verb->add_option(
          "--repair", options->repair,
          "Write the mesh with all that can be corrected without moving geometry (.obj, .stl, .ply), or the "
          "polytopes with all that makes no other bodies of them (.polytopes), as a new file")
      ->option_text("OUT");
  verb->add_option("--tolerance", options->tolerance,
                   fmt::format("For polytopes: how far, of their size, corners may be off planes and lines "
                               "(default: {})",
                               polytope_tolerance))
      ->option_text("X");
  add_memory_option(*verb);
  verb->footer(
      "All that is reported of a mesh is legal input for queries; some of it surprises. Polytopes must be "
      "convex as they are given.\n"
      "Faces and vertices count from 0. A polygon of n corners is n - 2 faces, and is named by the first.\n"
      "Exit code: 0 inspected, 2 error.\n"
      "\n"
      "Examples:\n"
      "  graze inspect part.stl\n"
      "  graze inspect part.stl --repair better.obj\n"
      "  graze inspect hand.polytopes --repair better.polytopes");
  verb->callback([options, &exit_code] {
    require_files(options->files);
    inspect_files(*options);
    exit_code = exit_clear;
  });
}

}  // namespace graze::cli
