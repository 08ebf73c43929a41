// The methods that tests run: all in the catalogues, and some with other options.
#pragma once

#include <string>
#include <vector>

#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/simulate/engine.hpp"
#include "tests/support/print.hpp"

namespace takt::test {

inline std::vector<std::string> with_options(bool constrained) {
  if (!constrained)
    return {"ode+linear_implicit_euler(J2)+dense",
            "ode+linear_implicit_euler(J3)+dense",
            "ode+trapezoidal(passes=3)+dense",
            "ode+sdirk2(gamma=small,passes=3)",
            "ode+newmark(beta=0.3,gamma=0.6)",
            "ode+bdf(passes=3,order=2)+dense",
            "ode+bdf+grouped",
            "ode+bdf+dense+partitioned",
            "ode+bdf+grouped+extended(a)",
            "ode+bdf(max_order=2)+grouped(pattern=estimated)+extended",
            "ode(formalism=residual)+bdf+dense+partitioned",
            "ode+radau(passes=3)+dense",
            "ode(formalism=residual)+radau(passes=3)+grouped",
            "ode+dirk(crouzeix4,passes=3)+dense"};
  return {
      "index1(baumgarte=12;70)+heun",
      "index1(baumgarte=auto)+explicit_euler",
      "index1(baumgarte=auto)+linear_implicit_euler(J1)",
      "index1(baumgarte=auto)+linear_implicit_euler(exact)",
      "index1(baumgarte=auto,lambda=matrix)+linear_implicit_euler(vedyna)",
      "index1(lambda=matrix)+linear_implicit_euler(exact)",
      "index1(lambda=matrix)+linear_implicit_euler(J1)+one_step",
      "index1(lambda=matrix)+linear_implicit_euler(J3)",
      "index1(invariant=20)+heun",
      "index1(invariant=20)+explicit_euler",
      "index1(invariant=50,implicit=true)+rk4",
      "index1(invariant=50,implicit=true)+linear_implicit_euler(J2)",
      "index2(baumgarte=auto)+explicit_euler",
      "index2(baumgarte=auto)+linear_implicit_euler(J2)",
      "index2(baumgarte=10)+linear_implicit_euler(J1)",
      "index2+linear_implicit_euler(J2,lambda_gradient=false)+one_step",
      "index2+linear_implicit_euler(J2)+one_step+dense",
      "index2+linear_implicit_euler(J2)+srm(alpha=20,passes=3)",
      "index1+linear_implicit_euler(J3)+one_step+dense",
      "index1+heun+projection(metric=mass)",
      "index1+heun+projection(metric=mass,curvature=full)",
      "index1+heun+projection(curvature=block)",
      "index1+heun+projection(metric=mass,curvature=block)",
      "index1+heun+projection(levels=q,newton=3)",
      "index1+heun+projection(levels=qv,metric=mass,at=end,sequential=true,newton=2)",
      "index1+heun+projection(levels=qv,at=start,sequential=true)",
      "index1+heun+projection(levels=qv,at=start)",
      "index1+heun+s_both2(frozen)",
      "index1+heun+s_both2(G,metric=mass)",
      "index1+heun+s_both(relax=0.8)",
      "index1+dopri5(rtol=1e-8)+s_both2(G)",
      "index2+linear_implicit_euler(J1)+"
      "projection(levels=qv,metric=mass,at=end,sequential=true)",
      "ali3(stiffness=full)+trapezoidal(passes=3)+tangent",
      "ali3(stiffness=elements)+hht(alpha=0.2,passes=2)+tangent",
      "ali3(update=paper)+trapezoidal(passes=4)+tangent",
      "ali3+generalized_alpha(rho=0.5)+projection(levels=qva,metric=tangent)",
      "ali3+trapezoidal(passes=2)+tangent+dense",
      "conserving(weight=step)+midpoint(passes=3)+tangent",
      "conserving(loads=ends)+midpoint(passes=3)+tangent",
      "conserving(loads=ends,stiffness=full)+midpoint(passes=3)+tangent",
      "conserving(weight=step)+midpoint(passes=3)+projection(levels=va,metric=tangent)",
      "ali1+sdirk2(tangent_factor=2,passes=4)+penalised",
      "ali1+rk4+penalised(newton=2)",
      "index1+sdirk2(passes=3)+s_both2",
      "ggl+bdf(passes=3,order=2)+grouped",
      "ggl+bdf+dense",
      "ggl+bdf+grouped+partitioned",
      "ggl+bdf+grouped(pattern=estimated)+extended(a)",
      "ggl+bdf+dense+extended",
      "ggl(formalism=residual)+bdf+grouped+partitioned",
      "ggl(metric=mass)+bdf(max_order=3)+grouped",
      "index2(formalism=residual)+backward_euler(passes=3)+dense",
      "index1(project=q)+radau(passes=3)",
      "index1(project=qv)+radau(passes=3)+dense",
      "index1(project=q,formalism=residual)+radau(passes=3)+grouped",
      "ali1+dirk(hairer_wanner4,tangent_factor=2,passes=4)+penalised",
  };
}

// `relaxed`: also formulations that solve a neighbouring, stiff problem (penalty).
inline std::vector<std::string> valid_methods(const Shape& shape, bool relaxed = false) {
  std::vector<std::string> texts;
  for (const std::string& text : all_compositions(shape.ng > 0)) {
    const Composition c = compose(parse_method(text));
    if (refusal(c, &shape).empty() && (relaxed || !c.formulation->relaxes)) texts.push_back(text);
  }
  for (std::string& text : with_options(shape.ng > 0)) {
    const Composition c = compose(parse_method(text));
    // Residual forms are for plain coordinates only, forces between both ends for systems with discrete
    // gradients; all else must fit any system without forces that depend on multipliers.
    const bool may_be_refused =
        c.integrator->asks.meets(Form::residual | Form::midpoint) || shape.loaded();
    if (!may_be_refused || refusal(c, &shape).empty()) texts.push_back(std::move(text));
  }
  return texts;
}

inline Engine simulate(std::shared_ptr<const EquationsOfMotion> system, const std::string& text,
                       double h, double until,
                       linear::Storage storage = linear::Storage::automatic) {
  Method m = parse_method(text);
  m.step = h;
  SetUp set_up;
  set_up.until = until;
  set_up.storage = storage;
  const State start = system->initial();
  return Engine(std::move(system), m, start, set_up);
}

// Runs to the end. After a failure the state is the last good one.
inline Status run_to_end(Engine& s) {
  while (!s.done()) {
    const StepReport r = s.step();
    if (r.status != Status::ok) return r.status;
  }
  return Status::ok;
}

// An interval in which a problem is harmless (short for chaotic ones), and a suitable step.
struct Span {
  double until, step;
};
inline Span short_span(std::string_view problem) {
  if (problem == "squeezer") return {2e-3, 1e-5};
  if (problem == "car-axle") return {0.1, 1e-3};
  if (problem == "heavy-top") return {0.05, 5e-4};
  if (problem == "linear-oscillator" || problem == "pendulum-cartesian") return {1, 1e-2};
  return {0.5, 5e-3};
}

// A reference solution: tight tolerance, with projection.
inline State reference(const std::shared_ptr<const EquationsOfMotion>& system, double until) {
  const bool constrained = system->shape().ng > 0;
  Engine s = simulate(system,
                      system->shape().loaded() ? "ggl+bdf(rtol=1e-11,atol=1e-12,h0=1e-5)"
                      : constrained            ? "index1+dopri5(rtol=1e-13,atol=1e-14)+s_both2"
                                               : "ode+dopri5(rtol=1e-13,atol=1e-14)",
                      until / 1000, until);
  run_to_end(s);
  return s.state();
}

inline double distance(const State& a, const State& b) {
  return std::max(max_norm(a.q - b.q), max_norm(a.v - b.v) / (1 + max_norm(b.v)));
}

inline std::string test_name(std::string_view problem) {
  std::string name(problem);
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

}  // namespace takt::test
