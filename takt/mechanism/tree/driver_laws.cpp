#include "takt/mechanism/tree/driver_laws.hpp"

#include <algorithm>

#include "takt/mechanism/tree/plan_view.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

bool DriverLaws::serves(const Force& f) noexcept {
  if (f.attach != element::Attach::axle) return false;
  for (int m = 0; m < PlanView::measures; ++m)
    if (f.law->acts_on(m)) return false;
  return true;
}

DriverLaws::DriverLaws(GeneralLaw law) : most_columns_(law.most_columns()) {
  laws_.push_back(std::move(law));
}

bool DriverLaws::join(const GeneralLaw& law) {
  const Attachment &one = laws_[0].force().on, &other = law.force().on;
  if (one.body != other.body || one.frame.p != other.frame.p || one.frame.R != other.frame.R)
    return false;
  most_columns_ = std::max(most_columns_, law.most_columns());
  laws_.push_back(law);
  return true;
}

void DriverLaws::add_entries(ElementEntries& to) const {
  for (const GeneralLaw& law : laws_) law.add_entries(to);
}

void DriverLaws::find_places(const Shape& shape) {
  for (GeneralLaw& law : laws_) law.find_places(shape);
}

// The columns of the view are the first columns of every law.
void DriverLaws::look(bool derivatives, TreeWork& w) const noexcept {
  for (int m = 0; m < PlanView::measures; ++m)
    for (Index k = 0; k < most_columns_; ++k) w.G(m, k) = w.Gd(m, k) = 0;
  PlanView::look(view(), w.world, derivatives, w.s, w.ds, w.G.data(), w.Gd.data(),
                 w.G.outerStride());
}

void DriverLaws::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                          TreeWork& w) const noexcept {
  const bool derivatives = GeneralLaw::derives(need, K);
  look(derivatives, w);
  for (const GeneralLaw& law : laws_) {
    law.measure(PlanView::measures, p, derivatives, w);
    law.evaluate_measured(p, need, out, K, w);
  }
}

void DriverLaws::add_force(const Point& p, Vector& f, TreeWork& w) const noexcept {
  look(false, w);
  for (const GeneralLaw& law : laws_) {
    law.measure(PlanView::measures, p, false, w);
    law.add_force_measured(p, f, w);
  }
}

void DriverLaws::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  look(false, w);
  for (const GeneralLaw& law : laws_) {
    if (!law.varies()) continue;
    law.measure(PlanView::measures, p, false, w);
    law.by_time_measured(p, out, w);
  }
}

void DriverLaws::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  look(false, w);
  for (const GeneralLaw& law : laws_) {
    law.measure(PlanView::measures, p, false, w);
    law.visit_measured(p, visitor, w);
  }
}

void DriverLaws::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  look(false, w);
  for (const GeneralLaw& law : laws_) {
    law.measure(PlanView::measures, p, false, w);
    law.apply_measured(p, to, w);
  }
}

}  // namespace takt::mechanism
