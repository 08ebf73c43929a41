// Kinematics of a suspension: a wheel moved up and down with the chassis held where it is drawn,
// whatever joint carries it (chassis.hpp).
//
//   travel z, with g(q) = 0 and z_wheel(q) - z_wheel(q_0) = z;      t = dq/dz, G t = 0, t.J_z = 1
//   motion ratio ds/dz = J_s t          load F = -(f - f_tyre).t,     what the road must carry
//
// The load holds springs and the weight of what moves with the wheel, as virtual work says; the
// tyre itself is left out. Where more than the travel is free, the least motion is taken.
//
// Terms used: camber positive when the top leans outwards; toe positive when the front points
// inwards; track change positive outwards (ISO 8855 axes: x forward, y left, z up).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "takt/mechanism/joint/joint_mechanism.hpp"

namespace takt {

struct WheelFrame {
  std::string name;
  Attachment on;  // origin: the wheel centre; z: the axis of spin
};

// Every body with a tyre.
std::vector<WheelFrame> wheels_of(const Model&);
// A wheel by the name of its force, body or joint. Throws Error with near names.
WheelFrame wheel_named(const Model&, const std::string& name);

struct TravelElement {
  int force = 0;      // of the model
  double s = 0;       // length or angle
  double report = 0;  // as force.<name>: tension positive
  double ratio = 0;   // ds/dz
};

struct TravelPoint {
  double z = 0;                         // m
  double camber = 0, toe = 0;           // rad
  double track = 0;                     // m, of this wheel
  double load = 0, stiffness = 0;       // N, N/m = dload/dz
  std::vector<TravelElement> elements;  // as Travel::elements
};

struct Travel {
  WheelFrame wheel;
  std::vector<int> elements;  // forces that change with the travel
  std::vector<TravelPoint> points;
  // Travel the linkage cannot follow: the last one that could be reached, in each direction.
  std::optional<double> lowest, highest;
  std::optional<double> hanging;  // travel at which the load vanishes, between the points
};

// `drawn` is consistent and at rest. Throws Error when the wheel cannot move up and down.
Travel travel(const mechanism::JointMechanism&, const State& drawn, const WheelFrame&,
              const std::vector<double>& at);

}  // namespace takt
