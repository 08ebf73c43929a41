// What a mechanism is before it moves: degrees of freedom, rows that repeat others, a singular
// start, residuals, mass.
//
//   Gruebler    6 per moving body less what joints and constraints take: may be wrong
//   true        nv - rank G at the start, the dimension of the velocities that G allows
//
// A row is redundant when it depends on the others (or on none: nothing the tree can do violates
// it). The start is singular when rank G is lower there than at consistent states close by.
#pragma once

#include <string>
#include <vector>

#include "takt/linear/decomposition/row_space.hpp"
#include "takt/mechanism/topology.hpp"
#include "takt/simulate/initial.hpp"

namespace takt::mechanism {
class Mechanism;
}

namespace takt {

using linear::RowSpace;

struct Redundant {
  std::string name;               // "joint 'D' direction z"
  std::vector<std::string> with;  // elements whose rows imply it; empty: the tree alone does
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

// Massless parts that became constraints count as those.
int gruebler(const Model&, const mechanism::Topology&);
int rows_of(const Constraint&) noexcept;

struct MassAndCentre {
  double mass = 0;
  Vec3 centre = Vec3::Zero();  // zero when nothing has mass
};
MassAndCentre mass_and_centre(const mechanism::Mechanism&, const State&);

}  // namespace takt
