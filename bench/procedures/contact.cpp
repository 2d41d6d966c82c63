// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// Two assemblies of a thousand boxes whose surfaces coincide, and the same moved apart by a millionth of a box: does exact
// contact cost more than near contact?
#include <fmt/format.h>
#include <graze/generate.h>

#include "procedures.h"
#include "solids.h"
#include "terminal.h"

namespace graze::bench {
namespace {

struct Arrangement {
  std::string name;
  Eigen::Vector3i boxes;  ///< of each assembly, along each axis
  double pitch, size;     ///< of the boxes
  Eigen::Vector3d shift;  ///< of B, along the plane of contact
};

/// Its boxes start at the plane x = 0, exactly, and go on to the given side of it.
Mesh assembly(const Arrangement& arrangement, double side) {
  const double half = arrangement.size / 2;
  const Mesh box = make_box({half, half, half});
  Mesh mesh;
  for (int x = 0; x < arrangement.boxes.x(); ++x) {
    for (int y = 0; y < arrangement.boxes.y(); ++y) {
      for (int z = 0; z < arrangement.boxes.z(); ++z) {
        const double far = x * arrangement.pitch + half;
        scenes::append(mesh, box, scenes::at({side * far, y * arrangement.pitch, z * arrangement.pitch}));
      }
    }
  }
  return mesh;
}

double mean_of_group(const Course& course, std::span<const Query> queries, int group) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < course.asked.size(); ++i) {
    if (queries[course.asked[i]].group != group) continue;
    sum += course.seconds[i];
    ++count;
  }
  return sum / std::max(count, 1);
}

}  // namespace

void run_contact(Context& context) {
  const std::vector<Arrangement> arrangements = {
      {"packed", {10, 10, 10}, 1, 1, {0, 0, 0}},       {"shifted", {10, 10, 10}, 1, 1, {0, 0.5, 0.5}},
      {"loose", {10, 10, 10}, 1, 0.5, {0, 0, 0}},      {"plates", {1, 32, 32}, 1, 1, {0, 0, 0}},
      {"decimal", {10, 10, 10}, 0.3, 0.14, {0, 0, 0}}, {"decimal-packed", {10, 10, 10}, 0.2, 0.2, {0, 0, 0}},
  };
  const int count = context.quick ? 3 : 15;
  const std::vector<std::string> groups = {"touching", "a millionth apart"};
  for (const Arrangement& arrangement : arrangements) {
    const cli::Progress progress("contact: " + arrangement.name);
    const Mesh a = assembly(arrangement, -1), b = assembly(arrangement, 1);
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    const Pose touching(I, arrangement.shift);
    const Pose apart(I, arrangement.shift + Eigen::Vector3d(1e-6 * arrangement.size, 0, 0));
    std::vector<Query> queries;
    for (int i = 0; i < count; ++i) {
      queries.push_back({{}, touching, 0});
      queries.push_back({{}, apart, 1});
    }
    Field field(context, a, b, true);
    const std::vector<Course> courses =
        field.run(arrangement.name, queries, ask_count, context.long_race_options(), groups);
    for (std::size_t i = 0; i < courses.size(); ++i) {
      const double together = mean_of_group(courses[i], queries, 0),
                   near = mean_of_group(courses[i], queries, 1);
      fmt::print("  {:<14}touching {} / apart {} = {:.2f} ({} and {} pairs)\n", field.contenders()[i].name,
                 time_text(together), time_text(near), together / near, courses[i].answers[0],
                 courses[i].answers[1]);
      context.report.add({{"assembly", arrangement.name},
                          {"contender", field.contenders()[i].name},
                          {"touching", together},
                          {"apart", near}});
    }
  }
}

}  // namespace graze::bench
