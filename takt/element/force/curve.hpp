// A curve y(x) with its slope and integral: linear, polynomial, pieces of polynomials, or a table
// with C^1 interpolation (monotone cubic Hermite, linear beyond its ends).
#pragma once

#include <cstddef>
#include <vector>

namespace takt::element {

class Curve {
 public:
  struct Point {
    double y = 0, slope = 0, integral = 0;  // integral from x = 0
  };
  Curve() = default;                                                  // the curve y = 0
  static Curve linear(double slope, double at = 0, double from = 0);  // at + slope (x - from)
  static Curve polynomial(std::vector<double> coefficients);          // c0 + c1 x + c2 x^2 + ...
  // pieces[k] is valid for breaks[k-1] <= x < breaks[k]; there is one more piece than breaks. Each
  // piece is a polynomial in x.
  static Curve pieces(std::vector<double> breaks, std::vector<std::vector<double>> polynomials);
  static Curve table(std::vector<double> x,
                     std::vector<double> y);  // throws Error unless ascending

  double operator()(double x) const noexcept;
  double slope(double x) const noexcept;
  Point at(double x) const noexcept;  // does not allocate
  bool zero() const noexcept { return pieces_.empty(); }
  bool kinked() const noexcept;  // its slope jumps somewhere
  // Where its slope jumps by a tenth or more, or its value.
  std::vector<double> kinks() const;

 private:
  struct Piece {
    double from;       // valid from here on; the first from -infinity
    double origin;     // the polynomial is in x - origin
    int first, count;  // coefficients
    double integral;   // constant of integration, so that the integral is continuous
  };
  const Piece& piece(double x) const noexcept;  // the last one whose `from` is not above x
  Point of(const Piece&, double x) const noexcept;
  bool kink_before(std::size_t piece) const noexcept;  // the slope jumps where it begins
  void join_integral();

  std::vector<Piece> pieces_;
  std::vector<double> coefficients_;
};

}  // namespace takt::element
