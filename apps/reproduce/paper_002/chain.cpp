#include "apps/reproduce/paper_002/chain.hpp"

namespace takt::reproduce::paper_002 {

Campaign chain(int pendulums, int starts) {
  Campaign c;
  c.model = "pendulum-chain";
  c.formulation = "ode";
  c.atol = 1e-6;
  c.first_step = chain_first_step;
  c.until = 200;
  c.starts = starts;
  c.set = {{"N", pendulums}, {"omega", chain_omega}};
  c.look = false;
  return c;
}

Campaign strong_chain(int starts) {
  Campaign c = chain(16, starts);
  c.until = 100;
  c.set = {{"N", 16}, {"omega", 1}, {"x_amplitude", 0.05}, {"y_amplitude", 4}, {"damping", 0.5}};
  return c;
}

Campaign shaken_rods(int starts) {
  Campaign c;
  c.model = "shaken-rods";
  c.formulation = "ode";
  c.until = 100;
  c.starts = starts;
  return c;
}

MatrixTimes matrix_times(const Campaign& c, std::string_view jacobian, double first_step) {
  MatrixTimes times;
  Engine simulation = start(c, system_of(c), jacobian, first_step);
  Counters before = simulation.counters();
  Status status = Status::ok;
  while (!simulation.done() && status == Status::ok) {
    status = simulation.step().status;
    const Counters& now = simulation.counters();
    const double t = simulation.state().t;
    const auto made = now.jacobian_evaluations - before.jacobian_evaluations,
               updated = now.jacobian_updates - before.jacobian_updates;
    times.differences.insert(times.differences.end(), made, t);
    times.updates.insert(times.updates.end(), updated, t);
    before = now;
  }
  times.finished = simulation.done();
  return times;
}

}  // namespace takt::reproduce::paper_002
