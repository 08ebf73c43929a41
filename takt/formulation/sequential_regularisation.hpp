// Sequential regularisation of the constraints on velocity level. The papers name it (000 sections
// 3.4 and 4.3) and print no formula; this is our reading of Ascher and Lin, SIAM J. Sci. Comput.
// 18 (1997), for a linear-implicit Euler step that moves positions first. A fixed number of passes
// s = 1, 2, ... is made within the step:
//
//   (A + h G' G/epsilon) (v_s - v_n) = r - h G' (lambda_{s-1} + (G v_n + gI + alpha g)/epsilon)
//   lambda_s = lambda_{s-1} + (G v_s + gI + alpha g)/epsilon
//
// Terms used: A, r of linear_implicit.hpp; G, gI, g at q_{n+1}; lambda_0 is lambda of the last
// step. Many passes lead to index2(baumgarte=alpha), with G(q_{n+1}) in place of G(q_n) in the
// force. A pass reduces the error of lambda by 1/(1 + h s/epsilon), s = G A^-1 G'. The matrix is
// regular also where rows of G depend on each other.
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/form/regularisation.hpp"

namespace takt {

std::unique_ptr<Formulation> make_sequential_regularisation(Evaluator&, const Regularisation&,
                                                            double h);

}  // namespace takt
