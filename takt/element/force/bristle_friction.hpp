// Dry friction with stick and slip: a bristle bends before it slides.
//
//   z' = v - k |v| z / g(v),   Q = -(k z + d z' + b v),   v = s'
//
// LuGre with Stribeck's g(v); Dahl with g = Fc and d = 0.
//                        Dahl 1968; Canudas de Wit, Olsson, Astrom, Lischinsky, IEEE TAC 40 (1995)
// The kink of |v| is no switching function: while the bristle vibrates v changes its sign all the time,
// and k |v| z is small there. To start anew each time costs up to six times the evaluations, for the same
// error.
//
// Terms used: z deflection of the bristle; k its stiffness, d its damping; b viscous friction; g
// and Fc as in friction.hpp. The derivative of |v| is taken as 0 at v = 0.
#pragma once

#include "takt/element/force/friction.hpp"

namespace takt::element {

class BristleFriction final : public Law {
 public:
  BristleFriction(const Stribeck& g, double stiffness, double damping, double viscous)
      : g_(g), k_(stiffness), d_(damping), b_(viscous) {}

  int states() const noexcept override { return 1; }
  bool stiff() const noexcept override { return true; }  // sliding, z decays at the rate k |v| / g
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double v = in.ds[0], z = in.z[0], rate = v - k_ * std::abs(v) * z / g_(v);
    out.e[0] = rate;
    out.Q[0] = -(k_ * z + d_ * rate + b_ * v);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const double v = in.ds[0], z = in.z[0], g = g_(v), sign = v > 0 ? 1 : v < 0 ? -1 : 0;
    out.e_s[0][0] = 0;
    out.e_ds[0][0] = 1 - k_ * z * (sign - std::abs(v) * g_.slope(v) / g) / g;
    out.e_z[0][0] = -k_ * std::abs(v) / g;
    out.Q_s[0][0] = 0;
    out.Q_ds[0][0] = -(d_ * out.e_ds[0][0] + b_);
    out.Q_z[0][0] = -(k_ + d_ * out.e_z[0][0]);
  }
  void steady(const LawIn& in, double* z) const noexcept override {
    const double v = in.ds[0];
    z[0] = v > 0 ? g_(v) / k_ : v < 0 ? -g_(v) / k_ : 0;
  }

  static constexpr Key keys[] = {
      {"model", KeyKind::word, "", "lugre", "which law of the bristle", "lugre|dahl"},
      {"sliding", KeyKind::number, "N m", "", "friction while sliding", ">0"},
      {"breakaway", KeyKind::number, "N m", "none", "friction at rest; as sliding if not given",
       ">0"},
      {"stribeck", KeyKind::number, "rad/s", "0.1", "rate over which friction falls", ">0"},
      {"stiffness", KeyKind::number, "N m/rad", "", "of the bristle", ">0"},
      {"damping", KeyKind::number, "N m s/rad", "0", "of the bristle (LuGre)", ">=0"},
      {"viscous", KeyKind::number, "N m s/rad", "0", "friction per rate", ">=0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    Stribeck g = Stribeck::from(v);
    double damping = v.number("damping");
    if (v.word("model") == "dahl") {
      if (damping != 0 || g.Fs != g.Fc)
        throw Error("Dahl's bristle has neither damping nor a breakaway friction", "",
                    "write model: lugre, or leave 'damping' and 'breakaway' out");
      damping = 0;
    }
    return std::make_shared<BristleFriction>(g, v.number("stiffness"), damping,
                                             v.number("viscous"));
  }
  static constexpr ForceEntry entry{"bristle_friction",
                                    "Canudas de Wit et al. 1995",
                                    "stick-slip friction with a bristle state",
                                    Attach::joint,
                                    keys,
                                    make,
                                    nullptr,
                                    "N|N m",
                                    "the torque (force) against the coordinate: positive while the "
                                    "coordinate increases, or is about to"};

 private:
  Stribeck g_;
  double k_, d_, b_;
};

}  // namespace takt::element
