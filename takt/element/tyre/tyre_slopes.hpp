// Derivatives of the forces of a slipping tyre with respect to the motion of its wheel. Plain
// numbers, no Eigen and no templates, because the kernel is compiled once for each instruction set.
#pragma once

namespace takt::element::tyre_slopes {

constexpr int inputs = 12;  // theta, p, w, v of the wheel
constexpr int seen = 6;     // inputs of the laws: load, v_x, v_y, spin, turn, camber
constexpr int laws = 6;     // Fx, Fy, Mz, My, x', y'
constexpr int states = 2;

struct Tyre {
  const double *x, *y, *n, *a;  // e_x, e_y, normal of the road, axis of spin
  const double *v, *w;          // of the wheel
  double h;
  double cosine, sine, tangent;  // of gamma
  double N, Fx, Fy, Mz, My;
  double law[laws][seen];  // derivatives of the laws with respect to their inputs
  // Derivatives of the contact with respect to the inputs; the change of the normal is
  // n_x e_x + n_y e_y.
  double load[inputs], height[inputs], n_x[inputs], n_y[inputs];
};

struct Slopes {                 // column-major
  double *by_place, *by_twist;  // of the wrench (torque, force), 6 x 6
  double *e_place, *e_twist;    // of the states' rates, 2 x 6
};

struct Kernels {
  void (*slopes)(const Tyre&, const Slopes&);
};
namespace baseline {
extern const Kernels kernels;
}
namespace avx2 {
extern const Kernels kernels;
}

}  // namespace takt::element::tyre_slopes
