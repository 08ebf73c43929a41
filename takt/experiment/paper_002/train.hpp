// The train carriage of 002 section 4.1: 41 coordinates, 8 constraints, 98 unknowns.
//
// Its data are not public. Ours stands on the Manchester benchmark's masses and geometry and passes
// an S-shaped shift of 3 m over 100 m on an irregular track, at 30 m/s.
#pragma once

#include "takt/experiment/paper_002/start_steps.hpp"
#include "takt/linear/column_groups.hpp"

namespace takt::experiment::paper_002 {

enum class TrainFormalism { explicit_, residual };
std::string_view name(TrainFormalism) noexcept;

Campaign train(TrainFormalism, int starts);
// The same with forces that take their time, as those of a detailed model do.
Campaign expensive_train(TrainFormalism, int starts);
// Steeper wheels on a smoother track.
Campaign steep_train(int starts);

struct TrainMatrix {
  linear::SharedPattern structure;  // of dF/dy + alpha dF/dy'
  std::vector<int> known;           // columns that are not differenced: those of eta
  linear::ColumnGroups groups;      // of the others
  std::vector<std::string> names;   // of the unknowns
};
TrainMatrix train_matrix(TrainFormalism);

// What dF/dy written down costs, in residuals: least processor time of each over many repetitions,
// at the start, with forces that take `burn` us.
double residuals_per_written_jacobian(TrainFormalism, double burn);

// Largest difference of q between the formalisms at samples 0.1 s apart, dense and on demand; and
// between two first steps of the explicit one, for comparison.
struct FormalismDifference {
  double between, within;
};
FormalismDifference formalism_difference();

}  // namespace takt::experiment::paper_002
