// A controller in the loop: it reads an angle and sets a torque, once a millisecond.
#include <cmath>
#include <cstdio>
#include <takt/takt.hpp>

constexpr const char* arm = R"(
takt: 1
name: arm
gravity: [0, -9.81, 0]
bodies:
  rod: {mass: 1 kg, com: [0.5, 0, 0], inertia: [0.001, 0.1, 0.1]}
joints:
  pivot: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: z}
signals:
  torque: {type: input, unit: N m}
forces:
  motor: {type: drive, joint: pivot, torque: torque}
outputs:
  angle: {coordinate: pivot}
  rate: {coordinate_rate: pivot}
)";

int main() {
  takt::Simulation sim(takt::parse(arm), {.step = 1e-3, .until = 3});
  auto torque = sim.input("torque");
  auto angle = sim.output("angle"), rate = sim.output("rate");
  const double target = 0.5, kp = 60, kd = 12;
  while (!sim.done()) {
    const double weight = 9.81 * 0.5 * std::cos(angle);  // gravity compensation
    torque = weight + kp * (target - angle) - kd * rate;
    if (!sim.step()) return std::puts(sim.failure().c_str()), 1;
  }
  std::printf("angle %.6f rad, target %.1f rad, torque %.3f N m\n", angle.value(), target,
              torque.value());
  return std::abs(angle - target) < 1e-4 ? 0 : 1;
}
