// Abrupt forces over a step (takt::Abrupt), in joint coordinates. For each of them, s0 and then G0,
// column by column, are stored at the start of the step.
//
//   -d(over)/dq1 = (G1' k1 + (G0 + G1)' kD)/2 G1 - (Q1 + D)/2 d2s/dq2       terms as in OverStep
#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

void TreeMechanism::find_abrupt() {
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const Force& f = model_->forces[at(laws_[i].force)];
    if (!f.law->abrupt() || f.explicit_only) continue;
    abrupt_.push_back(static_cast<int>(i));
    kept_ += 1 + static_cast<Index>(laws_[i].columns.size());
  }
}

void TreeMechanism::leave(const Point& p, Vector& kept, Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  batches_.motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.batches);
  double* to = kept.data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    law_inputs(e, p, w, false);
    *to++ = w.s[0];
    for (std::size_t k = 0; k < e.columns.size(); ++k) *to++ = w.G(0, static_cast<Index>(k));
  }
}

void TreeMechanism::ahead(const Vector& kept, const Vector& trial, const Vector& dq,
                          Vector& over) const noexcept {
  over.setZero();
  const double *from = kept.data(), *at_trial = trial.data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    const std::size_t U = e.columns.size();
    const double *G0 = from + 1, *G1 = at_trial + 1;
    const element::OverStep step(*model_->forces[at(e.force)].law, *from, *at_trial);
    double ds = 0;
    for (std::size_t k = 0; k < U; ++k) ds += G1[k] * dq[e.columns[k]];
    const double Q1 = step.Q1 - step.k1 * ds, D = step.D - step.kD * ds;
    for (std::size_t k = 0; k < U; ++k)
      over[e.columns[k]] += 0.5 * (G1[k] * Q1 + (G0[k] + G1[k]) * D);
    from += 1 + U;
    at_trial += 1 + U;
  }
}

void TreeMechanism::arrive(const Point& p, const Vector& kept, Vector& over, Vector& there,
                           Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  batches_.motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.batches);
  over.setZero();
  there.setZero();
  const double* from = kept.data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    const element::Law& law = *model_->forces[at(e.force)].law;
    law_inputs(e, p, w, false);
    const element::OverStep step(law, *from++, w.s[0]);
    for (std::size_t k = 0; k < e.columns.size(); ++k) {
      const double G0 = *from++, G1 = w.G(0, static_cast<Index>(k));
      over[e.columns[k]] += 0.5 * (G1 * step.Q1 + (G0 + G1) * step.D);
      there[e.columns[k]] += G1 * step.Q1;
    }
  }
}

void TreeMechanism::stiffen(const Point& p, const Vector& kept, double c, linear::Patterned& K,
                            Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  batches_.motions(p.q.data(), p.v.data(), nullptr, true, {}, w.world, w.batches);
  const double* from = kept.data();
  double* const values = K.values().data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    const LawMeasure& measure = e.measures[0];
    const element::Law& law = *model_->forces[at(e.force)].law;
    law_inputs(e, p, w, true);
    const element::OverStep step(law, *from++, w.s[0]);
    const double* const G0 = from;
    const std::size_t U = e.columns.size();
    from += U;
    const double by_end = 0.5 * c * (step.k1 + step.kD) - step.k1, by_start = 0.5 * c * step.kD;
    const int* place = e.K_place.data();
    for (std::size_t k = 0; k < U; ++k)
      for (std::size_t j = 0; j < U; ++j)
        values[*place++] += (by_end * w.G(0, static_cast<Index>(j)) + by_start * G0[j]) *
                            w.G(0, static_cast<Index>(k));
    if (measure.q >= 0) continue;
    const double bent = step.Q1 - 0.5 * c * (step.Q1 + step.D);
    const int* to = measure.K_place.data();
    if (PointPairMeasure::serves(measure.row.kind))
      w.line[0].pairs(measure.ends, w.line_columns.data(),
                      ToSquare{to, measure.ends.columns.size(), values, bent});
    else
      gradient_pairs(measure.ends, w.world, w.gradient[0], ToMatrix{to, values, bent});
  }
}

}  // namespace takt::mechanism
