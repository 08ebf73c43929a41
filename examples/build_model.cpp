// A four-bar linkage built in code, and the force in one of its joints.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  using takt::Vec3;
  takt::ModelBuilder m("four-bar");
  m.gravity({0, -9.81, 0});
  const Vec3 A(0, 0, 0), B(0, 1, 0), C(1, 1, 0), D(1, 0, 0);
  m.body(takt::uniform_rod("crank", 1, A, B));
  m.body(takt::uniform_rod("coupler", 1, B, C));
  m.body(takt::uniform_rod("rocker", 1, C, D));
  m.joint("A", "revolute", "ground", "crank", takt::frame_at(A));
  m.joint("B", "revolute", "crank", "coupler", takt::frame_at(B));
  m.joint("C", "revolute", "coupler", "rocker", takt::frame_at(C));
  m.joint("D", "revolute", "ground", "rocker", takt::frame_at(D));
  m.start_velocity("A", "", -1);

  takt::Simulation sim(takt::load(m.build()), {.step = 1e-3, .until = 2});
  const double energy = sim.energy().total();
  auto bearing = sim.joint("D");
  double largest = 0;
  while (!sim.done()) {
    if (!sim.step()) return std::puts(sim.failure().c_str()), 1;
    largest = std::max(largest, bearing.reaction().force.norm());
  }
  const double change = sim.energy().total() - energy;
  std::printf("largest force in D %.2f N; energy %.3f J changed by %.1e J; loop closed to %.1e m\n",
              largest, energy, change, sim.drift().position);
  return std::abs(change) < 1e-4 && sim.drift().position < 1e-9 ? 0 : 1;
}
