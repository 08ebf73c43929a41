// Kernels of the elimination front by front (front_data.hpp) for one instruction set. Each
// front_kernels_<instruction set>.cpp includes this file once.
#include "takt/base/simd.hpp"
#include "takt/linear/front_data.hpp"

namespace takt::linear::front::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;
static_assert(padding % lanes == 0 && 2 * lanes <= slack);

// Loops that are always unrolled, so that small arrays stay in registers.
template <int I> struct Number {
  constexpr operator int() const { return I; }
};
template <int From, int To, class Visit> TAKT_INLINE void each(const Visit& visit) {
  if constexpr (From < To) {
    visit(Number<From>{});
    each<From + 1, To>(visit);
  }
}
// NOLINTNEXTLINE(bugprone-macro-parentheses): i is the name of a parameter
#define TAKT_EACH(i) [&](auto i) __attribute__((always_inline))

// LU of a diagonal block. The pivots stay on the diagonal; their inverses are stored. Returns false
// if the inverse of a pivot is zero or not finite: then the factors are useless.
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
      each<k + 1, W>(
          TAKT_EACH(i) { d[i + j * W] = nmad(d[i + k * W], d[k + j * W], d[i + j * W]); });
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
      each<0, k>(TAKT_EACH(m) { x[k] = nmad(x[m], d[m + k * W], x[k]); });
      x[k] *= d[k + k * W];
      store(L + i + k * padded, x[k]);
    });
    each<0, W>(TAKT_EACH(k) { y[k] = load(U + i + k * padded); });
    each<0, W>(TAKT_EACH(k) {
      each<0, k>(TAKT_EACH(m) { y[k] = nmad(y[m], d[k + m * W], y[k]); });
      store(U + i + k * padded, y[k]);
    });
  }
  return good;
}

static const long long masks[2 * 4] = {-1, -1, -1, -1, 0, 0, 0, 0};
TAKT_INLINE Lanes masked(Lanes x, const long long* mask) {
  LanesBits kept;
  __builtin_memcpy(&kept, mask, sizeof kept);
  return __builtin_bit_cast(Lanes, __builtin_bit_cast(LanesBits, x) & kept);
}

// C -= A B' for V vectors of rows and N columns; the mask selects the rows of the last vector.
template <int V, int N>
TAKT_INLINE void tile(const Update& u, double* C, const double* A, const double* B,
                      const long long* mask) {
  Lanes sum[V * N];
  const long stride = u.stride, end = u.depth * stride;
  each<0, V * N>(TAKT_EACH(i) { sum[i] = Lanes{}; });
  for (long k = 0; k < end; k += stride) {
    Lanes a[V];
    each<0, V>(TAKT_EACH(v) { a[v] = load(A + k + v * lanes); });
    each<0, N>(TAKT_EACH(j) {
      const double b = B[k + j];
      each<0, V>(TAKT_EACH(v) { sum[v + V * j] = mad(a[v], b, sum[v + V * j]); });
    });
  }
  each<0, N>(TAKT_EACH(j) {
    double* c = C + j * static_cast<long>(u.c_stride);
    each<0, V - 1>(TAKT_EACH(v) { store(c + v * lanes, load(c + v * lanes) - sum[v + V * j]); });
    double* last = c + (V - 1) * lanes;
    store(last, load(last) - masked(sum[V - 1 + V * j], mask));
  });
}

template <int N>
TAKT_INLINE void strip(const Update& u, double* C, const double* A, const double* B) {
  const int rest = u.rows % lanes;
  const long long* mask = masks + (rest == 0 ? 0 : 4 - rest);
  int i = 0;
  for (; i + 2 * lanes < u.rows; i += 2 * lanes) tile<2, N>(u, C + i, A + i, B, masks);
  if (i + lanes < u.rows)
    tile<2, N>(u, C + i, A + i, B, mask);
  else
    tile<1, N>(u, C + i, A + i, B, mask);
}

static void update(const Update& u, double* C, const double* A, const double* B) {
  int rest = u.cols;
  for (; rest > 6; rest -= 4, C += 4 * u.c_stride, B += 4) strip<4>(u, C, A, B);
  switch (rest) {
    case 6: strip<6>(u, C, A, B); break;
    case 5: strip<5>(u, C, A, B); break;
    case 4: strip<4>(u, C, A, B); break;
    case 3: strip<3>(u, C, A, B); break;
    case 2: strip<2>(u, C, A, B); break;
    default: strip<1>(u, C, A, B); break;
  }
}

// F = T + S, the values to factorise; transposes U.
template <bool symmetric> static void copy(const Plan& p, const double* T, const double* S) {
  double* F = p.values;
  int i = 0;
  for (; i < p.lower; i += 2 * lanes)
    each<0, 2>(TAKT_EACH(v) {
      const int k = i + v * lanes;
      store(F + k, symmetric ? load(T + k) + load(S + k) : load(T + k));
    });
  for (const Front* f = p.front; f != p.front + p.fronts; ++f) {
    const long width = f->width, padded = f->padded;
    const double *from = T + f->U, *lower = S + f->L;
    double* to = F + f->U;
    for (i = 0; i < padded; i += lanes, from += lanes * width)
      for (long k = 0; k < width; ++k) {
        Lanes u;
        each<0, lanes>(TAKT_EACH(l) { u[+l] = from[k + l * width]; });
        store(to + i + k * padded, symmetric ? u + load(lower + i + k * padded) : u);
      }
  }
}

static bool factorise(const Plan& p, const double* T, const double* S) {
  S != nullptr ? copy<true>(p, T, S) : copy<false>(p, T, T);
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
    each<k + 1, W>(TAKT_EACH(i) { y[i] = nmad(D[i + k * W], y[k], y[i]); });
    x[k] = y[k];
  });
  for (int i = 0; i < f.padded; i += lanes) {
    Lanes sum = Lanes{};
    each<0, W>(TAKT_EACH(k) { sum = mad(load(L + i + k * f.padded), y[k], sum); });
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
  each<0, W>(TAKT_EACH(k) { sum[k] = Lanes{}; });
  for (int i = 0; i < f.padded; i += lanes) {
    Lanes z;
    each<0, lanes>(TAKT_EACH(l) { z[+l] = p.x[row[i + l]]; });
    each<0, W>(TAKT_EACH(k) { sum[k] = mad(load(U + i + k * f.padded), z, sum[k]); });
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
    each<0, k>(TAKT_EACH(m) { y[m] = nmad(D[m + k * W], y[k], y[m]); });
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
  for (int i = p.fronts; i-- > 0;) switch (p.front[i].width) {
      case 1: backward<1>(p, p.front[i]); break;
      case 2: backward<2>(p, p.front[i]); break;
      case 3: backward<3>(p, p.front[i]); break;
      case 4: backward<4>(p, p.front[i]); break;
      case 5: backward<5>(p, p.front[i]); break;
      case 6: backward<6>(p, p.front[i]); break;
      case 7: backward<7>(p, p.front[i]); break;
      default: backward<8>(p, p.front[i]); break;
    }
}

// Faster than memset, which chooses slow instructions for sizes of a few kB.
static void set_zero(double* x, int n) {
  int i = 0;
  for (; i + 4 * lanes <= n; i += 4 * lanes)
    each<0, 4>(TAKT_EACH(v) { store(x + i + v * lanes, Lanes{}); });
  for (; i < n; i += lanes) store(x + i, Lanes{});
}

static void add(const Moves& m, double c, const double* from, double* to) {
  TAKT_UNROLL(4)
  for (const Move *k = m.fours, *end = k + m.four; k != end; ++k)
    each<0, 4 / lanes>(TAKT_EACH(v) {
      double* t = to + k->to + v * lanes;
      store(t, mad(c, load(from + k->from + v * lanes), load(t)));
    });
  TAKT_UNROLL(4)
  for (const Move *k = m.threes, *end = k + m.three; k != end; ++k)
    each<0, 4 / lanes>(TAKT_EACH(v) {
      double* t = to + k->to + v * lanes;
      store(t, load(t) + masked(c * load(from + k->from + v * lanes), masks + 1 + v * lanes));
    });
  TAKT_UNROLL(4)
  for (const Move *k = m.twos, *end = k + m.two; k != end; ++k) {
    double* t = to + k->to;
    store(t, mad(c, load<Two>(from + k->from), load<Two>(t)));
  }
  TAKT_UNROLL(4)
  for (const Move *k = m.ones, *end = k + m.one; k != end; ++k)
    to[k->to] = mad(c, from[k->from], to[k->to]);
}

static void add_products(const Products& m, const double* left, const double* right, double* to) {
  TAKT_UNROLL(4)
  for (const Product *k = m.fours, *end = k + m.four; k != end; ++k)
    each<0, 4 / lanes>(TAKT_EACH(v) {
      double* t = to + k->to + v * lanes;
      store(t, mad(load(left + k->left + v * lanes), right[k->right], load(t)));
    });
  TAKT_UNROLL(4)
  for (const Product *k = m.twos, *end = k + m.two; k != end; ++k) {
    double* t = to + k->to;
    store(t, mad(load<Two>(left + k->left), right[k->right], load<Two>(t)));
  }
  TAKT_UNROLL(4)
  for (const Product *k = m.ones, *end = k + m.one; k != end; ++k)
    to[k->to] = mad(left[k->left], right[k->right], to[k->to]);
}

}  // namespace takt::linear::front::TAKT_KERNEL
