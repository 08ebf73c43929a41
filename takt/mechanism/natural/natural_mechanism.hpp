// A mechanism in natural coordinates: Cartesian coordinates of points and vectors that bodies share
// at their joints. The mass matrix is constant, the rows are quadratic but for angles, all is
// sparse.
//
//   M v' = f - G' lambda,   0 = g                        M constant, q' = v
//
// Angles are no coordinates: forces on them see the value in (-pi, pi] and the exact rate; driven
// angles and couplers hold over any number of turns (equations.hpp, sources.hpp).
//
// What a joint transmits: the equations of every body torn off its neighbours,
//   r = M_b a - f_b + G_b' lambda     over its own entities,
// leave at each entity what the neighbours it is shared with must give: a force at a point, the
// moment u x r at a vector u.                     Garcia de Jalon and Bayo 1994, ch. 2, 4 and 6
#pragma once

#include "takt/mechanism/mechanism.hpp"
#include "takt/mechanism/natural/layout.hpp"

namespace takt::mechanism::natural {

// How the pose of a body follows from the coordinates: R turns what `axes` says of the body onto
// the attitude of the directions e1, e2; p is at `at` in the body.
struct Pose {
  bool moves = false;
  Motion fixed;  // where it does not move
  int directions = 0;
  std::vector<Weighted> p, e1, e2;  // sums of the first less the second, where there are two
  Mat3 axes = Mat3::Identity();     // b1, b2, b3 in the body
  Vec3 at = Vec3::Zero();
  Mat3 R0 = Mat3::Identity();  // one direction: the shortest way from this attitude, with
  Vec3 d0 = Vec3::UnitX();     // the direction here in the world
};

// One step of the balance of torn bodies: entity `child` hands what it lacks to `parent`.
struct Handing {
  int child = 0, parent = -1;  // torn entities; -1 ground
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

class NaturalMechanism final : public Mechanism, public Conservative, public Abrupt {
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
  const Abrupt* abrupt() const noexcept override { return kept() > 0 ? this : nullptr; }
  Index kept() const noexcept override { return kept_of_abrupt(whole_); }
  void leave(const Point&, Vector& kept, Scratch&) const noexcept override;
  void ahead(const Vector& kept, const Vector& trial, const Vector& dq,
             Vector& over) const noexcept override;
  void arrive(const Point&, const Vector& kept, Vector& over, Vector& there,
              Scratch&) const noexcept override;
  void stiffen(const Point&, const Vector& kept, double c, linear::Patterned& K,
               Scratch&) const noexcept override;
  void motions(const Point&, std::span<Motion>, Scratch&) const noexcept override;
  CoordinateValue coordinate(const Point&, int joint, int component, std::span<const Motion>,
                             Scratch&) const noexcept override;
  void reactions(const Point&, std::span<Vec6>, Scratch&) const noexcept override;
  Place place_of(int, int) const noexcept override { return {}; }
  State state_of(std::span<const Motion>, double t) const override;

 private:
  struct Work;
  void name_coordinates();
  void name_rows();
  void find_row_forces(const Topology&);
  void find_poses();
  void find_handings();
  std::vector<double> equilibrated(const Equations&) const;

  Parts parts_;
  std::vector<Shared> shared_;
  Sources sources_;
  Equations whole_, torn_;
  linear::PatternedSum full_;  // K of all forces, K_lambda
  std::vector<Pose> poses_;    // by body
  std::vector<Handing> handings_;
  std::vector<RowReaction> row_reactions_;
};

}  // namespace takt::mechanism::natural
