// The options of a projection onto the constraints. Every projection of the papers has the form
// x <- x - W violation; they differ in W, in the point where it is evaluated, and in the passes.
//
//   W = A^-1 G' (G A^-1 G')^-1     A = I: 004 (5.6);  A = M: 000 (12), 004 (5.5)
//   violations: g on position level, G v + gI on velocity level
//   nearest point: A (q - q~) + G' mu = 0, g = 0, iterated: 000 (7)
//   A = M + G' alpha G (penalised): 003 (3), (4);  the tangent of the step: 001 (3), (4)
//   curvature=block: 004 (4.6);  curvature=full: H' (H H')^-1 with H = [G 0; (Gv)_q G]
#pragma once

#include <memory>

#include "takt/form/formulation.hpp"
#include "takt/form/regularisation.hpp"
#include "takt/stabilise/stabiliser.hpp"

namespace takt {

enum class Metric : std::uint8_t { identity, mass, penalised, tangent };
enum class Where : std::uint8_t { end, start };  // point where W of the position level is evaluated
enum class Curvature : std::uint8_t { none, full, block };
// second correction of S-both^2, ERRATA 004.3
enum class Second : std::uint8_t { none, G, frozen, stage6 };

struct Projection {
  Levels levels{true, true};
  Metric metric = Metric::identity;
  Where at = Where::end;
  int newton = 1;           // passes
  bool sequential = false;  // first q, then v at the corrected q
  Curvature curvature = Curvature::none;
  double relax = 1;  // alpha of 004 (5.4), stable in (0, 2)
  Second second = Second::none;
  double alpha = 0;  // penalty of the metric `penalised`; 0: that of the formulation
  // > 0: iterate to the point of the constraints that is nearest in the metric, until |g| and the last
  // change of q are below it (not bounded)
  double tolerance = 0;

  Regularisation regularisation{};  // if used, no level is corrected

  bool projects() const noexcept { return levels.q || levels.v || levels.a; }
  bool none() const noexcept { return !projects() && !regularisation.used(); }
  bool bounded() const noexcept { return tolerance == 0; }
};

// The formulation provides the tangent and the penalties, if it has them.
std::unique_ptr<Stabiliser> make_projection(Evaluator&, const Projection&, Formulation&);
std::unique_ptr<Stabiliser> make_tangent_projection(Evaluator&, const Projection&, PositionForm&);
std::unique_ptr<Stabiliser> make_penalised_projection(Evaluator&, const Projection&,
                                                      const Vector* penalties);

// For formulations in independent coordinates, which fulfil the constraints themselves.
std::unique_ptr<Stabiliser> make_dependent_coordinates(Evaluator&, Formulation&);

// 004 (5.2): z = z~ - h gamma F(z) h(z), F by (4.6), solved to round-off (not bounded).
std::unique_ptr<Stabiliser> make_implicit_invariant(Evaluator&, double gamma);

}  // namespace takt
