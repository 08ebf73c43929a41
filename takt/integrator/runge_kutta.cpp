#include "takt/integrator/runge_kutta.hpp"

#include "takt/integrator/stages.hpp"

namespace takt {
namespace {

class RungeKutta final : public Integrator {
 public:
  RungeKutta(Evaluator& eval, AccelerationForm& form, const ButcherTable& table)
      : table_(table), stages_(eval, form) {}

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    StepReport report{Status::ok, to.t_end, to.h, 0};
    report.status = stages_.first(from);
    stabiliser.begin(to.h);
    for (int i = 1; i < table_.stages && report.status == Status::ok; ++i)
      report.status = stages_.stage(i, table_.c[i], table_.a[i], from, to.h, Slot::stage);
    if (report.status != Status::ok) return report;
    stages_.combine(from, to.h, table_.b, table_.stages, next);
    next.t = to.t_end;
    next.a = stages_.k[0].dv;
    next.lambda = stages_.k[0].lambda;
    report.status = stabiliser.correct(next, {true, true}, false);
    return report;
  }

 private:
  const ButcherTable& table_;
  Stages<ButcherTable::most> stages_;
};

}  // namespace

std::unique_ptr<Integrator> make_runge_kutta(Evaluator& eval, AccelerationForm& form,
                                             const ButcherTable& table) {
  return std::make_unique<RungeKutta>(eval, form, table);
}

}  // namespace takt
