#include "takt/mechanism/tree/coordinate_law.hpp"

#include <algorithm>

#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

bool CoordinateLaw::serves(const Force& f, const List<LawMeasure>& measures) noexcept {
  return f.law->states() == 0 && std::all_of(measures.begin(), measures.end(),
                                             [](const LawMeasure& m) { return m.is_coordinate(); });
}

CoordinateLaw::CoordinateLaw(LawOfForce of, const List<LawMeasure>& measures) : of_(of) {
  for (int m = 0; m < measures.count(); ++m) {
    const auto found = std::find(columns_.begin(), columns_.end(), measures[m].v);
    measures_.push_back({measures[m].q, measures[m].v, static_cast<int>(found - columns_.begin())});
    if (found == columns_.end()) columns_.push_back(measures[m].v);
    if (of_.law().acts_on(m)) acts_.push_back(m);
  }
}

void CoordinateLaw::touch(const WheelRailRow& c) {
  wheel_rail_ = c;
  multiplier_ = c.row;
  on_track_ = of_.force->signals[0] == c.signal;
}

void CoordinateLaw::add_entries(ElementEntries& to) const {
  append(to.K, pairs_of(columns_));
  if (multiplier_ >= 0)
    for (int c : columns_) to.f_lambda.emplace_back(c, multiplier_);
}

void CoordinateLaw::find_places(const Shape& shape) {
  K_place_ = places_in(*shape.K, pairs_of(columns_));
  by_multiplier_.clear();
  if (multiplier_ >= 0)
    for (int c : columns_) by_multiplier_.push_back(place_of(*shape.f_lambda, c, multiplier_));
}

void CoordinateLaw::add_wheel_rail(const Point& p, element::LawIn& x, TreeWork& w) const noexcept {
  x.lambda = p.lambda[multiplier_];
  if (on_track_) x.track = &wheel_rail_.track_at(p, w.tracks);
}

element::LawIn CoordinateLaw::inputs(const Point& p, TreeWork& w) const noexcept {
  for (int m = 0; m < measures_.count(); ++m) {
    w.s[m] = p.q[measures_[m].q];
    w.ds[m] = p.v[measures_[m].v];
  }
  element::LawIn x = of_.in(p, w);
  if (multiplier_ >= 0) add_wheel_rail(p, x, w);
  return x;
}

void CoordinateLaw::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                             TreeWork& w) const noexcept {
  if (need & Term::f) add_force(p, out.f, w);
  if (!of_.stiff(need) || (K == nullptr && !(need & Term::C))) return;
  of_.law().derivatives(inputs(p, w), w.law);
  double* const by_q = K == nullptr ? nullptr : K->values().data();
  double* const by_v = (need & Term::C) ? out.C.values().data() : nullptr;
  const int M = measures_.count(), U = columns_.count();
  for (int n = 0; n < M; ++n)
    for (int m = 0; m < M; ++m) {
      const int place = K_place_[measures_[n].local * U + measures_[m].local];
      if (by_q) by_q[place] -= w.law.Q_s[m][n];
      if (by_v) by_v[place] -= w.law.Q_ds[m][n];
    }
}

void CoordinateLaw::add_force(const Point& p, Vector& f, TreeWork& w) const noexcept {
  of_.law().force(inputs(p, w), w.law);
  for (int m = 0; m < measures_.count(); ++m) f[measures_[m].v] += w.law.Q[m];
}

void CoordinateLaw::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  if (!of_.varies()) return;
  element::LawIn x = inputs(p, w);
  pick_second_derivatives(*of_.force, p, w);
  x.ddu = w.ddu;
  of_.law().by_time(x, w.law);
  for (int m : acts_) out.f_t[measures_[m].v] += w.law.Q_t[m];
}

void CoordinateLaw::by_multiplier(const Point& p, linear::Patterned& f_lambda,
                                  TreeWork& w) const noexcept {
  if (multiplier_ < 0) return;
  of_.law().derivatives(inputs(p, w), w.law);
  for (int m = 0; m < measures_.count(); ++m)
    f_lambda.values()[by_multiplier_[measures_[m].local]] += w.law.Q_lambda[m];
}

void CoordinateLaw::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  visitor.law(of_.index, of_.law(), inputs(p, w), acts_);
}

void CoordinateLaw::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  of_.law().force(inputs(p, w), w.law);
  for (int m : acts_) to.in_joint(of_.force->measures[m].joint, measures_[m].v, w.law.Q[m]);
}

}  // namespace takt::mechanism
