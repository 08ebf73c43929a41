// A line through three points: what a program needs that has only some folders of Takt.
#include <cmath>
#include <cstdio>

#include "takt/base/version.hpp"
#include "takt/linear/decomposition/least_squares.hpp"

int main() {
  takt::Matrix A(3, 2);
  A << 1, 0, 1, 1, 1, 2;
  const takt::Vector x = takt::linear::least_squares(A, takt::Vector(A.col(1) * 2));
  std::printf("takt %s: slope %.6f\n", takt::version().data(), x[1]);
  return std::abs(x[1] - 2) < 1e-12 ? 0 : 1;
}
