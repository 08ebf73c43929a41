// A pendulum for one second: what a program outside Takt needs.
#include <cmath>
#include <cstdio>

#include "takt/base/version.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/simulate/simulation.hpp"

int main() {
  const auto pendulum = takt::problem::make_problem("pendulum-cartesian");
  const auto method = takt::parse_method("index2+linear_implicit_euler(J2)+one_step");
  takt::Simulation run(pendulum, method, pendulum->initial(),
                       {.until = 1, .storage = takt::linear::Storage::sparse});
  while (!run.done())
    if (run.step().status != takt::Status::ok) return 1;
  const takt::Vector& q = run.state().q;
  std::printf("takt %s: x = %.6f, y = %.6f\n", takt::version().data(), q[0], q[1]);
  return std::abs(q.norm() - 1) < 1e-6 ? 0 : 1;
}
