// A law of any measures, with or without states.
//
//   f_j = sum_m Q_m G_mj,    -df_j/dq_k = -sum_m (Q_m dG_mj/dq_k + G_mj (Q_s G + Q_ds Gd)_mk)
//
// Terms used: G_mj = ds_m/dq_j, Gd_mk = d(s_m')/dq_k; Q and its derivatives from the law.
#pragma once

#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/law_measure.hpp"

namespace takt::mechanism {

class GeneralLaw final : public ForceElement {
 public:
  GeneralLaw(LawOfForce, List<LawMeasure>);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override { return !of_.force->explicit_only; }
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return columns_.count(); }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

  const List<int>& acts() const noexcept { return acts_; }
  const List<LawMeasure>& measures() const noexcept { return measures_; }
  const Force& force() const noexcept { return *of_.force; }
  bool varies() const noexcept { return of_.varies(); }

  // Of these terms evaluate() needs derivatives of the measures.
  static bool derives(Need need, const linear::Patterned* K) noexcept {
    return K != nullptr || (need & Term::C) || (need & Term::e_qvz) || (need & Term::f_z);
  }
  // The measures from number `first` on.
  void measure(int first, const Point&, bool derivatives, TreeWork&) const noexcept;
  // The same as the functions of ForceElement, once the measures are in the workspace.
  void evaluate_measured(const Point&, Need, Terms&, linear::Patterned* K,
                         TreeWork&) const noexcept;
  void add_force_measured(const Point&, Vector& f, TreeWork&) const noexcept;
  void by_time_measured(const Point&, Terms&, TreeWork&) const noexcept;
  void visit_measured(const Point&, ForceVisitor&, TreeWork&) const noexcept;
  void apply_measured(const Point&, AppliedWrenches&, TreeWork&) const noexcept;

 private:
  void by_columns(const double* by_s, const double* by_ds, TreeWork&) const noexcept;
  void add_stiffness(double* K, double* C, TreeWork&) const noexcept;
  void evaluate_states(Need, Terms&, TreeWork&) const noexcept;

  LawOfForce of_;
  List<LawMeasure> measures_;
  List<int> acts_;                 // the measures along which the law has a force
  List<int> columns_;              // all columns that change a measure
  List<int> pushed_;               // indices in columns_ of those that change one of acts_
  List<int> K_place_;              // by pair of columns
  List<int> fz_place_, eq_place_;  // by (column, state) and (state, column)
};

}  // namespace takt::mechanism
