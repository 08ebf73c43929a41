// A law without states whose measures are all coordinates of the tree: friction, brakes and springs
// in joints, and the creep forces of wheels on rails.
//
//   f_j = Q_m,   -df_j/dq_k = -(Q_s)_mn,   where q_j is measure m and q_k is measure n
#pragma once

#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/law_measure.hpp"
#include "takt/mechanism/tree/wheel_rail_row.hpp"

namespace takt::mechanism {

class CoordinateLaw final : public ForceElement {
 public:
  static bool serves(const Force&, const List<LawMeasure>&) noexcept;

  CoordinateLaw(LawOfForce, const List<LawMeasure>&);
  // The law depends on the multiplier of a wheel on its rail, and on its track if it reads the same
  // signal.
  void touch(const WheelRailRow&);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override { return !of_.force->explicit_only; }
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return columns_.count(); }
  bool force_reads_columns() const noexcept override { return false; }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void by_multiplier(const Point&, linear::Patterned& f_lambda, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

 private:
  element::LawIn inputs(const Point&, TreeWork&) const noexcept;
  void add_wheel_rail(const Point&, element::LawIn&, TreeWork&) const noexcept;

  struct Coordinate {
    int q, v;
    int local;  // index in columns_
  };
  LawOfForce of_;
  List<Coordinate> measures_;
  List<int> acts_, columns_;
  List<int> K_place_;        // by pair of columns
  int multiplier_ = -1;      // row of the wheel
  List<int> by_multiplier_;  // by column: place in f_lambda
  bool on_track_ = false;
  WheelRailRow wheel_rail_;
};

}  // namespace takt::mechanism
