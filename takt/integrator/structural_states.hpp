// How auxiliary states follow a structural step.
//
// Plain ones by the trapezoidal rule, a pass behind the positions:
//
//   z_{n+1} = z_n + h/2 (e_n + e_{n+1})
//
// Stiff ones by backward differences of second order, in the passes of the positions (position_form):
//
//   z_{n+1} = z_n + h s_{n+1},   s_{n+1} = k e_{n+1} + (1 - k) s_n,   k = (h + h_n)/(2 h + h_n)
//
// and the first step, where s_n is not known, by backward Euler, k = 1. With equal steps k = 2/3: the
// generalised-alpha method of Jansen, Whiting and Hulbert (2000) for rho = 0. States that decay within
// a part of a step must be gone after it. The trapezoidal rule keeps all of them with changed sign:
// bristles and slipping tyres would ring, and multiplied with their stiffness the ringing is the force.
//
// The rules of q, v and z are stable together. A spring that is a state, z' = v, M v' = -c z, obeys
// S_z(x) S_v(x) = -c/M in the root x of a step; both operators S belong to A-stable rules, have a
// positive real part for |x| > 1, and so no product on the negative axis.
#pragma once

#include <span>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/form/position_form.hpp"

namespace takt {

class StructuralStates {
 public:
  explicit StructuralStates(const Shape&);

  // What survives a step: s_n and h_n, 0 where no step was made. None without stiff states.
  std::size_t memory_size() const noexcept;
  // The rule of this step; null without stiff states.
  const StateRule* begin(const State& from, double h, std::span<const double> memory) noexcept;
  void predict(const State& from, double h, const Vector& e, std::span<const double> memory,
               State& next) noexcept;  // e = e_n
  void follow_plain(const State& from, double h, const Vector& e, State& next) const noexcept;
  void remember(const State& from, double h, const State& next,
                std::span<double> memory) const noexcept;

 private:
  bool stiff_;
  std::vector<StateBlock> plain_;  // states between the stiff ones
  Vector e_;                       // e_n
  StateRule rule_;
};

}  // namespace takt
