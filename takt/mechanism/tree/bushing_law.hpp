// A law without states of the offset of a point along x, y and z of one frame (bushing.hpp).
#pragma once

#include "takt/mechanism/tree/bushing.hpp"
#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/law_measure.hpp"

namespace takt::mechanism {

class BushingLaw final : public ForceElement {
 public:
  static bool serves(const Force&) noexcept;

  BushingLaw(LawOfForce, List<LawMeasure>);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override { return !of_.force->explicit_only; }
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return ends_.columns.count(); }
  List<int> loaded_groups() const override { return {ends_.group[0], ends_.group[1]}; }
  bool force_reads_columns() const noexcept override { return false; }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

 private:
  void measure(const Point&, TreeWork&) const noexcept;  // each of the three by itself, with G

  LawOfForce of_;
  List<LawMeasure> measures_;
  const Ends& ends_;  // of all three
  List<int> acts_;
  List<int> K_place_;  // by pair of columns
};

}  // namespace takt::mechanism
