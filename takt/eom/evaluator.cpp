#include "takt/eom/evaluator.hpp"

#include <bit>
#include <cmath>

#include "takt/base/stage_clock.hpp"
#include "takt/eom/differences.hpp"

namespace takt {
namespace {

using linear::empty_pattern;
using linear::full_pattern;
using linear::Patterned;
using linear::SharedPattern;

SharedPattern or_full(const SharedPattern& p, Index rows, Index cols) {
  return p ? p : full_pattern(rows, cols);
}

constexpr Need derivatives =
    Term::K | Term::C | Term::K_lambda | Term::K_v | Term::K_lambda_v | Term::f_t | Term::lambda_t;

}  // namespace

Terms make_terms(const Shape& s) {
  Terms t;
  t.M = Patterned(or_full(s.M, s.nv, s.nv));
  t.f = Vector::Zero(s.nv);
  t.g = Vector::Zero(s.ng);
  t.G = Patterned(or_full(s.G, s.ng, s.nv));
  t.gI = Vector::Zero(s.ng);
  t.gamma = Vector::Zero(s.ng);
  t.K = Patterned(or_full(s.K, s.nv, s.nv));
  t.C = Patterned(or_full(s.C, s.nv, s.nv));
  t.K_lambda = Patterned(or_full(s.K_lambda, s.nv, s.nv));
  t.K_v = Vector::Zero(s.nv);
  t.K_lambda_v = Vector::Zero(s.nv);
  t.K_full = Patterned(or_full(s.K_full, s.nv, s.nv));
  t.Gv_q = Patterned(or_full(s.Gv_q, s.ng, s.nv));
  t.f_lambda = Patterned(s.f_lambda ? s.f_lambda : empty_pattern(s.nv, s.ng));
  t.f_z = Patterned(or_full(s.f_z, s.nv, s.nz));
  t.e = Vector::Zero(s.nz);
  t.e_q = Patterned(or_full(s.e_q, s.nz, s.nv));
  t.e_v = Patterned(or_full(s.e_v, s.nz, s.nv));
  t.e_z = Patterned(or_full(s.e_z, s.nz, s.nz));
  t.f_t = t.lambda_t = Vector::Zero(s.nv);
  t.e_t = Vector::Zero(s.nz);
  return t;
}

struct Evaluator::SlotCache {
  State state;
  Excitation u;
  Terms terms;
  std::uint32_t known = 0;
  std::unique_ptr<linear::Saddle> saddle;
  bool saddle_known = false, excited = false;

  explicit SlotCache(const Shape& s) : terms(make_terms(s)) {
    u = {Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.integrals)};
    state = {0,
             Vector::Zero(s.nq),
             Vector::Zero(s.nv),
             Vector::Zero(s.nv),
             Vector::Zero(s.ng),
             Vector::Zero(s.nz)};
  }
  Point point() const noexcept { return {state.q, state.v, state.a, state.lambda, state.z, u}; }
};

Evaluator::Evaluator(const EquationsOfMotion& system, linear::Storage storage,
                     JacobianSource source)
    : system_(system), shape_(system.shape()), storage_(storage),
      closed_form_(source == JacobianSource::analytic
                       ? shape_.analytic
                       : Need(shape_.analytic.bits & ~derivatives.bits)),
      inputs_(Vector::Zero(2 * shape_.inputs + shape_.kept)), moved_(inputs_),
      scratch_(system.make_scratch()) {
  system.standard_inputs(inputs());
  for (auto& p : slots_) p = std::make_unique<SlotCache>(shape_);
  if ((closed_form_.bits & all_terms.bits) != all_terms.bits)
    differences_ = std::make_unique<Differences>(system);
}

Evaluator::~Evaluator() = default;

void Evaluator::place(Slot slot, const State& s) noexcept {
  SlotCache& p = cache(slot);
  // u depends only on t, the inputs and the kept values. Without these it stays valid if t is the same.
  const bool excited = p.excited && p.state.t == s.t && inputs_.size() == 0;
  p.state.t = s.t;
  copy(s.q, p.state.q);
  copy(s.v, p.state.v);
  copy(s.a, p.state.a);
  copy(s.lambda, p.state.lambda);
  copy(s.z, p.state.z);
  p.known = 0;
  p.saddle_known = false;
  if ((shape_.nu > 0 || shape_.kept > 0) && !excited) {
    excite(s.t, p.u);
    p.excited = true;
  }
}

void Evaluator::excite(double t, Excitation& u) noexcept {
  const Index n = shape_.inputs;
  const double passed = std::isnan(inputs_at_) ? 0 : t - inputs_at_;
  for (Index i = 0; i < n; ++i) {
    moved_[i] = inputs_[i] + passed * inputs_[n + i];
    moved_[n + i] = inputs_[n + i];
  }
  for (Index i = 2 * n; i < moved_.size(); ++i) moved_[i] = inputs_[i];
  system_.excite(t, {moved_.data(), static_cast<std::size_t>(moved_.size())}, u);
}

void Evaluator::change_rates(Slot slot, const State& s) noexcept {
  constexpr Need of_position = Term::M | Term::g | Term::G | Term::gI;
  SlotCache& p = cache(slot);
  copy(s.v, p.state.v);
  copy(s.a, p.state.a);
  p.known &= of_position.bits;
}

const Terms& Evaluator::at(Slot slot, Need need) noexcept {
  SlotCache& p = cache(slot);
  const std::uint32_t missing = need.bits & ~p.known;
  if (missing == 0) return p.terms;
  const StageScope timed(Stage::evaluate);
  const Need own(missing & closed_form_.bits), other(missing & ~closed_form_.bits);
  if (own.bits != 0) {
    system_.evaluate(p.point(), own, p.terms, *scratch_);
    ++counters_.evaluations;
  }
  if (other.bits != 0) {
    const auto calls = differences_->evaluate(p.point(), other, p.terms, *scratch_);
    counters_.evaluations += calls;
    counters_.for_derivatives += calls;
  }
  for (std::uint32_t rest = missing; rest != 0; rest &= rest - 1)
    ++counters_.terms[std::countr_zero(rest)];
  if ((Need(missing) & Term::K) || (Need(missing) & Term::C) || (Need(missing) & Term::K_v))
    ++counters_.jacobian_evaluations;
  p.known |= missing;
  return p.terms;
}

const Excitation& Evaluator::excitation(Slot slot) const noexcept { return cache(slot).u; }

Point Evaluator::point(Slot slot) const noexcept { return cache(slot).point(); }

linear::Saddle& Evaluator::mass_saddle(Slot slot) noexcept {
  SlotCache& p = cache(slot);
  if (!p.saddle) {  // allocated on first use, which is the rehearsal of a step at set-up
    const SharedPattern& G = p.terms.G.shared_pattern();
    p.saddle = linear::make_saddle(p.terms.M.shared_pattern(), G, G, linear::Symmetry::definite,
                                   storage_, counters_, shape_.mass_rank, shape_.module);
  }
  if (!p.saddle_known) {
    const Terms& t = at(slot, Term::M | Term::G);
    p.saddle->factorise(&t.M, t.G, t.G);
    p.saddle_known = true;
  }
  return *p.saddle;
}

}  // namespace takt
