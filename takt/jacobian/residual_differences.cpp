#include "takt/jacobian/residual_differences.hpp"

#include <cmath>
#include <limits>

#include "takt/linear/entries.hpp"

namespace takt {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

// The largest magnitude of the multipliers, so that a multiplier that happens to be zero gets an
// increment like the others.
double magnitude_of_the_rest(const Vector& y, const Vector& counts) noexcept {
  double m = 1;
  for (Index i = 0; i < y.size(); ++i)
    if (counts[i] == 0) m = std::max(m, std::abs(y[i]));
  return m;
}

}  // namespace

ResidualDifferences::ResidualDifferences(ResidualForm& form, Counters& counters)
    : form_(form), counters_(counters), known_(form.size(), 0), delta_(Vector::Zero(form.size())),
      y_(delta_), dy_(delta_), F_(delta_) {
  for (int j : form.known_columns()) known_[j] = 1;
}

void ResidualDifferences::choose_increments(const CorrectorPoint& p) noexcept {
  const Vector& counts = form_.counts();
  const double rest = magnitude_of_the_rest(p.y, counts);
  // (17): with tight tolerances smaller increments would only show round-off.
  const double smallest = std::sqrt(std::sqrt(eps));
  for (Index i = 0; i < delta_.size(); ++i) {
    const double change = p.h * p.dy[i];
    const double least = counts[i] != 0 ? std::max(p.wt[i], smallest) : rest;
    double d = std::sqrt(eps) * std::max({std::abs(p.y[i]), std::abs(change), least});
    d = std::copysign(d, change);
    delta_[i] = (p.y[i] + d) - p.y[i];  // the exact difference of the rounded values
  }
}

void ResidualDifferences::choose_wide_increments(const CorrectorPoint& p) noexcept {
  const double rest = magnitude_of_the_rest(p.y, form_.counts());
  for (Index i = 0; i < delta_.size(); ++i) {
    const double least = form_.counts()[i] != 0 ? 1 : rest;
    const double d = std::cbrt(eps) * std::max(std::abs(p.y[i]), least);
    delta_[i] = (p.y[i] + d) - p.y[i];
  }
}

void ResidualDifferences::evaluate(const CorrectorPoint& p) noexcept {
  form_.residual(y_, dy_, p.u, F_);
  ++counters_.residuals_for_jacobian;
}

void ResidualDifferences::columns(const CorrectorPoint& p, linear::Patterned& J) noexcept {
  copy(p.y, y_);
  copy(p.dy, dy_);
  double* value = J.values().data();
  for (Index j = 0; j < delta_.size(); ++j) {
    if (known_[j] != 0) continue;
    y_[j] += delta_[j];
    dy_[j] += p.alpha * delta_[j];
    evaluate(p);
    y_[j] = p.y[j];
    dy_[j] = p.dy[j];
    const double inverse = 1 / delta_[j];
    linear::each_in_column(J.pattern(), j,
                           [&](int i, int k) { value[k] = (F_[i] - p.F[i]) * inverse; });
  }
}

void ResidualDifferences::groups(const CorrectorPoint& p, const linear::Pattern& pattern,
                                 const linear::ColumnGroups& g, linear::Patterned& J) noexcept {
  const bool wide = J.pattern().full;
  double* value = J.values().data();
  if (wide) {  // entries outside the pattern are zero; known columns are kept
    for (int j : g.column)
      for (Index i = 0; i < pattern.rows; ++i) value[j * pattern.rows + i] = 0;
  }
  counters_.column_groups = g.count();
  copy(p.y, y_);
  copy(p.dy, dy_);
  for (std::size_t group = 0; group + 1 < g.start.size(); ++group) {
    for (int c = g.start[group]; c < g.start[group + 1]; ++c) {
      const int j = g.column[c];
      y_[j] += delta_[j];
      dy_[j] += p.alpha * delta_[j];
    }
    evaluate(p);
    for (int c = g.start[group]; c < g.start[group + 1]; ++c) {
      const int j = g.column[c];
      y_[j] = p.y[j];
      dy_[j] = p.dy[j];
      const double inverse = 1 / delta_[j];
      linear::each_in_column(pattern, j, [&](int i, int k) {
        value[wide ? j * pattern.rows + i : k] = (F_[i] - p.F[i]) * inverse;
      });
    }
  }
}

}  // namespace takt
