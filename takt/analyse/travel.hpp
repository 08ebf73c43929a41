// Kinematics of a suspension: a wheel is moved up and down while the chassis (chassis.hpp) is held
// at its position in the model.
//
//   travel z, with g(q) = 0 and z_wheel(q) - z_wheel(q_0) = z;      t = dq/dz, G t = 0, t.J_z = 1
//   motion ratio ds/dz = J_s t          load F = -(f - f_tyre).t,     what the road must carry
//
// By virtual work the load contains the springs and the weight of all parts that move with the
// wheel, but not the force of the tyre. If more than the travel is free, the smallest motion is
// taken.
//
// Terms used: camber positive when the top leans outwards; toe positive when the front points
// inwards; track change positive outwards (ISO 8855 axes: x forward, y left, z up).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt {

struct WheelFrame {
  std::string name;
  Attachment on;  // origin: the wheel centre; z: the axis of spin
};

// All bodies with a tyre.
std::vector<WheelFrame> wheels_of(const Model&);
// A wheel by the name of its force, body or joint. Throws Error with near names.
WheelFrame wheel_named(const Model&, const std::string& name);

struct TravelElement {
  int force = 0;      // index in the model
  double s = 0;       // length or angle
  double report = 0;  // as force.<name>: tension positive
  double ratio = 0;   // ds/dz
};

struct TravelPoint {
  double z = 0;                // m
  double camber = 0, toe = 0;  // rad
  double track = 0;            // m, lateral change of this wheel
  // From the drawing, in axes that were those of the drawing and move with the chassis: displacement
  // of the wheel centre, and yaw, roll, pitch of the wheel without its spin, R = Rz Rx Ry.
  Vec3 moved = Vec3::Zero(), turned = Vec3::Zero();
  double load = 0, stiffness = 0;       // N, N/m = dload/dz
  std::vector<TravelElement> elements;  // as Travel::elements
};

// A driven joint that is held at `value` instead of its signal.
struct Steer {
  int joint = -1;
  double value = 0;
};

struct Travel {
  WheelFrame wheel;
  std::optional<double> steer;
  std::vector<int> elements;  // forces that change with the travel
  std::vector<TravelPoint> points;
  // If the linkage cannot follow: the last travel that was reached, in each direction.
  std::optional<double> lowest, highest;
  std::optional<double> hanging;  // travel at which the load vanishes, between the points
};

// `drawn` is consistent and at rest. Throws Error if the wheel cannot move up and down, or cannot be
// steered.
Travel travel(const mechanism::Mechanism&, const State& drawn, const WheelFrame&,
              const std::vector<double>& at, const std::optional<Steer>& = {});
// The joint that steers, by its name. Throws Error unless a signal drives it.
int steering_named(const Model&, const std::string& name);

}  // namespace takt
