#include "takt/method/default_method.hpp"

#include <cmath>

#include "takt/eom/evaluator.hpp"

namespace takt {
namespace {

enum Kind : std::size_t { smooth, springy, damped, loaded, modular };

constexpr DefaultMethod kinds[] = {
    {"smooth", "has no dynamics that is fast compared with the step", "ode+rk4",
     "index1+rk4+s_both2",
     "fourth order: it keeps energy best, at the cost of four evaluations; trees of any size in "
     "O(N)"},
    {"springy", "oscillates fast compared with the step, or has stops or springs with kinks",
     "ode+trapezoidal(passes=4)", "state_space+trapezoidal(passes=4)",
     "stable at any frequency, and stops give back the energy they took"},
    {"damped",
     "is damped fast compared with the step (a large gain on a rate counts), or has stiff states: "
     "bristles, tyres",
     "ode+generalized_alpha(rho=0.8,passes=3)", "state_space+generalized_alpha(rho=0.8,passes=3)",
     "dynamics faster than the step is damped instead of oscillating"},
    {"loaded", "has forces that depend on multipliers: creep of wheels on rails", "", "ggl+bdf",
     "forces and multipliers are solved for together; not bounded"},
    {"modular", "consists of modules coupled by joints with `module: true`", "",
     "index1(baumgarte=auto)+linear_implicit_euler(vedyna)",
     "the only kind of method that solves module by module"},
};

// Above these limits RK4 is no longer accurate enough: an oscillation with 0.1 rad per step loses
// y^6/72 = 1.4e-8 of its energy in a step, 1.4e-4 in 1e4 steps.
constexpr double fast_oscillation = 0.1;  // rad per step
constexpr double fast_decay = 0.5;        // 1 per step
// Coordinates; larger systems are not examined, because their full matrices cost too much memory
// and time.
constexpr Index largest = 400;

// Absolute value of the largest eigenvalue of x -> M^-1 A x on the constraints, by power iteration.
double largest_eigenvalue(Evaluator& eval, const linear::Patterned& A) {
  constexpr int turns = 40;
  const Index n = eval.shape().nv;
  Vector x = Vector::Zero(n), y = x, mu = Vector::Zero(eval.shape().ng);
  for (Index i = 0; i < n; ++i) x[i] = 1 + 0.37 * std::sin(1.7 * static_cast<double>(i + 1));
  linear::Saddle& mass = eval.mass_saddle(Slot::start);
  double size = 0;
  for (int k = 0; k < turns; ++k) {
    const double length = x.norm();
    if (!(length > 0) || !std::isfinite(length)) return 0;
    x /= length;
    y.setZero();
    A.multiply_add(1, x, y);
    mu.setZero();
    mass.solve(y, mu);
    size = y.norm();
    x.swap(y);
  }
  return std::isfinite(size) ? size : 0;
}

}  // namespace

std::span<const DefaultMethod> default_methods() noexcept { return kinds; }

OwnRates own_rates(const EquationsOfMotion& system, const State& at) {
  if (system.shape().nv > largest || system.shape().nv == 0) return {};
  Evaluator eval(system);
  eval.place(Slot::start, at);
  const Terms& t = eval.at(Slot::start, Term::M | Term::G | Term::K | Term::C);
  return {std::sqrt(largest_eigenvalue(eval, t.K)), largest_eigenvalue(eval, t.C)};
}

const DefaultMethod& default_kind(const EquationsOfMotion& system, const State& start,
                                  double step) {
  const Shape& s = system.shape();
  if (!s.module.empty()) return kinds[modular];
  if (s.loaded()) return kinds[loaded];
  if (!s.stiff_states.empty()) return kinds[damped];
  const OwnRates own = own_rates(system, start);
  if (own.decay * step > fast_decay) return kinds[damped];
  if (system.abrupt() != nullptr || own.oscillation * step > fast_oscillation)
    return kinds[springy];
  return kinds[smooth];
}

std::string stiff_method(bool constrained) {
  return std::string(constrained ? kinds[springy].loops : kinds[springy].tree);
}

std::string default_method(const EquationsOfMotion& system, const State& start, double step) {
  const DefaultMethod& kind = default_kind(system, start, step);
  return std::string(system.shape().ng > 0 ? kind.loops : kind.tree);
}

}  // namespace takt
