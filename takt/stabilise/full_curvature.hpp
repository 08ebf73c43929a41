// The projection of q and v together that includes the curvature of the constraints.
//
//   (dq, dv) = N H' (H N H')^-1 (g, G v + gI),  H = [G 0; (G v + gI)_q G]       004 (4.4), D = H'
//
// Terms used: N = I (S-full), or diag(M, M)^-1 with the mass metric.
#pragma once

#include <memory>

#include "takt/eom/evaluator.hpp"
#include "takt/stabilise/projection.hpp"

namespace takt {

class FullCurvature {
 public:
  FullCurvature(Evaluator&, Metric);
  Status apply(const Terms&, const Vector& g, const Vector& gv, Vector& dq, Vector& dv) noexcept;

 private:
  Evaluator& eval_;
  Metric metric_;
  linear::Patterned H_, A_;
  List<int> upper_, lower_, left_, M_upper_, M_lower_;  // indices of G, G, Gv_q, M, M
  std::unique_ptr<linear::Saddle> saddle_;
  Vector violation_, move_;
};

}  // namespace takt
