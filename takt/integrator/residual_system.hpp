// What an integrator for the residual form works on.
#pragma once

#include <cmath>

#include "takt/eom/evaluator.hpp"
#include "takt/form/residual_form.hpp"

namespace takt {

struct ResidualSystem {
  ResidualForm& form;
  Counters& counters;
  Index nu = 0;               // number of excitations
  Evaluator* eval = nullptr;  // stabilisers read its start slot
};

// 1 for the components of y that are positions, those that change with q, else 0.
inline Vector positions_of(const ResidualForm& form, const State& start) {
  State moved = start;
  for (Index i = 0; i < moved.q.size(); ++i) moved.q[i] += 1;
  Vector y = Vector::Zero(form.size()), there = y, dy = y;
  form.pack(start, y, dy);
  form.pack(moved, there, dy);
  for (Index i = 0; i < y.size(); ++i) y[i] = there[i] != y[i] ? 1 : 0;
  return y;
}

// The 2-norm of the positions in an increment of y.
inline double norm_of_positions(const Vector& is_q, const double* increment) noexcept {
  double sum = 0;
  for (Index i = 0; i < is_q.size(); ++i)
    if (is_q[i] != 0) sum += increment[i] * increment[i];
  return std::sqrt(sum);
}

// The largest |F| among the components that do not count in norms (constraints), and its row.
inline double constraint_residual(const ResidualForm& form, const Vector& F, Index& row) noexcept {
  const Vector& counts = form.counts();
  double most = 0;
  for (Index i = 0; i < F.size(); ++i) {
    if (counts[i] != 0 || !(std::abs(F[i]) > most)) continue;
    most = std::abs(F[i]);
    row = i;
  }
  return most;
}

}  // namespace takt
