#include "takt/integrator/sdirk2.hpp"

#include <array>

#include "takt/base/text.hpp"

namespace takt {
namespace {

class Sdirk2 final : public Integrator {
 public:
  Sdirk2(Evaluator& eval, LinearisedForm& form, double gamma, double tangent_factor,
         const NewtonOptions& newton)
      : eval_(eval), form_(form), gamma_(gamma), factor_(tangent_factor), newton_(newton),
        any_stiff_(!eval.shape().stiff_states.empty()), c_{gamma, 1 - gamma}, a_{{{gamma, 0},
                                                                                  {1 - 2 * gamma,
                                                                                   gamma}}},
        // b' A^-1
        d_{0.5 / gamma - 0.5 * (1 - 2 * gamma) / (gamma * gamma), 0.5 / gamma} {
    const Shape& s = eval.shape();
    const Vector v = Vector::Zero(s.nv), z = Vector::Zero(s.nz);
    for (Stage& stage : stages_) {
      stage.z_q = stage.z_v = stage.dz_q = stage.dz_v = stage.rate = v;
      stage.z_z = stage.dz_z = z;
      stage.rates = {v, v, Vector::Zero(s.ng), z};
    }
    at_ = {0, Vector::Zero(s.nq), v, v, Vector::Zero(s.ng), z};
    e_q_ = v;
    lack_ = {v, v, v, z, z};
    stiff_.assign(s.nz, false);
    for (const StateBlock& b : s.stiff_states)
      for (Index k = b.first; k < b.first + b.count; ++k) stiff_[k] = true;
  }

  void prepare(const State& start, double h) override {
    require_reachable(newton_, form_.set_up(start, gamma_ * h));
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    const double h = to.h;
    StepReport report{Status::ok, to.t_end, h, 0};
    predict(from, h);
    if (any_stiff_) set_stage(0, from, h);
    report.status = form_.linearise(any_stiff_ ? at_ : from, gamma_ * h, factor_);
    if (report.status != Status::ok) return report;
    stabiliser.begin(h);
    double size = 0;
    do {
      for (std::size_t i = 0; i < 2 && report.status == Status::ok; ++i)
        report.status = pass(i, report.iterations, from, h);
      if (report.status != Status::ok) return report;
      for (Index k = 0; k < e_q_.size(); ++k)
        e_q_[k] = d_[0] * stages_[0].dz_q[k] + d_[1] * stages_[1].dz_q[k];
      size = norm(e_q_);
      ++report.iterations;
      ++eval_.counters().iterations;
      if (!std::isfinite(size)) {
        report.status = Status::not_finite;
        return report;
      }
    } while (newton_.again(report.iterations, size, h));
    // 0: there is no residual force
    count(newton_, report.iterations, size, h, 0, eval_.counters());
    combine(from, next, to);
    if (any_stiff_) eval_.place(Slot::start, from);  // projections expect it there
    report.status = stabiliser.correct(next, {true, true, false}, false);
    return report;
  }

 private:
  struct Stage {
    Vector z_q, z_v, z_z;     // y_i - y_0
    Vector dz_q, dz_v, dz_z;  // increments of the last pass; dz_z only of stiff states
    Vector rate;              // of z_q
    Rates rates;
  };

  // Predictor: constant acceleration, that of the last step.
  void predict(const State& from, double h) noexcept {
    for (std::size_t i = 0; i < 2; ++i) {
      const double t = c_[i] * h;
      Stage& s = stages_[i];
      for (Index k = 0; k < s.z_q.size(); ++k) {
        s.z_q[k] = t * from.v[k] + 0.5 * t * t * from.a[k];
        s.z_v[k] = t * from.a[k];
      }
      s.z_z.setZero();
    }
  }

  void set_stage(std::size_t i, const State& from, double h) noexcept {
    const Stage& s = stages_[i];
    at_.t = from.t + c_[i] * h;
    eval_.retract(from.q, s.z_q, at_.q);
    for (Index k = 0; k < at_.v.size(); ++k) at_.v[k] = from.v[k] + s.z_v[k];
    for (Index k = 0; k < at_.z.size(); ++k) at_.z[k] = from.z[k] + s.z_z[k];
    copy(from.a, at_.a);
    copy(from.lambda, at_.lambda);
  }

  Status pass(std::size_t i, int done, const State& from, double h) noexcept {
    Stage& s = stages_[i];
    set_stage(i, from, h);
    const Status status = form_.stage(static_cast<int>(i), done, at_, s.rates);
    if (status != Status::ok) return status;
    eval_.system().increment_rate(s.z_q, s.rates.dq, s.rate);
    const double gh = gamma_ * h, lower = i == 1 ? h * a_[1][0] : 0;
    const Stage& first = stages_[0];
    auto& [rho, x_q, x_v, rho_z, x_z] = lack_;
    for (Index k = 0; k < rho.size(); ++k) {  // 003 (23)
      e_q_[k] = gh * s.rate[k] - s.z_q[k];
      rho[k] = gh * s.rates.dv[k] - s.z_v[k];
      x_q[k] = x_v[k] = 0;
      if (i == 1) {
        e_q_[k] += lower * (first.rate[k] + first.dz_v[k]);
        rho[k] += lower * first.rates.dv[k];
        x_q[k] = lower * first.dz_q[k];
        x_v[k] = lower * first.dz_v[k];
      }
    }
    for (Index k = 0; k < rho_z.size(); ++k) {
      if (!stiff_[k]) continue;
      rho_z[k] = gh * s.rates.dz[k] - s.z_z[k] + lower * first.rates.dz[k];
      x_z[k] = lower * first.dz_z[k];
    }
    form_.restrict(e_q_);
    form_.restrict(rho);
    for (Index k = 0; k < x_q.size(); ++k) x_q[k] += gh * e_q_[k];
    form_.correct(lack_, s.dz_v, s.dz_z);  // (24)
    for (Index k = 0; k < rho.size(); ++k) {
      s.dz_q[k] = e_q_[k] + gh * s.dz_v[k];  // (25)
      s.z_q[k] += s.dz_q[k];
      s.z_v[k] += s.dz_v[k];
    }
    for (Index k = 0; k < s.z_z.size(); ++k) {
      if (stiff_[k]) {
        s.z_z[k] += s.dz_z[k];
        continue;
      }
      // Other states by fixed-point iteration, once in each pass.
      s.z_z[k] = gh * s.rates.dz[k];
      if (i == 1) s.z_z[k] += lower * first.rates.dz[k];
    }
    return Status::ok;
  }

  void combine(const State& from, State& next, StepTarget to) noexcept {
    const Stage &one = stages_[0], &two = stages_[1];
    for (Index k = 0; k < e_q_.size(); ++k) {
      e_q_[k] = d_[0] * one.z_q[k] + d_[1] * two.z_q[k];
      next.v[k] = from.v[k] + d_[0] * one.z_v[k] + d_[1] * two.z_v[k];
    }
    for (Index k = 0; k < next.z.size(); ++k)
      next.z[k] = from.z[k] + d_[0] * one.z_z[k] + d_[1] * two.z_z[k];
    eval_.retract(from.q, e_q_, next.q);
    // Acceleration and multipliers at the end of the step, linearly extrapolated from both stages.
    // The next step is predicted with them.
    const double apart = c_[0] - c_[1], weight = apart != 0 ? (1 - c_[1]) / apart : 0.5;
    const auto line = [&](double x, double y) { return weight * x + (1 - weight) * y; };
    for (Index k = 0; k < e_q_.size(); ++k) next.a[k] = line(one.rates.dv[k], two.rates.dv[k]);
    for (Index k = 0; k < next.lambda.size(); ++k)
      next.lambda[k] = line(one.rates.lambda[k], two.rates.lambda[k]);
    next.t = to.t_end;
  }

  Evaluator& eval_;
  LinearisedForm& form_;
  double gamma_, factor_;
  NewtonOptions newton_;
  bool any_stiff_;
  std::array<double, 2> c_;
  std::array<std::array<double, 2>, 2> a_;
  std::array<double, 2> d_;
  std::array<Stage, 2> stages_;
  State at_;
  Vector e_q_;
  StageResidual lack_;
  List<bool> stiff_;  // by auxiliary state
};

}  // namespace

double sdirk2_gamma(const std::string& text) {
  if (text == "A") return (3 + std::sqrt(3.0)) / 6;
  if (text == "small") return (3 - std::sqrt(3.0)) / 6;
  double x = 0;
  return parse_number(text, x) ? x : 0;
}

std::unique_ptr<Integrator> make_sdirk2(Evaluator& eval, LinearisedForm& form, double gamma,
                                        double tangent_factor, const NewtonOptions& newton) {
  return std::make_unique<Sdirk2>(eval, form, gamma, tangent_factor, newton);
}

}  // namespace takt
