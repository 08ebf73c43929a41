// The index-1 formulation: the constraints are stated at acceleration level, G v' + gamma = 0.
//                                                                           000 (5c), 004 (1.5)
//   [ M  G' ] [ v'     ]   [ f                                ]
//   [ G  0  ] [ lambda ] = [ -gamma - V (G v + gI) - P g      ]      V, P: Baumgarte, 004 (2.1)
//
// With `invariant`: the stabilised ODE 004 (4.3), z' = f(z) - gamma F h(z), F by (4.6). A
// linear-implicit step either takes lambda from this saddle at t_n and then solves A dv = h (f - G'
// lambda) - h^2 K v (`lambda=mass`), or it takes lambda from the saddle with A instead of M
// (`lambda=matrix`). These are two methods with different stability; they are never mixed.
//
// In the residual form lambda is one of the unknowns. With `project` it is the method of projected
// invariants: q' = v - G' eta with g = 0 (004 (3.3)), and v' = a - G' mu with G v + gI = 0 ((4.8)).
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/formulation/residual_structure.hpp"

namespace takt {

struct Index1Options {
  double baumgarte_velocity = 0, baumgarte_position = 0;  // V, P
  double baumgarte_velocity_row = 0;                      // V for rows at velocity level
  double invariant = 0;                                   // gamma of 004 (4.3); 0: off
  bool lambda_of_matrix = false;
  Formalism formalism = Formalism::explicit_;                  // of the residual form
  bool project_positions = false, project_velocities = false;  // multipliers of 004 (3.3), (4.8)
};

std::unique_ptr<Formulation> make_index1(Evaluator&, const Index1Options&);

}  // namespace takt
