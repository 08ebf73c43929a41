#include "takt/mechanism/tree/driven_coordinates.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/entries.hpp"
#include "takt/mechanism/tree/pattern_places.hpp"

namespace takt::mechanism {
namespace {

// The entries of a pattern in the first rows and columns.
linear::SharedPattern leading(const linear::SharedPattern& all, Index rows, Index cols,
                              bool may_be_full) {
  if (all == nullptr) return nullptr;
  if (all->full) return linear::full_pattern(rows, cols);
  Entries entries;
  linear::each_entry(*all, [&](int i, int j, int) {
    if (i < rows && j < cols) entries.emplace_back(i, j);
  });
  return may_be_full ? pattern_for(rows, cols, entries) : linear::pattern_of(rows, cols, entries);
}

}  // namespace

void DrivenCoordinates::require_closable(const Shape& all, const LoopRows& rows) const {
  if (empty()) return;
  List<bool> closable(all.ng, false);
  List<List<int>> drives(all.ng);  // by row
  linear::each_entry(*(all.G_structure != nullptr ? all.G_structure : all.G),
                     [&](int row, int column, int) {
                       const int k = column - static_cast<int>(tree_.unknown_v());
                       if (k < 0)
                         closable[row] = true;
                       else
                         drives[row].push_back(k);
                     });
  for (int row = 0; row < static_cast<int>(all.ng); ++row) {
    if (closable[row] || drives[row].empty()) continue;
    std::vector<std::string> follow;
    for (const int k : drives[row])
      follow.push_back("'" + tree_.model.joints[tree_.drives[k].joint].name +
                       "' follows the signal '" + tree_.model.signals[tree_.drives[k].signal].name +
                       "'");
    const RowMeaning is = rows.meaning_of(row);
    throw Error("nothing can move to close " + is.element + ": " + join(follow, ", "),
                rows.place_of_row(row),
                (follow.size() > 1 ? "let only one of these joints follow a signal (`driven:`), or "
                                   : "take `driven:` away from this joint, or ") +
                    std::string("leave ") + is.element + " out");
  }
}

Shape DrivenCoordinates::unknown_of(const Shape& all) {
  Shape s = all;
  s.nq = tree_.unknown_q();
  s.nv = tree_.unknown_v();
  const Index n = s.nv;
  s.M = leading(all.M, n, n, true);
  s.K = s.C = s.K_lambda = s.K_full = leading(all.K, n, n, true);
  s.G = s.Gv_q = leading(all.G, s.ng, n, true);
  s.f_lambda = leading(all.f_lambda, n, s.ng, false);
  s.f_z = leading(all.f_z, n, s.nz, false);
  s.e_q = leading(all.e_q, s.nz, n, false);
  s.e_v = leading(all.e_v, s.nz, n, false);
  // What is stored full here may be sparse among all coordinates: then its entries are its structure.
  const auto structure = [&](const linear::SharedPattern& of_all, const linear::SharedPattern& p,
                             const linear::SharedPattern& stored, Index rows) {
    if (stored == nullptr || !stored->full) return linear::SharedPattern();
    if (of_all != nullptr) return leading(of_all, rows, n, false);
    return p->full ? linear::SharedPattern() : leading(p, rows, n, false);
  };
  s.structure = structure(all.structure, all.K, s.K, n);
  s.G_structure = structure(all.G_structure, all.G, s.G, s.ng);
  const Terms from = make_terms(all), to = make_terms(s);
  M_ = part_of(from.M, to.M);
  K_ = part_of(from.K, to.K);
  G_ = part_of(from.G, to.G);
  f_lambda_ = part_of(from.f_lambda, to.f_lambda);
  f_z_ = part_of(from.f_z, to.f_z);
  e_q_ = part_of(from.e_q, to.e_q);
  e_v_ = part_of(from.e_v, to.e_v);
  return s;
}

DrivenCoordinates::Part DrivenCoordinates::part_of(const linear::Patterned& all,
                                                   const linear::Patterned& out) {
  Part part;
  linear::each_entry(out.pattern(), [&](int i, int j, int) {
    part.from.push_back(linear::place_of(all.pattern(), i, j));
  });
  return part;
}

void DrivenCoordinates::Part::copy(const linear::Patterned& all,
                                   linear::Patterned& out) const noexcept {
  const double* values = all.values().data();
  double* to = out.values().data();
  for (const int place : from) *to++ = place < 0 ? 0.0 : values[place];
}

DrivenCoordinates::Work DrivenCoordinates::make_work(const Shape& all) const {
  if (empty()) return {};
  const Vector v = Vector::Zero(all.nv);
  const Vector u = Vector::Zero(all.nu);
  Work w{Vector::Zero(all.nq), v, v, v, make_terms(all), {}};
  w.look = {w.q, v, v, Vector::Zero(all.ng), Vector::Zero(all.nz), u, u, Vector::Zero(count())};
  return w;
}

Point DrivenCoordinates::all(const Point& p, Work& w) const noexcept {
  const Index nq = tree_.unknown_q(), nv = tree_.unknown_v();
  for (Index i = 0; i < nq; ++i) w.q[i] = p.q[i];
  for (Index i = 0; i < nv; ++i) {
    w.v[i] = p.v[i];
    w.a[i] = p.a[i];
  }
  for (int k = 0; k < count(); ++k) {
    w.q[nq + k] = u(p, k);
    w.v[nv + k] = du(p, k);
    w.a[nv + k] = w.given[nv + k] = ddu(p, k);
  }
  return {w.q, w.v, w.a, p.lambda, p.z, p.u};
}

Need DrivenCoordinates::needed(Need need) noexcept {
  Need all = need;
  const auto instead = [&](Term term, Need of) {
    if (need & term) all = all | of;
  };
  instead(Term::gI, Term::G);
  instead(Term::K_v, Term::K);
  instead(Term::K_lambda_v, Term::K_lambda);
  instead(Term::f_t, Term::K | Term::C | Term::e_qvz);
  instead(Term::lambda_t, Term::K_lambda);
  all.bits &= ~(Term::K_v | Term::K_lambda_v).bits;
  return all;
}

template <class Values>
void DrivenCoordinates::add_driven_columns(double s, const linear::Patterned& A, Values x,
                                           Vector& y) const noexcept {
  const Index first = tree_.unknown_v();
  for (int k = 0; k < count(); ++k) {
    const double by = s * x(k);
    linear::each_in_column(A.pattern(), first + k, [&](int i, int place) {
      if (i < y.size()) y[i] += by * A.values()[place];
    });
  }
}

void DrivenCoordinates::take(const Point& p, Need need, const Work& w, Terms& out) const noexcept {
  const Terms& t = w.terms;
  const auto head = [](const Vector& all, Vector& to) {
    for (Index i = 0; i < to.size(); ++i) to[i] = all[i];
  };
  const auto rate = [&](int k) { return du(p, k); };
  const auto second = [&](int k) { return ddu(p, k); };
  if (need & Term::M) M_.copy(t.M, out.M);
  if (need & Term::f) head(t.f, out.f);
  if (need & Term::g) head(t.g, out.g);
  if (need & Term::G) G_.copy(t.G, out.G);
  if (need & Term::gI) {
    head(t.gI, out.gI);
    add_driven_columns(1, t.G, rate, out.gI);
  }
  if (need & Term::gamma) head(t.gamma, out.gamma);
  if (need & Term::K) K_.copy(t.K, out.K);
  if (need & Term::C) K_.copy(t.C, out.C);
  if (need & Term::K_lambda) K_.copy(t.K_lambda, out.K_lambda);
  if (need & Term::K_full) K_.copy(t.K_full, out.K_full);
  if (need & Term::Gv_q) G_.copy(t.Gv_q, out.Gv_q);
  const auto times_v = [&](const linear::Patterned& A, Vector& y) {  // A_rr v
    y.setZero();
    const Index n = tree_.unknown_v();
    for (Index j = 0; j < n; ++j)
      linear::each_in_column(A.pattern(), j, [&](int i, int place) {
        if (i < n) y[i] += A.values()[place] * p.v[j];
      });
  };
  if (need & Term::K_v) times_v(t.K, out.K_v);
  if (need & Term::K_lambda_v) times_v(t.K_lambda, out.K_lambda_v);
  if (need & Term::f_lambda) f_lambda_.copy(t.f_lambda, out.f_lambda);
  if (need & Term::f_z) f_z_.copy(t.f_z, out.f_z);
  if (need & Term::e) head(t.e, out.e);
  if (need & Term::e_qvz) {
    e_q_.copy(t.e_q, out.e_q);
    e_v_.copy(t.e_v, out.e_v);
    copy(t.e_z.values(), out.e_z.values());
  }
  if (need & Term::f_t) {
    // f_u u' + f_u' u''. M_rd u''' is left out: signals give two derivatives.
    head(t.f_t, out.f_t);
    add_driven_columns(-1, t.K, rate, out.f_t);
    add_driven_columns(-1, t.C, second, out.f_t);
    head(t.e_t, out.e_t);
    add_driven_columns(1, t.e_q, rate, out.e_t);
    add_driven_columns(1, t.e_v, second, out.e_t);
  }
  if (need & Term::lambda_t) {
    head(t.lambda_t, out.lambda_t);
    add_driven_columns(1, t.K_lambda, rate, out.lambda_t);
  }
}

bool DrivenCoordinates::Look::is_of(const Point& p) const noexcept {
  return known && q == p.q && v == p.v && a == p.a && lambda == p.lambda && z == p.z &&
         u == p.u.u && du == p.u.du;
}

void DrivenCoordinates::look(const Point& p, Work& w) const noexcept {
  Look& to = w.look;
  const std::pair<Vector*, const Vector*> parts[] = {
      {&to.q, &p.q}, {&to.v, &p.v},   {&to.a, &p.a},    {&to.lambda, &p.lambda},
      {&to.z, &p.z}, {&to.u, &p.u.u}, {&to.du, &p.u.du}};
  for (const auto& [mine, its] : parts) copy(*its, *mine);
  to.known = true;
  to.power = 0;
  for (int k = 0; k < count(); ++k) {
    const Index column = tree_.unknown_v() + k;
    const double f = w.terms.f[column];
    to.power -= f * p.v[column];
    double Q = -f;
    linear::each_in_column(w.terms.G.pattern(), column, [&](int row, int place) {
      Q += w.terms.G.values()[place] * p.lambda[row];
    });
    to.force[k] = Q;
  }
}

}  // namespace takt::mechanism
