// Locates discontinuities for methods with error control.                       002 section 3.2
//
//   d_k(t, state) changes its sign at t*      or      a signal has a kink at t*, known beforehand
//
// 1. While a step is tried, and unless all d_k are far from zero, end_of_step() evaluates d_k in its
//    middle, at its end, and where a parabola says that it may have touched zero in between. If a sign
//    changes, the step is repeated to end shortly before t*: then it lies on one side, and its error
//    estimate is that of a smooth solution.
// 2. after_step() follows the interpolation of this step over the short rest to t* and beyond by a
//    bracket's width, so that the state is on the other side for certain. Accelerations and multipliers
//    are computed anew there, and the method starts again: bdf at order 1, dopri5 with a new k1.
//    Where the trial itself is too far off to say where t* is, as behind a jump, this may miss t*. After
//    `most_misses` in a row a step runs over it, and t* is found in its interpolation.
// A sign counts as changed if the value is beyond the absolute tolerance on the other side, so that
// round-off at rest is no discontinuity.
// 3. A function that is located (or missed, or changes its sign within the tolerance) again within
//    `chatter_steps` steps, `chatter_most` times in a row, is left to the error control for a while, twice
//    as long each time.
//
// Terms used: d_k switching functions (eom/switching.hpp); side: the sign of d_k at the start of the step.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "takt/eom/switching.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/method/composition.hpp"
#include "takt/simulate/switch_count.hpp"

namespace takt {

class Events final : public StepWatch {
 public:
  static constexpr int most_misses = 2;
  static constexpr int chatter_steps = 2, chatter_most = 12, chatter_pause = 100;

  // True if the method locates and the system has something to locate.
  static bool wanted(const EquationsOfMotion&, const Composition&);
  Events(const EquationsOfMotion&, const Composition&, const State& start);

  // `inputs`: external signals, their rates and kept values at the state.
  void before_step(const State&, std::span<const double> inputs) noexcept;
  double next_stop() const noexcept;  // where a step must end, shortly before a kink
  double end_of_step(double t0, double t1, const Integrator& path) noexcept override;
  // After a step that was accepted; no state beyond `until` is reached. True if a discontinuity was located: then `next` is the state just
  // behind it, and the integrator has been told to start again.
  bool after_step(const State& from, State& next, double until, Integrator&, Stabiliser&,
                  Counters&) noexcept;

  void forget() noexcept;  // the state has jumped
  std::span<double> memory() noexcept { return memory_; }
  std::vector<SwitchCount> located() const;
  std::vector<SwitchCount> chattering() const;  // how often each was left alone

 private:
  struct Bracket {
    double lo, hi;  // no sign has changed at lo, at least one at hi
  };
  // What is remembered of each function, and of the kinks as the last one.
  enum Field { value, rate, bend, side, since, streak, pause, pauses, count, fields };
  double& of(Field f, std::size_t i) noexcept { return memory_[f * all_ + i]; }
  double of(Field f, std::size_t i) const noexcept { return memory_[f * all_ + i]; }
  double& known() noexcept { return memory_[fields * all_]; }  // 1: values are of this state
  // Steps in a row that were shortened for a discontinuity which was not found behind their end.
  double& misses() noexcept { return memory_[fields * all_ + 1]; }
  void keep(const std::vector<double>& values, bool all_sides) noexcept;
  // After a step of length h; 0: a start. Estimates how fast the values change.
  void follow(const std::vector<double>& values, double h) noexcept;
  // By these estimates no value can reach zero within h.
  bool far_from_all(double h) const noexcept;
  std::span<const double> row(Field f) const noexcept {
    return std::span(memory_).subspan(f * all_, all_);
  }
  void look(const State&, std::vector<double>& values) noexcept;
  bool look(const Integrator& path, double t, std::vector<double>& values) noexcept;
  bool other_side(std::size_t i, const std::vector<double>& values) const noexcept {
    return (values[i] >= 0 ? 1 : -1) != of(side, i);
  }
  // True if a function has changed its sign for certain; `crossing_` marks those that have.
  bool any_passed(const std::vector<double>& values) noexcept;
  // Of the marked ones: true if any has changed its sign here.
  bool any_crossed(const std::vector<double>& values) const noexcept;
  // From t0 on, where the values are `low_`.
  bool find(const Integrator& path, double t0, double t1, Bracket&) noexcept;
  double likely_touch() const noexcept;  // as a part of the step; negative: none
  void refine(const Integrator& path, double width, Bracket&) noexcept;
  bool cross(double t, double until, double width, bool surely, const Integrator&,
             Stabiliser&) noexcept;
  void note(Counters&, bool at_kink) noexcept;
  void note_one(std::size_t i, Counters&) noexcept;
  void watch_for_chatter(std::size_t i, Counters&) noexcept;
  void watch_for_flips(Counters&) noexcept;  // after a step without event, whose values are end_
  double first_step(State&, Counters&) noexcept;
  double norm(const Rates&, double scale, const State&) noexcept;
  void age() noexcept;

  const EquationsOfMotion& system_;
  const Switching& switching_;
  Evaluator eval_;
  std::unique_ptr<Formulation> formulation_;
  bool of_residual_;
  double rtol_, atol_;
  std::size_t n_, all_;  // functions; and the kinks
  std::vector<double> memory_;
  double kink_ = 0, planned_ = 0;  // the next kink; length that the method wanted for this step
  bool aimed_ = false;             // the step was shortened to end before a change of sign
  State probe_;
  Excitation u_;
  std::vector<double> low_, middle_, high_, end_;
  std::vector<char> crossing_, aimed_at_;
  Rates rates_, later_;
  Vector size_;
};

}  // namespace takt
