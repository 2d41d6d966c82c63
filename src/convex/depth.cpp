// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
// The penetration depth of two convex cores A and B: the distance from the origin to the boundary of A - B, by an
// expanding polytope (EPA, vandenbergen2003).
//
//   1. A closed surface S of triangles with corners in A - B, about the origin: the tetrahedron that gjk ended with, if it is
//      certain to hold the origin, or one of points far from each other, which may leave the origin outside at first.
//   2. Take the facet nearest to the origin, with its normal n, and the point w of A - B farthest along n. No move along
//      any direction parts the bodies before |S|, the distance of the origin from S; a move along n by n·w does.
//   3. Stop when these bounds meet. Else replace the facets that w lies above by a fan from w to their rim, and repeat.
//
// We deviate: nothing is believed of S but what rounding cannot spoil.
//   Lower bound. S is closed, whatever its shape: a fan has the rim of what it replaces. If S winds around the origin, then
//   all that is nearer than |S| is wound around too, and so lies in the hull of S, which A - B holds. Convexity of S is
//   not needed. Each facet keeps a unit vector n, its normal as a rule, and min n·(corner) bounds its distance; that holds
//   for every n, so that the bounds of slivers, whose normals mean little, are weak but true.
//   Winding. S winds around a point c: the origin, if gjk has proved that its tetrahedron holds it, else at first the middle
//   of the tetrahedron. That is rounded, but each facet is farther from it than any rounding: n·(corner - c) > margin. So
//   the middle as computed and the true one lie on the same side of all facets, inside. Facets added later pass the same
//   test. A facet goes when w is above it, n·w > min n·(corner); so c is not in the tetrahedron of the facet and w, and the
//   winding stays as it is. When all facets have min n·(corner) > margin as well, none crosses the way from c to the origin,
//   and c becomes the origin.
//   Flatness. Where no tetrahedron has a middle beyond rounding, A - B is flat: the width across it is the upper bound, and
//   no more than a few roundings.
//   Folds. Facets above which w lies by no more than rounding stay. S may thus be dented by as much, and where corners are
//   nearly collinear a search may come back to a corner that S has already. Then all is done again with exact signs
//   (orient3d): S is then the convex hull of its corners. Only the choice of n still rounds: of 400000 pairs of thin hulls, seven
//   searches came to no new corner in this way either. They end with the bounds found, which are true, and were at most 1.1e-13
//   of the size apart.
//
// Cost: two support points and about six facets a step; ten steps for boxes, fifty for hulls of thousands of vertices that
// overlap by a tenth. Where much of the boundary is about equally far, as many steps as A - B has vertices there.
#include "convex/depth.h"

#include <hwy/base.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "convex/pair_size.h"
#include "exact/predicates.h"
#include "math/slack.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "convex/depth.cpp"
#include <hwy/foreach_target.h>

#include "convex/difference.h"
#include "convex/simplex.h"

#ifndef GRAZE_CONVEX_DEPTH
#define GRAZE_CONVEX_DEPTH
namespace graze {

/// An array that grows, of which the first `Own` take no allocation.
template <class T, std::size_t Own>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  GrowingArray() = default;
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }
  void pop() { --size_; }
  void clear() { size_ = 0; }
  void push(const T& value) {
    if (size_ == capacity_) grow();
    new (data_ + size_++) T(value);
  }

 private:
  // Explicitly aligned: what a compiler takes for the alignment of a vector type depends on the instruction set that it
  // compiles for, and this is instantiated for several.
  static constexpr std::size_t alignment = 64;
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete[](memory, std::align_val_t(alignment)); }
  };

  HWY_NOINLINE void grow() {
    auto* const memory =
        static_cast<std::byte*>(::operator new[](2 * capacity_ * sizeof(T), std::align_val_t(alignment)));
    std::memcpy(memory, data_, size_ * sizeof(T));
    capacity_ *= 2;
    more_.reset(memory);
    data_ = reinterpret_cast<T*>(memory);
  }

  alignas(alignment) std::byte own_[Own * sizeof(T)];
  std::unique_ptr<std::byte, Free> more_;
  T* data_ = reinterpret_cast<T*>(own_);
  std::size_t size_ = 0, capacity_ = Own;
};

/// Smooth cores have no last facet: their search ends with so many corners at the latest.
constexpr std::size_t most_smooth_corners = 1000;
/// So many corners are looked through for one that comes again.
constexpr std::size_t recent_corners = 256;

enum class Signs3d : std::uint8_t { rounded, exact };

}  // namespace graze
#endif

HWY_BEFORE_NAMESPACE();
namespace graze::HWY_NAMESPACE {
namespace {

class Expansion {
 public:
  Expansion(const ConvexPair& pair, const PairSize& size, Signs3d signs)
      : difference_(pair, size, {}),
        signs_(signs),
        polytopes_(pair.a.count > 0 && pair.b.count > 0),
        noise_(size.support_rounding()),
        enough_(polytopes_ ? 2 * noise_ : std::max(2 * noise_, 0.1 * smooth_tolerance * size.size)),
        most_corners_(polytopes_ ? 64 + std::size_t{pair.a.count} * pair.b.count : most_smooth_corners) {}

  enum class End : std::uint8_t { done, folded };

  /// Bounds are kept from a search before.
  End run(const GjkResult* gjk, Depth& depth) {
    depth_ = &depth;
    if (!(gjk != nullptr && start_from(*gjk)) && !start_anew()) return End::done;
    return expand();
  }

  int steps() const { return steps_; }

 private:
  using Index = std::uint32_t;

  struct Facet {
    Xyz n;            // a unit vector, outward
    double lower;     // min n·corner
    Index corner[3];  // counter-clockwise seen from outside
    Index across[3];  // beyond the side from corner k to the next: four times the facet, and its side
    Index number;     // counts all facets ever made
    Index looked;     // the step in which w was last looked at
    bool alive;
  };
  struct Waiting {
    double lower;
    Index facet, number;
    bool operator<(const Waiting& other) const {
      return lower > other.lower;
    }  // the heap has the least on top
  };
  struct RimSide {
    Index from, to, beyond;
  };
  struct Mark {
    Index step = 0, facet = 0;  // the facet of the fan that starts at the corner
  };
  struct Corner {
    DifferencePoint point;
    Mark mark;
  };

  HWY_INLINE Xyz w(Index corner) { return corners_[corner].point.w; }

  /// The point of A - B farthest along the unit vector n. Keeps the bound that it is.
  HWY_NOINLINE DifferencePoint farthest_along(const Xyz& n, double& along) {
    ++steps_;
    const DifferencePoint point = difference_.least_along(-n);
    along = dot(n, point.w);
    if (along < depth_->upper) {
      depth_->upper = along;
      depth_->normal = vector3(n);
      depth_->has_points = false;
    }
    return point;
  }

  /// The tetrahedron of gjk, if it is certain to hold the origin.
  bool start_from(const GjkResult& gjk) {
    if (gjk.state != GjkResult::State::meet || gjk.size != 4 || difference_.size.is_scaled()) return false;
    for (std::size_t i = 0; i < 4; ++i) {
      add_corner({difference_.of(gjk.p_A[i], gjk.p_B[i]), gjk.pairs[i], xyz(gjk.p_A[i]), xyz(gjk.p_B[i])});
    }
    difference_.last = gjk.pairs[3];
    at_origin_ = true;
    c_ = Xyz{0, 0, 0, 0};
    return add_tetrahedron();
  }

  /// A tetrahedron of points far from each other, about c. False if A - B is flat, or less.
  bool start_anew() {
    corners_.clear();
    DifferencePoint first[6];
    double along;
    for (int i = 0; i < 6; ++i) {
      Xyz axis = {0, 0, 0, 0};
      axis[i / 2] = i % 2 == 0 ? 1 : -1;
      first[i] = farthest_along(axis, along);
    }
    // The two that are farthest from each other,
    int from = 0, to = 0;
    double most = 0;
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < i; ++j) {
        const Xyz way = first[i].w - first[j].w;
        if (dot(way, way) > most) {
          most = dot(way, way);
          from = j;
          to = i;
        }
      }
    }
    if (!(most > noise_ * noise_)) return false;
    // the one that is farthest from their line,
    const Xyz line = times(first[to].w - first[from].w, 1 / std::sqrt(most));
    Xyz unit = {0, 0, 0, 0};
    int least = 0;
    for (int i = 1; i < 3; ++i) least = std::abs(line[i]) < std::abs(line[least]) ? i : least;
    unit[least] = 1;
    Xyz across = cross(line, unit);
    across = times(across, 1 / std::sqrt(dot(across, across)));
    const Xyz around[4] = {across, -across, cross(line, across), cross(across, line)};
    DifferencePoint third = first[from];
    Xyz normal = {0, 0, 0, 0};
    double widest = 0;
    for (const Xyz d : around) {
      const DifferencePoint point = farthest_along(d, along);
      const Xyz n = cross(line, point.w - first[from].w);
      if (dot(n, n) > widest) {
        widest = dot(n, n);
        normal = n;
        third = point;
      }
    }
    if (!(widest > noise_ * noise_)) return false;
    // and the one that is farthest from their plane. Its normal is across the line, whatever rounding has made of it.
    normal = normal - times(line, dot(normal, line));
    normal = times(normal, 1 / std::sqrt(dot(normal, normal)));
    DifferencePoint fourth = farthest_along(normal, along);
    const DifferencePoint below = farthest_along(-normal, along);
    const double height = dot(normal, fourth.w - first[from].w), depth = dot(normal, first[from].w - below.w);
    if (depth > height) fourth = below;
    add_corner(first[from]);
    add_corner(first[to]);
    add_corner(third);
    add_corner(fourth);
    c_ = times((w(0) + w(1)) + (w(2) + w(3)), 0.25);
    at_origin_ = false;
    return add_tetrahedron();
  }

  /// Of the first four corners, which hold c but for rounding. False if c may be outside.
  bool add_tetrahedron() {
    facets_.clear();
    free_.clear();
    waiting_.clear();
    Index a = 0, b = 1, c = 2, d = 3;
    if (signs_ == Signs3d::exact) {
      const int side = side_of(a, b, c, w(d));
      if (side == 0) return false;  // flat
      if (side > 0) std::swap(a, b);
    } else {
      // Where rounding gets this wrong, all corners run clockwise: the winding is -1, normals point inward, and `finish` takes
      // the way from c to the facet in their place.
      Facet first = {};
      set_normal(first, w(a), w(b), w(c));
      if (dot(first.n, w(d) - w(a)) > 0) std::swap(a, b);
    }
    const Index corner[4][3] = {{a, b, c}, {b, a, d}, {c, b, d}, {a, c, d}};
    // The facet beyond each side, and that one's side: (a, b, c) has (b, a, d) beyond its side 0, and so on.
    const Index across[4][3] = {{4, 8, 12}, {0, 14, 9}, {1, 6, 13}, {2, 10, 5}};
    for (int i = 0; i < 4; ++i) {
      const Index f = new_facet();
      std::copy_n(corner[i], 3, facets_[f].corner);
      std::copy_n(across[i], 3, facets_[f].across);
    }
    for (Index f = 0; f < 4; ++f) {
      if (!finish(f)) return false;
    }
    return true;
  }

  void add_corner(const DifferencePoint& point) { corners_.push({point, {}}); }

  Index new_facet() {
    Index f;
    if (free_.size() > 0) {
      f = free_.back();
      free_.pop();
    } else {
      f = static_cast<Index>(facets_.size());
      facets_.push(Facet{});
    }
    facets_[f].alive = true;
    facets_[f].looked = 0;
    facets_[f].number = ++made_;
    return f;
  }

  /// Finds n and the bound of a facet whose corners are set. False if c is not certainly below it.
  HWY_INLINE bool finish(Index f) {
    Facet& facet = facets_[f];
    const Xyz w0 = w(facet.corner[0]), w1 = w(facet.corner[1]), w2 = w(facet.corner[2]);
    const double above = set_normal(facet, w0, w1, w2);
    if (HWY_UNLIKELY(!(above > noise_)) && !set_nearest(facet, w0, w1, w2)) return false;
    facet.lower = least_along(facet.n, w0, w1, w2);
    wait(f);
    return true;
  }

  static HWY_INLINE double least_along(Xyz n, Xyz w0, Xyz w1, Xyz w2) {
    return std::min(std::min(dot(n, w0), dot(n, w1)), dot(n, w2));
  }

  /// The facet's normal, from the two shorter sides; what c is below at least. 0 where there is no normal.
  HWY_INLINE double set_normal(Facet& facet, Xyz w0, Xyz w1, Xyz w2) {
    const Xyz e0 = w1 - w0, e1 = w2 - w1, e2 = w0 - w2;
    const double l0 = dot(e0, e0), l1 = dot(e1, e1), l2 = dot(e2, e2);
    Xyz n = cross(e0, e1);
    double rest = l0 * l1;
    if (l0 >= l1 && l0 >= l2) {
      n = cross(e1, e2);
      rest = l1 * l2;
    } else if (l1 >= l2) {
      n = cross(e2, e0);
      rest = l2 * l0;
    }
    double square = dot(n, n);
    // Heuristics, as in simplex.h: any normal gives a bound.
    if (HWY_UNLIKELY(!(square > 1e-6 * rest))) {
      if (!(square > 1e-29 * rest)) return 0;
      n = across_longest(n, e0, -e2);
      square = dot(n, n);
    }
    facet.n = times(n, 1 / std::sqrt(square));
    return at_origin_ ? least_along(facet.n, w0, w1, w2) : least_along(facet.n, w0 - c_, w1 - c_, w2 - c_);
  }

  /// The direction from c to the facet's nearest point, which gives the best of all bounds.
  HWY_NOINLINE bool set_nearest(Facet& facet, const Xyz& w0, const Xyz& w1, const Xyz& w2) {
    const Xyz from_c[3] = {w0 - c_, w1 - c_, w2 - c_};
    const Nearest nearest = nearest_of_triangle(from_c, 0, 1, 2);
    if (!(nearest.square > 0)) return false;
    facet.n = times(nearest.v, 1 / std::sqrt(dot(nearest.v, nearest.v)));
    return least_along(facet.n, from_c[0], from_c[1], from_c[2]) > noise_;
  }

  /// The facet nearest to the origin.
  Index take_nearest() {
    for (;;) {
      const Waiting top = *waiting_.begin();
      std::pop_heap(waiting_.begin(), waiting_.end());
      waiting_.pop();
      if (facets_[top.facet].alive && facets_[top.facet].number == top.number) return top.facet;
    }
  }

  End expand() {
    for (;;) {
      const Index f = take_nearest();
      const double lower = facets_[f].lower;
      if (!at_origin_ && lower > noise_) {
        at_origin_ = true;
        c_ = Xyz{0, 0, 0, 0};
      }
      if (at_origin_) depth_->lower = std::max(depth_->lower, lower);
      double along;
      const DifferencePoint point = farthest_along(facets_[f].n, along);
      if (along - lower <= enough_ || along <= 0) {
        if (along <= depth_->upper) set_points(f);
        return End::done;
      }
      if (corners_.size() >= most_corners_) return polytopes_ ? End::folded : End::done;
      if ((polytopes_ && comes_again(point.pair)) || !is_above(facets_[f], point.w)) {
        if (!put_back(f)) return End::folded;
        continue;
      }
      const auto corner = static_cast<Index>(corners_.size());
      add_corner(point);
      if (!replace(f, corner)) return End::folded;
    }
  }

  /// A facet whose normal leads nowhere, with the direction to its nearest point instead. False if it has that already.
  bool put_back(Index f) {
    Facet& facet = facets_[f];
    const double known = facet.lower;
    if (!set_nearest(facet, w(facet.corner[0]), w(facet.corner[1]), w(facet.corner[2]))) return false;
    facet.lower = least_along(facet.n, w(facet.corner[0]), w(facet.corner[1]), w(facet.corner[2]));
    if (!(facet.lower > known + noise_)) return false;
    wait(f);
    return true;
  }

  void wait(Index f) {
    waiting_.push({facets_[f].lower, f, facets_[f].number});
    std::push_heap(waiting_.begin(), waiting_.end());
  }

  bool comes_again(VertexPair pair) {
    const std::size_t n = corners_.size();
    for (std::size_t i = n > recent_corners ? n - recent_corners : 0; i < n; ++i) {
      if (corners_[i].point.pair.a == pair.a && corners_[i].point.pair.b == pair.b) return true;
    }
    return false;
  }

  HWY_INLINE bool is_above(const Facet& facet, Xyz p) {
    if (HWY_LIKELY(signs_ == Signs3d::rounded)) return dot(facet.n, p) > facet.lower + noise_;
    return side_of(facet.corner[0], facet.corner[1], facet.corner[2], p) > 0;
  }

  /// Exactly: 1 if p lies above the triangle of the corners, -1 if below, 0 in its plane.
  int side_of(Index a, Index b, Index c, Xyz p) {
    return exact::orient3d({vector3(w(a))}, {vector3(w(b))}, {vector3(w(c))}, {vector3(p)});
  }

  /// Facet `f`, and those around it that the corner lies above, by a fan from the corner. False if that cannot be done.
  bool replace(Index f, Index corner) {
    const Xyz p = w(corner);
    ++step_;
    gone_.clear();
    rim_.clear();
    facets_[f].alive = false;
    gone_.push(f);
    for (std::size_t i = 0; i < gone_.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        Facet& next = facets_[facets_[gone_[i]].across[k] / 4];
        if (!next.alive || next.looked == step_) continue;
        next.looked = step_;
        if (!is_above(next, p)) continue;
        next.alive = false;
        gone_.push(facets_[gone_[i]].across[k] / 4);
      }
    }
    for (const Index g : gone_) {
      const Facet& facet = facets_[g];
      for (int k = 0; k < 3; ++k) {
        if (facets_[facet.across[k] / 4].alive)
          rim_.push({facet.corner[k], facet.corner[(k + 1) % 3], facet.across[k]});
      }
    }
    for (const Index g : gone_) free_.push(g);
    return rim_.size() > 0 && add_fan(corner);
  }

  bool add_fan(Index corner) {
    fan_.clear();
    for (const RimSide& side : rim_) {
      Mark& mark = corners_[side.from].mark;
      if (mark.step == step_) return false;  // the rim passes here twice
      const Index f = new_facet();
      mark = {step_, f};
      Facet& facet = facets_[f];
      facet.corner[0] = side.from;
      facet.corner[1] = side.to;
      facet.corner[2] = corner;
      facet.across[0] = side.beyond;
      facets_[side.beyond / 4].across[side.beyond % 4] = 4 * f;
      fan_.push(f);
    }
    for (const Index f : fan_) {
      const Mark& next = corners_[facets_[f].corner[1]].mark;
      if (next.step != step_) return false;
      facets_[f].across[1] = 4 * next.facet + 2;
      facets_[next.facet].across[2] = 4 * f + 1;
    }
    for (const Index f : fan_) {
      if (!finish(f)) return false;
    }
    return true;
  }

  /// Where the nearest point of the facet comes from.
  void set_points(Index f) {
    const Facet& facet = facets_[f];
    const Xyz corner[3] = {w(facet.corner[0]), w(facet.corner[1]), w(facet.corner[2])};
    double lambda[3];
    shares(corner, 3, lambda);
    Xyz p = {0, 0, 0, 0}, p_A = p, p_B = p;
    for (int i = 0; i < 3; ++i) {
      const DifferencePoint& point = corners_[facet.corner[i]].point;
      p = p + times(point.w, lambda[i]);
      p_A = p_A + times(difference_.p_A(point), lambda[i]);
      p_B = p_B + times(difference_.p_B(point), lambda[i]);
    }
    // Of several facets equally near, another may have given the normal.
    const Xyz off = p - times(xyz(depth_->normal), depth_->upper);
    const double near = 4 * enough_;
    if (!(dot(off, off) <= near * near)) return;
    depth_->has_points = true;
    depth_->p_A = vector3(p_A);
    depth_->p_B = vector3(p_B);
  }

  Difference<TurnedCore> difference_;
  Signs3d signs_;
  bool polytopes_;
  double noise_;   // of distances from planes
  double enough_;  // as near as the bounds must come
  std::size_t most_corners_;
  Depth* depth_ = nullptr;
  Xyz c_ = {0, 0, 0, 0};
  bool at_origin_ = true;
  int steps_ = 0;
  Index step_ = 0, made_ = 0;
  GrowingArray<Corner, 96> corners_;
  GrowingArray<Facet, 192> facets_;
  GrowingArray<Waiting, 512> waiting_;
  GrowingArray<Index, 192> free_;
  GrowingArray<Index, 64> gone_, fan_;
  GrowingArray<RimSide, 64> rim_;
};

void depth_lanes(const ConvexPair& pair, const GjkResult* gjk, Counters& counters, Depth& depth) {
  const PairSize size(pair);
  const auto search = [&](Signs3d signs) {
    Expansion expansion(pair, size, signs);
    const Expansion::End end = expansion.run(signs == Signs3d::rounded ? gjk : nullptr, depth);
    counters.face_tests += static_cast<std::uint64_t>(expansion.steps());
    return end;
  };
  if (search(Signs3d::rounded) == Expansion::End::folded) {
    ++counters.exact_fallbacks;
    search(Signs3d::exact);
  }
  const double back = 1 / size.scale;
  depth.upper *= back;
  depth.lower *= back;
  depth.p_A *= back;
  depth.p_B *= back;
}

}  // namespace
}  // namespace graze::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze {
namespace {
HWY_EXPORT(depth_lanes);
}

Depth depth_of(const ConvexPair& pair, const GjkResult* gjk, Counters& counters) {
  Depth depth;
  depth.upper = INFINITY;
  HWY_DYNAMIC_DISPATCH(depth_lanes)(pair, gjk, counters, depth);
  return depth;
}

}  // namespace graze
#endif
