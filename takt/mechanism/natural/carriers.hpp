// Helpers that compute carriers (points and axes of bodies) and measures from the coordinates, and
// that add values to vectors and matrices.
#pragma once

#include <cstring>
#include <span>

#include "takt/mechanism/natural/equations.hpp"

namespace takt::mechanism::natural {

inline Vec3 triple(const double* x, int entity) noexcept {
  return {x[3 * entity], x[3 * entity + 1], x[3 * entity + 2]};
}
inline void add_to(Vector& y, int entity, const Vec3& d) noexcept {
  double* out = y.data() + 3 * entity;
  for (int k = 0; k < 3; ++k) out[k] += d[k];
}

inline std::span<const Weight> weights_of(const Equations& e, const Combination& c) noexcept {
  return std::span(e.weights).subspan(c.first, c.count);
}
inline Vec3 rate_of(const Equations& e, const Combination& c, const double* v) noexcept {
  double y0 = 0, y1 = 0, y2 = 0;
  for (const Weight& w : weights_of(e, c)) {
    const double* x = v + 3 * w.entity;
    y0 += w.c * x[0];
    y1 += w.c * x[1];
    y2 += w.c * x[2];
  }
  return {y0, y1, y2};
}
inline Vec3 value_of(const Equations& e, const Combination& c, const double* x) noexcept {
  return c.constant + rate_of(e, c, x);
}

// The measure s, its gradient and its second derivatives by its arguments y, all times the factor.
void measure_of(const Use&, const Vec3* y, double phase, bool curvature,
                element::MeasureValue&) noexcept;

// The signal that a turning row depends on, or zero.
inline double phase_of(const Sum& r, const Excitation& x) noexcept {
  return r.signal >= 0 ? x.u[r.signal] : 0;
}

template <class F> struct Signals {  // the signals that a force reads from u(t)
  double u[3] = {}, du[3] = {}, ddu[3] = {};
  Signals(const F& f, const Excitation& x) noexcept {
    for (int k = 0; k < f.signals; ++k) {
      u[k] = x.u[f.signal[k]];
      du[k] = x.du[f.signal[k]];
      ddu[k] = x.ddu[f.signal[k]];
    }
  }
};

// For large arrays memset is faster than a loop.
inline void clear(Vector& x) noexcept {
  if (x.size() > 0) std::memset(x.data(), 0, x.size() * sizeof(double));
}
inline void clear(linear::Patterned& A) noexcept { clear(A.values()); }

// y += c x for three values: two by one vector instruction, then one.
[[gnu::always_inline]] inline void add_three(double* y, double c, const double* x) noexcept {
  Eigen::Map<Eigen::Vector2d>{y} += c * Eigen::Map<const Eigen::Vector2d>(x);
  y[2] += c * x[2];
}
// Adds c times 3 x 3 blocks that are below each other in three columns; `stride` is the distance of
// the columns.
[[gnu::always_inline]] inline void add_run(double* y, Index stride, double c, const double* blocks,
                                           int count) noexcept {
  for (const double* const end = blocks + 9 * count; blocks != end; blocks += 9, y += 3) {
    add_three(y, c, blocks);
    add_three(y + stride, c, blocks + 3);
    add_three(y + 2 * stride, c, blocks + 6);
  }
}
// Adds c B, B a 3 x 3 block; `at` holds the places where its columns begin.
[[gnu::always_inline]] inline void add_block(double* values, const Places& at, double c,
                                             const Mat3& B) noexcept {
  add_three(values + at[0], c, B.data());
  add_three(values + at[1], c, B.data() + 3);
  add_three(values + at[2], c, B.data() + 6);
}
inline void add_block(linear::Patterned& A, const Places& at, const Mat3& B) noexcept {
  add_block(A.values().data(), at, 1, B);
}
// Adds three values of a row.
inline void add_row(linear::Patterned& A, const Places& at, const Vec3& b) noexcept {
  double* a = A.values().data();
  for (int c = 0; c < 3; ++c) a[at[c]] += b[c];
}

}  // namespace takt::mechanism::natural
