// One-sided spring and damper: it acts when the measure is below (or above) a given length.
//
//   Q = k f(d) - c f'(d) s',   d = s0 - s          (above: d = s - s0 and the spring pulls back)
//
// Terms used: d compression; s0 length at which contact begins; f as in onset.hpp. The damper may
// pull while the stop opens.
#pragma once

#include "takt/element/catalogue.hpp"
#include "takt/element/force/onset.hpp"

namespace takt::element {

class BumpStop final : public Law {
 public:
  BumpStop(double stiffness, double length, double width, double damping, bool above)
      : k_(stiffness), s0_(length), w_(width), c_(damping), sign_(above ? -1 : 1) {}

  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Onset f = onset(in.s[0]);
    out.Q[0] = sign_ * k_ * f.value - c_ * f.slope * in.ds[0];
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Onset f = onset(in.s[0]);
    out.Q_s[0][0] = -k_ * f.slope + sign_ * c_ * f.curvature * in.ds[0];
    out.Q_ds[0][0] = -c_ * f.slope;
  }
  double potential(const LawIn& in) const noexcept override { return k_ * onset(in.s[0]).integral; }
  bool abrupt() const noexcept override { return true; }
  int switches() const noexcept override { return Onset::switches(w_); }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    Onset::put_switches(sign_ * (s0_ - in.s[0]), w_, to);
  }
  bool conservative() const noexcept override { return c_ == 0; }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N/m", "", "of the stop once in contact", ">=0"},
      {"length", KeyKind::number, "m", "", "where contact begins"},
      {"width", KeyKind::number, "m", "0",
       "distance over which the stiffness increases to its full value", ">=0"},
      {"damping", KeyKind::number, "N s/m", "0", "while in contact", ">=0"},
      {"side", KeyKind::word, "", "below", "acts below the length, or above it (rebound stop)",
       "below|above"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<BumpStop>(v.number("stiffness"), v.number("length"), v.number("width"),
                                      v.number("damping"), v.word("side") == "above");
  }
  static constexpr ForceEntry entry{"bump_stop",
                                    "",
                                    "one-sided stop between two points",
                                    Attach::points,
                                    keys,
                                    make,
                                    nullptr,
                                    "N",
                                    "tension: a stop below its length pushes and shows negative, "
                                    "one above it pulls and shows positive"};

 private:
  Onset onset(double s) const noexcept { return Onset::at(sign_ * (s0_ - s), w_); }

  double k_, s0_, w_, c_, sign_;
};

}  // namespace takt::element
