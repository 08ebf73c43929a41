#include "takt/integrator/linear_implicit_euler.hpp"

namespace takt {
namespace {

class LinearImplicitEuler final : public Integrator {
 public:
  LinearImplicitEuler(Evaluator& eval, VelocityForm& form, const LinearImplicitRow& row,
                      LinearImplicitOptions options)
      : eval_(eval), form_(form),
        velocity_first_(row.velocity_first), blocks_{row.damping, row.stiffness,
                                                     row.drift,   options.lambda_gradient,
                                                     row.damping, !options.autonomous},
        dq_(Vector::Zero(eval.shape().nv)), dz_(Vector::Zero(eval.shape().nz)) {}

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    const double h = to.h;
    StepReport report{Status::ok, to.t_end, h, 0};
    form_.begin(from, blocks_);
    stabiliser.begin(h);
    next.t = to.t_end;
    next.lambda = from.lambda;
    next.z = from.z;
    if (velocity_first_) {
      report.status = form_.velocity(from, h, blocks_, next, dz_);
      dq_ = h * next.v;
      eval_.retract(from.q, dq_, next.q);
      next.z += h * dz_;
      if (report.status == Status::ok)
        report.status = stabiliser.correct(next, {true, true}, false);
      return report;
    }
    dq_ = h * from.v;
    eval_.retract(from.q, dq_, next.q);
    next.v = from.v;
    report.status = stabiliser.correct(next, {true, false}, false);
    if (report.status != Status::ok) return report;
    report.status = form_.velocity(from, h, blocks_, next, dz_);
    next.z += h * dz_;
    if (report.status == Status::ok)
      report.status = stabiliser.correct(next, {false, true}, form_.closes_velocity());
    return report;
  }

 private:
  Evaluator& eval_;
  VelocityForm& form_;
  bool velocity_first_;
  Blocks blocks_;
  Vector dq_, dz_;
};

}  // namespace

std::unique_ptr<Integrator> make_linear_implicit_euler(Evaluator& eval, VelocityForm& form,
                                                       const LinearImplicitRow& row,
                                                       LinearImplicitOptions options) {
  return std::make_unique<LinearImplicitEuler>(eval, form, row, options);
}

}  // namespace takt
