// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// Bytes as questions: two shapes and a sequence of poses, asked in several ways that must agree.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace graze::fuzz {

/// What two ways of asking disagree about; empty if they agree. Every string of bytes is a question.
std::string disagreement(std::span<const std::uint8_t> bytes);

}  // namespace graze::fuzz
