// Steady cornering (ISO 4138) and step steer (ISO 7401) of the shipped vehicles.
//
// With the same steering input a vehicle turns with curvature kappa at speed v, and with kappa_0 at
// walking speed. delta = l kappa_0 is the corresponding steer angle. Then
//
//   K = (delta - l kappa) / a_y      understeer gradient
//   r / delta                        yaw-rate gain
//
// The response time is measured from the middle of the step to 90 % of the steady yaw rate.
#pragma once

#include <string>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce {

struct Handling {
  std::string vehicle, coupling;
  double speed, wheelbase;
  double delta;              // rad
  double lateral;            // a_y = v r, m/s^2, at the end
  double gain;               // r / delta, 1/s
  double understeer;         // K, rad s^2/m
  double response;           // s
  double overshoot;          // of the yaw rate, as a share of its steady value
  double steady_understeer;  // K from slow steering, at half of the final a_y
};

std::vector<Handling> handling();
Report report_handling();

}  // namespace takt::reproduce
