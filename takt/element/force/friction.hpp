// Dry friction on a joint's coordinate, regularised: Coulomb and Stribeck.
//
//   Q = -g(v) tanh(v / vt) - b v,   g(v) = Fc + (Fs - Fc) exp(-(v / vs)^2),   v = s'
//
// Terms used: Fc sliding and Fs breakaway friction; vs Stribeck rate; vt rate of the
// regularisation, below which the joint creeps instead of sticking; b viscous friction.
#pragma once

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

// g(v) and its slope.             Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30 (1994)
struct Stribeck {
  double Fc, Fs, vs;

  double operator()(double v) const noexcept {
    return Fs == Fc ? Fc : Fc + (Fs - Fc) * std::exp(-(v / vs) * (v / vs));
  }
  double slope(double v) const noexcept {
    return Fs == Fc ? 0 : -2 * v / (vs * vs) * (Fs - Fc) * std::exp(-(v / vs) * (v / vs));
  }

  // From the keys sliding, breakaway and stribeck.
  static Stribeck from(const Values& v) {
    const double Fc = v.number("sliding"), Fs = v.given("breakaway") ? v.number("breakaway") : Fc;
    if (Fs < Fc)
      throw Error("'breakaway' friction is below 'sliding' friction", "",
                  "give a breakaway friction of at least the sliding friction");
    return {Fc, Fs, v.number("stribeck")};
  }
};

class Friction final : public Law {
 public:
  Friction(const Stribeck& g, double threshold, double viscous)
      : g_(g), vt_(threshold), b_(viscous) {}

  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double v = in.ds[0];
    out.Q[0] = -g_(v) * std::tanh(v / vt_) - b_ * v;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const double v = in.ds[0], t = std::tanh(v / vt_);
    out.Q_s[0][0] = 0;
    out.Q_ds[0][0] = -g_.slope(v) * t - g_(v) * (1 - t * t) / vt_ - b_;
  }

  static constexpr Key keys[] = {
      {"sliding", KeyKind::number, "N m", "", "friction while sliding", ">=0"},
      {"breakaway", KeyKind::number, "N m", "none", "friction at rest; as sliding if not given",
       ">=0"},
      {"stribeck", KeyKind::number, "rad/s", "0.1", "rate over which friction falls", ">0"},
      {"threshold", KeyKind::number, "rad/s", "0.01", "rate below which it creeps", ">0"},
      {"viscous", KeyKind::number, "N m s/rad", "0", "friction per rate", ">=0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<Friction>(Stribeck::from(v), v.number("threshold"),
                                      v.number("viscous"));
  }
  static constexpr ForceEntry entry{
      "friction",
      "",
      "dry friction of a joint, regularised",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate: positive while the coordinate increases"};

 private:
  Stribeck g_;
  double vt_, b_;
};

}  // namespace takt::element
