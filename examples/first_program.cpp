// The program of README.md.
#include <cstdio>

#include "takt/problem/catalogue.hpp"
#include "takt/simulate/simulation.hpp"

int main() {
  const auto axle = takt::problem::make_problem("car-axle", {{"r", 0.05}});
  takt::Method method = takt::parse_method("index2+linear_implicit_euler(J2)+one_step");
  method.step = 1e-3;
  takt::Simulation simulation(axle, method, axle->initial(), {.until = 3});
  while (!simulation.done())
    if (simulation.step().status != takt::Status::ok) return 1;
  const takt::State& state = simulation.state();
  std::printf("t = %g s: yl = %.6f m, yr = %.6f m\n", state.t, state.q[1], state.q[3]);
}
