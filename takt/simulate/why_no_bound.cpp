#include "takt/simulate/run.hpp"

namespace takt {

std::string why_no_bound(const Composition& c, const Shape& shape) {
  const Projection& p = c.projection;
  if (shape.ng == 0) return "there are no constraints";
  if (!(p.sequential && p.levels.q && p.levels.v && p.metric == Metric::mass &&
        p.at == Where::start && p.newton == 1 && p.relax == 1 && p.bounded()) ||
      c.formulation->closes)
    return "theory promises one for the stabilisation one_step only (000 section 3.4)";
  // The proof starts from q_n + h v_n with G v_n = 0.
  if (c.order != UpdateOrder::position_first)
    return "theory promises one for Euler steps that move positions first only: explicit_euler, "
           "linear_implicit_euler(J1), (J2), (J3) (000 section 3.4)";
  return {};
}

}  // namespace takt
