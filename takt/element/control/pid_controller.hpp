// PID controller of a joint's coordinate or of its rate: filtered derivative, limited output,
// anti-windup by back-calculation.
//
//   w = kp e + ki z_i + kd (e - z_d) / T,   Q = min(max(w, -limit), limit),   e = u - s  (or u - s')
//   z_i' = e + (Q - w) / (ki T_w),          z_d' = (e - z_d) / T
//                                        Astrom, Hagglund, Advanced PID Control (2006), chapter 3
// Terms used: u target; e error; w what the controller asks for; z_i integral of the error;
// z_d the filtered error; T time constant of the filter; T_w time in which the integral follows a
// limited output. A state whose gain is zero does not exist. The controller starts at rest: z_i = 0, and
// z_d = e, so that there is no kick of the derivative.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class PidController final : public Law {
 public:
  struct Data {
    double kp, ki, kd, filter, limit, windup;
    bool of_rate;
  };
  static constexpr double no_limit = 1e300;
  explicit PidController(const Data& d) : d_(d) {}

  int states() const noexcept override { return integral() + derivative(); }
  int signals() const noexcept override { return 1; }
  bool stiff() const noexcept override { return derivative() == 1; }  // T is short
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double e = error(in), w = wanted(in);
    out.Q[0] = std::clamp(w, -d_.limit, d_.limit);
    if (integral() == 1) out.e[0] = e + (out.Q[0] - w) / (d_.ki * d_.windup);
    if (derivative() == 1) out.e[integral()] = (e - in.z[integral()]) / d_.filter;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const ByError by = by_error(in);
    const double e_s = d_.of_rate ? 0 : -1, e_ds = d_.of_rate ? -1 : 0;
    out.Q_s[0][0] = by.Q * e_s;
    out.Q_ds[0][0] = by.Q * e_ds;
    for (int k = 0; k < states(); ++k) {
      out.e_s[k][0] = by.rate[k] * e_s;
      out.e_ds[k][0] = by.rate[k] * e_ds;
    }
    const int i = 0, d = integral();  // indices of z_i and z_d
    if (integral() == 1) {
      out.Q_z[0][i] = by.not_limited * d_.ki;
      out.e_z[i][i] = (by.not_limited - 1) / d_.windup;
    }
    if (derivative() == 1) {
      out.Q_z[0][d] = -by.not_limited * d_.kd / d_.filter;
      out.e_z[d][d] = -1 / d_.filter;
    }
    if (states() == 2) {
      out.e_z[i][d] = (1 - by.not_limited) * d_.kd / d_.filter / (d_.ki * d_.windup);
      out.e_z[d][i] = 0;
    }
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    const ByError by = by_error(in);
    out.Q_t[0] = by.Q * in.du[0];
    for (int k = 0; k < states(); ++k) out.e_t[k] = by.rate[k] * in.du[0];
  }
  void steady(const LawIn& in, double* z) const noexcept override {
    if (integral() == 1) z[0] = 0;
    if (derivative() == 1) z[integral()] = error(in);
  }

  int switches() const noexcept override { return d_.limit < no_limit ? 1 : 0; }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    if (d_.limit < no_limit) *to = std::abs(wanted(in)) - d_.limit;
  }

  static constexpr Key keys[] = {
      {"kp", KeyKind::number, "of=N m/rad|N m s/rad", "", "torque (force) per error"},
      {"ki", KeyKind::number, "of=N m/rad/s|N m/rad", "0",
       "torque (force) per integral of the error", ">=0"},
      {"kd", KeyKind::number, "of=N m s/rad|N m s^2/rad", "0",
       "torque (force) per rate of the error", ">=0"},
      {"filter", KeyKind::number, "s", "1e-3", "time constant of the filtered derivative", ">0"},
      {"limit", KeyKind::number, "N m", "none", "largest torque (force) in both directions", ">0"},
      {"windup", KeyKind::number, "s", "none",
       "time in which the integral follows a limited output; if not given kp/ki, or 1 s if kp is "
       "not positive",
       ">0"},
      {"target", KeyKind::signal, "of=rad|rad/s", "", "what the coordinate or its rate shall be"},
      {"of", KeyKind::word, "", "coordinate", "what is controlled", "coordinate|rate"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    Data d{v.number("kp"),
           v.number("ki"),
           v.number("kd"),
           v.number("filter"),
           v.given("limit") ? v.number("limit") : no_limit,
           1,
           v.word("of") == "rate"};
    if (v.given("windup"))
      d.windup = v.number("windup");
    else if (d.ki > 0 && d.kp > 0)
      d.windup = d.kp / d.ki;
    if (v.given("windup") && !v.given("limit"))
      throw Error("'windup' has no effect without 'limit'", "", "give 'limit', or leave it out");
    return std::make_shared<PidController>(d);
  }
  static constexpr ForceEntry entry{
      "pid_controller",
      "Astrom, Hagglund 2006",
      "PID controller with filtered derivative, limit and anti-windup",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate, that is minus the controller's own: a positive "
      "value acts towards smaller values of the coordinate"};

 private:
  int integral() const noexcept { return d_.ki != 0 ? 1 : 0; }
  int derivative() const noexcept { return d_.kd != 0 ? 1 : 0; }
  double error(const LawIn& in) const noexcept {
    return in.u[0] - (d_.of_rate ? in.ds[0] : in.s[0]);
  }
  double wanted(const LawIn& in) const noexcept {
    const double e = error(in);
    double w = d_.kp * e;
    if (integral() == 1) w += d_.ki * in.z[0];
    if (derivative() == 1) w += d_.kd * (e - in.z[integral()]) / d_.filter;
    return w;
  }
  struct ByError {       // derivatives with respect to e
    double not_limited;  // 1: the output is not limited, else 0
    double Q, rate[2];
  };
  ByError by_error(const LawIn& in) const noexcept {
    const double w = d_.kp + (derivative() == 1 ? d_.kd / d_.filter : 0);
    ByError by{std::abs(wanted(in)) <= d_.limit ? 1.0 : 0.0, 0, {}};
    by.Q = by.not_limited * w;
    if (integral() == 1) by.rate[0] = 1 + (by.not_limited - 1) * w / (d_.ki * d_.windup);
    if (derivative() == 1) by.rate[integral()] = 1 / d_.filter;
    return by;
  }

  Data d_;
};

}  // namespace takt::element
