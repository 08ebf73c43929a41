#include "takt/element/catalogue.hpp"

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
#include "takt/element/force/driver.hpp"
#include "takt/element/force/friction.hpp"
#include "takt/element/force/holding_brake.hpp"
#include "takt/element/force/pi_controller.hpp"
#include "takt/element/force/rotor.hpp"
#include "takt/element/force/speed_control.hpp"
#include "takt/element/force/spring_damper.hpp"
#include "takt/element/force/stamp_tyre.hpp"
#include "takt/element/force/steering.hpp"
#include "takt/element/force/torsion_spring.hpp"
#include "takt/element/force/tyre_calspan.hpp"
#include "takt/element/force/tyre_linear.hpp"
#include "takt/element/force/tyre_pac2002.hpp"
#include "takt/element/force/tyre_radial.hpp"
#include "takt/element/force/tyre_tmeasy.hpp"
#include "takt/element/road/bump.hpp"
#include "takt/element/road/flat.hpp"
#include "takt/element/road/grid.hpp"
#include "takt/element/road/polyline.hpp"
#include "takt/element/road/profile.hpp"
#include "takt/element/road/stairs.hpp"
#include "takt/element/signal/constant.hpp"
#include "takt/element/signal/formula.hpp"
#include "takt/element/signal/input.hpp"
#include "takt/element/signal/ramp.hpp"
#include "takt/element/signal/sine.hpp"
#include "takt/element/signal/table.hpp"

namespace takt::element {
namespace {

constexpr ForceEntry all_forces[] = {
    SpringDamper::entry,    SpringDamper::axial, TorsionSpring::entry,
    BumpStop::entry,        Bushing::entry,      BallSpring::entry,
    AntiRollBar::entry,     PiController::entry, Friction::entry,
    BristleFriction::entry, Drive::entry,        Brake::entry,
    HoldingBrake::entry,    Steering::entry,     Driver::entry,
    SpeedControl::entry,    SpeedPush::entry,    Drive::point_actuator,
    Applied::point_force,   Applied::torque,     Drag::entry,
    TyreRadial::entry,      TyreCalspan::entry,  TyreTmeasy::entry,
    TyrePac2002::entry,     CubicBushing::entry, CubicBushing::rack_entry,
    StampTyre::entry,       TyreLinear::entry,   Creep::entry,
    Rotor::entry,           Burn::entry};

constexpr SignalEntry all_signals[] = {ConstantSignal::entry, SineSignal::entry,
                                       RampSignal::entry,     TableSignal::entry,
                                       FormulaSignal::entry,  InputSignal::entry};

constexpr RoadEntry all_roads[] = {FlatRoad::entry,   ProfileRoad::entry,  BumpRoad::entry,
                                   StairsRoad::entry, PolylineRoad::entry, GridRoad::entry};

}  // namespace

std::span<const ForceEntry> forces() noexcept { return all_forces; }
std::span<const SignalEntry> signals() noexcept { return all_signals; }
std::span<const RoadEntry> roads() noexcept { return all_roads; }

}  // namespace takt::element
