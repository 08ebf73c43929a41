// Where the equations of motion are not smooth: stops, contacts, ends of tables, kinks of signals.
//
//   d_k(t, q, v, z, u) changes its sign where f or e is not twice differentiable      002 section 3.2
//
// Methods with error control end a step there (simulate/events.hpp); for others a run counts the
// changes of sign from step to step (simulate/crossings.hpp).
#pragma once

#include <span>
#include <string>

#include "takt/eom/equations_of_motion.hpp"

namespace takt {

class Switching {
 public:
  virtual ~Switching() = default;
  virtual Index switches() const noexcept = 0;  // the number of functions d_k
  // What it belongs to, for messages; several functions may have one name: "force.stop".
  virtual std::string name_of_switch(Index) const = 0;
  // All d_k, which are continuous. They must not depend on accelerations and multipliers.
  virtual void switch_values(double t, const Point&, std::span<double>,
                             Scratch&) const noexcept = 0;
  // The first time after t at which a signal has a kink or a jump that is known beforehand; infinite if
  // there is none.
  virtual double next_kink(double t) const noexcept = 0;
};

}  // namespace takt
