// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "selftest/reposed.h"

#include <graze/query.h>

#include "selftest/bodies.h"

namespace graze::selftest {
namespace {

/// That of another piece, or some way off.
Pose other_pose(const Compound& compound, std::size_t piece, Draw& draw) {
  const Pose& pose = compound.pieces[piece].pose;
  if (draw.one_in(4)) return pose;
  if (draw.coin()) return compound.pieces[draw.below(compound.pieces.size())].pose;
  const Vector3d way = 4 * reach(compound.pieces[piece].shape) * unit_vector(draw);
  return {draw.coin() ? pose.R : rotation(draw), way.allFinite() ? way : pose.t};
}

}  // namespace

bool is_compound(const Shape& shape) {
  return std::holds_alternative<Compound>(shape.kind());
}

Shape with_pieces_elsewhere(const Shape& shape, Draw& draw) {
  if (!is_compound(shape)) return shape;
  const auto& known = std::get<Compound>(shape.kind());
  Compound moved = known;
  for (std::size_t i = 0; i < known.pieces.size(); ++i)
    moved.pieces[i] = {posed_again(known.pieces[i].shape, draw), other_pose(known, i, draw)};
  Shape result = Shape::of(std::move(moved));
  if (draw.coin()) prepare(result);  // so that there is something to be kept
  return result;
}

Shape posed_again(const Shape& shape, Draw& draw) {
  if (!is_compound(shape)) return shape;
  std::vector<Pose> poses;
  for (const Piece& piece : std::get<Compound>(shape.kind()).pieces) poses.push_back(piece.pose);
  return with_pieces_elsewhere(shape, draw).with_poses(poses);
}

}  // namespace graze::selftest
