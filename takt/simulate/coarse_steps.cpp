#include "takt/simulate/coarse_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "takt/base/text.hpp"
#include "takt/base/time_text.hpp"
#include "takt/element/force/joint_limit.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/model/signals.hpp"

namespace takt {
namespace {

using mechanism::Mechanism;

constexpr int looks = 32;  // evaluations of the signals along the run

// The largest horizontal speed of a body on which a body force (such as a tyre) acts.
double speed_on_road(const Mechanism& m, const State& s) {
  const auto scratch = m.make_scratch();
  std::vector<Motion> bodies(m.model().bodies.size());
  const Excitation u = m.excitation_at(s.t);
  m.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  double fastest = 0;
  for (const Force& f : m.model().forces)
    if (f.body_force != nullptr)
      fastest = std::max(fastest, bodies[f.on.body].of(f.on.frame).v.head<2>().norm());
  return fastest;
}

std::string speed_text(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g m/s", v);
  return text;
}

// A mass m on a stop of stiffness k leaves it after about pi sqrt(m/k). The mass is that of the
// coordinate at the start, with all that hangs on it.
void look_at_stops(const Mechanism& m, double step, const State& start,
                   std::vector<CoarseStep>& all) {
  Evaluator eval(m);
  for (const Force& f : m.model().forces) {
    const auto* stop = dynamic_cast<const element::JointLimit*>(f.law.get());
    if (stop == nullptr || stop->damping() == 0) continue;
    const Mechanism::Place place = m.place_of(f.measures[0].joint, f.measures[0].component);
    if (place.v < 0) continue;
    eval.place(Slot::start, start);
    Vector one = Vector::Zero(m.shape().nv), Mv = one;
    one[place.v] = 1;
    eval.at(Slot::start, Term::M).M.multiply_add(1, one, Mv);
    const double lasts = std::numbers::pi * std::sqrt(Mv[place.v] / stop->stiffness());
    if (lasts < enough_in_rebound * step * (1 - 1e-9))
      all.push_back(
          {"the rebound from the damped stop '" + f.name + "'", lasts, lasts / step, true});
  }
}

}  // namespace

std::vector<CoarseStep> coarse_steps(const Mechanism& m, double step, const State& start,
                                     const State& end) {
  const Model& model = m.model();
  std::vector<CoarseStep> all;
  const auto look = [&](const std::string& what, double period) {
    if (period > 0 && period < enough_steps * step * (1 - 1e-9))
      all.push_back({what, period, period / step});
  };
  std::vector<double> fastest(model.signals.size(), 0);
  for (int k = 0; k <= looks; ++k) {
    const double t = start.t + (end.t - start.t) * k / looks;
    const Excitation u = m.excitation_at(t);
    for (std::size_t i = 0; i < model.signals.size(); ++i) {
      const Signal& s = model.signals[i];
      if (s.function == nullptr) continue;
      const double w =
          s.function->angular_frequency(t, {s.uses, u.u.data(), u.du.data(), u.ddu.data()});
      if (std::isfinite(w)) fastest[i] = std::max(fastest[i], w);
    }
  }
  for (std::size_t i = 0; i < fastest.size(); ++i)
    if (fastest[i] > 0)
      look("the signal '" + model.signals[i].name + "'", 2 * std::numbers::pi / fastest[i]);
  if (model.road != nullptr && model.road->wavelength() > 0)
    if (const double speed = std::max(speed_on_road(m, start), speed_on_road(m, end)); speed > 0)
      look("the road at " + speed_text(speed), model.road->wavelength() / speed);
  for (const Constraint& c : model.constraints) {
    if (c.wheel_rail == nullptr || c.driven_by < 0) continue;
    const double speed = std::max(std::abs(m.excitation_at(start.t).du[c.driven_by]),
                                  std::abs(m.excitation_at(end.t).du[c.driven_by]));
    if (speed > 0) look("the track of '" + c.name + "'", c.wheel_rail->shortest_wave() / speed);
  }
  look_at_stops(m, step, start, all);
  std::stable_sort(all.begin(), all.end(),
                   [](const CoarseStep& a, const CoarseStep& b) { return a.steps < b.steps; });
  return all;
}

std::string sentence(const CoarseStep& c, double step) {
  char count[32];
  std::snprintf(count, sizeof count, "%.2g", c.steps);
  const double enough = c.rebound ? enough_in_rebound : enough_steps;
  const std::string better = time_word(round_step(c.period / enough));
  if (c.rebound)
    return c.what + " takes about " + time_text(c.period) + ", and a step of " + time_text(step) +
           " makes " + count +
           " steps of it: its damper takes out too much or too little energy; "
           "--step " +
           better + " makes " + number(enough_in_rebound) + " or more";
  return c.what + " has a period of " + time_text(c.period) + ", and a step of " + time_text(step) +
         " makes " + count + " steps of it: " +
         (c.steps < fewest_steps ? "the run sees another, slower wave"
                                 : "the run sees it distorted") +
         "; --step " + better + " makes ten or more";
}

}  // namespace takt
