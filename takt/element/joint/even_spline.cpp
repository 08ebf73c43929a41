#include "takt/element/joint/even_spline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "takt/base/simd.hpp"

namespace takt::element {
namespace {

int spline_coefficients(const EvenAxis& a) noexcept { return a.count == 1 ? 1 : a.count + 2; }

// Solves A x = b by elimination with pivots; b has several columns, row by row.
void solve_rows(std::vector<std::vector<double>>& A, std::vector<std::vector<double>>& b) {
  const std::size_t n = A.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(A[i][k]) > std::abs(A[best][k])) best = i;
    std::swap(A[k], A[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      for (std::size_t j = 0; j < b[i].size(); ++j) b[i][j] -= factor * b[k][j];
    }
  }
  for (std::size_t k = n; k-- > 0;)
    for (std::size_t j = 0; j < b[k].size(); ++j) {
      for (std::size_t i = k + 1; i < n; ++i) b[k][j] -= A[k][i] * b[i][j];
      b[k][j] /= A[k][k];
    }
}

// From values at the grid points, one row for each, to coefficients.
std::vector<std::vector<double>> spline_through(std::vector<std::vector<double>> values) {
  const std::size_t n = values.size();
  if (n == 1) return values;
  std::vector<std::vector<double>> A(n + 2, std::vector<double>(n + 2, 0.0));
  const std::vector<double> none(values[0].size(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    A[i + 1][i] = A[i + 1][i + 2] = 1.0 / 6;
    A[i + 1][i + 1] = 4.0 / 6;
  }
  constexpr double same_cubic[] = {1, -4, 6, -4, 1};  // equal third derivatives
  for (std::size_t k = 0; k < 5; ++k) A[0][k] = A[n + 1][n - 3 + k] = same_cubic[k];
  values.insert(values.begin(), none);
  values.push_back(none);
  solve_rows(A, values);
  return values;
}

}  // namespace

EvenSpline::EvenSpline(EvenAxis x, EvenAxis y, int functions, std::vector<double> values)
    : x_(x), y_(y), functions_(functions), stride_((functions + 1) / 2 * 2),
      columns_(spline_coefficients(y)) {
  const auto N = static_cast<std::size_t>(functions), X = static_cast<std::size_t>(x.count),
             Y = static_cast<std::size_t>(y.count), C = static_cast<std::size_t>(columns_);
  std::vector<std::vector<double>> rows;  // by x: for each y all functions
  for (std::size_t i = 0; i < X; ++i) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(i * Y * N);
    rows.emplace_back(from, from + static_cast<std::ptrdiff_t>(Y * N));
  }
  for (const std::vector<double>& row : spline_through(std::move(rows))) {
    std::vector<std::vector<double>> by_y;
    for (std::size_t j = 0; j < Y; ++j) {
      const auto from = row.begin() + static_cast<std::ptrdiff_t>(j * N);
      by_y.emplace_back(from, from + static_cast<std::ptrdiff_t>(N));
    }
    by_y = spline_through(std::move(by_y));
    for (std::size_t j = 0; j < C; ++j)
      for (std::size_t m = 0; m < static_cast<std::size_t>(stride_); ++m)
        c_.push_back(m < N ? by_y[j][m] : 0.0);
  }
}

EvenSpline::Weights EvenSpline::weights(const EvenAxis& a, double x) noexcept {
  if (a.count == 1) return {{{1, 0, 0, 0}, {}, {}, {}}, 0, 1};
  const double last = a.count - 1;
  const double all = (x - a.start) / a.step;
  const double s = all > 0 ? std::min(all, last) : 0.0;  // zero also if x is not a number
  const double cell = std::min(std::floor(s), last - 1), t = s - cell, u = 1 - t;
  const double one = 1 / a.step, two = one * one, three = two * one;
  Weights out{{{u * u * u / 6, (4 - 6 * t * t + 3 * t * t * t) / 6,
                (4 - 6 * u * u + 3 * u * u * u) / 6, t * t * t / 6},
               {-u * u / 2 * one, (3 * t * t - 4 * t) / 2 * one, (4 * u - 3 * u * u) / 2 * one,
                t * t / 2 * one},
               {u * two, (3 * t - 2) * two, (3 * u - 2) * two, t * two},
               {-three, 3 * three, -3 * three, three}},
              static_cast<int>(cell),
              4};
  const double beyond = (all - s) * a.step;
  if (beyond == 0) return out;
  for (int k = 0; k < 4; ++k) {
    double(&w)[4][4] = out.w;
    w[0][k] += beyond * (w[1][k] + beyond / 2 * w[2][k]);
    w[1][k] += beyond * w[2][k];
    w[3][k] = 0;
  }
  return out;
}

void EvenSpline::at(double x, double y, int m, PoseFunction& out) const noexcept {
  PoseFunction of[2];
  two_at(along_x(x), along_y(y), 3, m / 2 * 2, of[0], of[1]);
  out = of[m % 2];
}

void EvenSpline::all(const Weights& x, const Weights& y, int orders,
                     PoseFunction* out) const noexcept {
  PoseFunction none;
  for (int m = 0; m < functions_; m += 2)
    two_at(x, y, orders, m, out[m], m + 1 < functions_ ? out[m + 1] : none);
}

namespace {

using Pair = simd::TAKT_KERNEL::Two;  // a value of two functions

// w . a
TAKT_INLINE Pair weighted(const double* w, const Pair* a) noexcept {
  return w[0] * a[0] + w[1] * a[1] + w[2] * a[2] + w[3] * a[3];
}

}  // namespace

void EvenSpline::two_at(const Weights& x, const Weights& y, int orders, int m, PoseFunction& f,
                        PoseFunction& g) const noexcept {
  const double* first = c_.data() + (x.first * columns_ + y.first) * stride_ + m;
  const auto coefficient = [&](int i, int j) {
    return simd::TAKT_KERNEL::load<simd::TAKT_KERNEL::Two>(first + (i * columns_ + j) * stride_);
  };
  const auto put = [&](Pair value, double& a, double& b) { a = value[0], b = value[1]; };
  if (y.count == 1) {
    const Pair along[4] = {coefficient(0, 0), coefficient(1, 0), coefficient(2, 0),
                           coefficient(3, 0)};
    put(weighted(x.w[0], along), f.y, g.y);
    put(weighted(x.w[1], along), f.d[0], g.d[0]);
    put(weighted(x.w[2], along), f.dd[0][0], g.dd[0][0]);
    put(weighted(x.w[3], along), f.ddd[0][0][0], g.ddd[0][0][0]);
    return;
  }
  Pair along[4][4];  // [order by y][neighbour along x]
  for (int k = 0; k < 4; ++k) {
    const Pair c[4] = {coefficient(k, 0), coefficient(k, 1), coefficient(k, 2), coefficient(k, 3)};
    for (int o = 0; o <= orders; ++o) along[o][k] = weighted(y.w[o], c);
  }
  const auto value = [&](int by_x, int by_y) { return weighted(x.w[by_x], along[by_y]); };
  put(value(0, 0), f.y, g.y);
  put(value(1, 0), f.d[0], g.d[0]);
  put(value(0, 1), f.d[1], g.d[1]);
  put(value(2, 0), f.dd[0][0], g.dd[0][0]);
  put(value(1, 1), f.dd[0][1], g.dd[0][1]);
  put(value(0, 2), f.dd[1][1], g.dd[1][1]);
  f.dd[1][0] = f.dd[0][1], g.dd[1][0] = g.dd[0][1];
  if (orders < 3) return;
  put(value(3, 0), f.ddd[0][0][0], g.ddd[0][0][0]);
  put(value(2, 1), f.ddd[0][0][1], g.ddd[0][0][1]);
  put(value(1, 2), f.ddd[0][1][1], g.ddd[0][1][1]);
  put(value(0, 3), f.ddd[1][1][1], g.ddd[1][1][1]);
  for (PoseFunction* of : {&f, &g}) {
    of->ddd[0][1][0] = of->ddd[1][0][0] = of->ddd[0][0][1];
    of->ddd[1][0][1] = of->ddd[1][1][0] = of->ddd[0][1][1];
  }
}

}  // namespace takt::element
