#include "takt/formulation/residual_jacobian.hpp"

#include "takt/linear/entries.hpp"

namespace takt {

bool ResidualJacobian::is_there(const Shape& s, const ResidualOptions& o) noexcept {
  const Need n = needs(s, o);
  return o.closed_at != ClosedAt::acceleration && (n.bits & ~s.analytic.bits) == 0;
}

Need ResidualJacobian::needs(const Shape& s, const ResidualOptions& o) noexcept {
  Need n = Term::K_full | Term::C;
  if (s.ng > 0) n = n | Term::G | Term::Gv_q;
  if (s.nz > 0) n = n | Term::f_z | Term::e_qvz;
  if (s.f_lambda && !s.f_lambda->empty()) n = n | Term::f_lambda;
  if (o.mass_metric) n = n | Term::M;
  return n;
}

ResidualJacobian::ResidualJacobian(const Shape& s, const ResidualOptions& o,
                                   const TermStructures& structures, const MassBlocks& mass,
                                   const IndependentRows& rows, const linear::Pattern& J)
    : o_(o), has_eta_(o.positions) {
  const ResidualLayout at(s, o);
  const Terms t = make_terms(s);
  const bool is_explicit = o.formalism == Formalism::explicit_;
  const auto constant = [&](List<int>& places, int row, int col) {
    places.push_back(linear::place_of(J, row, col));
  };
  if (o.mass_metric && !is_explicit)
    q_v_ = BlockCopy(t.M.pattern(), J, at.q, at.v);
  else
    for (int i = 0; i < s.nv; ++i) constant(minus_one_, at.q + i, at.v + i);

  const BlockProduct::Part reaction{t.G.pattern(), *structures.G, at.lambda, true};
  if (is_explicit) {
    List<BlockProduct::Part> parts{{t.K_full.pattern(), *structures.K_full, at.q},
                                   {t.C.pattern(), *structures.C, at.v},
                                   {t.f_z.pattern(), *structures.f_z, at.z}};
    if (at.has_lambda) {
      parts.push_back(reaction);
      parts.push_back({t.f_lambda.pattern(), *structures.f_lambda, at.lambda});
    }
    balance_ = BlockProduct(mass, parts, J, at.v);
  } else {
    v_q_ = BlockCopy(t.K_full.pattern(), J, at.v, at.q);
    v_v_ = BlockCopy(t.C.pattern(), J, at.v, at.v);
    v_z_ = BlockCopy(t.f_z.pattern(), J, at.v, at.z);
    if (at.has_lambda) {
      v_lambda_ = BlockCopy(t.G.pattern(), J, at.v, at.lambda, true);
      v_creep_ = BlockCopy(t.f_lambda.pattern(), J, at.v, at.lambda);
    }
  }
  z_q_ = BlockCopy(t.e_q.pattern(), J, at.z, at.q);
  z_v_ = BlockCopy(t.e_v.pattern(), J, at.z, at.v);
  z_z_ = BlockCopy(t.e_z.pattern(), J, at.z, at.z);
  const auto on_position = [&](int i) {
    return rows.kept(i) && s.row_level[i] == RowLevel::position;
  };
  if (at.has_lambda) {
    lambda_q_ = BlockCopy(t.Gv_q.pattern(), J, at.lambda, at.q);
    lambda_v_ = BlockCopy(t.G.pattern(), J, at.lambda, at.v);
    lambda_g_ = BlockCopy(t.G.pattern(), J, at.lambda, at.q, s.row_level);
  }
  if (at.has_eta) {
    eta_q_ = BlockCopy(t.G.pattern(), J, at.eta, at.q);
    if (o.mass_metric && is_explicit)
      correction_ = BlockProduct(mass, {{t.G.pattern(), *structures.G, at.eta, true}}, J, at.q);
    else
      q_eta_ = BlockCopy(t.G.pattern(), J, at.q, at.eta, true);
  }
  for (int i = 0; i < s.ng; ++i) {
    if (at.has_lambda && !rows.kept(i)) constant(one_, at.lambda + i, at.lambda + i);
    if (at.has_eta && !on_position(i)) constant(one_, at.eta + i, at.eta + i);
  }
}

void ResidualJacobian::write(const Terms& t, const MassBlocks& mass,
                             linear::Patterned& F_y) noexcept {
  F_y.set_zero();
  for (int k : minus_one_) F_y.values()[k] = -1;
  for (int k : one_) F_y.values()[k] = 1;
  const bool is_explicit = o_.formalism == Formalism::explicit_;
  const bool closed = o_.closed_at != ClosedAt::nowhere;
  q_v_.add(-1, t.M, F_y);
  if (is_explicit) {
    balance_.set(0, 1, t.K_full);
    balance_.set(1, 1, t.C);
    balance_.set(2, -1, t.f_z);
    if (closed) {
      balance_.set(3, 1, t.G);
      balance_.set(4, -1, t.f_lambda);
    }
    balance_.write(mass, F_y);
    if (has_eta_ && o_.mass_metric) {
      correction_.set(0, 1, t.G);
      correction_.write(mass, F_y);
    }
  }
  v_q_.add(1, t.K_full, F_y);
  v_v_.add(1, t.C, F_y);
  v_z_.add(-1, t.f_z, F_y);
  v_lambda_.add(1, t.G, F_y);
  v_creep_.add(-1, t.f_lambda, F_y);
  q_eta_.add(1, t.G, F_y);
  z_q_.add(-1, t.e_q, F_y);
  z_v_.add(-1, t.e_v, F_y);
  z_z_.add(-1, t.e_z, F_y);
  lambda_q_.add(1, t.Gv_q, F_y);
  lambda_v_.add(1, t.G, F_y);
  if (o_.baumgarte_position != 0) lambda_g_.add(o_.baumgarte_position, t.G, F_y);
  eta_q_.add(1, t.G, F_y);
}

}  // namespace takt
