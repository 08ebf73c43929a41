#include "takt/simulate/monitor.hpp"

#include <algorithm>

#include "takt/formulation/index1.hpp"
#include "takt/simulate/step_failure.hpp"

namespace takt {
std::unique_ptr<Formulation> make_observer(Evaluator& eval, const Composition& c,
                                           const State& start) {
  if (c.integrator->asks.meets(Form::position | Form::midpoint)) return nullptr;
  auto made = c.formulation->make(eval, c.formulation_settings, c.context());
  if (made->acceleration_form() == nullptr) made = make_index1(eval, {});
  made->prepare(start);
  return made;
}

Monitor::Monitor(const EquationsOfMotion& system, const Composition& c, const State& start)
    : system_(system), eval_(system), kinetic_(system), beside_(start),
      outputs_(system.names().outputs.size(), 0.0) {
  formulation_ = make_observer(eval_, c, start);
  const Shape& s = system.shape();
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  if (!formulation_ && ((s.ng > 0 && s.nu > 0) || !system.names().driven.empty())) {
    exact_ = make_index1(eval_, {});
    exact_->prepare(start);
    exact_rates_ = rates_;
  }
  work_ = Vector::Zero(std::max(s.nv, s.ng));
  if (system.energetic() == nullptr) power_ = std::make_unique<SystemPower>(system);
}

void Monitor::observe(Observe what) {
  if (const Observable* seen = system_.observable())
    observed_[static_cast<std::size_t>(what)].assign(seen->columns(what).size(), 0.0);
}

void Monitor::set_inputs(std::span<const double> values, std::span<const double> rates,
                         std::span<const double> kept) noexcept {
  const std::span<double> all = eval_.inputs();
  const auto n = static_cast<std::size_t>(system_.shape().inputs);
  std::copy_n(values.begin(), std::min(n, values.size()), all.begin());
  std::copy_n(rates.begin(), std::min(n, rates.size()), all.begin() + static_cast<long>(n));
  set_kept(kept);
}

void Monitor::set_kept(std::span<const double> kept) noexcept {
  const std::span<double> all = eval_.inputs();
  if (kept.size() > all.size()) return;
  std::copy(kept.begin(), kept.end(), all.end() - static_cast<long>(kept.size()));
}

void Monitor::evaluate(const State& s, bool power) noexcept {
  const Shape& shape = system_.shape();
  if (formulation_) {
    formulation_->acceleration_form()->rates(Slot::start, s, rates_);
  } else {
    eval_.place(Slot::start, s);
    rates_.dv = s.a;
    rates_.lambda = s.lambda;
  }
  Need need = kinetic_.needs();
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
    curvature_ = 0;
    for (Index i = 0; i < shape.ng; ++i)
      if (shape.row_level[i] == RowLevel::position)
        curvature_ = std::max(curvature_, std::abs(t.gamma[i]));
  }
  energy_.kinetic = kinetic_.at(eval_, Slot::start, s.v);
  // Sensors use the acceleration and the reactions of this state.
  const Point p{s.q, s.v, rates_.dv, rates_.lambda, s.z, eval_.excitation(Slot::start)};
  if (!power) {
    energy_.potential = system_.potential(p, eval_.scratch());
  } else if (power_) {
    energy_.potential = system_.potential(p, eval_.scratch());
    flow_ = power_->at(eval_, s, rates_for_power(s).lambda, kinetic_);
  } else {
    system_.energetic()->power(p, elements_, eval_.scratch());
    energy_.potential = elements_.potential;
    const Rates& exact = rates_for_power(s);
    const Point at{s.q, s.v, exact.dv, exact.lambda, s.z, eval_.excitation(Slot::start)};
    flow_ = {elements_.inputs + power_of_rows(eval_, Slot::start, exact.lambda),
             elements_.dissipated};
    flow_.inputs += system_.energetic()->power_of_drives(at, eval_.scratch());
  }
  system_.outputs(p, outputs_, eval_.scratch());
  if (const Observable* seen = system_.observable())
    for (std::size_t k = 0; k < observed_.size(); ++k)
      if (!observed_[k].empty())
        seen->observe(static_cast<Observe>(k), p, observed_[k], eval_.scratch());
}

int Monitor::count_crossings(Crossings& crossings, const State& s) noexcept {
  const Point p{s.q, s.v, rates_.dv, rates_.lambda, s.z, eval_.excitation(Slot::start)};
  return crossings.look(s.t, p, eval_.scratch());
}

// Accelerations and multipliers for the power of what is driven; exact ones if anything is.
const Rates& Monitor::rates_for_power(const State& s) noexcept {
  if (!exact_) return rates_;
  if (system_.names().driven.empty() && max_norm(eval_.at(Slot::start, Term::gI).gI) == 0)
    return rates_;
  exact_->acceleration_form()->rates(Slot::end, s, exact_rates_);
  return exact_rates_;
}

DrivenValues Monitor::driven() const {
  DrivenValues values;
  for (const DrivenCoordinate& d : system_.names().driven) {
    values.q.push_back(excitation().u[d.signal]);
    values.v.push_back(excitation().du[d.signal]);
  }
  return values;
}

double Monitor::energy_beside(const State& s, const Vector& dq, const Vector& dv) noexcept {
  beside_ = s;
  system_.retract(s.q, dq, beside_.q);
  beside_.v += dv;
  eval_.place(Slot::stage, beside_);
  return kinetic_.at(eval_, Slot::stage, beside_.v) +
         system_.potential(eval_.point(Slot::stage), eval_.scratch());
}

Monitor::Excess Monitor::first_excess() const noexcept {
  if (!takt::in_range(elements_.largest)) return {Excess::Of::element, 0};
  const std::vector<double>& forces = observed(Observe::forces);
  for (std::size_t i = 0; i < forces.size(); ++i)
    if (!takt::in_range(forces[i])) return {Excess::Of::force, static_cast<Index>(i)};
  const auto first_huge = [](const Vector& x) {
    for (Index i = 0; i < x.size(); ++i)
      if (std::abs(x[i]) > beyond_use) return i;
    return Index{-1};
  };
  if (const Index i = first_huge(rates_.dv); i >= 0) return {Excess::Of::acceleration, i};
  if (const Index i = first_huge(rates_.lambda); i >= 0) return {Excess::Of::multiplier, i};
  return {};
}

std::string Monitor::out_of_range() const {
  const Excess excess = first_excess();
  const Index k = excess.number;
  switch (excess.of) {
    case Excess::Of::none: return "";
    case Excess::Of::element: {
      const Energetic& e = *system_.energetic();
      return runaway(e.name_of(elements_), elements_.largest, e.unit_of(elements_));
    }
    case Excess::Of::force:
      return runaway(system_.observable()->columns(Observe::forces)[k],
                     observed(Observe::forces)[k], "");
    case Excess::Of::acceleration:
      return runaway_acceleration(excess.number, rates_.dv, system_.names());
    case Excess::Of::multiplier:
      return runaway_multiplier(excess.number, rates_.lambda, system_.names());
  }
  return "";
}

}  // namespace takt
