// Forces of the force laws and their derivatives, in joint coordinates.
//
//   f_j = sum_m Q_m G_mj,    -df_j/dq_k = -sum_m (Q_m dG_mj/dq_k + G_mj (Q_s G + Q_ds Gd)_mk)
//
// Terms used: G_mj = ds_m/dq_j, Gd_mk = d(s_m')/dq_k; Q and its derivatives from the law.
#include <algorithm>

#include "takt/mechanism/tree/bushing.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

// Elements with a single PointPairMeasure and no states. Most elements are of this kind. A spring,
// its damper and its stops often act between the same two points and are evaluated together.
void TreeMechanism::evaluate_springs(std::span<const LawElement> on_line, const Point& p, Need need,
                                     Terms& out, linear::Patterned* K, Work& w) const noexcept {
  const LawMeasure& measure = on_line[0].measures[0];
  const Ends& ends = measure.ends;
  const std::size_t n = ends.columns.size();
  PointPairMeasure& line = w.line[0];
  PointPairColumn* columns = w.line_columns.data();
  const bool derived = K != nullptr || (need & Term::C);
  line.place(measure.row.kind, measure.row.i, measure.row.L, ends, w.world, derived, columns);
  line.move(ends, w.world);
  const double s = line.value(), ds = line.rate();
  const element::LawIn in{&s, &ds, nullptr, w.u, w.du};
  bool stiff = false;
  double Q = 0, Q_stiff = 0, Q_s = 0, Q_ds = 0;  // Q of all; the others only of those in K and C
  for (const LawElement& e : on_line) {
    const Force& f = model_->forces[at(e.force)];
    pick_signals(f, p, w);
    f.law->force(in, w.law);
    Q += w.law.Q[0];
    if (!derived || (f.explicit_only && !(need & Term::K_full))) continue;
    f.law->derivatives(in, w.law);
    Q_stiff += w.law.Q[0];
    Q_s += w.law.Q_s[0][0];
    Q_ds += w.law.Q_ds[0][0];
    stiff = true;
  }
  double* G = w.G.data();
  for (std::size_t k = 0; k < n; ++k) G[k] = line.by(columns[k]);
  if (need & Term::f)
    for (std::size_t k = 0; k < n; ++k) out.f[ends.columns[k].column] += Q * G[k];
  if (!stiff) return;
  const int* place = on_line[0].K_place.data();
  double* const by_q = K != nullptr ? K->values().data() : nullptr;
  double* const by_v = (need & Term::C) && Q_ds != 0 ? out.C.values().data() : nullptr;
  if (by_q) line.pairs(ends, columns, ToSquare{place, n, by_q, -Q_stiff});
  for (std::size_t k = 0; k < n; ++k, place += n) {
    double x = Q_s * G[k];
    if (by_q && Q_ds != 0) x += Q_ds * line.rate_by(ends.columns[k], columns[k], w.world);
    const double dx = Q_ds * G[k];
    for (std::size_t j = 0; by_q && j < n; ++j) by_q[place[j]] -= G[j] * x;
    for (std::size_t j = 0; by_v && j < n; ++j) by_v[place[j]] -= G[j] * dx;
  }
}

void TreeMechanism::evaluate_bushing(const LawElement& e, const Point& p, Need need, Terms& out,
                                     linear::Patterned* K, Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  const bool stiff = !f.explicit_only || (need & Term::K_full);
  double* const by_q = stiff && K != nullptr ? K->values().data() : nullptr;
  double* const by_v = stiff && (need & Term::C) ? out.C.values().data() : nullptr;
  const bool stiffens = by_q != nullptr || by_v != nullptr;
  if (!(need & Term::f) && !stiffens) return;
  Bushing bushing(e.measures[0].ends, w.world, w.s, w.ds);
  pick_signals(f, p, w);
  const element::LawIn in = law_in(e, p, w);
  f.law->force(in, w.law);
  bushing.set_force(w.law);
  if (need & Term::f) bushing.push(out.f);
  if (!stiffens) return;
  f.law->derivatives(in, w.law);
  bushing.stiffen(w.law, e.K_place.data(), by_q, by_v, w.G.data());
}

namespace {

// Converts a row of derivatives by the measures and their rates to derivatives by the element's
// columns, by_q = by_s G + by_ds Gd, and by their rates, by_v = by_ds G. Most entries of by_s and
// by_ds are zero and are skipped.
template <class Work>
void by_columns(const LawElement& e, const double* by_s, const double* by_ds, Work& w) noexcept {
  const std::size_t U = e.columns.size();
  double *by_q = w.by_q.data(), *by_v = w.by_v.data();
  for (std::size_t k = 0; k < U; ++k) by_q[k] = by_v[k] = 0;
  for (std::size_t n = 0; n < e.measures.size(); ++n) {
    const LawMeasure& measure = e.measures[n];
    if (measure.q >= 0) {
      by_q[measure.local[0]] += by_s[n];
      by_v[measure.local[0]] += by_ds[n];
      continue;
    }
    const double a = by_s[n], b = by_ds[n];
    const double* G = w.G.row(static_cast<Index>(n)).data();
    const double* Gd = w.Gd.row(static_cast<Index>(n)).data();
    if (b != 0) {
      for (std::size_t k = 0; k < U; ++k) {
        by_q[k] += a * G[k] + b * Gd[k];
        by_v[k] += b * G[k];
      }
    } else if (a != 0) {
      for (std::size_t k = 0; k < U; ++k) by_q[k] += a * G[k];
    }
  }
}

}  // namespace

void TreeMechanism::evaluate_law(const LawElement& e, const Point& p, Need need, Terms& out,
                                 linear::Patterned* K, Work& w) const noexcept {
  if (e.spring) {
    if (e.on_line > 0) evaluate_springs({&e, at(e.on_line)}, p, need, out, K, w);
    return;
  }
  if (e.coordinates) {
    evaluate_coordinates(e, p, need, out, K, w);
    return;
  }
  if (e.bushing) {
    evaluate_bushing(e, p, need, out, K, w);
    return;
  }
  const Force& f = model_->forces[at(e.force)];
  const element::Law& law = *f.law;
  const bool stiff = !f.explicit_only || (need & Term::K_full);
  const bool derivatives =
      (K != nullptr) || (need & Term::C) || (need & Term::e_qvz) || (need & Term::f_z);
  law_inputs(e, p, w, derivatives, true);
  const element::LawIn in = law_in(e, p, w);
  law.force(in, w.law);
  const int Z = law.states();
  const std::size_t U = e.columns.size();
  if (need & Term::f)
    for (int k : e.pushed)
      for (int m : e.acts) out.f[e.columns[at(k)]] += w.law.Q[m] * w.G(m, k);
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[e.z + z] = w.law.e[z];
  if (!derivatives) return;
  law.derivatives(in, w.law);

  double* const by_q = K != nullptr && stiff ? K->values().data() : nullptr;
  double* const by_v = (need & Term::C) && stiff ? out.C.values().data() : nullptr;
  for (int i : e.acts) {
    if (by_q == nullptr && by_v == nullptr) break;
    const std::size_t m = at(i);
    const LawMeasure& measure = e.measures[m];
    by_columns(e, w.law.Q_s[m], w.law.Q_ds[m], w);
    for (int j : measure.local) {
      const double G = w.G(i, j);
      const int* place = e.K_place.data() + j;
      for (std::size_t k = 0; k < U; ++k, place += U) {
        if (by_q) by_q[*place] -= G * w.by_q[k];
        if (by_v) by_v[*place] -= G * w.by_v[k];
      }
    }
    if (measure.q >= 0 || by_q == nullptr) continue;
    const int* to = measure.K_place.data();
    if (PointPairMeasure::serves(measure.row.kind))
      w.line[m].pairs(measure.ends, w.line_columns.data() + m * w.most_columns,
                      ToSquare{to, measure.ends.columns.size(), by_q, -w.law.Q[m]});
    else
      gradient_pairs(measure.ends, w.world, w.gradient[m], ToMatrix{to, by_q, -w.law.Q[m]});
  }
  if (Z > 0) evaluate_states(e, need, out, w);
}

// Derivatives by and of the auxiliary states. Call it after force() and derivatives() of the law.
void TreeMechanism::evaluate_states(const LawElement& e, Need need, Terms& out,
                                    Work& w) const noexcept {
  const int Z = model_->forces[at(e.force)].law->states();
  const std::size_t U = e.columns.size();
  if (need & Term::f_z) {
    const int* place = e.fz_place.data();
    for (int z = 0; z < Z; ++z)
      for (std::size_t k = 0; k < U; ++k) {
        double x = 0;
        for (int m : e.acts) x += w.G(m, static_cast<Index>(k)) * w.law.Q_z[m][z];
        out.f_z.values()[*place++] = x;
      }
  }
  if (!(need & Term::e_qvz)) return;
  for (int z = 0; z < Z; ++z) {
    by_columns(e, w.law.e_s[z], w.law.e_ds[z], w);
    const int* place = e.eq_place.data() + z;
    for (std::size_t k = 0; k < U; ++k, place += Z) {
      out.e_q.values()[*place] = w.by_q[k];
      out.e_v.values()[*place] = w.by_v[k];
    }
    for (int y = 0; y < Z; ++y) out.e_z.dense()(e.z + z, e.z + y) = w.law.e_z[z][y];
  }
}

}  // namespace takt::mechanism
