// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

namespace graze::bench {

using Json = nlohmann::ordered_json;

}  // namespace graze::bench
