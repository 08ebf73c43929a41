// The normal load of a contact: Hunt and Crossley's law.
//
//   N = k d (d/d0)^(n-1) max(0, 1 + c d')
//
// Terms used: d penetration, d' its rate; k secant stiffness at the penetration d0, N(d0) = k d0 at
// rest; n exponent, 3/2 for round surfaces (Hertz); c dissipation. N never pulls.
//
// Between free bodies that meet with the speed v the law has a restitution e (ratio of the speeds
// after and before) that depends on c v alone, not on mass, k, d0 or n. It follows from
// m v dv = -N dd, integrated over both halves of the impact:
//
//   ln((1 + x)/(1 - e x)) = x (1 + e),   x = c v           e = 1 - 2/3 x for small x
//
// Slow impacts are more elastic than fast ones, as measured. The keys give e at one speed.
//                                          Hunt and Crossley, J. Applied Mechanics 42 (1975)
#pragma once

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/force/dual_law.hpp"

namespace takt::element {

class NormalLoad {
 public:
  NormalLoad(double stiffness, double exponent, double depth, double dissipation)
      : k_(stiffness), n_(exponent), d0_(depth), c_(dissipation) {}

  // For d > 0. `rate`: d'.
  template <class T> T at(const T& d, const T& rate) const noexcept {
    const double r = value_of(d) / d0_, slope = k_ * std::pow(r, n_ - 1);
    const T spring = with_slope(d, slope * value_of(d), n_ * slope);
    const T factor = 1 + c_ * rate;
    return factor > 0 ? spring * factor : T(0);
  }
  double energy(double d) const noexcept {
    return d > 0 ? k_ * std::pow(d / d0_, n_ - 1) * d * d / (n_ + 1) : 0;
  }
  double dissipation() const noexcept { return c_; }
  double stiffness() const noexcept { return k_; }

  // c v of a restitution e, 0 < e <= 1. The left side less the right side of the equation above is
  // first negative for growing x, then grows to infinity at x = 1/e: one root.
  static double cv_of_restitution(double e) noexcept {
    if (!(e < 1)) return 0;
    const auto excess = [e](double x) { return std::log1p(x) - std::log1p(-e * x) - x * (1 + e); };
    double low = 0, high = 1 / e;
    for (int k = 0; k < 200; ++k) {
      const double middle = 0.5 * (low + high);
      (excess(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  static constexpr Key stiffness_key{"stiffness",
                                     KeyKind::number,
                                     "N/m",
                                     "",
                                     "load per penetration, where the penetration is `depth`",
                                     ">0"};
  static constexpr Key depth_key{
      "depth", KeyKind::number, "m", "0.001", "penetration at which `stiffness` holds", ">0"};
  static constexpr Key exponent_key{
      "exponent",
      KeyKind::number,
      "",
      "1.5",
      "of the penetration in the load: 1.5 for round surfaces, 1 for a plain spring",
      ">0"};
  static constexpr Key restitution_key{
      "restitution",
      KeyKind::number,
      "",
      "0.5",
      "speed after an impact at `impact_speed` by the speed before: 1 loses nothing",
      ">0"};
  static constexpr Key speed_key{"impact_speed",
                                 KeyKind::number,
                                 "m/s",
                                 "1",
                                 "speed at which `restitution` holds; slower impacts lose less",
                                 ">0"};
  static constexpr Key dissipation_key{
      "dissipation",
      KeyKind::number,
      "s/m",
      "none",
      "instead of `restitution`: load times 1 + dissipation x rate of penetration",
      ">=0"};

  static NormalLoad from(const Values& v) {
    if (v.given("dissipation"))
      for (const char* key : {"restitution", "impact_speed"})
        if (v.given(key))
          throw Error("'dissipation' and '" + std::string(key) + "' are both given", "",
                      "write one of `restitution` and `dissipation`");
    if (v.number("exponent") < 1)
      throw Error("'exponent' is below 1: the stiffness would be infinite at first touch", "",
                  "write 1.5 for round surfaces, 1 for a plain spring");
    if (v.number("restitution") > 1)
      throw Error("'restitution' is above 1: the impact would create energy", "",
                  "write 1 for an impact without loss, less for one with loss");
    const double c = v.given("dissipation")
                         ? v.number("dissipation")
                         : cv_of_restitution(v.number("restitution")) / v.number("impact_speed");
    return {v.number("stiffness"), v.number("exponent"), v.number("depth"), c};
  }

 private:
  double k_, n_, d0_, c_;
};

}  // namespace takt::element
