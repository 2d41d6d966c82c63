// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The table of the operation `collide`: families of kinds × method → kernel. A pair whose families are those of a row in the
// other order is exchanged on its way to the kernel, and its face pairs on their way back. A method without a row for a pair
// leaves it to `automatic`, which has one for every pair.
#include <graze/error.h>

#include <array>
#include <initializer_list>
#include <string>

#include "math/message.h"
#include "query/collide/kernels.h"

namespace graze {
namespace {

/// Families that a row serves, as a set.
struct Families {
  unsigned bits = 0;
  constexpr Families(std::initializer_list<Family> families) {
    for (const Family f : families) bits |= 1U << static_cast<int>(f);
  }
  constexpr bool has(Family f) const { return (bits >> static_cast<int>(f) & 1) != 0; }
};
constexpr Families mesh = {Family::rigid, Family::deforming}, rigid = {Family::rigid},
                   convex = {Family::polytope, Family::round}, polytope = {Family::polytope},
                   compound = {Family::compound},
                   any = {Family::rigid, Family::deforming, Family::polytope, Family::round,
                          Family::compound};

struct Row {
  Method method;
  Families a, b;
  CollideKernel kernel;
};

// The pieces of a compound come back to the door, each pair with the method that was asked for.
constexpr std::array rows = {
    Row{Method::wide_bvh, mesh, mesh, collide_wide_bvh},
    Row{Method::dop_tree, mesh, mesh, collide_dop_tree},
    Row{Method::obb_tree, mesh, mesh, collide_obb_tree},
    Row{Method::box_tree, mesh, mesh, collide_box_tree},
    Row{Method::simple, mesh, mesh, collide_simple},
    Row{Method::face_octree, mesh, mesh, collide_face_octree},
    Row{Method::octree_update, rigid, rigid, collide_octree_update},

    Row{Method::gjk, convex, convex, collide_gjk},
    Row{Method::lin_canny, polytope, polytope, collide_lin_canny},
    Row{Method::separating_plane, polytope, polytope, collide_separating_plane},

    Row{Method::naive, mesh, mesh, collide_naive},
    Row{Method::naive, convex, convex, collide_convex_exactly},
    Row{Method::naive, convex, mesh, collide_convex_mesh},
    Row{Method::naive, compound, any, collide_compound},

    Row{Method::automatic, mesh, mesh, collide_automatic},
    Row{Method::automatic, convex, convex, collide_gjk},
    Row{Method::automatic, convex, mesh, collide_convex_mesh},
    Row{Method::automatic, compound, any, collide_compound},
};

/// The rows, looked up by method and families. Where a method has no row, the entry is that of `automatic`.
struct Table {
  CollideEntry entries[method_count][family_count][family_count] = {};

  constexpr Table() {
    for (int m = 0; m < method_count; ++m) {
      for (int a = 0; a < family_count; ++a) {
        for (int b = 0; b < family_count; ++b) entries[m][a][b] = find(Method(m), Family(a), Family(b));
      }
    }
  }

  static constexpr CollideEntry find(Method method, Family a, Family b) {
    for (const Method m : {method, Method::automatic}) {
      for (const Row& row : rows) {
        if (row.method != m) continue;
        if (row.a.has(a) && row.b.has(b)) return {row.kernel, m, false};
        if (row.a.has(b) && row.b.has(a)) return {row.kernel, m, true};
      }
    }
    return {};
  }
};
constexpr Table table;

struct MethodName {
  Method method;
  std::string_view name;
};
static_assert(static_cast<int>(Method::separating_plane) + 1 == method_count);

constexpr std::array names = {
    MethodName{Method::automatic, "automatic"},
    MethodName{Method::wide_bvh, "wide_bvh"},
    MethodName{Method::dop_tree, "dop_tree"},
    MethodName{Method::obb_tree, "obb_tree"},
    MethodName{Method::box_tree, "box_tree"},
    MethodName{Method::naive, "naive"},
    MethodName{Method::simple, "simple"},
    MethodName{Method::face_octree, "face_octree"},
    MethodName{Method::octree_update, "octree_update"},
    MethodName{Method::gjk, "gjk"},
    MethodName{Method::lin_canny, "lin_canny"},
    MethodName{Method::separating_plane, "separating_plane"},
};

}  // namespace

const CollideEntry (&collide_table)[method_count][family_count][family_count] = table.entries;

void refuse_method(Method method) {
  throw Error(message("there is no method number ", static_cast<int>(method)));
}

std::string_view method_name(Method method) {
  for (const MethodName& known : names) {
    if (known.method == method) return known.name;
  }
  refuse_method(method);
}

Method method_from_name(std::string_view name) {
  std::string list;
  for (const MethodName& known : names) {
    if (known.name == name) return known.method;
    list += (list.empty() ? "" : ", ") + std::string(known.name);
  }
  throw Error(message("there is no method '", name, "'; the methods are ", list));
}

std::span<const Method> all_methods() {
  static constexpr auto list = [] {
    std::array<Method, names.size()> result{};
    for (std::size_t i = 0; i < names.size(); ++i) result[i] = names[i].method;
    return result;
  }();
  return list;
}

Method method_for(const Shape& a, const Shape& b, Method wanted) {
  return collide_entry(a, b, wanted).method;
}

}  // namespace graze
