#include "takt/element/catalogue.hpp"

#include "takt/element/contact/body_contact.hpp"
#include "takt/element/contact/road_contact.hpp"
#include "takt/element/control/driver.hpp"
#include "takt/element/control/motor.hpp"
#include "takt/element/control/pi_controller.hpp"
#include "takt/element/control/pid_controller.hpp"
#include "takt/element/control/servo.hpp"
#include "takt/element/control/speed_control.hpp"
#include "takt/element/control/steering.hpp"
#include "takt/element/force/anti_roll_bar.hpp"
#include "takt/element/force/applied.hpp"
#include "takt/element/force/ball_spring.hpp"
#include "takt/element/force/brake.hpp"
#include "takt/element/force/bristle_friction.hpp"
#include "takt/element/force/bump_stop.hpp"
#include "takt/element/force/burn.hpp"
#include "takt/element/force/bushing.hpp"
#include "takt/element/force/creep.hpp"
#include "takt/element/force/cubic_bushing.hpp"
#include "takt/element/force/drag.hpp"
#include "takt/element/force/drive.hpp"
#include "takt/element/force/expression_force.hpp"
#include "takt/element/force/friction.hpp"
#include "takt/element/force/guided_strut.hpp"
#include "takt/element/force/holding_brake.hpp"
#include "takt/element/force/joint_limit.hpp"
#include "takt/element/force/rotor.hpp"
#include "takt/element/force/spring_damper.hpp"
#include "takt/element/force/torsion_spring.hpp"
#include "takt/element/road/bump.hpp"
#include "takt/element/road/flat.hpp"
#include "takt/element/road/grid.hpp"
#include "takt/element/road/iso8608.hpp"
#include "takt/element/road/polyline.hpp"
#include "takt/element/road/profile.hpp"
#include "takt/element/road/sine.hpp"
#include "takt/element/road/slope.hpp"
#include "takt/element/road/stairs.hpp"
#include "takt/element/signal/constant.hpp"
#include "takt/element/signal/formula.hpp"
#include "takt/element/signal/input.hpp"
#include "takt/element/signal/ramp.hpp"
#include "takt/element/signal/sampled.hpp"
#include "takt/element/signal/sine.hpp"
#include "takt/element/signal/smoothed.hpp"
#include "takt/element/signal/table.hpp"
#include "takt/element/tyre/stamp_tyre.hpp"
#include "takt/element/tyre/tyre_calspan.hpp"
#include "takt/element/tyre/tyre_linear.hpp"
#include "takt/element/tyre/tyre_pac2002.hpp"
#include "takt/element/tyre/tyre_radial.hpp"
#include "takt/element/tyre/tyre_tmeasy.hpp"

namespace takt::element {
namespace {

constexpr ForceEntry all_forces[] = {SpringDamper::entry,
                                     SpringDamper::axial,
                                     TorsionSpring::entry,
                                     GuidedStrut::entry,
                                     BumpStop::entry,
                                     Bushing::entry,
                                     BallSpring::entry,
                                     AntiRollBar::entry,
                                     PiController::entry,
                                     PidController::entry,
                                     Servo::entry,
                                     Motor::entry,
                                     JointLimit::entry,
                                     ExpressionForce::entry,
                                     Friction::entry,
                                     BristleFriction::entry,
                                     Drive::entry,
                                     Brake::entry,
                                     HoldingBrake::entry,
                                     Steering::entry,
                                     Driver::entry,
                                     SpeedControl::entry,
                                     SpeedPush::entry,
                                     Drive::point_actuator,
                                     Applied::point_force,
                                     Applied::torque,
                                     Drag::entry,
                                     RoadContact::entry,
                                     BodyContact::entry,
                                     TyreRadial::entry,
                                     TyreCalspan::entry,
                                     TyreTmeasy::entry,
                                     TyrePac2002::entry,
                                     CubicBushing::entry,
                                     CubicBushing::rack_entry,
                                     StampTyre::entry,
                                     TyreLinear::entry,
                                     Creep::entry,
                                     Rotor::entry,
                                     Burn::entry};

constexpr SignalEntry all_signals[] = {
    ConstantSignal::entry, SineSignal::entry,  RampSignal::entry,     TableSignal::entry,
    FormulaSignal::entry,  InputSignal::entry, SampledFormula::entry, SmoothedFormula::entry};

constexpr RoadEntry all_roads[] = {FlatRoad::entry,   ProfileRoad::entry,  BumpRoad::entry,
                                   StairsRoad::entry, PolylineRoad::entry, GridRoad::entry,
                                   SineRoad::entry,   SlopeRoad::entry,    RandomRoad::entry};

}  // namespace

std::string_view unit_chooser(const Key& key) noexcept {
  const std::size_t end = key.unit.find('=');
  return end == key.unit.npos ? std::string_view{} : key.unit.substr(0, end);
}

std::string_view unit_with(const Key& key, std::span<const Key> all,
                           std::string_view word) noexcept {
  const std::string_view chooser = unit_chooser(key);
  if (chooser.empty()) return key.unit;
  std::string_view units = key.unit.substr(chooser.size() + 1), words;
  for (const Key& k : all)
    if (k.name == chooser) {
      words = k.allowed;
      if (word.empty()) word = k.standard;
    }
  for (;;) {
    const std::size_t unit_end = units.find('|'), word_end = words.find('|');
    if (words.substr(0, word_end) == word || unit_end == units.npos || word_end == words.npos)
      return units.substr(0, unit_end);
    units.remove_prefix(unit_end + 1);
    words.remove_prefix(word_end + 1);
  }
}

std::string unit_in_words(const Key& key) {
  const std::string_view chooser = unit_chooser(key);
  if (chooser.empty()) return std::string(key.unit);
  std::string text;
  for (const char c : key.unit.substr(chooser.size() + 1))
    text += c == '|' ? std::string(" or ") : std::string(1, c);
  return text;
}

std::span<const std::string_view> keys_of(Attach attach) noexcept {
  static constexpr std::string_view points[] = {"from", "to"}, axis[] = {"from", "to", "axis"},
                                    three[] = {"from", "to", "at"},
                                    joint[] = {"joint", "component"}, joints[] = {"joints"},
                                    wheel_rail[] = {"contact"}, body[] = {"on", "at"},
                                    axle[] = {"on", "at", "joints"},
                                    any[] = {"from", "to", "axis", "joint", "component", "reads"};
  switch (attach) {
    case Attach::points:
    case Attach::frames: return points;
    case Attach::axis: return axis;
    case Attach::three:
    case Attach::six: return three;
    case Attach::joint:
    case Attach::whole_joint: return joint;
    case Attach::two_joints:
    case Attach::all: return joints;
    case Attach::wheel_rail: return wheel_rail;
    case Attach::vehicle:
    case Attach::body: return body;
    case Attach::axle: return axle;
    case Attach::any: return any;
  }
  return {};
}

std::span<const ForceEntry> forces() noexcept { return all_forces; }
std::span<const SignalEntry> signals() noexcept { return all_signals; }
std::span<const RoadEntry> roads() noexcept { return all_roads; }

}  // namespace takt::element
