// Dense block kernels (block_data.hpp) for one instruction set. Each
// block_kernels_<instruction set>.cpp includes this file once.
//
// The factorisation takes four columns at a time: their four diagonal rows are computed one by one,
// all other rows by vector instructions.
#include "takt/base/simd.hpp"
#include "takt/linear/block_data.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear::block::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;
static_assert(padding == 4 && padding % lanes == 0);

constexpr double largest = 0x1.fffffffffffffp1023;

struct Four {
  double a, b, c, d;
};

// y -= [four columns of A] x, in the rows from `from` to `to`
TAKT_INLINE void subtract_four(const double* A, long n, int from, int to, const Four& x,
                               double* y) {
  const double *p = A, *q = A + n, *r = A + 2 * n, *s = A + 3 * n;
  for (int i = from; i < to; i += lanes)
    store(y + i, nmad(load(s + i), x.d,
                      nmad(load(r + i), x.c,
                           nmad(load(q + i), x.b, nmad(load(p + i), x.a, load(y + i))))));
}

static void subtract(const double* A, int rows, int cols, const double* x, double* y) {
  for (int k = 0; k < cols; k += 4, A += 4L * rows)
    subtract_four(A, rows, 0, rows, {x[k], x[k + 1], x[k + 2], x[k + 3]}, y);
}

static void subtract_column(double c, const double* a, int n, double* y) {
  for (int i = 0; i < n; i += lanes) store(y + i, nmad(c, load(a + i), load(y + i)));
}

static void row_scales(const double* A, int n, double* y) {
  for (int i = 0; i < n; i += lanes) {
    Lanes most = magnitude(load(A + i));
    for (int j = 1; j < n; ++j)
      most = larger(magnitude(load(A + i + static_cast<long>(j) * n)), most);
    for (int l = 0; l < lanes; ++l) y[i + l] = most[l] > 0 ? 1 / most[l] : 1;
  }
}

// The row of the pivot of column c. Vectors are used from row `below` on, the first row after the
// four diagonal rows.
TAKT_INLINE int choose(const double* column, const double* scale, int c, int below, int n) {
  double most = 0;
  for (int i = c; i < below; ++i) {
    const double x = magnitude(column[i]) * scale[i];
    most = x > most ? x : most;
  }
  Lanes rest{};
  for (int i = below; i < n; i += lanes)
    rest = larger(magnitude(load(column + i)) * load(scale + i), rest);
  for (int l = 0; l < lanes; ++l) most = rest[l] > most ? rest[l] : most;
  if (magnitude(column[c]) * scale[c] >= diagonal_preference * most) return c;
  for (int i = c; i < n; ++i)
    if (magnitude(column[i]) * scale[i] >= most) return i;
  return c;
}

TAKT_INLINE void exchange(double* A, int n, int i, int j) {
  for (long k = 0; k < static_cast<long>(n) * n; k += n) {
    const double x = A[i + k];
    A[i + k] = A[j + k];
    A[j + k] = x;
  }
}

// Updates the four columns C, to the right of the four factorised columns L whose diagonal rows
// start at k.
TAKT_INLINE void update_four(const double* L, double* C, long n, int k) {
  const double *p = L, *q = L + n, *r = L + 2 * n, *s = L + 3 * n;
  Four u[4];
  for (int j = 0; j < 4; ++j) {
    double* c = C + j * n + k;
    const double a = c[0], b = nmad(p[k + 1], a, c[1]);
    const double d = nmad(q[k + 2], b, nmad(p[k + 2], a, c[2]));
    const double e = nmad(r[k + 3], d, nmad(q[k + 3], b, nmad(p[k + 3], a, c[3])));
    c[1] = b, c[2] = d, c[3] = e;
    u[j] = {a, b, d, e};
  }
  for (int i = k + 4; i < n; i += lanes) {
    const Lanes x = load(p + i), y = load(q + i), z = load(r + i), w = load(s + i);
    for (int j = 0; j < 4; ++j) {
      double* c = C + j * n + i;
      store(c, nmad(w, u[j].d, nmad(z, u[j].c, nmad(y, u[j].b, nmad(x, u[j].a, load(c))))));
    }
  }
}

static bool factorise(double* A, int n, double* scale, int* pivot) {
  const long stride = n;
  for (int k = 0; k < n; k += 4) {
    double* const panel = A + k * stride;
    for (int c = k; c < k + 4; ++c) {
      double* const column = A + c * stride;
      const int row = choose(column, scale, c, k + 4, n);
      pivot[c] = row;
      if (row != c) {
        exchange(A, n, c, row);
        const double s = scale[c];
        scale[c] = scale[row];
        scale[row] = s;
      }
      const double inverse = 1 / column[c], size = magnitude(inverse);
      if (!(size > 0 && size <= largest)) return false;
      column[c] = inverse;
      for (int i = c + 1; i < k + 4; ++i) column[i] *= inverse;
      for (int i = k + 4; i < n; i += lanes) store(column + i, load(column + i) * inverse);
      for (int j = c + 1; j < k + 4; ++j) {
        double* const to = A + j * stride;
        const double x = to[c];
        for (int i = c + 1; i < k + 4; ++i) to[i] = nmad(column[i], x, to[i]);
        for (int i = k + 4; i < n; i += lanes)
          store(to + i, nmad(load(column + i), x, load(to + i)));
      }
    }
    for (int j = k + 4; j < n; j += 4) update_four(panel, A + j * stride, stride, k);
  }
  return true;
}

static void solve(const double* A, int n, const int* pivot, double* x) {
  const long stride = n;
  for (int i = 0; i < n; ++i) {
    const double swapped = x[pivot[i]];
    x[pivot[i]] = x[i];
    x[i] = swapped;
  }
  for (int k = 0; k < n; k += 4) {
    const double *p = A + k * stride, *q = p + stride, *r = q + stride;
    const double a = x[k], b = nmad(p[k + 1], a, x[k + 1]);
    const double c = nmad(q[k + 2], b, nmad(p[k + 2], a, x[k + 2]));
    const double d = nmad(r[k + 3], c, nmad(q[k + 3], b, nmad(p[k + 3], a, x[k + 3])));
    x[k + 1] = b, x[k + 2] = c, x[k + 3] = d;
    subtract_four(p, stride, k + 4, n, {a, b, c, d}, x);
  }
  for (int k = n - 4; k >= 0; k -= 4) {
    const double *p = A + k * stride, *q = p + stride, *r = q + stride, *s = r + stride;
    const double d = x[k + 3] * s[k + 3], c = nmad(s[k + 2], d, x[k + 2]) * r[k + 2];
    const double b = nmad(r[k + 1], c, nmad(s[k + 1], d, x[k + 1])) * q[k + 1];
    const double a = nmad(q[k], b, nmad(r[k], c, nmad(s[k], d, x[k]))) * p[k];
    x[k] = a, x[k + 1] = b, x[k + 2] = c, x[k + 3] = d;
    subtract_four(p, stride, 0, k, {a, b, c, d}, x);
  }
}

}  // namespace takt::linear::block::TAKT_KERNEL
