// Which forces an implicit step must know: forces that say `implicit: auto` are in K and C only if they
// are stiff in the step they run with.                                  000 section 1, [24], [25]
//
// A force on measures s with its own k = -dQ/ds, d = -dQ/ds' moves the effective mass
// m = 1/(R W R'), W = M^-1 - M^-1 G' (G M^-1 G')^-1 G M^-1, R = ds'/dv. Left out of the matrices it is
// integrated by an explicit Euler step, which takes from an oscillation the part
//
//   h omega / 2  of critical damping, omega = sqrt(k/m),    and changes its decay by h d/(2 m).
//
// With several measures, or a frame, omega^2 and d/m are the largest |eigenvalues| of R W R' k and
// R W R' d. Of a force between two points the stiffness across their line, force over distance, counts
// too.
#pragma once

#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::mechanism {

// Forces above it are stiff: an explicit step would change damping by more than one per cent.
inline constexpr double explicit_limit = 0.02;

struct StiffForce {
  int force = 0;                      // of the model
  double h_omega = 0, h_damping = 0;  // h sqrt(k/m) and h d/m
  bool implicit = true;               // it is in K and C
  // Why it is although the numbers may be small.
  enum class Why : std::uint8_t {
    numbers,
    idle,    // it does nothing at the start: a stop, or a wheel in the air
    states,  // implicit methods solve for its states
    stop,    // it sets in within a step
  } why = Why::numbers;
};

}  // namespace takt::mechanism
