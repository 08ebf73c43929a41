// All force elements of a mechanism in joint coordinates, in the order of the model: the laws and the
// forces between two bodies first, then the body forces.
#pragma once

#include <memory>
#include <vector>

#include "takt/mechanism/tree/body_force_element.hpp"
#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/loop_rows.hpp"

namespace takt::mechanism {

class SpringsOnLine;
class DriverLaws;
struct LawOfForce;

class ForceElements {
 public:
  // `first_state`: for each force the index of its first auxiliary state.
  ForceElements(const JointTree&, const LoopRows&, const List<int>& first_state);

  bool empty() const noexcept { return elements_.empty() && body_forces_.empty(); }
  bool any_elements() const noexcept { return !elements_.empty(); }
  bool any_explicit_only() const noexcept { return any_explicit_only_; }
  // True if add_force() adds to TreeWork::wrench, and if it reads the columns of WorldMotion.
  bool any_wrenches() const noexcept { return any_wrenches_; }
  bool force_reads_columns() const noexcept { return force_reads_columns_; }
  List<int> loaded_groups() const;
  List<int> groups_of_body_forces() const;
  int most_columns() const noexcept;

  void add_stiffness_entries(Entries&) const;
  void add_entries_in_K(Entries&) const;  // without forces that are explicit only
  void find_places(Shape&);  // makes f_lambda, f_z, e_q, e_v, e_z; the pattern of K must be made

  void evaluate_elements(const Point&, Need, Terms&, linear::Patterned* K,
                         TreeWork&) const noexcept;
  // The states of body forces; or with their loads, between begin() and gather() of BatchedTree.
  void evaluate_body_forces(const Point&, Need, Terms&, TreeWork&) const noexcept;
  void load_body_forces(const BatchedTree&, const BatchedTree::Wanted&, const Point&, Need, Terms&,
                        TreeWork&) const noexcept;
  void add_explicit_body_forces(const Point&, Vector& f, TreeWork&) const noexcept;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept;
  void by_multiplier(const Point&, linear::Patterned& f_lambda, TreeWork&) const noexcept;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept;

 private:
  struct Joinable {  // the last element, if consecutive laws may join it
    SpringsOnLine* springs = nullptr;
    DriverLaws* driver = nullptr;
  };
  void add_law(const JointTree&, const LoopRows&, LawOfForce, Joinable& before);
  template <class Visit> void each(Visit&& visit) const {
    for (const auto& e : elements_) visit(*e);
    for (const BodyForceElement& e : body_forces_) visit(e);
  }

  // Laws and pair forces; body forces are separate, because BatchedTree adds them.
  std::vector<std::unique_ptr<ForceElement>> elements_;
  List<BodyForceElement> body_forces_;
  bool any_explicit_only_ = false, any_wrenches_ = false, force_reads_columns_ = false;
};

}  // namespace takt::mechanism
