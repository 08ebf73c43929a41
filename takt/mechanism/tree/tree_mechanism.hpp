// A model compiled to joint coordinates: the coordinates are those of the joints of a spanning
// tree; constraint rows close the loops.
//
//   M(q) v' = f - G' lambda,   f = -(bias + gravity) + forces of the elements,   0 = g(q, u)
//
// Coordinates that smooth signals drive are no unknowns (driven_coordinates.hpp). Internally, and in
// all parts of this class, q, v and the terms are those of all coordinates, with the driven ones last.
//
// One pass over the tree computes all motions in world axes (world_motion.hpp, batched_tree.hpp),
// then inertia, rows and elements add their terms, each in a class of its own.
//            002 (Arnold, Fuchs, Fuehrer) (1)-(5); Featherstone, chapters 5 to 8
#pragma once

#include <memory>
#include <span>

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/thin_pattern.hpp"
#include "takt/mechanism/tree/abrupt_forces.hpp"
#include "takt/mechanism/tree/driven_coordinates.hpp"
#include "takt/mechanism/tree/force_elements.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/mechanism/tree/loop_rows.hpp"
#include "takt/mechanism/tree/tree_inertia.hpp"

namespace takt::mechanism {

class TreeMechanism final : public Mechanism, public Recursive {
 public:
  explicit TreeMechanism(std::shared_ptr<const Model>);
  TreeMechanism(const TreeMechanism&) = delete;  // its parts refer to each other
  TreeMechanism& operator=(const TreeMechanism&) = delete;

  // Mechanism
  Coordinates coordinates() const noexcept override { return Coordinates::joint; }
  const JointTree* tree() const noexcept override { return &tree_; }
  void motions(const Point&, std::span<Motion>, Scratch&) const noexcept override;
  CoordinateValue coordinate(const Point&, int joint, int component, std::span<const Motion>,
                             Scratch&) const noexcept override;
  void reactions(const Point&, std::span<Vec6> joints, std::span<Vec6> constraints,
                 Scratch&) const noexcept override;
  Place place_of(int joint, int component) const noexcept override;
  State state_of(std::span<const Motion>, double t) const override;
  double drive_force(int joint, const Point&, Scratch&) const noexcept override;

  // EquationsOfMotion
  State initial() const override;
  RowMeaning meaning_of_row(Index row) const override { return rows_.meaning_of(row); }
  std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept override;
  void retract(const Vector& q, const Vector& dq, Vector& out) const noexcept override;
  void increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept override;
  void magnitude(const Vector& q, Vector& out) const noexcept override;
  const Recursive* recursive() const noexcept override {
    return inertia_.rotors().empty() ? this : nullptr;
  }
  const Abrupt* abrupt() const noexcept override { return abrupt_.empty() ? nullptr : &abrupt_; }
  double potential(const Point&, Scratch&) const noexcept override;
  void power(const Point&, ElementPower&, Scratch&) const noexcept override;
  double kinetic_with_drives(const Point&, Scratch&) const noexcept override;
  double power_of_drives(const Point&, Scratch&) const noexcept override;

  // Recursive
  void acceleration(const Point&, const Vector& extra, Vector& a, Scratch&) const noexcept override;
  void balance(const Point&, const Vector& a, const Vector& extra, Vector& r,
               Scratch&) const noexcept override;

 private:
  void describe();  // sizes and names
  void make_patterns();
  void find_idle_rows();
  void find_modules();
  void leave_out_explicit_forces();  // of the patterns of K, C and K_lambda
  void evaluate_whole(const Point&, Need, Terms&, TreeWork&) const noexcept;

  // The point with all coordinates; `p` itself if none is driven.
  Point all_of(const Point& p, TreeWork&) const noexcept;
  // Of all coordinates. `given`: accelerations that f and gamma contain; null: none.
  void evaluate_all(const Point&, Need, const double* given, Terms&, TreeWork&) const noexcept;
  void evaluate_K_full(const Point&, Need, Terms&, TreeWork&) const noexcept;
  void motions_of_all(const Point&, std::span<Motion>, TreeWork&) const noexcept;
  // The forces of the drives at a point: one evaluation of the whole tree, and nothing if the last look
  // was at the same point.
  const DrivenCoordinates::Look& look_at_drives(const Point&, TreeWork&) const noexcept;
  static void put_extra(const Vector& extra, TreeWork&) noexcept;  // into TreeWork::tau
  // TreeWork::tau = extra + forces of the elements.
  void add_element_forces(const Point&, const Vector& extra, TreeWork&) const noexcept;
  // Computes the motions, with the accelerations a unless null, and the forces of the elements: in
  // f, and in TreeWork::wrench.
  void add_forces(const Point&, const double* a, Vector& f, TreeWork&) const noexcept;
  // Computes the motions and returns the potential of gravity.
  double potential_of_gravity(const Point&, TreeWork&) const noexcept;

  JointTree tree_;
  DrivenCoordinates driven_;
  Shape all_;  // of all coordinates; shape_ is that of the unknowns
  LoopRows rows_;
  ForceElements elements_;
  TreeInertia inertia_;
  AbruptForces abrupt_;
  ThinPattern thin_;  // of K, C and K_lambda
};

}  // namespace takt::mechanism
