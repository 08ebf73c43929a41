#include "takt/integrator/dopri5.hpp"

#include <algorithm>
#include <cmath>

#include "takt/integrator/stages.hpp"
#include "takt/integrator/tables/dormand_prince.hpp"

namespace takt {
namespace {

namespace dp = dormand_prince;

// Step control of Hairer, Norsett, Wanner: err^(1/5), with a small power of the last error (PI
// control).
constexpr double safety = 0.9, beta = 0.04, smallest_factor = 0.2, largest_factor = 10;

class Dopri5 final : public Integrator {
 public:
  Dopri5(Evaluator& eval, AccelerationForm& form, const Dopri5Options& options)
      : eval_(eval), system_(eval.system()), o_(options), stages_(eval, form),
        size_(Vector::Zero(eval.shape().nv)), size_next_(size_), increment_(size_), moved_q_(size_),
        moved_v_(size_), scratch_q_(Vector::Zero(eval.shape().nq)) {
    start_.q = Vector::Zero(eval.shape().nq);
    start_.v = Vector::Zero(eval.shape().nv);
    start_.z = Vector::Zero(eval.shape().nz);
    for (Piece& p : pieces_)
      p = {Vector::Zero(eval.shape().nv), Vector::Zero(eval.shape().nv),
           Vector::Zero(eval.shape().nz)};
    memory_ = {options.h0, 1e-4};
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    StepReport report;
    if (fresh_) {  // k[6] of the last step is k[0] of this one
      Rates &first = stages_.k[0], &last = stages_.k[6];  // std::swap would call free()
      first.dq.swap(last.dq);
      first.dv.swap(last.dv);
      first.lambda.swap(last.lambda);
      first.dz.swap(last.dz);
    } else {
      report.status = stages_.first(from);
      if (report.status != Status::ok) return report;
    }
    fresh_ = false;
    double h = h_next();
    bool rejected = false;
    int aims = 0;
    for (;;) {
      const bool last = h * 1.01 >= to.h;  // avoids a tiny last step
      const double proposed = h;
      if (last) h = to.h;
      if (!(h > 1e-15 * std::max(1.0, std::abs(from.t)))) {
        report.status = Status::not_converged;
        return report;
      }
      const double t_end = last ? to.t_end : from.t + h;
      stabiliser.begin(h);
      const double error = try_step(from, h, t_end, next);
      if (watch_ != nullptr && aims < StepWatch::most_trials && std::isfinite(error)) {
        // Also of a refused trial, because a discontinuity is the likely reason. Its stages behind
        // the discontinuity say nothing about the way there; its start does.
        interpolate_over(from, next, h);
        refused_ = error > 1;
        const double end = watch_->end_of_step(from.t, t_end, *this);
        refused_ = false;
        if (end < t_end) {
          ++aims;
          h = end - from.t;
          continue;
        }
      }
      const double power = std::pow(error, 0.2 - beta * 0.75);
      if (error <= 1) {
        double factor = power / std::pow(last_error(), beta);
        factor = std::clamp(factor / safety, 1 / largest_factor, 1 / smallest_factor);
        double h_new = h / factor;
        if (rejected) h_new = std::min(h, h_new);
        if (last && h < proposed)
          // The end of the run shortened the step, not the error.
          h_new = std::max(h_new, proposed);
        h_next() = h_new;
        last_error() = std::max(error, 1e-4);
        report.t = next.t = t_end;
        report.h = h;
        finish(from, next, h, stabiliser, report);
        return report;
      }
      ++eval_.counters().rejected;
      rejected = true;
      h = std::isfinite(error) ? h / std::min(1 / smallest_factor, power / safety) : h / 10;
    }
  }

  bool interpolate(double t, State& out) const noexcept override {
    if (refused_) {
      extrapolate(t, out);
      return true;
    }
    const double s = (t - start_.t) / h_, r = 1 - s;
    const auto at = [&](auto part, Index i) {
      return s * (pieces_[0].*part)[i] +
             s * r *
                 ((pieces_[1].*part)[i] + s * ((pieces_[2].*part)[i] + r * (pieces_[3].*part)[i]));
    };
    const double blend = s * s * (3 - 2 * s);
    for (Index i = 0; i < increment_.size(); ++i) increment_[i] = at(&Piece::q, i);
    system_.retract(start_.q, increment_, scratch_q_);
    for (Index i = 0; i < increment_.size(); ++i) increment_[i] = -blend * moved_q_[i];
    system_.retract(scratch_q_, increment_, out.q);
    for (Index i = 0; i < out.v.size(); ++i)
      out.v[i] = start_.v[i] + at(&Piece::v, i) - blend * moved_v_[i];
    for (Index i = 0; i < out.z.size(); ++i) out.z[i] = start_.z[i] + at(&Piece::z, i);
    out.t = t;
    return true;
  }

  void watch(StepWatch* w) noexcept override { watch_ = w; }
  void restart(double h) noexcept override {
    fresh_ = false;
    h_next() = h;
    last_error() = 1e-4;
  }
  void forget() noexcept override { fresh_ = false; }
  std::span<double> memory() noexcept override { return memory_; }

 private:
  struct Piece {
    Vector q, v, z;
  };

  // The start of the step continued with its rates.
  void extrapolate(double t, State& out) const noexcept {
    const double x = t - start_.t;
    const Rates& first = stages_.k[0];
    for (Index i = 0; i < increment_.size(); ++i)
      increment_[i] = x * (first.dq[i] + 0.5 * x * first.dv[i]);
    system_.retract(start_.q, increment_, out.q);
    for (Index i = 0; i < out.v.size(); ++i) out.v[i] = start_.v[i] + x * first.dv[i];
    for (Index i = 0; i < out.z.size(); ++i) out.z[i] = start_.z[i] + x * first.dz[i];
    out.t = t;
  }

  double& h_next() noexcept { return memory_[0]; }
  double& last_error() noexcept { return memory_[1]; }

  // Computes the unprojected state `next`; returns the scaled error, the RMS over q, v and z.
  double try_step(const State& from, double h, double t_end, State& next) noexcept {
    for (int i = 1; i < 6; ++i)
      if (stages_.stage(i, dp::c[i], dp::a[i], from, h, Slot::stage) != Status::ok) return HUGE_VAL;
    stages_.combine(from, h, dp::a[6], 6, next);
    next.t = t_end;
    if (stages_.rates(6, Slot::end, next) != Status::ok) return HUGE_VAL;
    system_.magnitude(from.q, size_);
    system_.magnitude(next.q, size_next_);
    double sum = 0;
    const Index nv = size_.size(), nz = next.z.size();
    for (Index i = 0; i < nv; ++i) {
      double eq = 0, ev = 0;
      for (std::size_t j = 0; j < 7; ++j) {
        eq += dp::error[j] * stages_.k[j].dq[i];
        ev += dp::error[j] * stages_.k[j].dv[i];
      }
      sum += squared(h * eq / (o_.atol + o_.rtol * std::max(size_[i], size_next_[i])));
      sum += squared(h * ev /
                     (o_.atol + o_.rtol * std::max(std::abs(from.v[i]), std::abs(next.v[i]))));
    }
    for (Index i = 0; i < nz; ++i) {
      double ez = 0;
      for (std::size_t j = 0; j < 7; ++j) ez += dp::error[j] * stages_.k[j].dz[i];
      sum += squared(h * ez /
                     (o_.atol + o_.rtol * std::max(std::abs(from.z[i]), std::abs(next.z[i]))));
    }
    const double error = std::sqrt(sum / static_cast<double>(2 * nv + nz));
    return std::isfinite(error) ? error : HUGE_VAL;
  }

  // Prepares interpolate() over a trial step.
  void interpolate_over(const State& from, const State& next, double h) noexcept {
    start_.t = from.t;
    start_.q = from.q;
    start_.v = from.v;
    start_.z = from.z;
    h_ = h;
    const Vector& whole = stages_.increment();
    for (Index i = 0; i < whole.size(); ++i) {
      piece(i, h, whole[i], &Piece::q, &Rates::dq);
      piece(i, h, next.v[i] - from.v[i], &Piece::v, &Rates::dv);
    }
    for (Index i = 0; i < next.z.size(); ++i)
      piece(i, h, next.z[i] - from.z[i], &Piece::z, &Rates::dz);
    moved_q_.setZero();
    moved_v_.setZero();
  }

  void finish(const State& from, State& next, double h, Stabiliser& stabiliser,
              StepReport& report) noexcept {
    interpolate_over(from, next, h);
    next.a = stages_.k[6].dv;
    next.lambda = stages_.k[6].lambda;
    report.status = stabiliser.correct(next, {true, true}, false);
    moved_q_ = stabiliser.moved_q();
    moved_v_ = stabiliser.moved_v();
    fresh_ = !stabiliser.active() && system_.shape().plain_coordinates;
  }

  void piece(Index i, double h, double whole, Vector Piece::*to, Vector Rates::*of) noexcept {
    const auto& k = stages_.k;
    const double bend = h * (k[0].*of)[i] - whole;
    double d = 0;
    for (std::size_t j = 0; j < 7; ++j) d += dp::dense[j] * (k[j].*of)[i];
    (pieces_[0].*to)[i] = whole;
    (pieces_[1].*to)[i] = bend;
    (pieces_[2].*to)[i] = whole - h * (k[6].*of)[i] - bend;
    (pieces_[3].*to)[i] = h * d;
  }

  static double squared(double x) noexcept { return x * x; }

  Evaluator& eval_;
  const EquationsOfMotion& system_;
  Dopri5Options o_;
  Stages<dp::stages> stages_;
  std::array<double, 2> memory_{};  // next step, last error
  bool fresh_ = false;              // k[6] is k[0] of the next step
  StepWatch* watch_ = nullptr;
  bool refused_ = false;  // the watch sees the start extrapolated, not the trial
  Vector size_, size_next_;
  mutable Vector increment_;
  Vector moved_q_, moved_v_;
  mutable Vector scratch_q_;
  State start_;
  double h_ = 0;
  std::array<Piece, 4> pieces_;
};

}  // namespace

std::unique_ptr<Integrator> make_dopri5(Evaluator& eval, AccelerationForm& form,
                                        const Dopri5Options& options) {
  return std::make_unique<Dopri5>(eval, form, options);
}

}  // namespace takt
