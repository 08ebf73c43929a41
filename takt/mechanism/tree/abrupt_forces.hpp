// Stops and other abrupt forces over a step (takt::Abrupt), in joint coordinates. For each of them
// the record of a point holds s and then G, column by column, those of the unknowns only.
//
//   -d(step force)/dq1 = (G1' k1 + (G0 + G1)' kD)/2 G1 - (Q1 + D)/2 d2s/dq2    terms as in OverStep
#pragma once

#include "takt/mechanism/tree/driven_coordinates.hpp"
#include "takt/mechanism/tree/law_measure.hpp"
#include "takt/mechanism/tree/tree_inertia.hpp"

namespace takt::mechanism {

class AbruptForces final : public Abrupt {
 public:
  AbruptForces(const JointTree&, const TreeInertia&, const DrivenCoordinates&);
  void find_places(const Shape& of_unknowns);

  bool empty() const noexcept { return forces_.empty(); }

  Index record_size() const noexcept override { return record_size_; }
  void record(const Point&, Vector& record, Scratch&) const noexcept override;
  void linear_step_force(const Vector& start, const Vector& trial, const Vector& dq,
                         Vector& force) const noexcept override;
  void step_force(const Point& end, const Vector& start, Vector& force, Vector& end_force,
                  Scratch&) const noexcept override;
  void add_step_stiffness(const Point& end, const Vector& start, double c, linear::Patterned& K,
                          Scratch&) const noexcept override;

 private:
  struct AbruptForce {
    const element::Law* law;
    LawMeasure measure;

    int columns() const noexcept { return measure.ends.columns.count(); }
    int column(int k) const noexcept { return measure.ends.columns[k].column; }
  };
  // Computes the motions; returns the point with all coordinates.
  Point moved_to(const Point&, bool rates, TreeWork&) const noexcept;

  const TreeInertia& inertia_;
  const DrivenCoordinates& driven_;
  List<AbruptForce> forces_;
  Index record_size_ = 0;
};

}  // namespace takt::mechanism
