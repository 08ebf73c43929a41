// What a program outside Takt needs: a four-bar linkage from a text, for two seconds.
#include <cstdio>
#include <takt/takt.hpp>

constexpr const char* four_bar = R"(
takt: 1
name: four-bar
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, uniform: {rod: [[0, 0, 0], [0, 1, 0]]}}
  coupler: {mass: 1, uniform: {rod: [[0, 1, 0], [1, 1, 0]]}}
  rocker: {mass: 1, uniform: {rod: [[1, 1, 0], [1, 0, 0]]}}
joints:
  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}
  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}
  C: {type: revolute, between: [coupler, rocker], at: [1, 1, 0], axis: z}
  D: {type: revolute, between: [ground, rocker], at: [1, 0, 0], axis: z}
initial: {v: {A: -1}}
)";

int main() {
  takt::Simulation sim(takt::parse(four_bar), {.step = 1e-3, .until = 2});
  const double energy = sim.energy().total();
  while (!sim.done())
    if (!sim.step()) return std::puts(sim.failure().c_str()), 1;
  const double change = sim.energy().total() - energy;
  std::printf("takt %s: energy changed by %.1e J, loop closed to %.1e m\n", takt::version().data(),
              change, sim.drift().position);
  return change * change < 1e-8 && sim.drift().position < 1e-9 ? 0 : 1;
}
