// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/cast.h>

#include <optional>
#include <string>

#include "oracle/cases.h"

namespace graze::oracle {

/// A segment or ray along edge 0 of a case's first triangle, rounded; none if that leaves the range of doubles.
std::optional<Path> path_along_edge(const PairCase& c, Draw& draw);

/// The path as text that reads back to the last bit, as in case_text.h.
std::string to_text(const Path& path);

}  // namespace graze::oracle
