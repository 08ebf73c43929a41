// The rules by which auxiliary states advance in a step of a structural integrator.
//
// Non-stiff states by the trapezoidal rule, with e_{n+1} evaluated one Newton pass behind the
// positions:
//
//   z_{n+1} = z_n + h/2 (e_n + e_{n+1})
//
// Stiff states by backward differences of second order, solved for in the Newton passes of the
// positions (position_form):
//
//   z_{n+1} = z_n + h s_{n+1},   s_{n+1} = k e_{n+1} + (1 - k) s_n,   k = (h + h_n)/(2 h + h_n)
//
// The first step, where s_n is not known, is backward Euler, k = 1. With equal steps k = 2/3: this
// is the generalised-alpha method of Jansen, Whiting and Hulbert (2000) for rho = 0. A state that
// decays within a fraction of a step should be zero after the step. The trapezoidal rule would keep
// its value and change the sign in every step: bristles and slipping tyres would oscillate, and
// their large stiffness turns the oscillation into a force.
//
// The rules of q, v and z are stable in combination. For a spring force that is a state, z' = v and
// M v' = -c z, the eigenvalues x of a step fulfil S_z(x) S_v(x) = -c/M. Both operators S belong to
// A-stable rules, so their real parts are positive for |x| > 1, and their product cannot lie on the
// negative real axis. Hence no eigenvalue has |x| > 1.
#pragma once

#include <span>
#include <vector>

#include "takt/eom/evaluator.hpp"
#include "takt/form/position_form.hpp"

namespace takt {

class StructuralStates {
 public:
  explicit StructuralStates(const Shape&);

  // Size of the values to save between steps: s_n, and h_n, which is 0 before the first step. 0
  // without stiff states.
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
  List<StateBlock> plain_;  // the non-stiff states
  Vector e_;                // e_n
  StateRule rule_;
};

}  // namespace takt
