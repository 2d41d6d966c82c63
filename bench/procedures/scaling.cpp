// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/error.h>
#include <graze/generate.h>

#include <cmath>
#include <fstream>

#include "plot.h"
#include "procedures.h"
#include "terminal.h"

namespace graze::bench {
namespace {

/// 4·n² faces. Coarse ones differ from fine ones by far less than the gap: the same poses do for all.
Mesh torus(int n) {
  return make_torus(0.7, 0.3, 2 * n, n);
}

struct Row {
  std::size_t faces;
  double box_tests, face_tests, microseconds;  // a query
};

Row measure(const Context& context, int n, std::span<const Query> queries) {
  const Shape shape = Shape::mesh(torus(n));
  Scratch scratch;
  Counters counters;
  const auto ask = [&](const Query& query, Counters* sink) {
    return collides(shape, query.X_WA, shape, query.X_WB,
                    {.method = Method::wide_bvh, .scratch = &scratch, .counters = sink});
  };
  for (const Query& query : queries) {
    if (ask(query, &counters)) throw Error("bodies that should be apart collide");
  }
  std::vector<double> rounds;
  for (int round = 0; round < context.race_options().rounds; ++round) {
    rounds.push_back(seconds_of([&] {
      for (const Query& query : queries) ask(query, nullptr);
    }));
  }
  const auto count = static_cast<double>(queries.size());
  return {static_cast<std::size_t>(4 * n * n), static_cast<double>(counters.box_tests) / count,
          static_cast<double>(counters.face_tests) / count, median_of(rounds) / count * 1e6};
}

void write_table(const std::filesystem::path& file, const std::vector<Row>& rows) {
  std::ofstream out(file);
  out << "faces,box_tests,face_tests,microseconds\n";
  for (const Row& row : rows) {
    out << fmt::format("{},{},{},{}\n", row.faces, row.box_tests, row.face_tests, row.microseconds);
  }
  if (!out.flush()) throw Error(fmt::format("cannot write '{}'", file.string()));
}

void write_plots(const std::filesystem::path& folder, const std::vector<Row>& rows) {
  Curve boxes{"box tests a query", {}}, faces{"face tests a query", {}}, time{"µs a query", {}};
  for (const Row& row : rows) {
    const auto n = static_cast<double>(row.faces);
    boxes.points.emplace_back(n, row.box_tests);
    faces.points.emplace_back(n, row.face_tests);
    time.points.emplace_back(n, row.microseconds);
  }
  write_plot(folder / "scaling_counts.svg", "Two tori 1 % of their size apart", "faces a body",
             {boxes, faces});
  write_plot(folder / "scaling_time.svg", "Two tori 1 % of their size apart", "faces a body", {time});
}

}  // namespace

void run_scaling(Context& context) {
  const cli::Progress progress("scaling");
  constexpr double gap = 0.01;
  const Shape fine = Shape::mesh(torus(512));
  const std::vector<Query> queries = near_miss_queries(fine, fine, {&gap, 1}, context.scaled(200));
  std::vector<Row> rows;
  fmt::print("{:>9} {:>10} {:>10} {:>10} {:>16}\n", "faces", "boxes", "faces", "µs", "µs / log2 faces");
  for (int n = 16; n <= 512; n *= 2) {
    rows.push_back(measure(context, n, queries));
    const Row& row = rows.back();
    fmt::print("{:>9} {:>10.1f} {:>10.1f} {:>10.3f} {:>16.4f}\n", row.faces, row.box_tests, row.face_tests,
               row.microseconds, row.microseconds / std::log2(static_cast<double>(row.faces)));
    context.report.add({{"faces", row.faces},
                        {"box_tests", row.box_tests},
                        {"face_tests", row.face_tests},
                        {"microseconds", row.microseconds}});
  }
  if (context.out.empty()) return;
  std::filesystem::create_directories(context.out);
  write_table(context.out / "scaling.csv", rows);
  write_plots(context.out, rows);
}

}  // namespace graze::bench
