// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Interval arithmetic rounds upward and -ffast-math flushes denormals. Public calls set what they need and restore what they
// found.
#include <graze/graze.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <functional>
#include <string>

#include "io/files.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace graze {
namespace {

Pose at(const Eigen::Vector3d& t) {
  return {Eigen::Matrix3d::Identity(), t};
}

/// Runs the check in every mode that a caller may have set. The check must not compute by itself.
void in_every_mode(const std::function<bool()>& check) {
  ASSERT_TRUE(check());
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    const bool right = check();
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_TRUE(right) << "rounding mode " << mode;
    EXPECT_EQ(after, mode);
  }
#if defined(__x86_64__)
  constexpr unsigned flush = 0x8040;
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | flush);
  const bool right = check();
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  EXPECT_TRUE(right) << "flush to zero";
  EXPECT_EQ(after & flush, flush);
#endif
}

Mesh scaled(Mesh mesh, double scale) {
  for (Eigen::Vector3d& v : mesh.vertices) v *= scale;
  return mesh;
}

/// By integers: comparing doubles takes denormals for zero in some modes.
bool same(const Mesh& a, const Mesh& b) {
  const auto bits = [](const Mesh& mesh) {
    std::vector<std::uint64_t> result;
    for (const Eigen::Vector3d& v : mesh.vertices) {
      for (int k = 0; k < 3; ++k) result.push_back(std::bit_cast<std::uint64_t>(v[k]));
    }
    return result;
  };
  return a.faces == b.faces && bits(a) == bits(b);
}

// Bodies that nearly touch, where every bound matters, and denormals.
TEST(EnvironmentRegress, RoundingModesAndFlushToZero) {
  const Shape a = Shape::mesh(make_icosphere(1, 2)), b = Shape::mesh(scaled(make_icosphere(1, 2), 1e-308));
  const Pose near(Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 1, 0).normalized()).toRotationMatrix(),
                  {0, 0, 2});
  const Mesh point = {{{1e-310, 0, 0}}, {{0, 0, 0}}}, other = {{{2e-310, 0, 0}}, {{0, 0, 0}}};
  const Shape box = Shape::of(Box{{0.1, 0.1, 0.1}});
  const double beyond = std::nextafter(0.2, 1);
  in_every_mode([&] {
    bool right = collides(a, {}, a, near) == collides(a, {}, a, near, {.method = Method::naive});
    right &= !collides(Shape::mesh(point), {}, Shape::mesh(other), {});
    right &= collides(Shape::mesh(point), {}, Shape::mesh(point), {});
    right &= collides(b, {}, b, at({1e-308, 0, 0}));
    right &= !collides(b, {}, b, at({2.1e-308, 0, 0}));
    right &= collides(box, {}, box, at({0.2, 0, 0}));
    right &= !collides(box, {}, box, at({beyond, 0, 0}));
    return right;
  });
}

// They computed in the caller's mode: all but the box were other meshes.
TEST(EnvironmentRegress, GeneratedMeshesAreTheSame) {
  const std::function<Mesh()> generators[] = {
      [] { return make_sphere(0.7, 12, 9); },
      [] { return make_icosphere(0.7, 2); },
      [] { return make_torus(1, 0.3, 9, 7); },
      [] { return make_cylinder(0.3, 0.7, 9, 3); },
      [] { return make_hyperboloid(0.3, 0.7, 1, 9, 3); },
      [] {
        return make_box({0.1, 0.2, 0.3});
      },
      [] { return make_tetraflake(0.7, 2); },
      [] { return make_random_convex(1, 60, 9); },
      [] {
        return refined_to(make_box({0.1, 0.2, 0.3}), 500);
      },
  };
  for (const auto& generate : generators) {
    SCOPED_TRACE(&generate - generators);
    const Mesh expected = generate();
    in_every_mode([&] { return same(generate(), expected); });
  }
}

// Denormal coordinates were taken for equal: a face had no area, and `repaired` removed it.
TEST(EnvironmentRegress, MeshesAreInspectedAndRepairedAlike) {
  const Mesh tiny = {{{0, 0, 0}, {1e-310, 0, 0}, {0, 1e-310, 0}}, {{0, 1, 2}}};
  in_every_mode([&] {
    const MeshReport report = inspect(tiny);
    return report.degenerate_faces.count == 0 && report.duplicate_vertices.count == 0 &&
           same(repaired(tiny).mesh, tiny);
  });
}

// Decimal numbers were rounded to another double.
TEST(EnvironmentRegress, FilesAreReadAlike) {
  const testing::Folder folder;
  const auto obj = folder.write("a.obj",
                                "v 0.1 0.2 0.3\nv 1.1 0 1e-310\nv 0 1.7e-5 12345.678901234567\nf 1 2 3\n"),
             off = folder.write(
                 "a.off", "OFF\n3 1 0\n0.1 0.2 0.3\n1.1 0 1e-310\n0 1.7e-5 12345.678901234567\n3 0 1 2\n"),
             scene = folder.write("a.json",
                                  R"({"graze": 1, "bodies": [{"name": "a", "shape": {"type": "mesh",
 "vertices": [[0.1, 0.2, 0.3], [1.1, 0, 1e-310], [0, 1.7e-5, 12345.678901234567]], "faces": [[0, 1, 2]]}}]})");
  const Mesh expected = {{{0.1, 0.2, 0.3}, {1.1, 0, 1e-310}, {0, 1.7e-5, 12345.678901234567}}, {{0, 1, 2}}};
  in_every_mode([&] {
    return same(load_mesh(obj), expected) && same(load_mesh(off), expected) &&
           same(std::get<Mesh>(load_scene(scene).bodies[0].shape.kind()), expected);
  });
}

// Near the tolerance the verdict was that of the caller's mode.
TEST(EnvironmentRegress, PosesAreAcceptedAlike) {
  std::vector<Pose> poses;
  for (int i = -50; i <= 50; ++i) {
    Pose X(Eigen::AngleAxisd(0.1 * i, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(), {0, 0, 0});
    X.R *= std::sqrt(1 + 1e-6 + i * 1e-17);
    poses.push_back(X);
  }
  const auto verdicts = [&] {
    std::string result;
    for (const Pose& X : poses) {
      try {
        validate(X);
        result += '1';
      } catch (const Error&) {
        result += '0';
      }
    }
    return result;
  };
  const std::string expected = verdicts();
  EXPECT_NE(expected.find('0'), std::string::npos);
  EXPECT_NE(expected.find('1'), std::string::npos);
  in_every_mode([&] { return verdicts() == expected; });
}

}  // namespace
}  // namespace graze
