// The coefficients of singly diagonally implicit Runge-Kutta methods: A is lower triangular with the
// same gamma in all of its diagonal, so that one factorised matrix serves all stages.   003 (5), (6)
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace takt {

struct DirkRow {
  static constexpr int most = 5;
  using Numbers = std::array<double, most>;
  int stages, order;
  double gamma;
  Numbers c;
  std::array<Numbers, most> a;  // below the diagonal
  Numbers b;
  Numbers d;  // b' A^-1: y_1 = y_0 + d z, 003 (7)
  // Weights of the stages' accelerations, which give that at the end of the step: the last stage, if
  // it lies there, else a line through the first and the last.
  Numbers end;

  bool stiffly_accurate() const noexcept;  // the last stage is the end of the step
};

// The methods of Table 1 of 003: order 3 for gamma = (3 +- sqrt 3)/6, order 2 for any other.
DirkRow sdirk2_row(double gamma);
// The value of gamma for the text `A`, `small` or a number; 0 for any other text.
double sdirk2_gamma(const std::string&);

inline constexpr std::string_view dirk_row_names = "alexander2|alexander3|hairer_wanner4|crouzeix4";
DirkRow dirk_row(std::string_view name);  // one of these names

}  // namespace takt
