// Where a mechanism starts: its loops closed with the values the user fixed kept, at equilibrium or
// rolling at a speed where the model asks for that.
#pragma once

#include "takt/mechanism/mechanism.hpp"

namespace takt {

// How far closing the loops moved a coordinate from where the model puts it.
struct Moved {
  std::string name;  // "q.B"
  double by = 0;
  std::string unit;
};

// Throws Error that names the loop and the joint which cannot be closed, and by how much; where the
// model says `assemble: false`, which of them is open. `moved`: what closing the loops moved, the
// farthest first.
State start_of(const mechanism::Mechanism&, std::vector<Moved>* moved = nullptr);

// The coordinates that differ, the farthest first.
std::vector<Moved> moved_between(const Names&, const State& from, const State& to);

// These coordinates (names as "arm" or "arm.x") are put there and kept, the loops are closed around
// them; what the model fixes is kept too.
struct Placed {
  bool velocity = false;
  std::string name;
  double value = 0;
};
State with_placed(const mechanism::Mechanism&, const State&, const std::vector<Placed>&);

// The same poses, velocities and auxiliary states in the coordinates of another compilation of the
// same model.
State carry_over(const mechanism::Mechanism& from, const State&, const mechanism::Mechanism& to);

// Moves q to the constraints g(q) = 0, then v to G v + gI = 0, changing no coordinate (of the
// tangent space) that is kept. Throws Error as start_of does.
State close_loops(const EquationsOfMotion&, const State&, const std::vector<bool>& keep_q,
                  const std::vector<bool>& keep_v);

// A state at rest, or moving with the given v, in which nothing accelerates: f - G' lambda = 0 in
// every direction but those in which the mechanism is indifferent (x, y and heading of a floating
// body, spins), which stay where they are. Throws Error when none is found.
State equilibrium(const mechanism::Mechanism&, const State& near);

// The equilibrium near a state, put on a road that slopes first; of a model with a speed the steady
// motion at that speed, its wheels rolling under the loads they have then.
State settle(const mechanism::Mechanism&, const State& near);

// The floating bodies move at `speed` along their x, wheels on a floating body's tree roll without
// slip, auxiliary states take their steady values.
void set_speed(const mechanism::Mechanism&, State&, double speed);

// The velocities of wheels on tyres that turn freely.
std::vector<int> rolling_columns(const mechanism::Mechanism&);

// Auxiliary states at their steady values for these q and v.
void set_steady(const mechanism::Mechanism&, State&);

// "joint 'outer ball' of the loop through 'left arm'" and the unit of a row.
struct RowMeaning {
  std::string text, unit;
};
RowMeaning meaning_of_row(const EquationsOfMotion&, Index row);

}  // namespace takt
