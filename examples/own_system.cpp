// A user-defined system: a trolley on a spring and a damper, with a pendulum hanging from it. The
// program gives the terms of its equations of motion and simulates it.
//
//   m1 s'' = -k s - c s' + 2 (x - s) lambda
//   m2 x'' =             - 2 (x - s) lambda
//   m2 y'' = -m2 g       - 2 y lambda
//   0 = (x - s)^2 + y^2 - l^2
//
// Terms used: s position of the trolley, (x, y) position of the pendulum's mass, lambda multiplier.
#include <cstdio>
#include <memory>
#include <takt/takt.hpp>

// Three coordinates, three velocities, one constraint row.
class Trolley final : public takt::problem::DenseSystem<Trolley, 3, 3, 1> {
 public:
  Trolley() {
    name({"s", "x", "y"}, {"rod"});
    shape_.constant_mass = true;
  }

  takt::State initial() const override {
    takt::State start = blank();
    start.q << 0, l, 0;  // the rod is horizontal, all at rest
    return start;
  }

  double potential(const takt::Point& p, takt::Scratch&) const noexcept override {
    return 0.5 * k * p.q[0] * p.q[0] + m2 * g * p.q[2];
  }

  void mass(const SizedPoint&, OutMat<3, 3> M) const noexcept { M.diagonal() << m1, m2, m2; }
  void force(const SizedPoint& h, OutVec<3> f) const noexcept {
    f << -k * h.q[0] - c * h.v[0], 0, -m2 * g;
  }
  void stiffness(const SizedPoint&, OutMat<3, 3> K) const noexcept { K(0, 0) = k; }  // -df/dq
  void damping(const SizedPoint&, OutMat<3, 3> C) const noexcept { C(0, 0) = c; }    // -df/dv

  void constraint(const SizedPoint& h, OutVec<1> r) const noexcept {
    const double dx = h.q[1] - h.q[0], y = h.q[2];
    r[0] = dx * dx + y * y - l * l;
  }
  void jacobian(const SizedPoint& h, OutMat<1, 3> G) const noexcept {
    const double dx = h.q[1] - h.q[0], y = h.q[2];
    G << -2 * dx, 2 * dx, 2 * y;
  }
  void curvature(const SizedPoint&, const Vec<3>& w, Mat<1, 3>& B) const noexcept {  // d(G w)/dq
    const double dw = w[1] - w[0];
    B << -2 * dw, 2 * dw, 2 * w[2];
  }

 private:
  static constexpr double m1 = 2, m2 = 1, k = 400, c = 5, l = 0.5, g = 9.81;
};

static takt::Simulation simulate(const char* method) {
  takt::Simulation sim(takt::load(std::make_shared<const Trolley>()),
                       {.method = method, .step = 1e-3, .until = 10});
  while (!sim.done() && sim.step()) {
  }
  return sim;
}

int main() {
  const takt::Simulation euler = simulate("index2+linear_implicit_euler(J2)+one_step");
  const takt::Simulation by_differences =
      simulate("index2+linear_implicit_euler(J2)+one_step+dense");
  const takt::Simulation fine = simulate("index1+rk4+s_both2");
  if (!euler.done() || !by_differences.done() || !fine.done()) return 1;

  // The derivatives above and those by differences give the same motion.
  const takt::Vector& q = euler.state().q;
  const double apart = (q - by_differences.state().q).norm(), error = (q - fine.state().q).norm();
  std::printf("s = %.4f m, x = %.4f m, y = %.4f m at t = %g s\n", q[0], q[1], q[2], euler.time());
  std::printf("|g| %.1e m^2 at the end\n", euler.drift().position);
  std::printf("derivatives against differences: %.1e m; Euler against rk4: %.1e m\n", apart, error);
  return apart < 1e-6 && euler.drift().position < 1e-6 ? 0 : 1;
}
