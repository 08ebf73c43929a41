#include "takt/integrator/dirk.hpp"

#include "takt/base/list.hpp"

namespace takt {
namespace {

class Dirk final : public Integrator {
 public:
  Dirk(Evaluator& eval, LinearisedForm& form, const DirkRow& row, double tangent_factor,
       const NewtonOptions& newton)
      : eval_(eval), form_(form), row_(row), factor_(tangent_factor), newton_(newton),
        any_stiff_(!eval.shape().stiff_states.empty()) {
    stages_.resize(static_cast<std::size_t>(row.stages));
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
    require_reachable(newton_, form_.set_up(start, row_.gamma * h));
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    const double h = to.h;
    StepReport report{Status::ok, to.t_end, h, 0};
    predict(from, h);
    if (any_stiff_) set_stage(0, from, h);
    report.status = form_.linearise(any_stiff_ ? at_ : from, row_.gamma * h, factor_);
    if (report.status != Status::ok) return report;
    stabiliser.begin(h);
    double size = 0;
    do {
      for (int i = 0; i < row_.stages && report.status == Status::ok; ++i)
        report.status = pass(i, report.iterations, from, h);
      if (report.status != Status::ok) return report;
      weigh(
          row_.d, [](const Stage& s) -> const Vector& { return s.dz_q; }, e_q_);
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
    for (int i = 0; i < row_.stages; ++i) {
      const double t = row_.c[i] * h;
      Stage& s = stages_[i];
      for (Index k = 0; k < s.z_q.size(); ++k) {
        s.z_q[k] = t * from.v[k] + 0.5 * t * t * from.a[k];
        s.z_v[k] = t * from.a[k];
      }
      s.z_z.setZero();
    }
  }

  void set_stage(int i, const State& from, double h) noexcept {
    const Stage& s = stages_[i];
    at_.t = from.t + row_.c[i] * h;
    eval_.retract(from.q, s.z_q, at_.q);
    for (Index k = 0; k < at_.v.size(); ++k) at_.v[k] = from.v[k] + s.z_v[k];
    for (Index k = 0; k < at_.z.size(); ++k) at_.z[k] = from.z[k] + s.z_z[k];
    copy(from.a, at_.a);
    copy(from.lambda, at_.lambda);
  }

  Status pass(int i, int done, const State& from, double h) noexcept {
    Stage& s = stages_[i];
    set_stage(i, from, h);
    const Status status = form_.stage(i, done, at_, s.rates);
    if (status != Status::ok) return status;
    eval_.system().increment_rate(s.z_q, s.rates.dq, s.rate);
    const double gh = row_.gamma * h;
    auto& [rho, x_q, x_v, rho_z, x_z] = lack_;
    for (Index k = 0; k < rho.size(); ++k) {  // 003 (23)
      e_q_[k] = gh * s.rate[k] - s.z_q[k];
      rho[k] = gh * s.rates.dv[k] - s.z_v[k];
      x_q[k] = x_v[k] = 0;
    }
    for (Index k = 0; k < rho_z.size(); ++k) {
      rho_z[k] = stiff_[k] ? gh * s.rates.dz[k] - s.z_z[k] : 0;
      x_z[k] = 0;
      // Other states by fixed-point iteration, once in each pass.
      if (!stiff_[k]) s.z_z[k] = gh * s.rates.dz[k];
    }
    for (int j = 0; j < i; ++j) add_earlier(stages_[j], h * row_.a[i][j], s.z_z);
    form_.restrict(e_q_);
    form_.restrict(rho);
    for (Index k = 0; k < x_q.size(); ++k) x_q[k] += gh * e_q_[k];
    form_.correct(lack_, s.dz_v, s.dz_z);  // (24)
    for (Index k = 0; k < rho.size(); ++k) {
      s.dz_q[k] = e_q_[k] + gh * s.dz_v[k];  // (25)
      s.z_q[k] += s.dz_q[k];
      s.z_v[k] += s.dz_v[k];
    }
    for (Index k = 0; k < s.z_z.size(); ++k)
      if (stiff_[k]) s.z_z[k] += s.dz_z[k];
    return Status::ok;
  }

  // What an earlier stage contributes to the residual of a stage: the sums over j < i of 003 (23).
  void add_earlier(const Stage& earlier, double lower, Vector& z_z) noexcept {
    auto& [rho, x_q, x_v, rho_z, x_z] = lack_;
    for (Index k = 0; k < rho.size(); ++k) {
      e_q_[k] += lower * (earlier.rate[k] + earlier.dz_v[k]);
      rho[k] += lower * earlier.rates.dv[k];
      x_q[k] += lower * earlier.dz_q[k];
      x_v[k] += lower * earlier.dz_v[k];
    }
    for (Index k = 0; k < rho_z.size(); ++k) {
      if (stiff_[k]) {
        rho_z[k] += lower * earlier.rates.dz[k];
        x_z[k] += lower * earlier.dz_z[k];
      } else {
        z_z[k] += lower * earlier.rates.dz[k];
      }
    }
  }

  // out = sum_i w_i of(stage i)
  template <class Part> void weigh(const DirkRow::Numbers& w, Part of, Vector& out) const noexcept {
    for (Index k = 0; k < out.size(); ++k) out[k] = w[0] * of(stages_[0])[k];
    for (int i = 1; i < row_.stages; ++i)
      for (Index k = 0; k < out.size(); ++k) out[k] += w[i] * of(stages_[i])[k];
  }

  void combine(const State& from, State& next, StepTarget to) noexcept {
    copy(from.v, next.v);
    copy(from.z, next.z);
    for (int i = 0; i < row_.stages; ++i) {
      const Stage& s = stages_[i];
      for (Index k = 0; k < next.v.size(); ++k) next.v[k] += row_.d[i] * s.z_v[k];
      for (Index k = 0; k < next.z.size(); ++k) next.z[k] += row_.d[i] * s.z_z[k];
    }
    weigh(
        row_.d, [](const Stage& s) -> const Vector& { return s.z_q; }, e_q_);
    eval_.retract(from.q, e_q_, next.q);
    // The next step is predicted with acceleration and multipliers at the end of this one.
    weigh(
        row_.end, [](const Stage& s) -> const Vector& { return s.rates.dv; }, next.a);
    weigh(
        row_.end, [](const Stage& s) -> const Vector& { return s.rates.lambda; }, next.lambda);
    next.t = to.t_end;
  }

  Evaluator& eval_;
  LinearisedForm& form_;
  DirkRow row_;
  double factor_;
  NewtonOptions newton_;
  bool any_stiff_;
  List<Stage> stages_;
  State at_;
  Vector e_q_;
  StageResidual lack_;
  List<bool> stiff_;  // by auxiliary state
};

}  // namespace

std::unique_ptr<Integrator> make_dirk(Evaluator& eval, LinearisedForm& form, const DirkRow& row,
                                      double tangent_factor, const NewtonOptions& newton) {
  return std::make_unique<Dirk>(eval, form, row, tangent_factor, newton);
}

}  // namespace takt
