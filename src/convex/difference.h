// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The difference A - B of two cores, all a - b, seen through its support points. World axes, the origin at B's, in the
// unit of PairSize. To be included after foreach_target.h: the include guard is per target.
#if defined(GRAZE_CONVEX_DIFFERENCE_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GRAZE_CONVEX_DIFFERENCE_H
#undef GRAZE_CONVEX_DIFFERENCE_H
#else
#define GRAZE_CONVEX_DIFFERENCE_H
#endif

#include "convex/pair_size.h"
#include "convex/support.h"

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {

// A core under the rotation of its pose, in the unit of PairSize: three classes for the cores that they serve, and one for any core.
// Kernels are compiled for each, since the choice, made at every support point, takes as long as finding it.

/// What is farthest along a direction. Where coordinates are scaled, the direction must be about 1 long.
struct TurnedPoint {
  Xyz image;  ///< in world axes, from the origin of the core's frame
  std::uint32_t index;
  Xyz p;  ///< in the core's frame; of cores without vertices alone
};

/// Few vertices: they are turned once, and no direction is turned back.
class TurnedVertices {
 public:
  static bool serves(const ConvexBody& body, double) {
    return body.core == ConvexBody::Core::lanes && body.stride <= most;
  }

  HWY_INLINE TurnedVertices(const ConvexBody& body, const Eigen::Matrix3d& R, double scale)
      : stride_(body.stride) {
    const hn::CappedTag<double, 8> tag;
    const auto unit = hn::Set(tag, scale);
    for (std::size_t i = 0; i < stride_; i += hn::Lanes(tag)) {
      const auto x = hn::Mul(unit, hn::LoadU(tag, body.lanes + i)),
                 y = hn::Mul(unit, hn::LoadU(tag, body.lanes + stride_ + i)),
                 z = hn::Mul(unit, hn::LoadU(tag, body.lanes + 2 * stride_ + i));
      for (int axis = 0; axis < 3; ++axis) {  // with the roundings of Turn
        const auto image =
            hn::Add(hn::Add(hn::Mul(hn::Set(tag, R(axis, 0)), x), hn::Mul(hn::Set(tag, R(axis, 1)), y)),
                    hn::Mul(hn::Set(tag, R(axis, 2)), z));
        hn::StoreU(image, tag, lanes_ + static_cast<std::size_t>(axis) * stride_ + i);
      }
    }
  }

  HWY_INLINE TurnedPoint farthest(Xyz d, std::uint32_t) const {
    const std::uint32_t i = farthest_of_few(lanes_, stride_, d);
    return {Xyz{lanes_[i], lanes_[stride_ + i], lanes_[2 * stride_ + i], 0}, i, Xyz{}};
  }

 private:
  static constexpr std::size_t most = 32;  // with the padding of the lanes

  std::size_t stride_;
  HWY_ALIGN double lanes_[3 * most];
};

class TurnedBox {
 public:
  static bool serves(const ConvexBody& body, double) { return body.core == ConvexBody::Core::box; }

  HWY_INLINE TurnedBox(const ConvexBody& body, const Eigen::Matrix3d& R, double scale)
      : R_(R), half_(times(xyz(body.half), scale)) {}

  HWY_INLINE TurnedPoint farthest(Xyz d, std::uint32_t) const {
    const SupportPoint s = farthest_of_box(half_, R_.back(d));
    return {R_(s.p), s.index, Xyz{}};
  }

 private:
  Turn R_;
  Xyz half_;
};

/// Many vertices, not scaled.
class TurnedCells {
 public:
  static bool serves(const ConvexBody& body, double scale) {
    return body.core == ConvexBody::Core::cells && scale == 1;
  }

  HWY_INLINE TurnedCells(const ConvexBody& body, const Eigen::Matrix3d& R, double)
      : polytope_(*body.hull), R_(R) {}

  HWY_INLINE TurnedPoint farthest(Xyz d, std::uint32_t last) const {
    const std::uint32_t i = farthest_by_cell(polytope_, R_.back(d), last);
    return {R_(xyz(polytope_.vertices[i])), i, Xyz{}};
  }

 private:
  const Polytope& polytope_;
  Turn R_;
};

/// Any core.
class TurnedCore {
 public:
  HWY_INLINE TurnedCore(const ConvexBody& body, const Eigen::Matrix3d& R, double scale)
      : body_(body), R_(R), scale_(scale) {}

  HWY_INLINE TurnedPoint farthest(Xyz d, std::uint32_t last) const {
    const Xyz local = R_.back(d);
    const SupportPoint s =
        HWY_LIKELY(scale_ == 1) ? support(body_, local, last) : scaled_support(body_, scale_, local, last);
    return {R_(s.p), s.index, s.p};
  }

 private:
  const ConvexBody& body_;
  Turn R_;
  double scale_;
};

/// A point w = a - b, and where it comes from.
struct DifferencePoint {
  Xyz w;
  VertexPair pair;
  Xyz p_A, p_B;  ///< in the frames of the bodies; of cores without vertices alone
};

/// `Core` is one of the classes above, that of both bodies.
template <class Core>
struct Difference {
  const ConvexPair& pair;
  const PairSize& size;
  Core a, b;
  Xyz t;
  VertexPair last;  ///< of the last support point: climbs start there

  HWY_INLINE Difference(const ConvexPair& bodies, const PairSize& bodies_size, VertexPair start)
      : pair(bodies),
        size(bodies_size),
        a(bodies.a, bodies.X_WA.R, bodies_size.scale),
        b(bodies.b, bodies.X_WB.R, bodies_size.scale),
        t(xyz(bodies_size.t)),
        last(start) {
    if (last.a >= pair.a.count) last.a = 0;
    if (last.b >= pair.b.count) last.b = 0;
  }

  /// The point least along v. What v·w is off: PairSize::support_rounding.
  HWY_INLINE DifferencePoint least_along(Xyz v) {
    // The length of v may be anything, and that of scaled cores too: neither may push the other out of range.
    if (HWY_UNLIKELY(size.is_scaled()))
      v = times(v, 1 / std::max(std::max(std::abs(v[0]), std::abs(v[1])), std::abs(v[2])));
    const TurnedPoint on_a = a.farthest(-v, last.a), on_b = b.farthest(v, last.b);
    last = {on_a.index, on_b.index};
    return {(on_a.image - on_b.image) + t, last, on_a.p, on_b.p};
  }

  /// Where the point comes from, in the frames of the bodies.
  HWY_INLINE Xyz p_A(const DifferencePoint& point) const {
    return pair.a.count > 0 ? times(xyz(pair.a.vertices[point.pair.a]), size.scale) : point.p_A;
  }
  HWY_INLINE Xyz p_B(const DifferencePoint& point) const {
    return pair.b.count > 0 ? times(xyz(pair.b.vertices[point.pair.b]), size.scale) : point.p_B;
  }

  /// That of a point of A and one of B, in the frames of the bodies and the unit of PairSize.
  HWY_INLINE Xyz of(const Eigen::Vector3d& p_A, const Eigen::Vector3d& p_B) const {
    return (Turn(pair.X_WA.R)(xyz(p_A)) - Turn(pair.X_WB.R)(xyz(p_B))) + t;
  }

  /// From the middle of B to that of A.
  HWY_INLINE Xyz between_centres() const {
    const Eigen::Vector3d centre_a = size.scale * pair.a.centre, centre_b = size.scale * pair.b.centre;
    return of(centre_a, centre_b);
  }
};

}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
