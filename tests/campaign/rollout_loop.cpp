// A loop of simulations of the Iltis in one thread, as a program in C++ makes it: what takt.rollout of the
// Python module is measured against (tools/measure_python.py).
//
//   takt_rollout_loop RUNS STEPS      prints the seconds, and the sum of the last positions
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "takt/takt.hpp"

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 64, steps = argc > 2 ? std::atoi(argv[2]) : 500;
  const auto model =
      takt::load("iltis", {{"road", "flat"}, {"speed", "8 m/s"}, {"manoeuvre", "wheel"}});
  const auto begin = std::chrono::steady_clock::now();
  takt::Simulation sim(model, {.step = 1e-3, .until = HUGE_VAL});
  auto wheel = sim.input("wheel");
  const auto y = sim.output("y");
  const std::vector<std::byte> start = sim.save();
  double sum = 0;
  for (int r = 0; r < runs; ++r) {
    sim.restore(start);
    for (int k = 0; k < steps; ++k) {
      wheel = 0.01 * std::sin(0.01 * k + r);
      if (!sim.step()) return 1;
      sum += y;
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%.6f %.17g\n", took.count(), sum);
}
