// The program of README.md: the Iltis drives over a bump while the program turns its steering
// wheel.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  auto model = takt::load("iltis", {{"road", "bump"}, {"speed", "8 m/s"}, {"manoeuvre", "wheel"}});
  takt::Simulation sim(model, {.method = "hybrid+trapezoidal(passes=3)", .step = 1e-3, .until = 8});
  auto wheel = sim.input("wheel");
  auto chassis = sim.body("chassis");
  while (!sim.done()) {
    wheel = sim.time() < 2 ? 0 : 0.01;  // m: this input moves the steering rack
    if (!sim.step()) return std::puts(sim.failure().c_str()), 1;
  }
  std::printf("t = %g s: x = %.2f m, yaw %.3f rad, load %.0f N, loops closed to %.0e m\n",
              sim.time(), chassis.pose().position.x(), sim.output("yaw").value(),
              sim.output("tyre_fl").value(), sim.drift().position);
}
