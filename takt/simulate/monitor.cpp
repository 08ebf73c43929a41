#include "takt/simulate/monitor.hpp"

#include <algorithm>

#include "takt/formulation/index1.hpp"

namespace takt {
namespace {

constexpr Index many = 200;  // velocities: beyond, M is dear to write down

}  // namespace

std::unique_ptr<Formulation> make_observer(Evaluator& eval, const Composition& c,
                                           const State& start) {
  if (c.integrator->asks.meets(Form::position | Form::midpoint)) return nullptr;
  auto made = c.formulation->make(eval, c.formulation_settings, {c.method.step, c.order});
  if (made->acceleration_form() == nullptr) made = make_index1(eval, {});
  made->prepare(start);
  return made;
}

Monitor::Monitor(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), eval_(system), outputs_(system.names().outputs.size(), 0.0) {
  formulation_ = make_observer(eval_, c, start);
  const Shape& s = system.shape();
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  work_ = Vector::Zero(std::max(s.nv, s.ng));
  along_ = none_ = balance_ = Vector::Zero(s.nv);
}

void Monitor::observe(Observe what) {
  if (const Observable* seen = system_.observable())
    observed_[static_cast<std::size_t>(what)].assign(seen->columns(what).size(), 0.0);
}

double Monitor::kinetic(const linear::Patterned& M, const State& s) noexcept {
  work_.head(system_.shape().nv).setZero();
  M.multiply_add(0.5, s.v, work_);
  return work_.head(system_.shape().nv).dot(s.v);
}

// M v = (M v - f) - (M 0 - f), each in O(N).
double Monitor::kinetic(const Recursive& tree, const State& s) noexcept {
  const Point p = eval_.point(Slot::start);
  double twice = 0;
  for (const double c : {1.0, 0.0}) {
    along_ = c * s.v;
    tree.balance(p, along_, none_, balance_, eval_.scratch());
    twice += (c > 0 ? 1 : -1) * balance_.dot(s.v);
  }
  return 0.5 * twice;
}

void Monitor::set_inputs(std::span<const double> values, std::span<const double> rates) noexcept {
  const std::span<double> all = eval_.inputs();
  const std::size_t n = all.size() / 2;
  std::copy_n(values.begin(), std::min(n, values.size()), all.begin());
  std::copy_n(rates.begin(), std::min(n, rates.size()), all.begin() + static_cast<long>(n));
}

void Monitor::look(const State& s) noexcept {
  const Shape& shape = system_.shape();
  if (formulation_) {
    formulation_->acceleration_form()->rates(Slot::start, s, rates_);
  } else {
    eval_.place(Slot::start, s);
    rates_.dv = s.a;
    rates_.lambda = s.lambda;
  }
  const Recursive* tree = shape.nv > many ? system_.recursive() : nullptr;
  Need need = tree != nullptr ? nothing : Need(Term::M);
  if (shape.ng > 0) need = need | Term::g | Term::G | Term::gI | Term::gamma;
  const Terms& t = eval_.at(Slot::start, need);
  drift_ = {};
  const auto largest = [&](const Vector& rest, const Vector* x) {
    work_.head(shape.ng) = rest;
    if (x != nullptr) t.G.multiply_add(1, *x, work_);
    double m = 0;
    for (Index i = 0; i < shape.ng; ++i) {
      const double a = std::abs(work_[i]);
      if (!(a <= m)) m = a;
    }
    return m;
  };
  if (shape.ng > 0) {
    drift_.position = largest(t.g, nullptr);
    drift_.velocity = largest(t.gI, &s.v);
    drift_.acceleration = largest(t.gamma, &rates_.dv);
  }
  energy_.kinetic = tree != nullptr ? kinetic(*tree, s) : kinetic(t.M, s);
  // Sensors see the acceleration and the reactions that belong to this very state.
  const Point p{s.q, s.v, rates_.dv, rates_.lambda, s.z, eval_.excitation(Slot::start)};
  energy_.potential = system_.potential(p, eval_.scratch());
  system_.outputs(p, outputs_, eval_.scratch());
  if (const Observable* seen = system_.observable())
    for (std::size_t k = 0; k < observed_.size(); ++k)
      if (!observed_[k].empty())
        seen->observe(static_cast<Observe>(k), p, observed_[k], eval_.scratch());
}

}  // namespace takt
