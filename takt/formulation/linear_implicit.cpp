#include "takt/formulation/linear_implicit.hpp"

namespace takt {
namespace {

enum Part : Index { M, C, K, K_lambda };  // and the product of stiff states, placed by place_in()

std::vector<linear::SharedPattern> parts(const Shape& s, const linear::SharedPattern& of_states) {
  const Terms t = make_terms(s);
  std::vector<linear::SharedPattern> all{t.M.shared_pattern(), t.C.shared_pattern(),
                                         t.K.shared_pattern(), t.K_lambda.shared_pattern()};
  if (of_states) all.push_back(of_states);
  return all;
}

}  // namespace

LinearImplicit::LinearImplicit(Evaluator& eval)
    : eval_(eval), stiff_(eval), sum_(parts(eval.shape(), stiff_.pattern())), A_(sum_.pattern()),
      rho_(Vector::Zero(eval.shape().nz)) {
  stiff_.place_in(*sum_.pattern());
}

Need LinearImplicit::needs(Blocks b, const Shape& s) noexcept {
  const bool gradient = b.lambda_gradient && s.ng > 0;
  Need n = Term::f;
  if (b.damping) n = n | Term::C;
  if (b.stiffness) {
    n = n | Term::K;
    if (gradient) n = n | Term::K_lambda;
  } else if (b.drift) {  // J1, J3: only a directional derivative, no matrix
    n = n | Term::K_v;
    if (gradient) n = n | Term::K_lambda_v;
  }
  if (b.drift && b.time && s.nu > 0) {
    n = n | Term::f_t;
    if (gradient) n = n | Term::lambda_t;
  }
  if (StiffStates::solved(b, s)) n = n | StiffStates::needs(s);
  return n;
}

const linear::Patterned& LinearImplicit::matrix(double h, Blocks b) noexcept {
  const Terms& t = eval_.at(Slot::start, needs(b, eval_.shape()) | Term::M);
  sum_.set(M, t.M, A_);
  if (b.damping) sum_.add(C, h, t.C, A_);
  if (b.stiffness) {
    sum_.add(K, h * h, t.K, A_);
    if (b.lambda_gradient && eval_.shape().ng > 0) sum_.add(K_lambda, h * h, t.K_lambda, A_);
  }
  if (StiffStates::solved(b, eval_.shape())) {
    stiff_.eliminate(t, t, h, b.stiffness ? h : 0, 1);
    stiff_.add_product(-h, A_);
    copy(t.e, rho_);
    if (b.drift) t.e_q.multiply_add(h, eval_.point(Slot::start).v, rho_);
    if (b.drift && b.time && eval_.shape().nu > 0)
      for (Index i = 0; i < rho_.size(); ++i) rho_[i] += h * t.e_t[i];
    stiff_.set_free(rho_);
  }
  return A_;
}

void LinearImplicit::right_side(double h, Blocks b, Vector& r) noexcept {
  const Terms& t = eval_.at(Slot::start, needs(b, eval_.shape()));
  const Index n = eval_.shape().nv;
  for (Index i = 0; i < n; ++i) r[i] = h * t.f[i];
  if (StiffStates::solved(b, eval_.shape())) stiff_.add_force(h, r);
  if (!b.drift) return;
  const bool gradient = b.lambda_gradient && eval_.shape().ng > 0;
  if (b.time && eval_.shape().nu > 0) {
    for (Index i = 0; i < n; ++i) r[i] += h * h * t.f_t[i];
    if (gradient)
      for (Index i = 0; i < n; ++i) r[i] -= h * h * t.lambda_t[i];
  }
  if (b.stiffness) {
    const Vector& v = eval_.point(Slot::start).v;
    t.K.multiply_add(-h * h, v, r);
    if (gradient) t.K_lambda.multiply_add(-h * h, v, r);
  } else {
    for (Index i = 0; i < n; ++i) r[i] -= h * h * t.K_v[i];
    if (gradient)
      for (Index i = 0; i < n; ++i) r[i] -= h * h * t.K_lambda_v[i];
  }
}

void LinearImplicit::state_rates(double h, Blocks b, const Vector& dv, Vector& dz) noexcept {
  dz = eval_.at(Slot::start, Term::e).e;
  if (!StiffStates::solved(b, eval_.shape())) return;
  stiff_.change(dv, dz);
  for (const StateBlock& z : eval_.shape().stiff_states)
    for (Index i = z.first; i < z.first + z.count; ++i) dz[i] /= h;
}

}  // namespace takt
