// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
//
// What does exactness cost? Our test of triangle pairs beside the same test in plain double, and beside
// CGAL's. All run in turn over the same pairs, many times; medians are printed.
#include "elementary/triangle_triangle.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "elementary/approximate.h"
#include "elementary/blocks.h"
#include "math/random.h"
#include "plain_triangles.h"
#include "program.h"

#ifdef GRAZE_WITH_CGAL
#include "cgal_triangles.h"
#endif

namespace graze::bench {
namespace {

constexpr std::size_t pairs = 4096;  // all of them fit into the second-level cache
constexpr int rounds = 61;

Eigen::Vector3d random_point(Random& random, double reach) {
  return {random.uniform(-reach, reach), random.uniform(-reach, reach), random.uniform(-reach, reach)};
}

Triangle random_triangle(Random& random) {
  return {random_point(random, 1), random_point(random, 1), random_point(random, 1)};
}

Pose random_pose(Random& random) {
  Eigen::Quaterniond q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                       random.uniform(-1, 1));
  return {q.normalized().toRotationMatrix(), random_point(random, 5)};
}

bool boxes_overlap(const Triangle& s, const Triangle& t) {
  AxisBox a, b;
  for (std::size_t i = 0; i < 3; ++i) {
    a.include(s[i]);
    b.include(t[i]);
  }
  return a.overlaps(b);
}

/// A partner for t whose box overlaps that of t, and that meets it or not as wanted.
Triangle partner(const Triangle& t, bool meeting, Random& random) {
  while (true) {
    Triangle s = random_triangle(random);
    const Eigen::Vector3d shift =
        (t[0] + t[1] + t[2] - s[0] - s[1] - s[2]) / 3 + random_point(random, meeting ? 0.5 : 1);
    for (Eigen::Vector3d& p : s) p += shift;
    if (boxes_overlap(s, t) && triangles_meet({s}, {t}) == meeting) return s;
  }
}

/// The pairs in every form that a contender wants. Each first triangle has eight partners in a row.
struct Pairs {
  std::vector<PosedTriangle> a, b, posed_a, posed_b;
  std::vector<TriangleBlock> blocks;
  std::vector<Pose> poses{2 * pairs};

  Pairs(double meeting, Random& random) {
    std::vector<Triangle> partners;
    for (std::size_t i = 0; i < pairs; ++i) {
      a.push_back(i % block_lanes == 0 ? PosedTriangle{random_triangle(random)} : a.back());
      b.push_back({partner(a.back().p, random.uniform() < meeting, random)});
      partners.push_back(b.back().p);
      if (partners.size() == block_lanes) {
        blocks.emplace_back(partners, 0);
        partners.clear();
      }
      // The same pair, up to roundings, each under a pose of its own.
      for (auto [from, to, pose] :
           {std::tuple(&a, &posed_a, &poses[2 * i]), std::tuple(&b, &posed_b, &poses[2 * i + 1])}) {
        *pose = random_pose(random);
        const Triangle& p = from->back().p;
        const Pose back = pose->inverse();
        to->push_back({{back * p[0], back * p[1], back * p[2]}, pose});
      }
    }
  }

  /// As a traversal does: eight lanes at once, and the full test for those that are not certain.
  int count_by_lanes() const {
    int hits = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const Verdicts verdicts = triangle_against_8(a[i * block_lanes].p, 0, blocks[i]);
      hits += std::popcount(verdicts.meet);
      for (unsigned unsure = verdicts.unsure(); unsure != 0; unsure &= unsure - 1) {
        const std::size_t k = i * block_lanes + static_cast<std::size_t>(std::countr_zero(unsure));
        hits += triangles_meet(a[k], b[k]) ? 1 : 0;
      }
    }
    return hits;
  }
};

template <class Test>
std::function<int()> count(const std::vector<PosedTriangle>& a, const std::vector<PosedTriangle>& b,
                           Test meet) {
  return [&a, &b, meet] {
    int hits = 0;
    for (std::size_t i = 0; i < a.size(); ++i) hits += meet(a[i], b[i]) ? 1 : 0;
    return hits;
  };
}

/// A way to test all pairs: how many meet, and how long each takes.
struct Contender {
  std::string name;
  std::function<int()> count;
  std::vector<double> nanoseconds = {};
  int hits = 0;

  double median() {
    std::nth_element(nanoseconds.begin(), nanoseconds.begin() + rounds / 2, nanoseconds.end());
    return nanoseconds[rounds / 2];
  }
};

void race(std::vector<Contender>& contenders) {
  for (int round = 0; round < rounds; ++round) {
    for (Contender& contender : contenders) {
      const auto start = std::chrono::steady_clock::now();
      contender.hits = contender.count();
      const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
      contender.nanoseconds.push_back(time.count() / pairs);
    }
  }
}

/// How often a filter could not tell.
int count_unsure(Verdict (*filter)(const Triangle&, const Triangle&, double),
                 const std::vector<PosedTriangle>& a, const std::vector<PosedTriangle>& b) {
  int unsure = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Image<3> image_a = approximate(a[i].p, a[i].X), image_b = approximate(b[i].p, b[i].X);
    const double error = std::max(image_a.error, image_b.error);
    unsure += filter(image_a.p, image_b.p, error) == Verdict::unsure;
  }
  return unsure;
}

int unsure_lanes(const Pairs& p) {
  int unsure = 0;
  for (std::size_t i = 0; i < p.blocks.size(); ++i) {
    unsure += std::popcount(triangle_against_8(p.a[i * block_lanes].p, 0, p.blocks[i]).unsure());
  }
  return unsure;
}

void run(double meeting, Random& random) {
  const Pairs p(meeting, random);
  const auto ours = [](const PosedTriangle& s, const PosedTriangle& t) { return triangles_meet(s, t); };
  const auto plain_moeller = [](const PosedTriangle& s, const PosedTriangle& t) { return moeller(s.p, t.p); };
  const auto plain = [](const PosedTriangle& s, const PosedTriangle& t) {
    return guigue_devillers(s.p, t.p);
  };
  const auto plain_posed = [](const PosedTriangle& s, const PosedTriangle& t) {
    return guigue_devillers({*s.X * s.p[0], *s.X * s.p[1], *s.X * s.p[2]},
                            {*t.X * t.p[0], *t.X * t.p[1], *t.X * t.p[2]});
  };
  std::vector<Contender> contenders{
      {"graze", count(p.a, p.b, ours)},
      {"graze, one against eight", [&p] { return p.count_by_lanes(); }},
      {"plain Moeller", count(p.a, p.b, plain_moeller)},
      {"plain Guigue-Devillers", count(p.a, p.b, plain)},
      {"graze, both posed", count(p.posed_a, p.posed_b, ours)},
      {"plain G-D, both posed", count(p.posed_a, p.posed_b, plain_posed)},
  };
#ifdef GRAZE_WITH_CGAL
  const CgalPairs cgal(p.a, p.b);
  contenders.push_back({"CGAL do_intersect", [&cgal] { return cgal.count_meeting(); }});
#endif
  race(contenders);

  std::printf("%zu pairs with overlapping boxes, %.1f %% meet\n", pairs, 100.0 * contenders[0].hits / pairs);
  for (Contender& c : contenders) {
    std::printf("  %-26s%8.1f ns a pair %6d meet\n", c.name.c_str(), c.median(), c.hits);
  }
  std::printf("  unsure in float:           %d unposed, %d posed, %d one against eight\n",
              count_unsure(triangles_meet_float_filter, p.a, p.b),
              count_unsure(triangles_meet_float_filter, p.posed_a, p.posed_b), unsure_lanes(p));
  std::printf("  unsure in double:          %d unposed, %d posed\n",
              count_unsure(triangles_meet_filter, p.a, p.b),
              count_unsure(triangles_meet_filter, p.posed_a, p.posed_b));
  const double graze = contenders[0].median(), lanes = contenders[1].median();
  const double fastest_plain = std::min(contenders[2].median(), contenders[3].median());
  std::printf("  graze / fastest plain:     %.2f, one against eight %.2f (at most 1.5 is wanted)\n",
              graze / fastest_plain, lanes / fastest_plain);
  std::printf("  both posed, graze / plain: %.2f\n", contenders[4].median() / contenders[5].median());
  if (contenders.size() > 6) {
    std::printf("  CGAL / graze:              %.2f, one against eight %.2f (at least 5 is wanted)\n",
                contenders[6].median() / graze, contenders[6].median() / lanes);
  }
}

}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  using namespace graze::bench;
  CLI::App app("Triangles against triangles, beside plain doubles and CGAL.", "graze bench triangles");
  app.footer(footer("  graze bench triangles"));
  return run_program(app, argc, argv, [] {
    graze::Random random(2026);
    run(0.5, random);
    run(0.05, random);
    return true;
  });
}
