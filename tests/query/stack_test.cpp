// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// No recursion is deepened by input: everything runs on a small stack, whatever the meshes.
#include <graze/cast.h>
#include <graze/generate.h>
#include <graze/query.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <cmath>
#include <functional>

namespace graze {
namespace {

/// By a thread with 256 KB of stack, and more where a sanitizer needs it. What overflows it crashes the program.
void run_on_small_stack(const std::function<void()>& work) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::size_t bytes = 1U << 21;
#else
  constexpr std::size_t bytes = 1U << 18;
#endif
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  pthread_t thread;
  const auto call = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, call, const_cast<std::function<void()>*>(&work)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

Mesh equal_faces(std::uint32_t count) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.faces.assign(count, {0, 1, 2});
  return mesh;
}

/// Each is half as large as the one before and beside it: cutting in the middle of space takes off one at a time.
Mesh halving_faces(std::uint32_t count) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double x = std::ldexp(1.0, -static_cast<int>(i % 1000));
    for (const Eigen::Vector3d& v :
         {Eigen::Vector3d(x, 0, 0), Eigen::Vector3d(x, x / 4, 0), Eigen::Vector3d(x, 0, x / 4)})
      mesh.vertices.push_back(v);
    mesh.faces.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// All in one point, or on a line with distances of all sizes.
Mesh points_on_a_line(std::uint32_t count) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    mesh.vertices.emplace_back(std::pow(i, 12), 0, 0);
    mesh.faces.push_back({i, i, i});
  }
  return mesh;
}

constexpr Method methods[] = {Method::automatic,   Method::dop_tree,     Method::obb_tree,
                              Method::box_tree,    Method::naive,        Method::simple,
                              Method::face_octree, Method::octree_update};

void ask_in_every_way(const Mesh& mesh, std::span<const Method> by) {
  const Shape shape = Shape::mesh(mesh), box = Shape::mesh(make_box({0.5, 0.5, 0.5}));
  const Pose turned{Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                    {0.1, 0, 0}};
  const bool meet = collides(shape, {}, box, turned, {.method = Method::naive});
  for (const Method method : by) {
    prepare(shape, {.method = method});
    EXPECT_EQ(collides(shape, {}, box, turned, {.method = method}), meet) << method_name(method);
    EXPECT_TRUE(collides(shape, turned, Shape::of(Ellipsoid{{1, 0.5, 0.5}}), {}, {.method = method}));
  }
  first_hit(shape, turned, Ray{{3, 2, 1}, {-3, -2, -1}});
  faces_in_box(shape, turned, {0, 0, 0}, {1, 1, 1});
}

TEST(SmallStack, AMillionEqualFaces) {
  run_on_small_stack([] { ask_in_every_way(equal_faces(1000000), std::span(methods).first(1)); });
}

TEST(SmallStack, ManyEqualFacesByEveryMethod) {
  run_on_small_stack([] { ask_in_every_way(equal_faces(50000), methods); });
}

TEST(SmallStack, FacesOfAllSizes) {
  run_on_small_stack([] {
    ask_in_every_way(halving_faces(20000), methods);
    ask_in_every_way(points_on_a_line(20000), methods);
  });
}

/// As deep as compounds may be nested, all of them exact.
TEST(SmallStack, NestedCompounds) {
  run_on_small_stack([] {
    const Pose turned{Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix(),
                      {0.1, 0, 0}};
    for (const Shape& core :
         {Shape::mesh(make_box({1, 1, 1})), Shape::of(Box{{1, 1, 1}}), Shape::of(Cone{1, 1})}) {
      Shape nested = core;
      for (int depth = 0; depth < 16; ++depth) nested = Shape::of(Compound{{{nested, turned}, {nested, {}}}});
      EXPECT_TRUE(collides(nested, {}, nested, {}));
      EXPECT_TRUE(first_face_pair(nested, turned, nested, {}).has_value());
    }
  });
}

}  // namespace
}  // namespace graze
