#include "takt/mechanism/tree/general_law.hpp"

#include <algorithm>

#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

GeneralLaw::GeneralLaw(LawOfForce of, List<LawMeasure> measures)
    : of_(of), measures_(std::move(measures)) {
  for (int m = 0; m < measures_.count(); ++m) {
    LawMeasure& measure = measures_[m];
    measure.local.clear();
    for (const Ends::Column& c : measure.ends.columns) {
      const auto found = std::find(columns_.begin(), columns_.end(), c.column);
      measure.local.push_back(static_cast<int>(found - columns_.begin()));
      if (found == columns_.end()) columns_.push_back(c.column);
    }
    if (!of_.law().acts_on(m)) continue;
    acts_.push_back(m);
    for (int k : measure.local)
      if (std::find(pushed_.begin(), pushed_.end(), k) == pushed_.end()) pushed_.push_back(k);
  }
  std::sort(pushed_.begin(), pushed_.end());
}

void GeneralLaw::add_entries(ElementEntries& to) const {
  append(to.K, pairs_of(columns_));
  for (int z = 0; z < of_.law().states(); ++z)
    for (int c : columns_) {
      to.f_z.emplace_back(c, of_.z + z);
      to.e_q.emplace_back(of_.z + z, c);
    }
}

void GeneralLaw::find_places(const Shape& shape) {
  K_place_ = places_in(*shape.K, pairs_of(columns_));
  for (LawMeasure& m : measures_) m.K_place = places_in(*shape.K, pairs_of(m.ends));
  fz_place_.clear();
  eq_place_.clear();
  const int Z = of_.law().states();
  for (int z = 0; z < Z; ++z)
    for (int c : columns_) fz_place_.push_back(place_of(*shape.f_z, c, of_.z + z));
  for (int c : columns_)
    for (int z = 0; z < Z; ++z) eq_place_.push_back(place_of(*shape.e_q, of_.z + z, c));
}

void GeneralLaw::measure(int first, const Point& p, bool derivatives, TreeWork& w) const noexcept {
  for (int m = first; m < measures_.count(); ++m)
    measures_[m].evaluate(m, columns_.count(), p, derivatives, w);
}

void GeneralLaw::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                          TreeWork& w) const noexcept {
  measure(0, p, derives(need, K), w);
  evaluate_measured(p, need, out, K, w);
}

void GeneralLaw::add_force(const Point& p, Vector& f, TreeWork& w) const noexcept {
  measure(0, p, false, w);
  add_force_measured(p, f, w);
}

void GeneralLaw::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  if (!of_.varies()) return;
  measure(0, p, false, w);
  by_time_measured(p, out, w);
}

void GeneralLaw::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  measure(0, p, false, w);
  visit_measured(p, visitor, w);
}

void GeneralLaw::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  measure(0, p, false, w);
  apply_measured(p, to, w);
}

void GeneralLaw::evaluate_measured(const Point& p, Need need, Terms& out, linear::Patterned* K,
                                   TreeWork& w) const noexcept {
  const element::Law& law = of_.law();
  const element::LawIn in = of_.in(p, w);
  law.force(in, w.law);
  if (need & Term::f)
    for (int k : pushed_)
      for (int m : acts_) out.f[columns_[k]] += w.law.Q[m] * w.G(m, k);
  const int Z = law.states();
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[of_.z + z] = w.law.e[z];
  if (!derives(need, K)) return;
  law.derivatives(in, w.law);
  if (of_.stiff(need))
    add_stiffness(K != nullptr ? K->values().data() : nullptr,
                  (need & Term::C) ? out.C.values().data() : nullptr, w);
  if (Z > 0) evaluate_states(need, out, w);
}

// Converts a row of derivatives by the measures and their rates to derivatives by the columns,
// by_q = by_s G + by_ds Gd, and by their rates, by_v = by_ds G. Most entries of by_s and by_ds are
// zero and are skipped.
void GeneralLaw::by_columns(const double* by_s, const double* by_ds, TreeWork& w) const noexcept {
  const int U = columns_.count();
  double *by_q = w.by_q.data(), *by_v = w.by_v.data();
  for (int k = 0; k < U; ++k) by_q[k] = by_v[k] = 0;
  for (int n = 0; n < measures_.count(); ++n) {
    const LawMeasure& measure = measures_[n];
    if (measure.is_coordinate()) {
      by_q[measure.local[0]] += by_s[n];
      by_v[measure.local[0]] += by_ds[n];
      continue;
    }
    const double a = by_s[n], b = by_ds[n];
    const double *G = w.G.row(n).data(), *Gd = w.Gd.row(n).data();
    if (b != 0) {
      for (int k = 0; k < U; ++k) {
        by_q[k] += a * G[k] + b * Gd[k];
        by_v[k] += b * G[k];
      }
    } else if (a != 0) {
      for (int k = 0; k < U; ++k) by_q[k] += a * G[k];
    }
  }
}

void GeneralLaw::add_stiffness(double* K, double* C, TreeWork& w) const noexcept {
  if (K == nullptr && C == nullptr) return;
  const int U = columns_.count();
  for (int m : acts_) {
    by_columns(w.law.Q_s[m], w.law.Q_ds[m], w);
    for (int j : measures_[m].local) {
      const double G = w.G(m, j);
      const int* place = K_place_.data() + j;
      for (int k = 0; k < U; ++k, place += U) {
        if (K) K[*place] -= G * w.by_q[k];
        if (C) C[*place] -= G * w.by_v[k];
      }
    }
    if (K) measures_[m].add_curvature(m, -w.law.Q[m], K, w);
  }
}

// Derivatives by and of the auxiliary states. Call it after force() and derivatives() of the law.
void GeneralLaw::evaluate_states(Need need, Terms& out, TreeWork& w) const noexcept {
  const int Z = of_.law().states(), U = columns_.count();
  if (need & Term::f_z) {
    const int* place = fz_place_.data();
    for (int z = 0; z < Z; ++z)
      for (int k = 0; k < U; ++k) {
        double x = 0;
        for (int m : acts_) x += w.G(m, k) * w.law.Q_z[m][z];
        out.f_z.values()[*place++] = x;
      }
  }
  if (!(need & Term::e_qvz)) return;
  for (int z = 0; z < Z; ++z) {
    by_columns(w.law.e_s[z], w.law.e_ds[z], w);
    const int* place = eq_place_.data() + z;
    for (int k = 0; k < U; ++k, place += Z) {
      out.e_q.values()[*place] = w.by_q[k];
      out.e_v.values()[*place] = w.by_v[k];
    }
    for (int y = 0; y < Z; ++y) out.e_z.dense()(of_.z + z, of_.z + y) = w.law.e_z[z][y];
  }
}

void GeneralLaw::add_force_measured(const Point& p, Vector& f, TreeWork& w) const noexcept {
  of_.law().force(of_.in(p, w), w.law);
  for (int k = 0; k < columns_.count(); ++k)
    for (int m = 0; m < measures_.count(); ++m) f[columns_[k]] += w.law.Q[m] * w.G(m, k);
}

void GeneralLaw::by_time_measured(const Point& p, Terms& out, TreeWork& w) const noexcept {
  of_.law().by_time(of_.in_for_by_time(p, w), w.law);
  for (int k : pushed_)
    for (int m : acts_) out.f_t[columns_[k]] += w.law.Q_t[m] * w.G(m, k);
  for (int z = 0; z < of_.law().states(); ++z) out.e_t[of_.z + z] = w.law.e_t[z];
}

void GeneralLaw::visit_measured(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  visitor.law(of_.index, of_.law(), of_.in(p, w), acts_);
}

void GeneralLaw::apply_measured(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  of_.law().force(of_.in(p, w), w.law);
  for (int m : acts_) {
    const ModelMeasure& on = of_.force->measures[m];
    const double Q = w.law.Q[m];
    if (measures_[m].is_coordinate())
      to.in_joint(on.joint, measures_[m].v, Q);
    else if (PointPairMeasure::serves(measures_[m].row.kind))
      to.between(on, Q * w.line[m].wrench_on(0), Q * w.line[m].wrench_on(1));
    else
      to.between(on, Q * w.gradient[m].Gamma[0], Q * w.gradient[m].Gamma[1]);
  }
}

}  // namespace takt::mechanism
