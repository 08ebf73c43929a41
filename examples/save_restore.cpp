// Save a simulation, go on, go back, go on again: the same bits.
#include <cstddef>
#include <cstdio>
#include <vector>

#include "takt/problem/catalogue.hpp"
#include "takt/simulate/run.hpp"

int main() {
  const auto top = takt::problem::make_problem("heavy-top");
  takt::Method method = takt::parse_method("index1+rk4+s_both2");
  method.step = 1e-3;
  takt::Simulation simulation(top, method, top->initial());
  const auto advance = [&](int steps) {
    for (int i = 0; i < steps; ++i) simulation.step();
    return takt::state_hash(simulation.state());
  };

  advance(100);
  std::vector<std::byte> memory(simulation.memory_size());
  simulation.save(memory);
  const auto first = advance(100);
  simulation.restore(memory);
  const auto second = advance(100);

  std::printf("%zu bytes; %016llx and %016llx\n", memory.size(),
              static_cast<unsigned long long>(first), static_cast<unsigned long long>(second));
  return first == second ? 0 : 1;
}
