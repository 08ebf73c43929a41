#include "takt/integrator/fixed_bdf.hpp"

#include <algorithm>

#include "takt/integrator/multi_step.hpp"

namespace takt {
namespace {

// Here the weights only scale the increments of differences: large enough to keep round-off small.
constexpr double weight = 1e-3;
constexpr double worst_rate = 0.2;  // slower convergence: compute a new matrix

class FixedBdf final : public MultiStep {
 public:
  FixedBdf(const ResidualSystem& system, const MatrixChoice& choice, const FixedBdfOptions& options)
      : MultiStep(system, choice, 0, weight, weight), o_(options), is_q_(corrector_.y) {
    FixedBdf::lay_out();
  }

  void prepare(const State& start, double h) override {
    is_q_ = positions_of(system_.form, start);
    make_ready(start, h, bounded());
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    if (!past_.started()) {
      system_.form.pack(from, corrector_.y, corrector_.dy);
      past_.start(from.t, corrector_.y, corrector_.dy, to.h);
    }
    norm_.weigh([&](Index i) { return past_.difference(1, i); });
    const int k = std::min(o_.order, past_.last_order() + 1);
    past_.begin(k, to.h);
    corrector_.excite(to.t_end);
    StepReport report{Status::ok, to.t_end, to.h, 0};
    report.status = bounded() ? pass_by_count(to.h) : pass_until_small(to.h);
    report.iterations = corrector_.passes();
    Trouble trouble;
    if (report.status == Status::ok && trouble.look_for_open_rows(system_.form, corrector_))
      report.status = trouble.status();
    if (report.status != Status::ok) {
      trouble.meet_corrector_failure(corrector_, norm_, {k, to.h, false},
                                     report.status == Status::singular);
      failure_.take(trouble, from.t);
      past_.refuse();
      return report;
    }
    count(o_.newton, corrector_.passes(), moved_q(), to.h, 0, system_.counters);
    system_.form.unpack(corrector_.y, corrector_.dy, next);
    next.t = to.t_end;
    report.status = stabilise(from, next, to.h, stabiliser);
    past_.accept(corrector_.e, to.t_end);
    steps() += 1;
    return report;
  }

 private:
  bool bounded() const noexcept { return o_.newton.passes > 0; }
  double& steps() noexcept { return memory_[0]; }

  void lay_out() override { divide_memory(1, o_.order); }

  double moved_q() const noexcept {
    return norm_of_positions(is_q_, corrector_.increment().data());
  }

  Status pass_by_count(double h) noexcept {
    const bool due = static_cast<std::int64_t>(steps()) % o_.refresh == 0;
    if (due)
      corrector_.matrix().request_new();
    else
      corrector_.matrix().request_update();
    const double alpha = past_.alpha();
    past_.predict(corrector_.y, corrector_.dy);
    corrector_.residual();
    if (corrector_.provide(norm_, alpha, h) == CorrectorMatrix::Provided::singular)
      return Status::singular;
    corrector_.start();
    for (int m = 0; m < o_.newton.passes; ++m) {
      if (m > 0) corrector_.residual();
      corrector_.pass(alpha);
    }
    corrector_.matrix().end_attempt();
    return Status::ok;
  }

  Status pass_until_small(double h) noexcept {
    CorrectorMatrix& matrix = corrector_.matrix();
    const double alpha = past_.alpha();
    matrix.request_for(alpha);
    for (;;) {
      past_.predict(corrector_.y, corrector_.dy);
      corrector_.residual();
      if (corrector_.provide(norm_, alpha, h) == CorrectorMatrix::Provided::singular)
        return Status::singular;
      corrector_.start();
      bool better = true;  // a better matrix may be available
      double first = 0, last = 0;
      for (int m = 0; m < NewtonOptions::most_passes; ++m) {
        if (m > 0) corrector_.residual();
        corrector_.pass(alpha);
        const double moved = moved_q();
        if (m == 0) first = moved;
        const bool slow = m > 0 && !(moved <= worst_rate * last);
        last = moved;
        if (moved <= o_.newton.tolerance(h)) break;
        if (slow && better) {
          better = matrix.request_better();
          if (better) break;
        }
      }
      if (last > o_.newton.tolerance(h) || !std::isfinite(last)) {
        if (better && matrix.request_better()) continue;
        if (!(last <= first)) return Status::not_converged;
      }
      matrix.end_attempt();
      return Status::ok;
    }
  }

  FixedBdfOptions o_;
  Vector is_q_;
};

}  // namespace

std::unique_ptr<Integrator> make_fixed_bdf(const ResidualSystem& system, const MatrixChoice& choice,
                                           const FixedBdfOptions& options) {
  return std::make_unique<FixedBdf>(system, choice, options);
}

}  // namespace takt
