// The vehicle as a linear system: how the yaw rate follows the steering rack at 15 m/s.
#include <cstdio>
#include <takt/takt.hpp>

int main() {
  auto model = takt::load("iltis", {{"road", "flat"}, {"speed", 15}, {"manoeuvre", "wheel"}});
  takt::Simulation sim(model, {.method = "hybrid+trapezoidal(passes=3)", .step = 1e-3});
  takt::move_to_equilibrium(sim);
  const takt::Linear lin = takt::linearise(sim, {"wheel"}, {"yaw"});
  std::printf("%ld states; the slowest oscillations:\n", static_cast<long>(lin.A.rows()));
  int shown = 0;
  for (const auto& s : takt::modes(sim))
    if (s.imag() > 0.1 && shown++ < 4)
      std::printf("  %6.2f Hz, damping ratio %.3f\n", s.imag() / 6.283185307,
                  -s.real() / std::abs(s));
  return shown > 0 && lin.B.norm() > 0 && lin.C.norm() > 0 ? 0 : 1;
}
