// A curve y(x) with its slope and integral: linear, polynomial, pieces of polynomials, or a table
// with C^1 interpolation (monotone cubic Hermite, linear beyond its ends).
#pragma once

#include <vector>

namespace takt::element {

class Curve {
 public:
  struct Point {
    double y = 0, slope = 0, integral = 0;  // integral from the origin of x (see zero())
  };
  Curve() = default;                                                  // zero
  static Curve linear(double slope, double at = 0, double from = 0);  // at + slope (x - from)
  static Curve polynomial(std::vector<double> coefficients);          // c0 + c1 x + c2 x^2 + ...
  // pieces[k] holds for breaks[k-1] <= x < breaks[k]; one more piece than breaks. Each is a
  // polynomial in x.
  static Curve pieces(std::vector<double> breaks, std::vector<std::vector<double>> polynomials);
  static Curve table(std::vector<double> x,
                     std::vector<double> y);  // throws Error unless ascending

  double operator()(double x) const noexcept;
  double slope(double x) const noexcept;
  Point at(double x) const noexcept;  // no heap
  bool zero() const noexcept { return pieces_.empty(); }
  bool kinked() const noexcept;  // its slope jumps somewhere

 private:
  struct Piece {
    double from;       // it holds from here on; the first from -infinity
    double origin;     // the polynomial is in x - origin
    int first, count;  // coefficients
    double integral;   // of all before, so that the integral is continuous
  };
  const Piece& piece(double x) const noexcept;  // the last whose `from` is not beyond x
  Point of(const Piece&, double x) const noexcept;
  void join_integral();

  std::vector<Piece> pieces_;
  std::vector<double> coefficients_;
};

}  // namespace takt::element
