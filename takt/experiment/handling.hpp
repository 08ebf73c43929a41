// Steady cornering (ISO 4138) and step steer (ISO 7401) of the shipped vehicles.
//
// At the same steering a vehicle turns with curvature kappa at speed v and kappa_0 when it creeps;
// delta = l kappa_0 is the angle its wheels stand for. Then
//
//   K = (delta - l kappa) / a_y      understeer gradient
//   r / delta                        yaw-rate gain
//
// and the response time is from the middle of the step to 90 % of the steady yaw rate.
#pragma once

#include <string>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment {

struct Handling {
  std::string vehicle, coupling;
  double speed, wheelbase;
  double delta;              // rad
  double lateral;            // a_y = v r, m/s^2, in the end
  double gain;               // r / delta, 1/s
  double understeer;         // K, rad s^2/m
  double response;           // s
  double overshoot;          // of the yaw rate, as a part of its steady value
  double steady_understeer;  // K where the steering is moved slowly, at half of the final a_y
};

std::vector<Handling> handling();
Report report_handling();

}  // namespace takt::experiment
