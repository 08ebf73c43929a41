// Elimination of fronts for one instruction set, named by TAKT_KERNEL: included once by each of
// front_kernels_<instruction set>.cpp. Nothing in here may be a template or an inline function of
// anybody else, lest the linker keep the variant that not every machine can execute.
#include "takt/linear/front_data.hpp"

#define TAKT_INLINE static inline __attribute__((always_inline))

namespace takt::linear::front::TAKT_KERNEL {

using Lanes = double __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));
using Bits = long long __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));
constexpr int lanes = TAKT_LANES;
static_assert(padding % lanes == 0 && 2 * lanes <= slack);

TAKT_INLINE Lanes load(const double* x) { return *reinterpret_cast<const Lanes*>(x); }
TAKT_INLINE void store(double* x, Lanes v) { *reinterpret_cast<Lanes*>(x) = v; }
TAKT_INLINE Lanes nothing() { return Lanes{}; }

// Loops that are unrolled for sure, so that small arrays live in registers.
template <int I> struct Number {
  constexpr operator int() const { return I; }
};
template <int From, int To, class Visit> TAKT_INLINE void each(const Visit& visit) {
  if constexpr (From < To) {
    visit(Number<From>{});
    each<From + 1, To>(visit);
  }
}
#define TAKT_EACH(i) [&](auto i) __attribute__((always_inline))

// The pivots stay on the diagonal; their inverses are kept. A pivot whose inverse is zero or not
// finite spoils the factors.
template <int W> TAKT_INLINE bool diagonal(double* D, double* d) {
  each<0, W * W>(TAKT_EACH(i) { d[i] = D[i]; });
  bool good = true;
  each<0, W>(TAKT_EACH(k) {
    const double inverse = 1 / d[k + k * W];
    const double size = inverse < 0 ? -inverse : inverse;
    good &= size > 0 && size <= 0x1.fffffffffffffp1023;
    d[k + k * W] = inverse;
    each<k + 1, W>(TAKT_EACH(i) { d[i + k * W] *= inverse; });
    each<k + 1, W>(TAKT_EACH(j) {
      each<k + 1, W>(TAKT_EACH(i) { d[i + j * W] -= d[i + k * W] * d[k + j * W]; });
    });
  });
  each<0, W * W>(TAKT_EACH(i) { D[i] = d[i]; });
  return good;
}

template <int W> static bool eliminate(double* D, double* L, double* U, int padded) {
  double d[W * W];
  const bool good = diagonal<W>(D, d);
  for (int i = 0; i < padded; i += lanes) {
    Lanes x[W], y[W];
    each<0, W>(TAKT_EACH(k) { x[k] = load(L + i + k * padded); });
    each<0, W>(TAKT_EACH(k) {
      each<0, k>(TAKT_EACH(m) { x[k] -= x[m] * d[m + k * W]; });
      x[k] *= d[k + k * W];
      store(L + i + k * padded, x[k]);
    });
    each<0, W>(TAKT_EACH(k) { y[k] = load(U + i + k * padded); });
    each<0, W>(TAKT_EACH(k) {
      each<0, k>(TAKT_EACH(m) { y[k] -= y[m] * d[k + m * W]; });
      store(U + i + k * padded, y[k]);
    });
  }
  return good;
}

// C -= A B' for V vectors of rows and N columns; of the last vector only what the mask says.
template <int V, int N>
TAKT_INLINE void tile(const Update& u, double* C, const double* A, const double* B, Bits mask) {
  Lanes sum[V * N];
  each<0, V * N>(TAKT_EACH(i) { sum[i] = nothing(); });
  for (int k = 0; k < u.depth; ++k, A += u.a_stride, B += u.b_stride)
    each<0, V>(TAKT_EACH(v) {
      const Lanes a = load(A + v * lanes);
      each<0, N>(TAKT_EACH(j) { sum[v + V * j] += a * B[j]; });
    });
  each<0, N>(TAKT_EACH(j) {
    Lanes& last = sum[V - 1 + V * j];
    const Bits kept = reinterpret_cast<const Bits&>(last) & mask;
    last = reinterpret_cast<const Lanes&>(kept);
    double* c = C + j * u.c_stride;
    each<0, V>(TAKT_EACH(v) { store(c + v * lanes, load(c + v * lanes) - sum[v + V * j]); });
  });
}

template <int N>
TAKT_INLINE void strip(const Update& u, double* C, const double* A, const double* B) {
  static const long long masks[2 * 4] = {-1, -1, -1, -1, 0, 0, 0, 0};
  const int rest = u.rows % lanes;
  const Bits all = *reinterpret_cast<const Bits*>(masks);
  const Bits mask = *reinterpret_cast<const Bits*>(masks + (rest == 0 ? 0 : 4 - rest));
  int i = 0;
  for (; i + 2 * lanes < u.rows; i += 2 * lanes) tile<2, N>(u, C + i, A + i, B, all);
  if (i + lanes < u.rows)
    tile<2, N>(u, C + i, A + i, B, mask);
  else
    tile<1, N>(u, C + i, A + i, B, mask);
}

static void update(const Update& u, double* C, const double* A, const double* B) {
  int j = 0;
  for (; j + 4 <= u.cols; j += 4, C += 4 * u.c_stride) strip<4>(u, C, A, B + j);
  switch (u.cols - j) {
    case 3: strip<3>(u, C, A, B + j); break;
    case 2: strip<2>(u, C, A, B + j); break;
    case 1: strip<1>(u, C, A, B + j); break;
    default: break;
  }
}

static bool factorise(const Plan& p) {
  bool good = true;
  double* F = p.values;
  for (const Front* f = p.front; f != p.front + p.fronts; ++f) {
    double *D = F + f->D, *L = F + f->L, *U = F + f->U;
    switch (f->width) {
      case 1: good &= eliminate<1>(D, L, U, f->padded); break;
      case 2: good &= eliminate<2>(D, L, U, f->padded); break;
      case 3: good &= eliminate<3>(D, L, U, f->padded); break;
      case 4: good &= eliminate<4>(D, L, U, f->padded); break;
      case 5: good &= eliminate<5>(D, L, U, f->padded); break;
      case 6: good &= eliminate<6>(D, L, U, f->padded); break;
      case 7: good &= eliminate<7>(D, L, U, f->padded); break;
      default: good &= eliminate<8>(D, L, U, f->padded); break;
    }
    const Update* u = p.update + f->update;
    for (const Update* end = u + f->updates; u != end; ++u)
      update(*u, F + u->C, F + u->A, F + u->B);
  }
  return good;
}

template <int W> TAKT_INLINE void forward(const Plan& p, const Front& f) {
  const double *D = p.values + f.D, *L = p.values + f.L;
  double* x = p.x + f.first;
  double y[W];
  each<0, W>(TAKT_EACH(k) { y[k] = x[k]; });
  each<0, W>(TAKT_EACH(k) {
    each<k + 1, W>(TAKT_EACH(i) { y[i] -= D[i + k * W] * y[k]; });
    x[k] = y[k];
  });
  for (int i = 0; i < f.padded; i += lanes) {
    Lanes sum = nothing();
    each<0, W>(TAKT_EACH(k) { sum += load(L + i + k * f.padded) * y[k]; });
    store(p.window + i, sum);
  }
  const int* row = p.rows + f.rows;
  for (int i = 0; i < f.below; ++i) p.x[row[i]] -= p.window[i];
}

template <int W> TAKT_INLINE void backward(const Plan& p, const Front& f) {
  const double *D = p.values + f.D, *U = p.values + f.U;
  double* x = p.x + f.first;
  const int* row = p.rows + f.rows;
  Lanes sum[W];
  each<0, W>(TAKT_EACH(k) { sum[k] = nothing(); });
  for (int i = 0; i < f.padded; i += lanes) {
    Lanes z;
    each<0, lanes>(TAKT_EACH(l) { z[+l] = p.x[row[i + l]]; });
    each<0, W>(TAKT_EACH(k) { sum[k] += load(U + i + k * f.padded) * z; });
  }
  double y[W];
  each<0, W>(TAKT_EACH(k) {
    double s = 0;
    each<0, lanes>(TAKT_EACH(l) { s += sum[k][+l]; });
    y[k] = x[k] - s;
  });
  each<0, W>(TAKT_EACH(i) {
    constexpr int k = W - 1 - i;
    y[k] *= D[k + k * W];
    each<0, k>(TAKT_EACH(m) { y[m] -= D[m + k * W] * y[k]; });
    x[k] = y[k];
  });
}

static void solve(const Plan& p) {
  for (const Front* f = p.front; f != p.front + p.fronts; ++f) switch (f->width) {
      case 1: forward<1>(p, *f); break;
      case 2: forward<2>(p, *f); break;
      case 3: forward<3>(p, *f); break;
      case 4: forward<4>(p, *f); break;
      case 5: forward<5>(p, *f); break;
      case 6: forward<6>(p, *f); break;
      case 7: forward<7>(p, *f); break;
      default: forward<8>(p, *f); break;
    }
  for (const Front* f = p.front + p.fronts; f-- != p.front;) switch (f->width) {
      case 1: backward<1>(p, *f); break;
      case 2: backward<2>(p, *f); break;
      case 3: backward<3>(p, *f); break;
      case 4: backward<4>(p, *f); break;
      case 5: backward<5>(p, *f); break;
      case 6: backward<6>(p, *f); break;
      case 7: backward<7>(p, *f); break;
      default: backward<8>(p, *f); break;
    }
}

}  // namespace takt::linear::front::TAKT_KERNEL
