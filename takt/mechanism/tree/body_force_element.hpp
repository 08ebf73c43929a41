// A force on one body that depends on the motion of a frame of this body: tyres, drag. BatchedTree
// adds its force and stiffness together with the inertia of the tree; see load().
#pragma once

#include "takt/mechanism/tree/batched_tree.hpp"
#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt::mechanism {

class BodyForceElement final : public ForceElement {
 public:
  BodyForceElement(const JointTree&, int index, const Force&, int first_state);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override { return !force_.explicit_only; }
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return 0; }  // it uses no measures
  List<int> loaded_groups() const override { return {group_}; }
  bool force_reads_columns() const noexcept override { return false; }
  // The terms of its states only.
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

  int group() const noexcept { return group_; }
  bool explicit_only() const noexcept { return force_.explicit_only; }
  // Puts the force, as load number `load`, between begin() and gather() of BatchedTree; and the
  // terms of its states.
  void load(int load, const BatchedTree&, const BatchedTree::Wanted&, const Point&, Need, Terms&,
            TreeWork&) const noexcept;
  void add_to_f(const Point&, Vector& f, TreeWork&) const noexcept;

 private:
  element::BodyForceIn inputs(const Point&, TreeWork&) const noexcept;
  // Computes the force in the workspace, with its derivatives if they are wanted, and the terms of
  // its states.
  element::BodyForceIn evaluate_force(const Point&, Need, bool matrices, Terms&,
                                      TreeWork&) const noexcept;
  void evaluate_states(Need, const element::BodyForceIn&, Terms&, TreeWork&) const noexcept;
  void evaluate_two_states(int first, Need, const element::BodyForceIn&, Terms&,
                           TreeWork&) const noexcept;

  int index_, z_;  // index in the model; index of its first auxiliary state
  const Force& force_;
  int link_, group_;  // -1: ground
  Frame frame_;       // relative to the link
  List<int> columns_;
  List<int> fz_place_, eq_place_;  // by (state, column) and (column, state)
};

}  // namespace takt::mechanism
