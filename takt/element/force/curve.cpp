#include "takt/element/force/curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "takt/base/error.hpp"

namespace takt::element {
namespace {

constexpr double before_all = -std::numeric_limits<double>::infinity();

void require_finite(const std::vector<double>& numbers) {
  for (const double x : numbers)
    if (!std::isfinite(x)) throw Error("a curve with a number that is not finite", "", "");
}

void require_ascending(const std::vector<double>& x, const char* what) {
  for (std::size_t k = 1; k < x.size(); ++k)
    if (!(x[k - 1] < x[k]))
      throw Error(std::string(what) + " must ascend: " + std::to_string(x[k]) + " follows " +
                      std::to_string(x[k - 1]),
                  "", "sort the points and write each argument once");
}

bool all_zero(const std::vector<double>& c) {
  return std::all_of(c.begin(), c.end(), [](double x) { return x == 0; });
}

// Slopes of a monotone cubic: means of neighbouring chords, scaled into the circle of radius 3
// where each piece is monotone.                 Fritsch, Carlson, SIAM J. Numer. Anal. 17 (1980)
std::vector<double> monotone_slopes(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> chord(n - 1), slope(n);
  for (std::size_t k = 0; k + 1 < n; ++k) chord[k] = (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
  slope.front() = chord.front();
  slope.back() = chord.back();
  for (std::size_t k = 1; k + 1 < n; ++k)
    slope[k] = chord[k - 1] * chord[k] <= 0 ? 0 : (chord[k - 1] + chord[k]) / 2;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    if (chord[k] == 0) {
      slope[k] = slope[k + 1] = 0;
      continue;
    }
    const double a = slope[k] / chord[k], b = slope[k + 1] / chord[k], r = std::hypot(a, b);
    if (r <= 3) continue;
    slope[k] = 3 * a / r * chord[k];
    slope[k + 1] = 3 * b / r * chord[k];
  }
  return slope;
}

}  // namespace

Curve Curve::linear(double slope, double at, double from) {
  require_finite({slope, at, from});
  return slope == 0 ? polynomial({at}) : polynomial({at - slope * from, slope});
}

Curve Curve::polynomial(std::vector<double> coefficients) {
  if (all_zero(coefficients)) return {};
  return pieces({}, {std::move(coefficients)});
}

Curve Curve::pieces(std::vector<double> breaks, std::vector<std::vector<double>> polynomials) {
  if (polynomials.size() != breaks.size() + 1)
    throw Error("a curve of " + std::to_string(polynomials.size()) + " pieces with " +
                    std::to_string(breaks.size()) + " breaks",
                "", "give one break less than pieces");
  require_finite(breaks);
  require_ascending(breaks, "breaks of a curve");
  Curve c;
  for (std::size_t k = 0; k < polynomials.size(); ++k) {
    require_finite(polynomials[k]);
    const int first = static_cast<int>(c.coefficients_.size());
    c.coefficients_.insert(c.coefficients_.end(), polynomials[k].begin(), polynomials[k].end());
    c.pieces_.push_back({k == 0 ? before_all : breaks[k - 1], 0, first,
                         static_cast<int>(polynomials[k].size()), 0});
  }
  c.join_integral();
  return c;
}

Curve Curve::table(std::vector<double> x, std::vector<double> y) {
  if (x.size() != y.size() || x.size() < 2)
    throw Error("a table needs two or more points, each with an argument and a value", "", "");
  require_finite(x);
  require_finite(y);
  require_ascending(x, "arguments of a table");
  const std::vector<double> m = monotone_slopes(x, y);
  const std::size_t n = x.size();
  Curve c;
  const auto add = [&c](double from, double origin, std::initializer_list<double> coefficients) {
    const int first = static_cast<int>(c.coefficients_.size());
    c.coefficients_.insert(c.coefficients_.end(), coefficients);
    c.pieces_.push_back({from, origin, first, static_cast<int>(coefficients.size()), 0});
  };
  add(before_all, x[0], {y[0], m[0]});
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const double h = x[k + 1] - x[k], chord = (y[k + 1] - y[k]) / h;
    add(x[k], x[k],
        {y[k], m[k], (3 * chord - 2 * m[k] - m[k + 1]) / h,
         (m[k] + m[k + 1] - 2 * chord) / (h * h)});
  }
  add(x[n - 1], x[n - 1], {y[n - 1], m[n - 1]});
  c.join_integral();
  return c;
}

// Constants of integration: continuous at each break, zero at x = 0.
void Curve::join_integral() {
  for (std::size_t k = 1; k < pieces_.size(); ++k) {
    const double x = pieces_[k].from;
    pieces_[k].integral = of(pieces_[k - 1], x).integral - of(pieces_[k], x).integral;
  }
  const double origin = at(0).integral;
  for (Piece& p : pieces_) p.integral -= origin;
}

Curve::Point Curve::of(const Piece& p, double x) const noexcept {
  const double t = x - p.origin;
  Point r;
  for (int k = p.count - 1; k >= 0; --k) {
    const double c = coefficients_[p.first + k];
    r.slope = r.slope * t + r.y;
    r.y = r.y * t + c;
    r.integral = r.integral * t + c / (k + 1);
  }
  r.integral = r.integral * t + p.integral;
  return r;
}

const Curve::Piece& Curve::piece(double x) const noexcept {
  std::size_t low = 0, high = pieces_.size();
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (pieces_[middle].from <= x ? low : high) = middle;
  }
  return pieces_[low];
}

bool Curve::kinked() const noexcept {
  for (std::size_t k = 1; k < pieces_.size(); ++k)
    if (kink_before(k)) return true;
  return false;
}

bool Curve::kink_before(std::size_t k) const noexcept {
  const double x = pieces_[k].from;
  const double before = of(pieces_[k - 1], x).slope, after = of(pieces_[k], x).slope;
  return std::abs(after - before) > 0.1 * std::max(std::abs(before), std::abs(after));
}

std::vector<double> Curve::kinks() const {
  std::vector<double> at;
  for (std::size_t k = 1; k < pieces_.size(); ++k) {
    const double x = pieces_[k].from, before = of(pieces_[k - 1], x).y, after = of(pieces_[k], x).y;
    const bool jump = std::abs(after - before) > 1e-6 * std::max(std::abs(before), std::abs(after));
    if (jump || kink_before(k)) at.push_back(x);
  }
  return at;
}

Curve::Point Curve::at(double x) const noexcept {
  return pieces_.empty() ? Point{} : of(piece(x), x);
}

double Curve::operator()(double x) const noexcept {
  if (pieces_.empty()) return 0;
  const Piece& p = piece(x);
  const double* c = coefficients_.data() + p.first;
  double y = 0;
  for (int k = p.count - 1; k >= 0; --k) y = y * (x - p.origin) + c[k];
  return y;
}

double Curve::slope(double x) const noexcept {
  if (pieces_.empty()) return 0;
  const Piece& p = piece(x);
  const double* c = coefficients_.data() + p.first;
  double y = 0, slope = 0;
  for (int k = p.count - 1; k >= 0; --k) {
    slope = slope * (x - p.origin) + y;
    y = y * (x - p.origin) + c[k];
  }
  return slope;
}

}  // namespace takt::element
