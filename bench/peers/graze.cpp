// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "peers/graze.h"

#include <fmt/format.h>

namespace graze::bench {
namespace {

class GrazeBody : public Body {
 public:
  GrazeBody(const Mesh& mesh, Method method) : mesh_(mesh), method_(method) {}

  void build() override {
    shape_.emplace(Shape::mesh(std::move(mesh_)));
    // Trees are made at the first query that needs them. A body meets itself at once, which costs next to
    // nothing.
    collides(*shape_, {}, *shape_, {}, {.method = method_});
  }

  const Shape& shape() const { return shape_.value(); }

 private:
  Mesh mesh_;
  Method method_;
  std::optional<Shape> shape_;
};

class GrazePair : public Pair {
 public:
  GrazePair(Shape a, Shape b, const GrazeConfig& config)
      : a_(std::move(a)), b_(std::move(b)), cached_(config.cached) {
    options_.method = config.method;
    options_.threads = config.threads;
    options_.scratch = &scratch_;
    restart();
  }

  bool collides(const Pose& X_WA, const Pose& X_WB) override {
    return graze::collides(a_, X_WA, b_, X_WB, options_);
  }

  std::size_t count_pairs(const Pose& X_WA, const Pose& X_WB) override {
    face_pairs(a_, X_WA, b_, X_WB, options_, pairs_);
    return pairs_.size();
  }

  void restart() override {
    if (!cached_) return;
    cache_ = PairCache();
    options_.cache = &cache_;
  }

  void set_counters(Counters* counters) { options_.counters = counters; }

 private:
  Shape a_, b_;
  bool cached_;
  Scratch scratch_;
  PairCache cache_;
  std::vector<FacePair> pairs_;
  QueryOptions options_;
};

class GrazePeer : public Peer {
 public:
  explicit GrazePeer(GrazeConfig config) : config_(std::move(config)) {}

  std::string name() const override { return config_.name; }
  std::string setup() const override {
    return fmt::format("method {}{}{}, exact", method_name(config_.method),
                       config_.cached ? ", with a PairCache" : "",
                       config_.threads > 1 ? fmt::format(", {} threads", config_.threads) : "");
  }
  bool finds_all_pairs() const override { return true; }
  std::unique_ptr<Body> body(const Mesh& mesh) override {
    return std::make_unique<GrazeBody>(mesh, config_.method);
  }
  std::unique_ptr<Pair> pair(Body& a, Body& b) override {
    return std::make_unique<GrazePair>(shape_of(a), shape_of(b), config_);
  }

 private:
  GrazeConfig config_;
};

}  // namespace

std::unique_ptr<Peer> make_graze(GrazeConfig config) {
  return std::make_unique<GrazePeer>(std::move(config));
}

const Shape& shape_of(const Body& body) {
  return dynamic_cast<const GrazeBody&>(body).shape();
}

void set_counters(Pair& pair, Counters* counters) {
  dynamic_cast<GrazePair&>(pair).set_counters(counters);
}

}  // namespace graze::bench
