// The train carriage of 002 (Arnold, Fuchs, Fuehrer), section 4.1: 41 coordinates, 8 constraints,
// 98 unknowns.
//
// Its data are not public. Ours uses the masses and geometry of the Manchester benchmark and passes
// an S-shaped shift of 3 m over 100 m on an irregular track, at 30 m/s.
#pragma once

#include "apps/reproduce/paper_002/start_steps.hpp"
#include "takt/linear/column_groups.hpp"

namespace takt::reproduce::paper_002 {

enum class TrainFormalism { explicit_, residual };
std::string_view name(TrainFormalism) noexcept;

Campaign train(TrainFormalism, int starts);
// The same with forces that are expensive to compute, like those of a detailed model.
Campaign expensive_train(TrainFormalism, int starts);
// With steeper wheel profiles on a smoother track.
Campaign steep_train(int starts);

struct TrainMatrix {
  linear::SharedPattern structure;  // of dF/dy + alpha dF/dy'
  std::vector<int> known;           // columns that are not differenced: those of eta
  linear::ColumnGroups groups;      // of the others
  std::vector<std::string> names;   // of the unknowns
};
TrainMatrix train_matrix(TrainFormalism);

// Cost of an analytic dF/dy, in evaluations of the residual: the shortest processor time of each
// over many repetitions, at the start, with forces that take `burn` us.
double residuals_per_written_jacobian(TrainFormalism, double burn);

// The largest difference of q between the two formalisms, at samples 0.1 s apart, dense and on
// demand; and for comparison that between two first steps of the explicit formalism.
struct FormalismDifference {
  double between, within;
};
FormalismDifference formalism_difference();

}  // namespace takt::reproduce::paper_002
