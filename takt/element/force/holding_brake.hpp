// A brake on a joint's coordinate that also holds at rest: the pad deflects before it slides.
//
//   x' = -w - (c x - d w) |w| / (|w| d + u),   Q = c x + d x' = u (c x - d w) / (|w| d + u)
//
// In steady sliding Q = -u sign(w). At rest it is a spring and a damper that carry up to u. With
// u = 0 there is no torque and x decays at the rate c / d. It is the relaxation of tyre_slip.hpp
// applied to dry friction, and Dahl's bristle for small d.
//
// Terms used: w = s' rate; u magnitude of the braking torque; x deflection of the pad, c, d
// stiffness and damping of its support; |w| is sqrt(w^2 + w_N^2), w_N = 1e-6 rad/s.
#pragma once

#include <cmath>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class HoldingBrake final : public Law {
 public:
  HoldingBrake(double stiffness, double damping) : c_(stiffness), d_(damping) {}

  int states() const noexcept override { return 1; }
  int signals() const noexcept override { return 1; }
  bool stiff() const noexcept override { return true; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const Parts p(*this, in);
    out.Q[0] = p.u * p.share;
    out.e[0] = -p.w - p.size * p.share;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const Parts p(*this, in);
    const double sign = p.w / p.size;
    const double share_w = (-d_ - p.share * sign * d_) / p.below, share_x = c_ / p.below;
    out.Q_s[0][0] = 0;
    out.Q_ds[0][0] = p.u * share_w;
    out.Q_z[0][0] = p.u * share_x;
    out.e_s[0][0] = 0;
    out.e_ds[0][0] = -1 - sign * p.share - p.size * share_w;
    out.e_z[0][0] = -p.size * share_x;
  }
  void steady(const LawIn& in, double* z) const noexcept override {
    const Parts p(*this, in);
    z[0] = -p.u * p.w / (p.size * c_);
  }
  // Although its torque comes from a signal, a brake only takes energy out.
  double input_power(const LawIn&, const LawOut&, double) const noexcept override { return 0; }

  static constexpr Key keys[] = {
      {"torque", KeyKind::signal, "N m", "", "the size of the braking torque"},
      {"stiffness", KeyKind::number, "N m/rad", "1e5", "stiffness of the mounting of the brake pad",
       ">0"},
      {"damping", KeyKind::number, "N m s/rad", "500", "damping of the mounting of the brake pad",
       ">0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<HoldingBrake>(v.number("stiffness"), v.number("damping"));
  }
  static constexpr ForceEntry entry{"holding_brake",
                                    "",
                                    "braking torque from a signal on a joint, holding at rest",
                                    Attach::joint,
                                    keys,
                                    make,
                                    nullptr,
                                    "N|N m",
                                    "the torque (force) against the coordinate: positive while the "
                                    "coordinate increases; at rest it opposes the applied load"};

 private:
  struct Parts {
    double w, size, u, below, share;
    Parts(const HoldingBrake& b, const LawIn& in) noexcept
        : w(in.ds[0]), size(std::sqrt(w * w + still * still)), u(std::abs(in.u[0])) {
      below = size * b.d_ + u;
      share = (b.c_ * in.z[0] - b.d_ * w) / below;
    }
  };
  static constexpr double still = 1e-6;  // rad/s, w_N

  double c_, d_;
};

}  // namespace takt::element
