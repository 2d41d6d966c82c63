// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <graze/error.h>
#include <graze/generate.h>

#include <cmath>

#include "io/file.h"
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
  double gap;  // share of the size
  std::size_t faces;
  double box_tests, face_tests, microseconds;  // a query
};

Row measure(const Context& context, int n, double gap, std::span<const Query> queries) {
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
  return {gap, static_cast<std::size_t>(4 * n * n), static_cast<double>(counters.box_tests) / count,
          static_cast<double>(counters.face_tests) / count, median_of(rounds) / count * 1e6};
}

void write_table(const std::filesystem::path& file, const std::vector<Row>& rows) {
  std::string table = "gap,faces,box_tests,face_tests,microseconds\n";
  for (const Row& row : rows) {
    table +=
        fmt::format("{},{},{},{},{}\n", row.gap, row.faces, row.box_tests, row.face_tests, row.microseconds);
  }
  io::write_file(file, table, IfExists::replace);
}

void write_plots(const std::filesystem::path& folder, const std::vector<Row>& rows) {
  std::vector<Curve> boxes, time;
  for (const Row& row : rows) {
    const std::string name = fmt::format("{} % of the size apart", 100 * row.gap);
    if (boxes.empty() || boxes.back().name != name) {
      boxes.push_back({name, {}});
      time.push_back({name, {}});
    }
    boxes.back().points.emplace_back(static_cast<double>(row.faces), row.box_tests);
    time.back().points.emplace_back(static_cast<double>(row.faces), row.microseconds);
  }
  write_plot(folder / "scaling_counts.svg", "Two tori apart: box tests a query", "faces a body", boxes);
  write_plot(folder / "scaling_time.svg", "Two tori apart: µs a query", "faces a body", time);
}

}  // namespace

void run_scaling(Context& context) {
  const cli::Progress progress("scaling");
  const Shape fine = Shape::mesh(torus(512));
  std::vector<Row> rows;
  fmt::print("{:>6} {:>9} {:>10} {:>10} {:>10} {:>16}\n", "apart", "faces", "boxes", "faces", "µs",
             "µs / log2 faces");
  for (const double gap : {0.1, 0.03, 0.01}) {
    const std::vector<Query> queries = near_miss_queries(fine, fine, {&gap, 1}, context.scaled(200));
    for (int n = 16; n <= 512; n *= 2) {
      const Row row = measure(context, n, gap, queries);
      fmt::print("{:>4.0f} % {:>9} {:>10.1f} {:>10.1f} {:>10.3f} {:>16.4f}\n", 100 * gap, row.faces,
                 row.box_tests, row.face_tests, row.microseconds,
                 row.microseconds / std::log2(static_cast<double>(row.faces)));
      context.report.add({{"gap", gap},
                          {"faces", row.faces},
                          {"box_tests", row.box_tests},
                          {"face_tests", row.face_tests},
                          {"microseconds", row.microseconds}});
      rows.push_back(row);
    }
  }
  if (context.out.empty()) return;
  write_table(context.out / "scaling.csv", rows);
  write_plots(context.out, rows);
}

}  // namespace graze::bench
