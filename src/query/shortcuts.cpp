// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The list of shortcuts: what each proves, and where the proof stands.
#include <graze/error.h>
#include <graze/shortcuts.h>

#include <array>
#include <atomic>
#include <string>

#include "math/message.h"

namespace graze {
namespace {

constexpr std::array facts = {
    ShortcutFact{Shortcut::balls, "balls", "no point: the balls that hold the bodies are apart",
                 "math/body_bounds.cpp"},
    ShortcutFact{Shortcut::boxes, "boxes", "no point: the boxes that hold the meshes are apart",
                 "math/body_bounds.cpp"},
    ShortcutFact{Shortcut::box_axes, "box_axes",
                 "for two boxes: no point, as an axis separates them, or a point, as none of the 15 axes "
                 "comes near to it",
                 "convex/box_box.cpp"},
    ShortcutFact{Shortcut::motion, "motion",
                 "no point: the distance that was proven is larger than all motion since",
                 "query/collide/motion.h"},
    ShortcutFact{Shortcut::slab, "slab", "no point: the supporting planes across one direction are apart",
                 "query/collide/slab.cpp"},
    ShortcutFact{Shortcut::clearance, "clearance",
                 "no point: all pairs of tree nodes are apart by more than a distance",
                 "tree/wide/wide_bvh_query.cpp"},
    ShortcutFact{Shortcut::crossing, "crossing",
                 "a point: a connected surface has a point inside the other body and one outside",
                 "mesh/inside_grid.h"},
    ShortcutFact{Shortcut::inside, "inside", "the same as crossing, by a search for such points",
                 "mesh/inside_grid.h"},
    ShortcutFact{Shortcut::witness, "witness",
                 "a point: two faces of remembered leaves share it, by the elementary test",
                 "tree/wide/wide_bvh_query.cpp"},
    ShortcutFact{Shortcut::separating_plane, "separating_plane",
                 "no point: the remembered plane separates the polytopes", "convex/separating_plane.cpp"},
    ShortcutFact{Shortcut::refit_part, "refit_part",
                 "no pair of faces: a face clear of the other body's box is in none",
                 "query/collide/automatic.cpp"},
    ShortcutFact{Shortcut::pieces, "pieces",
                 "no point: the box of a piece, or of several, is clear of the other body's box",
                 "query/collide/compound.cpp"},
    ShortcutFact{Shortcut::near_faces, "near_faces",
                 "no point: the face is clear of the box of the convex body",
                 "query/collide/convex_mesh.cpp"},
    ShortcutFact{Shortcut::kept_answer, "kept_answer",
                 "the answer of the last step: neither shape nor pose has changed", "world/narrow_phase.cpp"},
    ShortcutFact{Shortcut::repeated_step, "repeated_step",
                 "the frame of the last step: no body, filter or option has changed", "world/world_impl.h"},
};
static_assert(facts.size() == shortcut_count);
static_assert([] {
  for (int i = 0; i < shortcut_count; ++i) {
    if (facts[static_cast<std::size_t>(i)].shortcut != static_cast<Shortcut>(i)) return false;
  }
  return true;
}());

std::atomic<ShortcutSet>& default_set() {
  static std::atomic<ShortcutSet> set = ShortcutSet::all();
  return set;
}

}  // namespace

std::span<const ShortcutFact> all_shortcuts() {
  return facts;
}

std::string_view shortcut_name(Shortcut shortcut) {
  const auto number = static_cast<std::size_t>(shortcut);
  if (number >= facts.size()) throw Error(message("there is no shortcut number ", number));
  return facts[number].name;
}

Shortcut shortcut_from_name(std::string_view name) {
  std::string known;
  for (const ShortcutFact& fact : facts) {
    if (fact.name == name) return fact.shortcut;
    known += (known.empty() ? "" : ", ") + std::string(fact.name);
  }
  throw Error(message("there is no shortcut '", name, "'; the shortcuts are ", known));
}

ShortcutSet default_shortcuts() {
  return default_set().load(std::memory_order_relaxed);
}

void set_default_shortcuts(ShortcutSet shortcuts) {
  default_set().store(shortcuts, std::memory_order_relaxed);
}

}  // namespace graze
