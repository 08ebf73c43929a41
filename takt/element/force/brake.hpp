// Brake on a joint's coordinate: a torque, given by a signal, against the rate; regularised.
//
//   Q = -u tanh(s' / vt)
//
// Terms used: u size of the braking torque; vt rate below which the brake creeps.
#pragma once

#include <cmath>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Brake final : public Law {
 public:
  explicit Brake(double threshold) : vt_(threshold) {}

  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    out.Q[0] = -in.u[0] * std::tanh(in.ds[0] / vt_);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const double t = std::tanh(in.ds[0] / vt_);
    out.Q_s[0][0] = 0;
    out.Q_ds[0][0] = -in.u[0] * (1 - t * t) / vt_;
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_t[0] = -in.du[0] * std::tanh(in.ds[0] / vt_);
  }
  // Although its torque comes from a signal, a brake only takes energy out.
  double input_power(const LawIn&, const LawOut&, double) const noexcept override { return 0; }

  static constexpr Key keys[] = {
      {"torque", KeyKind::signal, "N m", "", "the size of the braking torque"},
      {"threshold", KeyKind::number, "rad/s", "0.1", "rate below which it creeps", ">0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<Brake>(v.number("threshold"));
  }
  static constexpr ForceEntry entry{
      "brake",
      "",
      "braking torque from a signal on a joint",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate: positive while the coordinate increases"};

 private:
  double vt_;
};

}  // namespace takt::element
