// Laws without states that depend on one PointPairMeasure. Most force elements are of this kind. A
// spring, its damper and its stops often act between the same two points: then the measure is
// computed once for all of them.
#pragma once

#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/law_measure.hpp"

namespace takt::mechanism {

class SpringsOnLine final : public ForceElement {
 public:
  static bool serves(const Force&, const List<LawMeasure>&) noexcept;

  SpringsOnLine(LawOfForce, LawMeasure);
  // Adds a law if its measure is the same; false if it is not.
  bool join(const LawOfForce&, const LawMeasure&);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override;
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return measure_.ends.columns.count(); }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

 private:
  void measure(const Point&, TreeWork&) const noexcept;  // s, s' and G, for force() of the laws

  List<LawOfForce> laws_;
  LawMeasure measure_;
};

}  // namespace takt::mechanism
