// Saves a simulation, continues, restores it and continues again: the results are the same bits.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  takt::Simulation sim(takt::load("heavy-top"), {.method = "index1+rk4+s_both2", .step = 1e-3});
  sim.step(100);
  const auto memory = sim.save();
  sim.step(100);
  const takt::Vector first = sim.state().q;
  sim.restore(memory);
  sim.step(100);
  std::printf("%zu bytes; qw = %.17g and %.17g\n", memory.size(), first[3], sim.state().q[3]);
  return first == sim.state().q ? 0 : 1;
}
