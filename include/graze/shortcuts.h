// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Whatever may end a query before faces are tested against faces has a name here (bounds inside a kernel are no shortcuts, nor is
// the axis or feature pair at which gjk and lin_canny begin). A shortcut never changes an answer. Each is counted
// (`Counters::shortcuts`) and can be switched off (`QueryOptions::shortcuts`): so they are tested. `naive` takes none.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace graze {

enum class Shortcut : std::uint8_t {
  balls,             ///< bounding balls are apart
  boxes,             ///< oriented bounding boxes of meshes are apart
  box_axes,          ///< two boxes: one of 15 axes separates them, or none comes near to it
  motion,            ///< cache: the bodies were a distance apart, and have moved by less since
  slab,              ///< cache: an empty slab lies between the bodies
  clearance,         ///< cache: the trees' bounds are further apart than the bodies move in some steps
  crossing,          ///< cache: points remembered inside and outside the other body are so still
  inside,            ///< cache: one body has points inside and outside the other
  witness,           ///< cache: faces in the leaves of the last witness intersect
  separating_plane,  ///< cache: a remembered plane still separates two polytopes
  refit_part,        ///< deformables: only what lies in the other body's box is refitted and searched
  pieces,            ///< compounds: a piece is clear of the other body's box
  near_faces,        ///< mesh and convex body: a face is clear of the convex body's box
  kept_answer,       ///< World: neither body of the pair has changed since the last step
  repeated_step,     ///< World: nothing has changed since the last step
};
inline constexpr int shortcut_count = 15;

/// "balls", "boxes", …; the inverse throws Error for a name that is none.
std::string_view shortcut_name(Shortcut shortcut);
Shortcut shortcut_from_name(std::string_view name);

/// What a shortcut proves, and the file with the proof.
struct ShortcutFact {
  Shortcut shortcut;
  std::string_view name;
  std::string_view proves;
  std::string_view proof;
};
std::span<const ShortcutFact> all_shortcuts();

/// Some of the shortcuts.
class ShortcutSet {
 public:
  constexpr ShortcutSet(std::initializer_list<Shortcut> shortcuts) {
    for (const Shortcut s : shortcuts) bits_ |= bit(s);
  }
  static constexpr ShortcutSet all() {
    ShortcutSet set({});
    set.bits_ = (std::uint32_t{1} << shortcut_count) - 1;
    return set;
  }
  static constexpr ShortcutSet none() { return {}; }

  constexpr bool has(Shortcut s) const { return (bits_ & bit(s)) != 0; }
  constexpr ShortcutSet without(Shortcut s) const {
    ShortcutSet set = *this;
    set.bits_ &= ~bit(s);
    return set;
  }
  constexpr bool operator==(const ShortcutSet&) const = default;

 private:
  static constexpr std::uint32_t bit(Shortcut s) { return std::uint32_t{1} << static_cast<int>(s); }
  std::uint32_t bits_ = 0;
};

/// What options have unless they say otherwise: all. Tests change it for the whole process, before they start.
ShortcutSet default_shortcuts();
void set_default_shortcuts(ShortcutSet shortcuts);

}  // namespace graze
