#include "takt/mechanism/tree/bushing_law.hpp"

#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

bool BushingLaw::serves(const Force& f) noexcept {
  return f.attach == element::Attach::three && f.law->states() == 0;
}

BushingLaw::BushingLaw(LawOfForce of, List<LawMeasure> measures)
    : of_(of), measures_(std::move(measures)), ends_(measures_[0].ends) {
  for (int m = 0; m < 3; ++m)
    if (of_.law().acts_on(m)) acts_.push_back(m);
}

void BushingLaw::add_entries(ElementEntries& to) const { append(to.K, pairs_of(ends_)); }

void BushingLaw::find_places(const Shape& shape) {
  K_place_ = places_in(*shape.K, pairs_of(ends_));
}

void BushingLaw::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                          TreeWork& w) const noexcept {
  const bool stiff = of_.stiff(need);
  double* const by_q = stiff && K != nullptr ? K->values().data() : nullptr;
  double* const by_v = stiff && (need & Term::C) ? out.C.values().data() : nullptr;
  const bool stiffens = by_q != nullptr || by_v != nullptr;
  if (!(need & Term::f) && !stiffens) return;
  Bushing bushing(ends_, w.world, w.s, w.ds);
  const element::LawIn in = of_.in(p, w);
  of_.law().force(in, w.law);
  bushing.set_force(w.law);
  if (need & Term::f) bushing.add_force(out.f);
  if (!stiffens) return;
  of_.law().derivatives(in, w.law);
  bushing.stiffen(w.law, K_place_.data(), by_q, by_v, w.G.data());
}

void BushingLaw::add_force(const Point& p, Vector&, TreeWork& w) const noexcept {
  Bushing bushing(ends_, w.world, w.s, w.ds);
  of_.law().force(of_.in(p, w), w.law);
  bushing.set_force(w.law);
  bushing.load(w.wrench.data());
}

void BushingLaw::measure(const Point& p, TreeWork& w) const noexcept {
  for (int m = 0; m < 3; ++m) measures_[m].evaluate(m, ends_.columns.count(), p, false, w);
}

void BushingLaw::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  if (!of_.varies()) return;
  measure(p, w);
  of_.law().by_time(of_.in_for_by_time(p, w), w.law);
  for (int k = 0; k < ends_.columns.count(); ++k)
    for (int m : acts_) out.f_t[ends_.columns[k].column] += w.law.Q_t[m] * w.G(m, k);
}

void BushingLaw::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  Bushing(ends_, w.world, w.s, w.ds);  // computes the measures
  visitor.law(of_.index, of_.law(), of_.in(p, w), acts_);
}

void BushingLaw::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  measure(p, w);
  of_.law().force(of_.in(p, w), w.law);
  for (int m : acts_)
    to.between(of_.force->measures[m], w.law.Q[m] * w.line[m].wrench_on(0),
               w.law.Q[m] * w.line[m].wrench_on(1));
}

}  // namespace takt::mechanism
