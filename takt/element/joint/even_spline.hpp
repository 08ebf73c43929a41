// Functions of one or two variables, twice continuously differentiable, through values on an even grid:
// cubic B-splines, with the first two and the last two cells of an axis on one polynomial (not-a-knot),
// so that cubics are reproduced exactly.                                            de Boor 1978
//
//   f_m(x, y) = sum_ij w_i(x) w_j(y) c_mij       over 4 x 4 neighbours
//
// Beyond the grid the functions continue with the value, slope and curvature of its border.
#pragma once

#include <string>
#include <vector>

#include "takt/element/joint/motion.hpp"

namespace takt::element {

struct EvenAxis {
  double start = 0, step = 1;
  int count = 4;  // 4 or more; of y also 1: the functions do not depend on it
};

class EvenSpline {
 public:
  // values[(i columns + j) functions + m] at x_i, y_j.
  EvenSpline(EvenAxis x, EvenAxis y, int functions, std::vector<double> values);

  // Function m with its derivatives by x and, where the axis has a step, by y.
  void at(double x, double y, int m, PoseFunction&) const noexcept;

  struct Weights {
    double w[4][4];  // [order of the derivative][neighbour]
    int first, count;
  };
  Weights along_x(double x) const noexcept { return weights(x_, x); }
  Weights along_y(double y) const noexcept { return weights(y_, y); }
  // All functions, with derivatives up to the second or third order.
  void all(const Weights& x, const Weights& y, int orders, PoseFunction*) const noexcept;

 private:
  static Weights weights(const EvenAxis&, double) noexcept;
  // Functions m and m + 1, one in each lane.
  void two_at(const Weights& x, const Weights& y, int orders, int m, PoseFunction&,
              PoseFunction&) const noexcept;

  EvenAxis x_, y_;
  int functions_, stride_;  // the stride is even
  int columns_;             // coefficients along y
  std::vector<double> c_;   // by x, y, function
};

}  // namespace takt::element
