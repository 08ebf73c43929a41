// The program of the tutorial: a five-bar robot follows a circle, and the program measures how well.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  auto model = takt::load("examples/models/five-bar.yaml", {{"r", "4 cm"}});
  takt::Simulation sim(model, {.step = 1e-3, .until = 3});
  auto x = sim.output("x"), y = sim.output("y");
  auto x_wanted = sim.output("x_wanted"), y_wanted = sim.output("y_wanted");
  double farthest = 0;
  while (!sim.done()) {
    if (!sim.step()) return std::puts(sim.failure().c_str()), 1;
    farthest =
        std::max(farthest, std::hypot(x.value() - x_wanted.value(), y.value() - y_wanted.value()));
  }
  std::printf("farthest from the circle %.2f mm, loop closed to %.0e m\n", 1e3 * farthest,
              sim.drift().position);
}
