// A run with result files and a summary, then another one in which a parameter is changed midway.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  takt::Simulation sim(takt::load("car-axle"), {.step = 1e-3, .until = 3});
  const takt::RunResult result = takt::run(sim, {.files = {"car-axle.csv"}, .every = 0.01});
  std::fputs(result.text.c_str(), stdout);
  if (result.status != takt::Status::ok) return 1;

  auto oscillator = takt::load("linear-oscillator");
  takt::Simulation free(oscillator, {.step = 1e-3, .until = 10});
  takt::Simulation damped(oscillator, {.step = 1e-3, .until = 10});
  free.step(10000);
  damped.step(5000);
  damped.change({{"b", 0.5}});  // a damper from here on
  damped.step(5000);
  std::printf("%.6f J at the end, and %.6f J with the damper\n", free.energy().total(),
              damped.energy().total());
  return damped.done() && damped.energy().total() < 0.2 * free.energy().total() ? 0 : 1;
}
