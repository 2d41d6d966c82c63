// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// A car door's lock: latch fork and pawl on pivots between two plates, their springs, a motor with worm and
// wheel, levers, the lock cylinder with its pins, screws, connector and wires.
#include <graze/generate.h>

#include <cmath>
#include <numbers>

#include "models.h"
#include "solids.h"

namespace graze::scenes {
namespace {

using std::numbers::pi;

/// A rectangle with rounded corners.
std::vector<Vector2d> rounded_rectangle(double half_x, double half_y, double radius, int steps) {
  std::vector<Vector2d> points;
  const Vector2d corners[] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  for (int corner = 0; corner < 4; ++corner) {
    const Vector2d centre = corners[corner].cwiseProduct(Vector2d(half_x - radius, half_y - radius));
    for (int k = 0; k <= steps; ++k) {
      const double t = pi / 2 * (corner + static_cast<double>(k) / steps);
      points.push_back(centre + radius * Vector2d(std::cos(t), std::sin(t)));
    }
  }
  return points;
}

/// A toothed outline; teeth are trapezia.
std::vector<Vector2d> gear_outline(int teeth, double root, double tip) {
  std::vector<Vector2d> points;
  for (int k = 0; k < teeth; ++k) {
    const double step = 2 * pi / teeth;
    for (const auto& [share, r] : {std::pair{0.0, root}, {0.3, root}, {0.42, tip}, {0.78, tip}}) {
      const double t = step * (k + share);
      points.emplace_back(r * std::cos(t), r * std::sin(t));
    }
  }
  return points;
}

/// A flat lever between two eyes.
Mesh lever(double length, double eye, double hole, double thickness) {
  std::vector<Vector2d> outline;
  for (int k = 0; k <= 10; ++k) {
    const double t = pi / 2 + pi * k / 10;
    outline.emplace_back(eye * std::cos(t), eye * std::sin(t));
  }
  for (int k = 0; k <= 10; ++k) {
    const double t = -pi / 2 + pi * k / 10;
    outline.emplace_back(length + 0.8 * eye * std::cos(t), 0.8 * eye * std::sin(t));
  }
  return plate(outline, {reversed(circle(hole, 12)), reversed(circle(0.8 * hole, 12, {length, 0}))},
               thickness);
}

/// The C that closes about the striker: a disc with a slot, and a notch for the pawl.
Mesh latch_fork() {
  std::vector<Vector2d> outline;
  const auto arc = [&outline](double radius, double from, double to, int steps,
                              const Vector2d& centre = {0, 0}) {
    for (int k = 0; k <= steps; ++k) {
      const double t = (from + (to - from) * k / steps) * pi / 180;
      outline.push_back(centre + radius * Vector2d(std::cos(t), std::sin(t)));
    }
  };
  arc(16, 30, 200, 18);               // round the back
  outline.emplace_back(-12.5, -6.5);  // the pawl's notch
  arc(16, 212, 325, 12);
  arc(4.2, 270, 90, 8, {7.5, -2});  // the slot for the striker
  outline.emplace_back(14.2, 3.6);
  return plate(outline, {reversed(circle(3, 16, {-2, 3}))}, 4);
}

Mesh pawl() {
  const std::vector<Vector2d> outline = {{-5, -4}, {0, -5.5}, {5, -4}, {8, 2},  {7, 10}, {11, 15},
                                         {9, 18},  {3, 16.5}, {1, 8},  {-4, 5}, {-6, 0}};
  return plate(outline, {reversed(circle(2.6, 14))}, 4);
}

/// A stepped pin with round heads, along z.
Mesh rivet(double radius, double length) {
  return lathe({{0, -1.6},
                {1.2 * radius, -1.6},
                {1.7 * radius, -0.8},
                {1.7 * radius, 0},
                {radius, 0},
                {radius, length},
                {1.6 * radius, length},
                {1.6 * radius, length + 0.7},
                {1.1 * radius, length + 1.4},
                {0, length + 1.4}},
               14);
}

/// A screw along -z, its head at the origin: a socket in the head, ridges for the thread.
Mesh screw(double radius, double length, int ridges) {
  std::vector<Vector2d> profile = {{0, -length}, {0.6 * radius, -length}};
  for (int i = ridges; i > 0; --i) {
    const double z = -0.9 * length * i / ridges - 0.02 * length;
    profile.emplace_back(0.8 * radius, z);
    profile.emplace_back(radius, z + 0.4 * length / ridges);
  }
  profile.insert(profile.end(), {{0.8 * radius, 0},
                                 {1.9 * radius, 0},
                                 {1.9 * radius, 0.9 * radius},
                                 {1.6 * radius, 1.3 * radius},
                                 {0.8 * radius, 1.3 * radius},
                                 {0.8 * radius, 0.4 * radius},
                                 {0, 0.4 * radius}});
  return lathe(profile, 12);
}

Mesh spring(double radius, double wire, double pitch, double turns) {
  return tube(helix(radius, pitch, turns, 10), {wire}, 5);
}

/// A torsion spring: a few turns, and two straight legs.
Mesh torsion_spring(double radius, double wire, double turns, double leg) {
  std::vector<Vector3d> path = helix(radius, 2.3 * wire, turns, 12);
  const Vector3d start = path.front();
  const Vector3d end = path.back();
  const Vector3d end_direction = Vector3d::UnitZ().cross(Vector3d(end.x(), end.y(), 0)).normalized();
  path.insert(path.begin(), start + Vector3d(0, -leg, 0));
  path.push_back(end + leg * end_direction);
  return tube(path, {wire}, 6);
}

void add_plates_and_screws(Mesh& mesh) {
  const Vector2d corners[] = {{40, 25}, {-40, 25}, {-40, -25}, {40, -25}, {0, 27}, {0, -27}};
  std::vector<std::vector<Vector2d>> holes;
  for (const Vector2d& c : corners) holes.push_back(reversed(circle(2.2, 14, c)));
  holes.push_back(reversed(circle(3, 18, {-20, 8})));
  holes.push_back(reversed(circle(3, 18, {-14, -16})));
  std::vector<std::vector<Vector2d>> windows = holes;
  windows.push_back(reversed(rounded_rectangle(11, 4, 3, 4)));
  append(mesh, plate(rounded_rectangle(46, 32, 6, 6), windows, 2), at({0, 0, 0}));
  // The cover is cut away over the gears.
  std::vector<Vector2d> cover = {{-46, -32}, {8, -32}, {8, -8}, {2, 2}, {2, 32}, {-46, 32}};
  std::vector<std::vector<Vector2d>> cover_holes = {holes[1], holes[2], holes[6], holes[7]};
  append(mesh, plate(cover, cover_holes, 1.5), at({0, 0, 17}));
  for (const Vector2d& c : corners) append(mesh, screw(2, 14, 6), at({c.x(), c.y(), c.x() < -30 ? 18 : 1.1}));
  for (const double y : {-33.0, 33.0}) append(mesh, make_box({46, 1, 7}), at({0, y, 7}));
  append(mesh, make_box({1, 32, 7}), at({-47, 0, 7}));
}

void add_latch(Mesh& mesh) {
  append(mesh, latch_fork(), at({-18, 5, 5}));
  append(mesh, rivet(2.8, 18), at({-20, 8, -1}));
  append(mesh, torsion_spring(5.2, 0.7, 4.25, 14), at({-20, 8, 8}));
  append(mesh, pawl(), at({-14, -16, 5}, 25, {0, 0, 1}));
  append(mesh, rivet(2.4, 18), at({-14, -16, -1}));
  append(mesh, torsion_spring(4.4, 0.6, 5.25, 10), at({-14, -16, 8}));
  // The striker: a bent bar with its own foot, in the fork's slot.
  append(mesh, tube(rounded({{8, 3, -14}, {-10, 3, -14}, {-10, 3, 24}, {8, 3, 24}}, 6, 6), {2.2}, 12));
  append(mesh, cushion({3, 6, 5}, 6, 16, 8), at({-36, -6, 6}));  // rubber stop
}

void add_drive(Mesh& mesh) {
  // Motor with its shaft and bearings, along x.
  append(
      mesh,
      lathe(
          {{0, 0}, {2, 0}, {2, 1.5}, {6.5, 1.5}, {7.5, 2.5}, {7.5, 22}, {6.5, 23}, {3, 23}, {3, 25}, {0, 25}},
          24),
      pointing({44, -17, 9}, {-1, 0, 0}));
  append(mesh, lathe({{0, 0}, {1, 0}, {1, 24}, {0, 24}}, 12), pointing({20, -17, 9}, {-1, 0, 0}));
  append(mesh, tube(helix(2.4, 2.6, 7, 14), {0.9}, 6), pointing({18, -17, 9}, {-1, 0, 0}));
  // The wheel that the worm turns, with holes between its spokes, and a pinion on it.
  std::vector<std::vector<Vector2d>> holes = {reversed(circle(2, 16))};
  for (int k = 0; k < 5; ++k) {
    const double t = 2 * pi * k / 5;
    holes.push_back(reversed(circle(2.2, 10, {6 * std::cos(t), 6 * std::sin(t)})));
  }
  append(mesh, plate(gear_outline(28, 9.6, 11.4), holes, 4), at({10, -3, 9}));
  append(mesh, plate(gear_outline(10, 3.2, 4.6), {reversed(circle(2, 12))}, 4), at({10, -3, 13.2}));
  append(mesh, rivet(1.9, 16), at({10, -3, 0}));
  // A toothed sector driven by the pinion.
  std::vector<Vector2d> sector = {{-3, -4}, {3, -4}};
  for (int k = 0; k < 12; ++k) {
    for (const auto& [share, r] : {std::pair{0.0, 17.0}, {0.35, 17.0}, {0.5, 18.8}, {0.85, 18.8}}) {
      const double t = pi / 180 * (35 + 9 * (k + share));
      sector.emplace_back(r * std::cos(t), r * std::sin(t));
    }
  }
  append(mesh, plate(sector, {reversed(circle(2, 14)), reversed(circle(2.5, 12, {0, 10}))}, 3),
         at({29, 14, 13}, 60, {0, 0, 1}));
  append(mesh, rivet(1.9, 16), at({29, 14, 0}));
}

void add_levers(Mesh& mesh) {
  const struct {
    Vector3d place;
    double degrees, length;
  } levers[] = {{{24, 24, 4}, 200, 30},
                {{24, 24, 7}, 165, 34},
                {{32, 4, 4}, 100, 22},
                {{-30, 24, 9}, -60, 26},
                {{-30, 24, 12}, -95, 30}};
  for (const auto& [place, degrees, length] : levers) {
    append(mesh, lever(length, 4, 1.8, 2), at(place, degrees, {0, 0, 1}));
  }
  for (const Vector3d& pivot : {Vector3d(24, 24, 1), Vector3d(32, 4, 1), Vector3d(-30, 24, 1)}) {
    append(mesh, rivet(1.7, 12), at(pivot));
  }
  append(mesh, spring(2.2, 0.45, 1.6, 11), pointing({4, 20, 10}, {-1, 0.1, 0}));
  append(mesh, spring(2.2, 0.45, 1.5, 10), pointing({36, -4, 6}, {0, 1, 0.1}));
  append(mesh, spring(1.8, 0.4, 1.4, 10), pointing({-38, 8, 12}, {0.2, 1, 0}));
  // Rods to the handles.
  append(mesh, tube(rounded({{24, 24, 8}, {24, 24, 14}, {30, 40, 16}, {30, 62, 22}}, 6, 6), {1.2}, 10));
  append(mesh, tube(rounded({{-26, 2, 13}, {-26, 2, 21}, {-40, -20, 24}, {-44, -58, 20}}, 6, 6), {1.2}, 10));
}

/// Barrel, plug and six pairs of pins with their springs; along x.
void add_cylinder(Mesh& mesh) {
  const Vector3d place(-14, 24, 9);
  append(mesh, looped_lathe({{5.0, 0}, {6.5, 0}, {6.5, 22}, {5.0, 22}}, 22), pointing(place, {1, 0, 0}));
  append(mesh,
         lathe({{0, -1.5}, {5.6, -1.5}, {5.6, -0.2}, {4.9, -0.2}, {4.9, 24}, {2, 24}, {2, 27}, {0, 27}}, 22),
         pointing(place, {1, 0, 0}));
  append(mesh, make_box({11, 1.9, 3.2}), at(place + Vector3d(11, 0, 9)));
  for (int i = 0; i < 6; ++i) {
    const Vector3d hole = place + Vector3d(3 + 3.3 * i, 0, 0);
    append(mesh, lathe({{0, -1.6}, {0.9, -0.8}, {0.9, 4.2}, {0, 4.2}}, 10), at(hole));
    append(mesh, lathe({{0, 4.4}, {0.9, 4.4}, {0.9, 7.4}, {0, 7.4}}, 10), at(hole));
    append(mesh, spring(0.75, 0.16, 0.85, 5), at(hole + Vector3d(0, 0, 7.6)));
  }
}

void add_connector(Mesh& mesh) {
  const Vector3d place(40, -30, 6);
  append(mesh, plate(rounded_rectangle(9, 5, 1.5, 4), {reversed(rounded_rectangle(7.6, 3.6, 1, 4))}, 12),
         pointing(place, {0, -1, 0}));
  append(mesh, make_box({8, 1, 4}), at(place + Vector3d(0, 6, 0)));
  for (int i = 0; i < 6; ++i) {
    const double x = place.x() - 6 + 2.4 * i;
    for (const double z : {-1.5, 1.5})
      append(mesh, make_box({0.35, 5, 0.35}), at({x, place.y() + 1, place.z() + z}));
    const double bend = 4.0 + i;
    append(mesh,
           tube(rounded({{x, -24, 6}, {x, -22 + bend, 3.2}, {x - 8, -14 + bend, 2.4}, {34, -14, 3 + 0.9 * i}},
                        3, 4),
                {0.55}, 5));
  }
}

}  // namespace

Mesh make_door_lock() {
  Mesh mesh;
  add_plates_and_screws(mesh);
  add_latch(mesh);
  add_drive(mesh);
  add_levers(mesh);
  add_cylinder(mesh);
  add_connector(mesh);
  return refined_to(mesh, 20898);
}

}  // namespace graze::scenes
