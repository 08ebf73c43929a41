// Servo of a joint as robots declare it: follows a position, a velocity or a torque.
//
//   position   Q = kp (u - s) - kv s'
//   velocity   Q = kv (u - s')
//   torque     Q = gear u
//
// each limited to [-limit, limit].
//
// Terms used: u command. The damping kv of a position servo acts on the rate itself, not on the rate
// of the error, so that a jump of the command causes no kick.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"

namespace takt::element {

class Servo final : public Law {
 public:
  struct Data {
    double by_command, by_place, by_rate;  // Q = by_command u - by_place s - by_rate s'
    double limit;
  };
  explicit Servo(const Data& d) : d_(d) {}

  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    out.Q[0] = std::clamp(wanted(in), -d_.limit, d_.limit);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_s[0][0] = -not_limited(in) * d_.by_place;
    out.Q_ds[0][0] = -not_limited(in) * d_.by_rate;
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_t[0] = not_limited(in) * d_.by_command * in.du[0];
  }

  int switches() const noexcept override { return d_.limit < 1e300 ? 1 : 0; }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    if (switches() > 0) *to = std::abs(wanted(in)) - d_.limit;
  }

  static constexpr Key keys[] = {
      {"of", KeyKind::word, "", "position", "what it follows", "position|velocity|torque"},
      {"command", KeyKind::signal, "of=rad|rad/s|N m", "", "what the joint shall do"},
      {"kp", KeyKind::number, "N m/rad", "none", "torque (force) per position error", ">=0"},
      {"kv", KeyKind::number, "N m s/rad", "none",
       "of position: damping; of velocity: torque (force) per error of the rate", ">=0"},
      {"gear", KeyKind::number, "", "1", "of torque: torque (force) per command"},
      {"limit", KeyKind::number, "N m", "none", "largest torque (force) in both directions", ">0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    const std::string of = v.word("of");
    const auto refuse = [&](const char* key) {
      if (v.given(key))
        throw Error("'" + std::string(key) + "' has no effect in a servo of " + of, "",
                    "leave it out, or choose another 'of'");
    };
    const auto needed = [&](const char* key) {
      if (!v.given(key))
        throw Error("the key '" + std::string(key) + "' is missing", "",
                    "a servo of " + of + " needs it");
      return v.number(key);
    };
    Data d{0, 0, 0, v.given("limit") ? v.number("limit") : 1e300};
    if (of == "position") {
      d.by_command = d.by_place = needed("kp");
      if (v.given("kv")) d.by_rate = v.number("kv");
    } else if (of == "velocity") {
      d.by_command = d.by_rate = needed("kv");
      refuse("kp");
    } else {
      d.by_command = v.number("gear");
      refuse("kp");
      refuse("kv");
    }
    if (of != "torque") refuse("gear");
    return std::make_shared<Servo>(d);
  }
  static constexpr ForceEntry entry{
      "servo",
      "",
      "position, velocity or torque servo of a joint",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate, that is minus the servo's own: a positive value "
      "acts towards smaller values of the coordinate"};

 private:
  double wanted(const LawIn& in) const noexcept {
    return d_.by_command * in.u[0] - d_.by_place * in.s[0] - d_.by_rate * in.ds[0];
  }
  double not_limited(const LawIn& in) const noexcept {  // 0 where the limit holds
    return std::abs(wanted(in)) <= d_.limit ? 1 : 0;
  }

  Data d_;
};

}  // namespace takt::element
