// Terms of the equations of motion by name: M, h, G, a Jacobian, and the forces that hold an arm still.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  takt::Simulation sim(takt::load("chain", {{"N", 4}}), {.step = 1e-3});
  sim.step(100);
  const takt::Matrix M = sim.mass_matrix();
  const takt::Vector h = sim.bias_forces();
  const takt::Vector hold = sim.inverse_dynamics(takt::Vector::Zero(h.size()));
  const auto tip = sim.body(takt::load("chain", {{"N", 4}}).bodies().back());
  const takt::Matrix J = tip.point_jacobian({0, 0, 0});
  // The velocity of the point from its Jacobian, and from a difference of its positions.
  const takt::Vec3 by_jacobian = J * sim.state().v;
  const takt::Vec3 before = tip.point({0, 0, 0});
  const double t = sim.time();
  sim.step();
  const takt::Vec3 by_difference = (tip.point({0, 0, 0}) - before) / (sim.time() - t);
  std::printf("M is %ld x %ld, |h - hold| %.1e, velocities %.4f and %.4f m/s\n",
              static_cast<long>(M.rows()), static_cast<long>(M.cols()), (h - hold).norm(),
              by_jacobian.norm(), by_difference.norm());
  return (h - hold).norm() == 0 && (by_jacobian - by_difference).norm() < 0.05 ? 0 : 1;
}
