// Limits of a joint's coordinate: a stop with spring and damper at each end of its range.
//
//   Q = k (f(a) - f(b)) - c (f'(a) + f'(b)) s',   a = lower - s,   b = s - upper
//
// Terms used: a, b how far the coordinate is beyond its limits; f as in onset.hpp. The springs act
// by their potential over a step (abrupt), so that a hard stop neither creates nor loses energy.
// The damper may pull while a stop opens.
#pragma once

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/force/onset.hpp"

namespace takt::element {

class JointLimit final : public Law {
 public:
  struct Data {
    double lower, upper, stiffness, damping, width;
  };
  explicit JointLimit(const Data& d) : d_(d) {}

  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Onset a = below(in), b = above(in);
    out.Q[0] = d_.stiffness * (a.value - b.value) - d_.damping * (a.slope + b.slope) * in.ds[0];
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Onset a = below(in), b = above(in);
    out.Q_s[0][0] =
        -d_.stiffness * (a.slope + b.slope) + d_.damping * (a.curvature - b.curvature) * in.ds[0];
    out.Q_ds[0][0] = -d_.damping * (a.slope + b.slope);
  }
  double potential(const LawIn& in) const noexcept override {
    return d_.stiffness * (below(in).integral + above(in).integral);
  }
  double stiffness() const noexcept { return d_.stiffness; }
  double damping() const noexcept { return d_.damping; }
  bool abrupt() const noexcept override { return true; }
  int switches() const noexcept override {
    return (has_lower() + has_upper()) * Onset::switches(d_.width);
  }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    if (has_lower()) to = Onset::put_switches(d_.lower - in.s[0], d_.width, to);
    if (has_upper()) Onset::put_switches(in.s[0] - d_.upper, d_.width, to);
  }
  bool conservative() const noexcept override { return d_.damping == 0; }

  static constexpr Key keys[] = {
      {"lower", KeyKind::number, "rad", "none", "smallest value; no stop there if not given"},
      {"upper", KeyKind::number, "rad", "none", "largest value; no stop there if not given"},
      {"stiffness", KeyKind::number, "N m/rad", "", "of the stops", ">0"},
      {"damping", KeyKind::number, "N m s/rad", "0",
       "while beyond a limit; it pulls while the stop opens", ">=0"},
      {"width", KeyKind::number, "rad", "0",
       "distance over which the stiffness increases to its full value", ">=0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    const bool low = v.given("lower"), high = v.given("upper");
    if (!low && !high)
      throw Error("a joint limit without a limit", "", "give 'lower', 'upper' or both");
    const Data d{low ? v.number("lower") : -none, high ? v.number("upper") : none,
                 v.number("stiffness"), v.number("damping"), v.number("width")};
    if (!(d.lower < d.upper))
      throw Error("'lower' is not below 'upper'", "", "exchange the two values");
    return std::make_shared<JointLimit>(d);
  }
  static constexpr ForceEntry entry{"joint_limit",
                                    "",
                                    "stops at the ends of the range of a joint",
                                    Attach::joint,
                                    keys,
                                    make,
                                    nullptr,
                                    "N|N m",
                                    "the torque (force) against the coordinate: positive at the "
                                    "upper limit, negative at the lower one; of the other sign "
                                    "where the damper pulls"};

 private:
  static constexpr double none = 1e300;
  bool has_lower() const noexcept { return d_.lower > -none; }
  bool has_upper() const noexcept { return d_.upper < none; }
  Onset below(const LawIn& in) const noexcept { return Onset::at(d_.lower - in.s[0], d_.width); }
  Onset above(const LawIn& in) const noexcept { return Onset::at(in.s[0] - d_.upper, d_.width); }

  Data d_;
};

}  // namespace takt::element
