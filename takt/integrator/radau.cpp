#include "takt/integrator/radau.hpp"

#include <array>

#include "takt/integrator/bdf_failure.hpp"
#include "takt/integrator/weighted_norm.hpp"
#include "takt/jacobian/stage_matrix.hpp"

namespace takt {
namespace {

class Radau final : public Integrator {
 public:
  Radau(const ResidualSystem& system, const MatrixChoice& choice, const NewtonOptions& newton)
      : system_(system), newton_(newton), w_{{1.5, 0.5}, {-4.5, 2.5}},
        matrix_(system.form, system.counters, choice, w_),
        norm_(system.form.counts(), weight, weight) {
    const Index n = system.form.size();
    const Vector u = Vector::Zero(system.nu);
    y_0_ = dy_0_ = is_q_ = Vector::Zero(n);
    for (Stage& s : stages_) {
      s.z = s.y = s.dy = s.F = y_0_;
      s.u = {u, u, u};
    }
    x_ = Vector::Zero(stages * n);
  }

  void prepare(const State& start, double h) override {
    is_q_ = positions_of(system_.form, start);
    begin(start, {h, start.t + h});
    residual(stages_[0]);
    matrix_.choose_pivots(first_stage(h));
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    StepReport report{Status::ok, to.t_end, to.h, 0};
    begin(from, to);
    residual(stages_[0]);
    report.status = matrix_.make(first_stage(to.h));
    if (report.status == Status::ok) report.status = iterate(to.h, report.iterations);
    Trouble trouble;
    trouble.k = order;
    trouble.h = to.h;
    if (report.status == Status::ok && has_open_rows(trouble)) report.status = trouble.status();
    if (report.status != Status::ok) {
      ++(report.status == Status::singular ? trouble.singular : trouble.corrector_failures);
      trouble.worst = norm_.worst(last().F);
      failure_.take(trouble, from.t);
      return report;
    }
    system_.form.unpack(last().y, last().dy, next);
    next.t = to.t_end;
    if (!stabiliser.active()) return report;
    if (system_.eval != nullptr) system_.eval->place(Slot::start, from);
    stabiliser.begin(to.h);
    report.status = stabiliser.correct(next, {true, true}, false);
    return report;
  }

  std::string failure() const override {
    return failure_.text(system_.form,
                         system_.eval != nullptr ? &system_.eval->system().names().rows : nullptr);
  }

 private:
  static constexpr int order = 3, stages = 2;
  static constexpr double c[stages] = {1.0 / 3, 1};
  // The weights only scale the increments of differences: large enough to keep round-off small.
  static constexpr double weight = 1e-3;

  struct Stage {
    Vector z;  // y - y_0
    Vector y, dy, F;
    Excitation u;
  };
  Stage& last() noexcept { return stages_.back(); }

  // Predictor: y' is constant, that of the start.
  void begin(const State& from, StepTarget to) noexcept {
    system_.form.pack(from, y_0_, dy_0_);
    norm_.weigh([&](Index i) { return y_0_[i]; });
    for (int i = 0; i < stages; ++i) {
      Stage& s = stages_[i];
      system_.form.excite(i + 1 == stages ? to.t_end : from.t + c[i] * to.h, s.u);
      for (Index k = 0; k < y_0_.size(); ++k) s.z[k] = c[i] * to.h * dy_0_[k];
    }
    set_stages(to.h);
  }

  void set_stages(double h) noexcept {
    for (int i = 0; i < stages; ++i) {
      Stage& s = stages_[i];
      for (Index k = 0; k < y_0_.size(); ++k) {
        s.y[k] = y_0_[k] + s.z[k];
        s.dy[k] = (w_(i, 0) * stages_[0].z[k] + w_(i, 1) * stages_[1].z[k]) / h;
      }
    }
  }

  void residual(Stage& s) noexcept {
    system_.form.residual(s.y, s.dy, s.u, s.F);
    ++system_.counters.residuals;
  }

  CorrectorPoint first_stage(double h) const noexcept {
    const Stage& s = stages_[0];
    return {s.y, s.dy, s.u, s.F, norm_.weights(), matrix_.alpha(h), h};
  }

  Status iterate(double h, int& passes) noexcept {
    double first = 0, size = 0;
    do {
      if (passes > 0) residual(stages_[0]);
      residual(last());
      pass();
      set_stages(h);
      size = moved_q();
      if (passes == 0) first = size;
      ++passes;
      ++system_.counters.iterations;
      if (!std::isfinite(size)) return Status::not_finite;
    } while (newton_.again(passes, size, h));
    count(newton_, passes, size, h, 0, system_.counters);
    const bool bounded = newton_.passes > 0;
    return bounded || size <= newton_.tolerance(h) || size <= first ? Status::ok
                                                                    : Status::not_converged;
  }

  void pass() noexcept {
    const Index n = y_0_.size();
    for (Index i = 0; i < stages; ++i)
      for (Index k = 0; k < n; ++k) x_[i * n + k] = stages_[i].F[k];
    matrix_.solve(x_);
    for (Index i = 0; i < stages; ++i)
      for (Index k = 0; k < n; ++k) stages_[i].z[k] -= x_[i * n + k];
  }

  // The 2-norm of the positions in the last increment of the end of the step.
  double moved_q() const noexcept {
    return norm_of_positions(is_q_, x_.data() + (stages - 1) * y_0_.size());
  }

  bool has_open_rows(Trouble& trouble) noexcept {
    Index row = -1;
    return trouble.look_for_open_rows(system_.form,
                                      constraint_residual(system_.form, last().F, row));
  }

  ResidualSystem system_;
  NewtonOptions newton_;
  Matrix w_;  // A^-1
  StageMatrix matrix_;
  WeightedNorm norm_;
  BdfFailure failure_;
  std::array<Stage, stages> stages_;
  Vector y_0_, dy_0_, is_q_, x_;
};

}  // namespace

std::unique_ptr<Integrator> make_radau(const ResidualSystem& system, const MatrixChoice& choice,
                                       const NewtonOptions& newton) {
  return std::make_unique<Radau>(system, choice, newton);
}

}  // namespace takt
