// Abrupt forces over a step, in joint coordinates. Of the start is kept, for each of them:
// s0, then G0 column by column.
//
//   -d(over)/dq1 = (G0 + G1)'/2 kappa G1 - Q/2 d2s/dq2,   kappa = -dQ/ds1
#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/joint/joint_work.hpp"

namespace takt::mechanism {

void JointMechanism::find_abrupt() {
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const Force& f = model_->forces[at(laws_[i].force)];
    if (!f.law->abrupt() || f.explicit_only) continue;
    abrupt_.push_back(static_cast<int>(i));
    kept_ += 1 + static_cast<Index>(laws_[i].columns.size());
  }
}

void JointMechanism::leave(const Point& p, Vector& kept, Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  packs_.motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.packs);
  double* to = kept.data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    law_inputs(e, p, w, false);
    *to++ = w.s[0];
    for (std::size_t k = 0; k < e.columns.size(); ++k) *to++ = w.G(0, static_cast<Index>(k));
  }
}

void JointMechanism::ahead(const Vector& kept, const Vector& trial, const Vector& dq,
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
    const double Q = step.Q - step.kappa * ds;
    for (std::size_t k = 0; k < U; ++k) over[e.columns[k]] += 0.5 * (G0[k] + G1[k]) * Q;
    from += 1 + U;
    at_trial += 1 + U;
  }
}

void JointMechanism::arrive(const Point& p, const Vector& kept, Vector& over, Vector& there,
                            Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  packs_.motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.packs);
  over.setZero();
  there.setZero();
  const double* from = kept.data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    const element::Law& law = *model_->forces[at(e.force)].law;
    law_inputs(e, p, w, false);
    const double s0 = *from++, s1 = w.s[0], rest = 0;
    const double Q = element::OverStep(law, s0, s1).Q;
    law.force({&s1, &rest}, w.law);
    for (std::size_t k = 0; k < e.columns.size(); ++k) {
      const double G1 = w.G(0, static_cast<Index>(k));
      over[e.columns[k]] += 0.5 * (*from++ + G1) * Q;
      there[e.columns[k]] += G1 * w.law.Q[0];
    }
  }
}

void JointMechanism::stiffen(const Point& p, const Vector& kept, double c, linear::Patterned& K,
                             Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  packs_.motions(p.q.data(), p.v.data(), nullptr, true, {}, w.world, w.packs);
  const double* from = kept.data();
  double* const values = K.values().data();
  for (int i : abrupt_) {
    const LawElement& e = laws_[at(i)];
    const LawMeasure& measure = e.measures[0];
    const element::Law& law = *model_->forces[at(e.force)].law;
    law_inputs(e, p, w, true);
    const double s0 = *from++, s1 = w.s[0], rest = 0;
    const double* const G0 = from;
    const std::size_t U = e.columns.size();
    from += U;
    const element::OverStep step(law, s0, s1);
    law.force({&s1, &rest}, w.law);
    law.derivatives({&s1, &rest}, w.law);
    const double slope = -w.law.Q_s[0][0];
    const int* place = e.K_place.data();
    for (std::size_t k = 0; k < U; ++k)
      for (std::size_t j = 0; j < U; ++j) {
        const double G1j = w.G(0, static_cast<Index>(j)), G1k = w.G(0, static_cast<Index>(k));
        values[*place++] += (0.5 * c * step.kappa * (G0[j] + G1j) - slope * G1j) * G1k;
      }
    if (measure.q >= 0) continue;
    const double bent = w.law.Q[0] - 0.5 * c * step.Q;
    const int* to = measure.K_place.data();
    if (Line::serves(measure.row.kind))
      w.line[0].pairs(measure.ends, w.line_columns.data(),
                      ToSquare{to, measure.ends.columns.size(), values, bent});
    else
      pull_pairs(measure.ends, w.world, w.pull[0], ToMatrix{to, values, bent});
  }
}

}  // namespace takt::mechanism
