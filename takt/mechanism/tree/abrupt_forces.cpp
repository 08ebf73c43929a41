#include "takt/mechanism/tree/abrupt_forces.hpp"

#include "takt/element/discrete_gradient.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

AbruptForces::AbruptForces(const JointTree& tree, const TreeInertia& inertia,
                           const DrivenCoordinates& driven)
    : inertia_(inertia), driven_(driven) {
  for (const Force& f : tree.model.forces) {
    if (f.law == nullptr || !f.law->abrupt() || f.explicit_only) continue;
    forces_.push_back({f.law.get(), law_measure(tree, f.measures[0], f)});
    std::erase_if(forces_.back().measure.ends.columns,
                  [&](const Ends::Column& c) { return c.column >= tree.unknown_v(); });
    record_size_ += 1 + forces_.back().columns();
  }
}

void AbruptForces::find_places(const Shape& shape) {
  for (AbruptForce& f : forces_) f.measure.K_place = places_in(*shape.K, pairs_of(f.measure.ends));
}

Point AbruptForces::moved_to(const Point& at, bool rates, TreeWork& w) const noexcept {
  const Point p = driven_.empty() ? at : driven_.all(at, w.driven);
  inertia_.batches().motions(p.q.data(), p.v.data(), nullptr, rates, {}, w.world, w.batches);
  return p;
}

void AbruptForces::record(const Point& at, Vector& record, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = moved_to(at, false, w);
  double* to = record.data();
  for (const AbruptForce& f : forces_) {
    f.measure.evaluate(0, f.columns(), p, false, w);
    *to++ = w.s[0];
    for (int k = 0; k < f.columns(); ++k) *to++ = w.G(0, k);
  }
}

void AbruptForces::linear_step_force(const Vector& start, const Vector& trial, const Vector& dq,
                                     Vector& force) const noexcept {
  force.setZero();
  const double *from = start.data(), *at_trial = trial.data();
  for (const AbruptForce& f : forces_) {
    const int U = f.columns();
    const double *G0 = from + 1, *G1 = at_trial + 1;
    const element::OverStep step(*f.law, *from, *at_trial);
    double ds = 0;
    for (int k = 0; k < U; ++k) ds += G1[k] * dq[f.column(k)];
    const double Q1 = step.Q1 - step.k1 * ds, D = step.D - step.kD * ds;
    for (int k = 0; k < U; ++k) force[f.column(k)] += 0.5 * (G1[k] * Q1 + (G0[k] + G1[k]) * D);
    from += 1 + U;
    at_trial += 1 + U;
  }
}

void AbruptForces::step_force(const Point& at, const Vector& start, Vector& force,
                              Vector& end_force, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point end = moved_to(at, false, w);
  force.setZero();
  end_force.setZero();
  const double* from = start.data();
  for (const AbruptForce& f : forces_) {
    f.measure.evaluate(0, f.columns(), end, false, w);
    const element::OverStep step(*f.law, *from++, w.s[0]);
    for (int k = 0; k < f.columns(); ++k) {
      const double G0 = *from++, G1 = w.G(0, k);
      force[f.column(k)] += 0.5 * (G1 * step.Q1 + (G0 + G1) * step.D);
      end_force[f.column(k)] += G1 * step.Q1;
    }
  }
}

void AbruptForces::add_step_stiffness(const Point& at, const Vector& start, double c,
                                      linear::Patterned& K, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point end = moved_to(at, true, w);
  const double* from = start.data();
  double* const values = K.values().data();
  for (const AbruptForce& f : forces_) {
    f.measure.evaluate(0, f.columns(), end, true, w);
    const element::OverStep step(*f.law, *from++, w.s[0]);
    const double* const G0 = from;
    const int U = f.columns();
    from += U;
    const double by_end = 0.5 * c * (step.k1 + step.kD) - step.k1, by_start = 0.5 * c * step.kD;
    const int* place = f.measure.K_place.data();
    for (int k = 0; k < U; ++k)
      for (int j = 0; j < U; ++j)
        values[*place++] += (by_end * w.G(0, j) + by_start * G0[j]) * w.G(0, k);
    f.measure.add_curvature(0, step.Q1 - 0.5 * c * (step.Q1 + step.D), values, w);
  }
}

}  // namespace takt::mechanism
