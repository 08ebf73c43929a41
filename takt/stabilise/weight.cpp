#include "takt/stabilise/weight.hpp"

namespace takt {

Weight::Weight(Evaluator& eval, Metric metric, Level level)
    : eval_(eval), metric_(metric),
      masked_(level == Level::position && eval.shape().has_velocity_rows()) {
  const Terms t = make_terms(eval.shape());
  const linear::SharedPattern G = t.G.shared_pattern();
  const linear::SharedPattern A = metric == Metric::mass ? t.M.shared_pattern() : nullptr;
  G_ = linear::Patterned(G);
  own_ = linear::make_saddle(A, G, G, linear::Symmetry::definite, eval.storage(), eval.counters(),
                             metric == Metric::mass ? eval.shape().mass_rank : linear::Rank::full);
}

Status Weight::set(Slot slot) noexcept {
  const Terms& t = eval_.at(slot, needs(metric_));
  G_.values() = t.G.values();
  if (masked_) {  // a row of zeros has the multiplier zero (linear/saddle.hpp)
    const linear::Pattern& p = G_.pattern();
    for (Index k = 0; k < G_.values().size(); ++k) {
      const Index row = p.full ? k % p.rows : p.row[k];
      if (eval_.shape().row_level[row] == RowLevel::velocity) G_.values()[k] = 0;
    }
  }
  return own_->factorise(metric_ == Metric::mass ? &t.M : nullptr, G_, G_);
}

void Weight::apply(Vector& violation, Vector& dx) noexcept { own_->least_norm(violation, dx); }

void Weight::apply_transposed(Vector& x, Vector& y) noexcept {
  if (metric_ == Metric::mass) own_->solve_upper(x);
  y.setZero();
  G_.multiply_add(1, x, y);
  own_->multipliers(y);
}

void Weight::multipliers(Vector& violation) noexcept { own_->multipliers(violation); }

void Weight::apply_with(const linear::Patterned& G_new, Vector& violation, Vector& dx) noexcept {
  own_->multipliers(violation);
  dx.setZero();
  G_new.multiply_transposed_add(1, violation, dx);
  if (metric_ == Metric::mass) own_->solve_upper(dx);
}

}  // namespace takt
