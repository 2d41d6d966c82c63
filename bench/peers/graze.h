// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <graze/query.h>

#include "peers/peer.h"

namespace graze::bench {

struct GrazeConfig {
  std::string name = "graze";
  Method method = Method::automatic;
  bool cached = false;  ///< with a PairCache, forgotten at restart
  int threads = 1;
};

std::unique_ptr<Peer> make_graze(GrazeConfig config = {});

/// The shape inside a body that a Graze peer made and built.
const Shape& shape_of(const Body& body);

/// While `counters` is not null, queries of the pair, which a Graze peer made, add to it.
void set_counters(Pair& pair, Counters* counters);

}  // namespace graze::bench
