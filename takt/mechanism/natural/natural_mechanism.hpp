// A model compiled to natural coordinates: Cartesian coordinates of points and vectors, which
// bodies share at their joints. The mass matrix is constant, the rows are quadratic except for
// angles, and all matrices are sparse.
//
//   M v' = f - G' lambda,   0 = g                        M constant, q' = v
//
// Angles are not coordinates: forces on angles use the value in (-pi, pi] and the exact rate;
// driven angles and couplers hold over any number of turns (equations.hpp, equation_sources.hpp).
//
// Reactions: for each body separated from its neighbours, the residual
//   r = M_b a - f_b + G_b' lambda     over its own entities,
// is, at each entity, the force from the neighbours that share the entity: a force r at a point,
// the moment u x r at a vector u.                     Garcia de Jalon and Bayo 1994, ch. 2, 4 and 6
#pragma once

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/natural/layout.hpp"
#include "takt/mechanism/thin_pattern.hpp"

namespace takt::mechanism::natural {

// How the pose of a body follows from the coordinates. The directions e1, e2 define an attitude
// (attitude.hpp), whose axes in the body are `axes`. The point p is at `at` in the body.
struct Pose {
  bool moves = false;
  Motion fixed;  // the pose if it does not move
  int directions = 0;
  List<Weighted> p, e1, e2;      // one carrier, or the first minus the second
  Mat3 axes = Mat3::Identity();  // b1, b2, b3 in the body
  Vec3 at = Vec3::Zero();
  // With one direction only: R is the smallest rotation of R0 that turns d0 to the direction.
  Mat3 R0 = Mat3::Identity();
  Vec3 d0 = Vec3::UnitX();  // in world axes
};

// One step of the balance of separate bodies: the residual at entity `child` is added to that at
// `parent`.
struct Handing {
  int child = 0, parent = -1;  // entities of the torn space; -1: ground
  int joint = 0;
  double sign = 1;  // 1: the child is outboard
  bool point = true;
};

struct RowReaction {
  int row = 0;
  double scale = 1;
  element::Measure measure;
  Transmitted on;
};

class NaturalMechanism final : public Mechanism, public Conservative, public Loads, public Abrupt {
 public:
  explicit NaturalMechanism(std::shared_ptr<const Model>);

  Coordinates coordinates() const noexcept override { return Coordinates::natural; }
  State initial() const override;
  std::unique_ptr<Scratch> make_scratch() const override;
  void evaluate(const Point&, Need, Terms&, Scratch&) const noexcept override;
  double potential(const Point&, Scratch&) const noexcept override;
  void power(const Point&, ElementPower&, Scratch&) const noexcept override;
  const Conservative* conservative() const noexcept override { return this; }
  void discrete_force(const Between&, Vector& f, Scratch&) const noexcept override;
  void discrete_stiffness(const Between&, linear::Patterned& K, Scratch&) const noexcept override;
  void discrete_jacobian(const Between&, linear::Patterned& G, Scratch&) const noexcept override;
  const Loads* loads() const noexcept override { return this; }
  void conservative_force(const Between&, Vector& f, Scratch&) const noexcept override;
  void conservative_stiffness(const Between&, linear::Patterned& K,
                              Scratch&) const noexcept override;
  void load(const Point&, Vector& f, Scratch&) const noexcept override;
  void add_load_stiffness(const Point&, double c, linear::Patterned& K,
                          Scratch&) const noexcept override;
  const Abrupt* abrupt() const noexcept override { return record_size() > 0 ? this : nullptr; }
  Index record_size() const noexcept override { return abrupt_record_size(whole_); }
  void record(const Point&, Vector& record, Scratch&) const noexcept override;
  void linear_step_force(const Vector& start, const Vector& trial, const Vector& dq,
                         Vector& force) const noexcept override;
  void step_force(const Point&, const Vector& start, Vector& force, Vector& end_force,
                  Scratch&) const noexcept override;
  void add_step_stiffness(const Point&, const Vector& start, double c, linear::Patterned& K,
                          Scratch&) const noexcept override;
  void motions(const Point&, std::span<Motion>, Scratch&) const noexcept override;
  CoordinateValue coordinate(const Point&, int joint, int component, std::span<const Motion>,
                             Scratch&) const noexcept override;
  void reactions(const Point&, std::span<Vec6> joints, std::span<Vec6> constraints,
                 Scratch&) const noexcept override;
  Place place_of(int, int) const noexcept override { return {}; }
  State state_of(std::span<const Motion>, double t) const override;

 private:
  struct Work;
  void name_coordinates();
  void name_rows();
  void find_row_forces(const Topology&);
  void find_poses();
  void find_handings();
  List<double> equilibrated(const Equations&) const;
  List<bool> values_in_K() const;

  Parts parts_;
  List<Shared> shared_;
  Sources sources_;
  Equations whole_, torn_;
  ThinPattern thin_;           // of K and C
  linear::PatternedSum full_;  // K of all forces + K_lambda
  List<Pose> poses_;           // by body
  List<Handing> handings_;
  List<RowReaction> row_reactions_;
};

}  // namespace takt::mechanism::natural
