// Examines a mechanism before it moves: degrees of freedom, redundant constraint rows, singular
// start, residuals, mass.
//
//   Gruebler    6 per moving body minus those removed by joints and constraints; may be wrong
//   true        nv - rank G at the start, the dimension of the velocities that G allows
//
// A row is redundant if it depends on other rows, or if no motion of the tree can violate it. The
// start is singular if rank G is lower there than at consistent states nearby.
#pragma once

#include <string>
#include <vector>

#include "takt/linear/decomposition/row_space.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::mechanism {
class Mechanism;
}

namespace takt {

using linear::RowSpace;

struct Redundant {
  std::string name;  // "joint 'D' direction z"
  // elements whose rows imply it; empty: no motion of the tree violates it
  std::vector<std::string> with;
};

struct Inspection {
  Index rank = 0;         // of G at the start
  Index rank_nearby = 0;  // the largest found at consistent states close by
  Index freedoms = 0;     // nv - rank
  std::vector<Redundant> redundant;
  Residual residual;

  bool singular() const noexcept { return rank_nearby > rank; }
};

Inspection inspect(const EquationsOfMotion&, const State& start);

// "joint 'D' direction z", "constraint 'rod'".
std::string row_name(const EquationsOfMotion&, Index row);

// Massless parts that were replaced by constraints count as constraints.
int gruebler(const Model&, const mechanism::Topology&);
int rows_of(const Constraint&) noexcept;

struct MassAndCentre {
  double mass = 0;
  Vec3 centre = Vec3::Zero();  // zero if there is no mass
};
MassAndCentre mass_and_centre(const mechanism::Mechanism&, const State&);

}  // namespace takt
