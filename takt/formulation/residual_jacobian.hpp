// dF/dy of a residual form in closed form, from the derivatives of the terms.
//
//   explicit:  d(v' - a)/d(q, v, z, lambda) = M^-1 [K_full, C, -f_z, G' - f_lambda]
//   residual:  d(M v' - f + G' lambda)/d(...) =    [K_full, C, -f_z, G' - f_lambda]
//
// Terms used: K_full, evaluated at a = M^-1 (f - G' lambda), or at a = v'. There is no closed form
// for constraints at acceleration level, because no system provides the derivatives of gamma.
#pragma once

#include "takt/formulation/residual_structure.hpp"

namespace takt {

class ResidualJacobian {
 public:
  ResidualJacobian() = default;
  ResidualJacobian(const Shape&, const ResidualOptions&, const TermStructures&, const MassBlocks&,
                   const IndependentRows&, const linear::Pattern& J);

  static bool is_there(const Shape&, const ResidualOptions&) noexcept;
  static Need needs(const Shape&, const ResidualOptions&) noexcept;
  // `mass` must be factorised if the formalism is explicit.
  void write(const Terms&, const MassBlocks& mass, linear::Patterned& F_y) noexcept;

 private:
  ResidualOptions o_;
  bool has_eta_ = false;
  BlockCopy q_v_, q_eta_, v_q_, v_v_, v_z_, v_lambda_, v_creep_, z_q_, z_v_, z_z_;
  BlockCopy lambda_q_, lambda_g_, lambda_v_, eta_q_;
  BlockProduct balance_, correction_;  // for the explicit formalism
  List<int> minus_one_, one_;          // indices of constant entries
};

}  // namespace takt
