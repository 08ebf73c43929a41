#include "takt/integrator/bdf.hpp"

#include <algorithm>
#include <limits>

#include "takt/integrator/bdf_control.hpp"
#include "takt/integrator/multi_step.hpp"

namespace takt {
namespace {

constexpr int most_corrector_failures = 10, most_singular = 3;

// The value 0.33 of DASSL suits loose tolerances. With tight tolerances the remaining iteration
// error disturbs the error test: for the squeezer at 1e-9 the order stays low, and a value ten
// times smaller halves the number of steps and gains one digit.
double enough(const BdfOptions& o) {
  if (o.newton > 0) return o.newton;
  return o.rtol < 1e-5 * (1 - 1e-9) ? 0.03 : 0.33;
}

class Bdf final : public MultiStep {
 public:
  Bdf(const ResidualSystem& system, const MatrixChoice& choice, const BdfOptions& options)
      : MultiStep(system, choice, enough(options), options.rtol, options.atol), o_(options) {
    Bdf::lay_out();
  }

  void prepare(const State& start, double) override { make_ready(start, o_.h0, false); }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    if (!past_.started()) start(from);
    norm_.weigh([&](Index i) { return past_.difference(1, i); });
    const double shortest =
        4 * std::numeric_limits<double>::epsilon() *
        std::max(std::abs(from.t), std::isfinite(to.t_end) ? std::abs(to.t_end) : 1.0);
    BdfPlan plan = planned();
    Trouble trouble;
    int aims = 0;
    for (;;) {
      if (watch_ != nullptr && ++aims <= StepWatch::most_trials) shorten(from.t, plan);
      past_.begin(plan.k, plan.h);
      const Corrector::Outcome outcome = correct(plan);
      if (outcome == Corrector::Outcome::converged) {
        const BdfErrors errors = estimate_errors(past_, norm_, corrector_.e, plan.k);
        if (errors.taken <= 1) {
          if (!trouble.look_for_open_rows(system_.form, corrector_))
            return accept(from, next, plan, errors, stabiliser);
          trouble.meet_error_failure(corrector_, norm_, plan);
          failure_.take(trouble, from.t);
          past_.refuse();
          return {trouble.status(), from.t, plan.h, corrector_.passes()};
        }
        ++system_.counters.rejected;
        trouble.meet_error_failure(corrector_, norm_, plan);
        const BdfPlan shorter = after_error_failure(plan, errors, trouble.error_failures);
        refuse(shorter);
      } else {
        trouble.meet_corrector_failure(corrector_, norm_, plan,
                                       outcome == Corrector::Outcome::singular);
        refuse({plan.k, 0.25 * plan.h, false});
      }
      plan = planned();
      if (plan.h >= shortest && trouble.corrector_failures < most_corrector_failures &&
          trouble.singular < most_singular)
        continue;
      failure_.take(trouble, from.t);
      return {trouble.status(), from.t, plan.h, corrector_.passes()};
    }
  }

  void watch(StepWatch* w) noexcept override { watch_ = w; }
  void restart(double h) noexcept override {
    past_.end();
    plan({1, h, true});
    memory_[S] = 100;
  }

 private:
  // The steps before predict where the next one would meet a discontinuity.
  void shorten(double t, BdfPlan& plan) const noexcept {
    const double end = watch_->end_of_step(t, t + plan.h, *this);
    if (end < t + plan.h) plan.h = end - t;
  }

  enum { next_h, next_k, is_starting, S, header };

  void lay_out() override {
    divide_memory(header, o_.max_order);
    plan({1, o_.h0, true});
    memory_[S] = 100;
  }

  BdfPlan planned() const noexcept {
    return {static_cast<int>(memory_[next_k]), memory_[next_h], memory_[is_starting] != 0};
  }
  void plan(const BdfPlan& p) noexcept {
    memory_[next_h] = p.h;
    memory_[next_k] = p.k;
    memory_[is_starting] = p.starting ? 1 : 0;
  }

  void start(const State& from) noexcept {
    system_.form.pack(from, corrector_.y, corrector_.dy);
    past_.start(from.t, corrector_.y, corrector_.dy, memory_[next_h]);
  }

  // Repeats the corrector with better matrices until it converges or no better matrix exists.
  // ERRATA 002.5
  Corrector::Outcome correct(const BdfPlan& p) noexcept {
    CorrectorMatrix& matrix = corrector_.matrix();
    const double alpha = past_.alpha();
    matrix.request_for(alpha);
    if (past_.alpha_changed()) memory_[S] = 100;
    corrector_.excite(past_.end_time());
    for (;;) {
      past_.predict(corrector_.y, corrector_.dy);
      const Corrector::Outcome outcome = corrector_.iterate(norm_, alpha, p.h, memory_[S]);
      if (outcome == Corrector::Outcome::slow && matrix.request_better()) continue;
      matrix.end_attempt();
      return outcome;
    }
  }

  void refuse(const BdfPlan& next) noexcept {
    past_.refuse();
    plan(next);
  }

  StepReport accept(const State& from, State& next, const BdfPlan& p, const BdfErrors& errors,
                    Stabiliser& stabiliser) noexcept {
    StepReport report{Status::ok, past_.end_time(), p.h, corrector_.passes()};
    system_.form.unpack(corrector_.y, corrector_.dy, next);
    next.t = report.t;
    plan(after_success(p, past_, norm_, corrector_.e, errors, o_.max_order));
    report.status = stabilise(from, next, p.h, stabiliser);
    past_.accept(corrector_.e, report.t);
    return report;
  }

  BdfOptions o_;
  StepWatch* watch_ = nullptr;
};

}  // namespace

std::unique_ptr<Integrator> make_bdf(const ResidualSystem& system, const MatrixChoice& choice,
                                     const BdfOptions& options) {
  return std::make_unique<Bdf>(system, choice, options);
}

}  // namespace takt
