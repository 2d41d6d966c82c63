// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// With GRAZE_SHORTCUTS_OFF=all, or a list of names with commas, every query of the test program goes without these shortcuts.
#include <graze/shortcuts.h>

#include <cstdlib>
#include <string>

namespace graze {
namespace {

const bool switched = [] {
  const char* names = std::getenv("GRAZE_SHORTCUTS_OFF");
  if (names == nullptr) return false;
  ShortcutSet set = ShortcutSet::all();
  const std::string list(names);
  for (std::size_t from = 0; from < list.size();) {
    const std::size_t to = std::min(list.find(',', from), list.size());
    const std::string name = list.substr(from, to - from);
    set = name == "all" ? ShortcutSet::none() : set.without(shortcut_from_name(name));
    from = to + 1;
  }
  set_default_shortcuts(set);
  return true;
}();

}  // namespace
}  // namespace graze
