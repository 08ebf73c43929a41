#include "takt/formulation/sequential_regularisation.hpp"

#include "takt/formulation/linear_implicit.hpp"
#include "takt/formulation/penalties.hpp"

namespace takt {
namespace {

class SequentialRegularisation final : public Formulation, public VelocityForm {
 public:
  SequentialRegularisation(Evaluator& eval, const Regularisation& r, double h)
      : eval_(eval), options_(r), h_(h), alpha_(r.alpha > 0 ? r.alpha : 1 / h), implicit_(eval),
        T_({implicit_.pattern(), make_terms(eval.shape()).M.shared_pattern()},
           eval.shape().structure, make_terms(eval.shape()).G.shared_pattern(),
           eval.shape().G_structure, eval.storage(), eval.counters()),
        stiffness_(Vector::Zero(eval.shape().ng)), violation_(stiffness_), w_(stiffness_),
        r_(Vector::Zero(eval.shape().nv)) {}

  VelocityForm* velocity_form() noexcept override { return this; }
  bool needs_next_position() const noexcept override { return true; }
  bool closes_velocity() const noexcept override { return false; }

  void prepare(const State& start) override {
    if (options_.epsilon > 0) {
      stiffness_.setConstant(1 / options_.epsilon);
      return;
    }
    eval_.place(Slot::start, start);
    const Terms& t = eval_.at(Slot::start, Term::M | Term::G);
    T_.set_zero();
    T_.add(mass, 1, t.M);
    choose_penalties(0, true, T_, t, stiffness_);
    stiffness_ *= moderate_reduction / (automatic_reduction * h_);
  }

  void begin(const State& from, Blocks b) noexcept override {
    eval_.place(Slot::start, from);
    eval_.at(Slot::start, needs(b));
  }

  Status velocity(const State& from, double h, Blocks b, State& next,
                  Vector& dz) noexcept override {
    eval_.at(Slot::start, needs(b));
    next.v = from.v;
    eval_.place(Slot::end, next);
    const Terms& end = eval_.at(Slot::end, Term::G | Term::gI | Term::g);
    T_.set_zero();
    T_.add(step, 1, implicit_.matrix(h, b));
    T_.add_gram(h, stiffness_, end.G);
    const Status status = T_.factorise();
    copy(end.gI, violation_);
    end.G.multiply_add(1, from.v, violation_);
    for (Index i = 0; i < violation_.size(); ++i)
      if (eval_.shape().row_level[i] == RowLevel::position) violation_[i] += alpha_ * end.g[i];
    implicit_.right_side(h, b, r_);
    copy(from.lambda, next.lambda);
    Vector& dv = next.a;
    for (int pass = 0; pass < options_.passes && status == Status::ok; ++pass) {
      for (Index i = 0; i < w_.size(); ++i) w_[i] = next.lambda[i] + stiffness_[i] * violation_[i];
      copy(r_, dv);
      end.G.multiply_transposed_add(-h, w_, dv);
      T_.solve(dv);
      copy(violation_, w_);
      end.G.multiply_add(1, dv, w_);
      for (Index i = 0; i < w_.size(); ++i) next.lambda[i] += stiffness_[i] * w_[i];
    }
    implicit_.state_rates(h, b, dv, dz);
    next.v += dv;
    next.a /= h;
    return status;
  }

 private:
  enum Part : std::size_t { step, mass };

  Need needs(Blocks b) const noexcept {
    return LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::e;
  }

  Evaluator& eval_;
  Regularisation options_;
  double h_, alpha_;
  LinearImplicit implicit_;
  linear::Tangent T_;
  Vector stiffness_;  // 1/epsilon of each row
  Vector violation_;  // G v_n + gI + alpha g at the new position
  Vector w_, r_;
};

}  // namespace

std::unique_ptr<Formulation> make_sequential_regularisation(Evaluator& eval,
                                                            const Regularisation& r, double h) {
  return std::make_unique<SequentialRegularisation>(eval, r, h);
}

}  // namespace takt
