// Proportional-integral controller of a joint's coordinate or of its rate: a PID controller without
// derivative part and limit.
//
//   Q = kp e + ki z,   z' = e,   e = u - s  (or u - s')
//
// Terms used: u target; e error; z its integral, which starts at zero and does not exist if ki = 0.
#pragma once

#include "takt/element/control/pid_controller.hpp"

namespace takt::element {

struct PiController {
  static constexpr Key keys[] = {
      {"kp", KeyKind::number, "of=N m/rad|N m s/rad", "", "torque (force) per error"},
      {"ki", KeyKind::number, "of=N m/rad/s|N m/rad", "0",
       "torque (force) per integral of the error"},
      {"target", KeyKind::signal, "of=rad|rad/s", "", "what the coordinate or its rate shall be"},
      {"of", KeyKind::word, "", "coordinate", "what is controlled", "coordinate|rate"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<PidController>(PidController::Data{.kp = v.number("kp"),
                                                               .ki = v.number("ki"),
                                                               .kd = 0,
                                                               .filter = 1,
                                                               .limit = PidController::no_limit,
                                                               .windup = 1,
                                                               .of_rate = v.word("of") == "rate"});
  }
  static constexpr ForceEntry entry{"pi_controller", "",      "proportional-integral controller",
                                    Attach::joint,   keys,    make,
                                    nullptr,         "N|N m", PidController::entry.sign};
};

}  // namespace takt::element
