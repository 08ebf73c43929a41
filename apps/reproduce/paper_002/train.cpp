#include "apps/reproduce/paper_002/train.hpp"

#include <algorithm>
#include <ctime>

#include "apps/reproduce/paper_002/form_at_start.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_002 {
namespace {

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The shortest time of one call, over `rounds` rounds of `calls` calls.
template <class Call> double least_time(int rounds, int calls, const Call& call) {
  double least = 1e300;
  for (int k = 0; k < rounds; ++k) {
    const double begin = seconds();
    for (int i = 0; i < calls; ++i) call();
    least = std::min(least, (seconds() - begin) / calls);
  }
  return least;
}

Trace path(TrainFormalism formalism, double first_step) {
  const Campaign c = train(formalism, 1);
  Trace trace;
  simulate({c.model, method(c, "dense+on_demand", first_step), first_step, c.until},
           {.every = 0.1, .drift = false, .trace = &trace});
  return trace;
}

}  // namespace

std::string_view name(TrainFormalism f) noexcept {
  return f == TrainFormalism::explicit_ ? "explicit" : "residual";
}

Campaign train(TrainFormalism f, int starts) {
  Campaign c;
  c.model = "train-carriage";
  c.formulation = "ggl(formalism=" + std::string(name(f)) + ")";
  c.until = 15;
  c.starts = starts;
  return c;
}

Campaign expensive_train(TrainFormalism f, int starts) {
  Campaign c = train(f, starts);
  c.set = {{"burn", expensive_force}};
  c.look = false;
  return c;
}

Campaign steep_train(int starts) {
  Campaign c = train(TrainFormalism::explicit_, starts);
  c.set = {{"conicity", 0.4}, {"irregularity", 1.5}};
  return c;
}

TrainMatrix train_matrix(TrainFormalism formalism) {
  FormAtStart start(train(formalism, 1));
  ResidualForm& residual = start.form();
  TrainMatrix m{residual.structure(), {}, {}, {}};
  m.known.assign(residual.known_columns().begin(), residual.known_columns().end());
  m.groups = linear::group_columns(*m.structure, m.known);
  for (Index i = 0; i < residual.size(); ++i) m.names.push_back(residual.component(i));
  return m;
}

double residuals_per_written_jacobian(TrainFormalism formalism, double burn) {
  Campaign c = train(formalism, 1);
  c.set = {{"burn", burn}};
  FormAtStart start(c);
  ResidualForm& residual = start.form();
  Vector y(residual.size()), dy(residual.size()), F(residual.size());
  residual.pack(start.state(), y, dy);
  const Excitation u = start.excitation();
  linear::Patterned F_y(residual.structure());
  const int calls = burn > 0 ? 50 : 500;
  const double one = least_time(10, calls, [&] { residual.residual(y, dy, u, F); });
  const double matrix = least_time(10, calls, [&] { residual.jacobian(y, dy, u, F_y); });
  return matrix / one;
}

FormalismDifference formalism_difference() {
  const double h = train(TrainFormalism::explicit_, 1).first_step;
  const Trace a = path(TrainFormalism::explicit_, h), b = path(TrainFormalism::residual, h),
              other = path(TrainFormalism::explicit_, (1 + next_start) * h);
  return {largest_difference(a, b), largest_difference(a, other)};
}

}  // namespace takt::reproduce::paper_002
