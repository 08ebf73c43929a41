// A body force between two bodies, seen from a frame of the other one (body_force.hpp): contact.
//
//   f_j = sg_j S_j.W,   W the wrench on b; -W acts on a
//   df_j/dq_k = sg_j S_j.(sg_k L_k + [k moves a] S_k x* W - [k moves j] S_k x* W)
//   L_k = P S_k + E (S_k x V_b + psi_k),   df_j/dv_k = sg_j sg_k S_j.E S_k
//   de/dq_k = sg_k (e_P S_k + e_E (S_k x V_b + psi_k)),   de/dv_k = sg_k e_E S_k
//
// Terms used: a the frame `from`; b the frame `to` of the model file (Force::on); S, V, psi as in
// world_motion.hpp. [k moves a] is 1 if q_k moves a, else 0; [k moves j]: 1 if q_k moves column j
// on the same side. The sign sg_k is + if q_k moves b, - if it moves a; columns that move both do
// not count (Ends). P and E are the derivatives of W by a displacement of b and by the twist
// V = V_b - V_a, at fixed V and fixed a; e_P and e_E likewise of the rate of a state.
//
// A displacement xi_a of a, with b at rest, is a displacement xi_a of both, which turns W and V with
// them (dW = xi_a x* W, dV = xi_a x V), followed by -xi_a of b. With dV_a = xi_a x V_a + psi this
// gives the formula above.
#pragma once

#include "takt/mechanism/tree/force_element.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"

namespace takt::mechanism {

class PairForce final : public ForceElement {
 public:
  PairForce(const JointTree&, int index, const Force&, int first_state);

  void add_entries(ElementEntries&) const override;
  bool in_K() const noexcept override { return !force_.explicit_only; }
  void find_places(const Shape&) override;
  int most_columns() const noexcept override { return 0; }  // it uses no measures
  List<int> loaded_groups() const override { return {ends_.group[0], ends_.group[1]}; }
  bool force_reads_columns() const noexcept override { return false; }
  void evaluate(const Point&, Need, Terms&, linear::Patterned* K,
                TreeWork&) const noexcept override;
  void add_force(const Point&, Vector& f, TreeWork&) const noexcept override;
  void by_time(const Point&, Terms&, TreeWork&) const noexcept override;
  void visit(const Point&, ForceVisitor&, TreeWork&) const noexcept override;
  void add_wrenches(const Point&, AppliedWrenches&, TreeWork&) const noexcept override;

 private:
  struct Seen {  // the arguments of the force, and where they are seen from
    element::BodyForceIn in;
    Mat3 R;  // axes of a
    Vec3 r;  // origin of b, relative to o
    Vec3 w;  // angular velocity of b relative to a, world axes

    // A wrench or a change of it, given about b in the axes of a: about o in world axes.
    Vec6 in_world(const Vec6&) const noexcept;
  };
  struct Moved {  // how the frame b moves relative to a with a column, in the axes of a
    Vec6 place, twist;
  };
  Seen seen(const Point&, TreeWork&) const noexcept;
  Vec6 wrench(const Seen&, TreeWork&) const noexcept;  // about o
  Moved moved(const Seen&, const Vec6& displacement, const Vec6& change) const noexcept;
  void add_stiffness(const Seen&, const Vec6& W, double* K, double* C, TreeWork&) const noexcept;
  void evaluate_states(const Seen&, Need, Terms&, TreeWork&) const noexcept;

  int index_, z_;  // index in the model; index of its first auxiliary state
  const Force& force_;
  Ends ends_;
  List<int> K_place_;              // by pair of columns
  List<int> fz_place_, eq_place_;  // by (state, column)
};

}  // namespace takt::mechanism
