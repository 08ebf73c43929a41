// The inertia terms of a tree, in two ways (docs/architecture.md): BatchedTree computes M, f, K and C
// in world axes, Recursions computes M, accelerations and their balance link by link.
#pragma once

#include "takt/mechanism/tree/batched_tree.hpp"
#include "takt/mechanism/tree/force_elements.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/mechanism/tree/recursions.hpp"

namespace takt::mechanism {

class TreeInertia {
 public:
  TreeInertia(const JointTree&, const ForceElements&);

  const BatchedTree& batches() const noexcept { return batches_; }
  const Recursions& recursions() const noexcept { return recursions_; }
  // Inertia on single coordinates: rotors of motors. Recursions does not know it, so a tree with rotors
  // computes M.
  struct Rotor {
    int joint = 0, v = 0;
    double inertia = 0;
    int place = 0;  // in M
  };
  const List<Rotor>& rotors() const noexcept { return rotors_; }
  const linear::SharedPattern& mass_pattern() const noexcept { return mass_pattern_; }

  // Makes the patterns of M, and of K, C, K_lambda and K_full, which have one pattern because they
  // are added up later.
  void make_patterns(Shape&, const LoopRows&, const ForceElements&);

  void mass(const Point&, linear::Patterned& M, TreeWork&) const noexcept;
  // Sets M, f, K and C to the terms of inertia and body forces; all other terms are added later.
  // `K` may be K_full; then the motions must have been computed with the accelerations.
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K, const ForceElements&,
                TreeWork&) const noexcept;

  // By recursions: M a = f + tau solved for a (NaN if M is singular), and r = M a - f - tau. Here f
  // is the force of gravity and motion, tau that of the elements.
  void acceleration(const Point&, const Vector& tau, Vector& a, TreeWork&) const noexcept;
  void balance(const Point&, const Vector& a, const Vector& tau, Vector& r,
               TreeWork&) const noexcept;
  // The balance by BatchedTree, after motions() with a: faster if its batches have several nodes.
  // TreeWork::wrench is added to tau.
  bool balances_by_batches() const noexcept { return balance_by_batches_; }
  void balance_by_batches(const Point&, Vector& tau, Vector& r, TreeWork&) const noexcept;

 private:
  void find_rotors();
  void make_mass_pattern(Shape&);
  void find_ballast(const linear::Pattern& M);
  void make_stiffness_pattern(Shape&, const LoopRows&, const ForceElements&);

  const JointTree& tree_;
  Recursions recursions_;
  BatchedTree batches_;
  bool balance_by_batches_ = false;
  linear::SharedPattern mass_pattern_;  // used by recursions_; Shape::M may be full instead
  List<int> mass_place_;                // by entry of mass_pattern_, if that is not Shape::M
  List<int> ballast_;  // diagonal places in M of driven coordinates that move no inertia
  List<Rotor> rotors_;
  List<int> M_place_, K_place_;  // places of the entries of batches_
  bool same_places_ = false;     // M_place_ and K_place_ are equal
  List<int> K_rest_;             // places in K that elements add to but batches_ does not set
};

}  // namespace takt::mechanism
