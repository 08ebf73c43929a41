// Consecutive laws of a driver or speed controller that see the same frame of a vehicle from above
// and act in joints (Attach::axle). The view is computed once for all of them (plan_view.hpp).
#pragma once

#include "takt/mechanism/tree/general_law.hpp"

namespace takt::mechanism {

class DriverLaws final : public ForceElement {
 public:
  // True if the law only reads the view, so that no second derivatives of it are needed.
  static bool serves(const Force&) noexcept;

  explicit DriverLaws(GeneralLaw);
  // Adds a law if it sees the same frame; false if it does not.
  bool join(const GeneralLaw&);

  void add_entries(ElementEntries&) const override;
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return most_columns_; }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

 private:
  void look(bool derivatives, TreeWork&) const noexcept;
  const Ends& view() const noexcept { return laws_[0].measures()[0].ends; }

  List<GeneralLaw> laws_;
  int most_columns_ = 0;
};

}  // namespace takt::mechanism
