// The initial state of a mechanism: its loops are closed while the values fixed by the user are
// kept; if the model requests it, at equilibrium or rolling at a speed.
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt {

// The change of one coordinate when the loops were closed, from its value in the model.
struct Moved {
  std::string name;  // "q.B"
  double by = 0;
  std::string unit;
};

// Throws Error that names the loop and joint that cannot be closed and its gap; with `assemble:
// false` in the model, the loop that is open. `moved` returns the coordinates that closing the
// loops changed, the largest change first.
State start_of(const mechanism::Mechanism&, std::vector<Moved>* moved = nullptr);

// The coordinates that differ, the largest difference first.
std::vector<Moved> moved_between(const Names&, const State& from, const State& to);

// A coordinate (named "arm" or "arm.x") and its value. with_placed() sets these values and keeps
// them, together with all values that the model fixes, and closes the loops.
struct Placed {
  bool velocity = false;
  std::string name;
  double value = 0;
};
State with_placed(const mechanism::Mechanism&, const State&, const std::vector<Placed>&);

// Converts poses, velocities and auxiliary states to the coordinates of another compilation of the
// same model.
State carry_over(const mechanism::Mechanism& from, const State&, const mechanism::Mechanism& to);

// Moves q to the constraints g(q) = 0, then v to G v + gI = 0, without changing the coordinates (of
// the tangent space) that are kept. Throws Error as start_of() does.
using Fixed = List<bool>;  // by velocity
State close_loops(const EquationsOfMotion&, const State&, const Fixed& q, const Fixed& v);

// A state at rest, or moving with the given v, without acceleration: f - G' lambda = 0 in all
// directions but those on which no force depends (x, y and heading of a floating body, spins);
// these keep their values. Throws Error if none is found.
State equilibrium(const mechanism::Mechanism&, const State& near);

// The equilibrium near a state, after the vehicle was placed on a sloping road if there is one. If
// the model has a speed: the steady motion at that speed, with wheels that roll under their actual
// load.
State settle(const mechanism::Mechanism&, const State& near);

// Floating bodies get the velocity `speed` along their x axis, and free wheels on tyres the spin at
// which they roll without slip.
void set_speed(const mechanism::Mechanism&, State&, double speed);

// The velocity columns of free wheels on tyres.
std::vector<int> rolling_columns(const mechanism::Mechanism&);

// Sets auxiliary states to their steady values for the given q and v.
void set_steady(const mechanism::Mechanism&, State&);

}  // namespace takt
