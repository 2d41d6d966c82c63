// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include <span>
#include <string>

namespace graze::selftest {

/// "2 pairs of faces: 0-3 1-3", "clear" for none; -1 stands for a body that is filled.
std::string faces_text(std::span<const FacePair> pairs);

}  // namespace graze::selftest
