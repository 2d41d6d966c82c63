// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// `validate` of graze/pose.h, for poses that have a name.
#pragma once

#include <graze/error.h>
#include <graze/pose.h>

#include "math/message.h"

namespace graze {

/// True for all valid poses but those within a few parts of the tolerance: quickly, since short queries take little longer than
/// this.
bool is_clearly_valid(const Pose& X);
bool are_clearly_valid(const Pose& X, const Pose& Y);  ///< both, in little more time than one

/// The whole criterion: what is wrong, as " is not rigid: …"; empty if nothing is.
std::string complaint_about(const Pose& X);

/// Throws Error unless X is valid. The parts make up the name of the pose in the message, where there is one.
template <class... Parts>
void validate_pose(const Pose& X, const Parts&... name) {
  if (is_clearly_valid(X)) [[likely]]
    return;
  if (const std::string complaint = complaint_about(X); !complaint.empty())
    throw Error(message(name..., complaint));
}

/// For the two bodies of a query.
inline void validate_poses(const Pose& X_WA, const Pose& X_WB) {
  if (are_clearly_valid(X_WA, X_WB)) [[likely]]
    return;
  validate_pose(X_WA, "X_WA");
  validate_pose(X_WB, "X_WB");
}

}  // namespace graze
