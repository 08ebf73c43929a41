#include "takt/jacobian/stage_matrix.hpp"

#include "takt/base/stage_clock.hpp"
#include "takt/linear/entries.hpp"

namespace takt {
namespace {

// Patterns are not estimated: the matrix is new in every step, so an estimate would gain nothing.
MatrixChoice without_estimate(MatrixChoice choice, const ResidualForm& form) {
  choice = available(choice, form);
  choice.estimated_pattern = false;
  if (choice.source == MatrixSource::grouped && form.structure()->full)
    choice.source = MatrixSource::dense;
  return choice;
}

}  // namespace

StageMatrix::StageMatrix(ResidualForm& form, Counters& counters, const MatrixChoice& choice,
                         const Matrix& w)
    : form_(form), counters_(counters), w_(w),
      maker_(form, counters, without_estimate(choice, form)), one_(maker_.stored()),
      leading_(form.leading_structure()) {
  const auto n = static_cast<int>(form.size());
  const auto stages = static_cast<int>(w.rows());
  List<std::pair<int, int>> entries;
  for (int i = 0; i < stages; ++i) {
    linear::each_entry(one_.pattern(),
                       [&](int r, int c, int) { entries.emplace_back(i * n + r, i * n + c); });
    for (int j = 0; j < stages; ++j)
      linear::each_entry(leading_.pattern(),
                         [&](int r, int c, int) { entries.emplace_back(i * n + r, j * n + c); });
  }
  all_ = linear::Patterned(linear::pattern_of(stages * n, stages * n, std::move(entries)));
  const auto places = [&](const linear::Pattern& block, int i, int j) {
    List<int> list;
    linear::each_entry(block, [&](int r, int c, int) {
      list.push_back(linear::place_of(all_.pattern(), i * n + r, j * n + c));
    });
    return list;
  };
  for (int i = 0; i < stages; ++i) {
    diagonal_.push_back(places(one_.pattern(), i, i));
    for (int j = 0; j < stages; ++j) lead_.push_back(places(leading_.pattern(), i, j));
  }
  factor_.analyse(all_.pattern());
}

void StageMatrix::write(const CorrectorPoint& p) noexcept {
  maker_.make(p, false, one_);
  form_.leading_block(p.y, p.u, leading_);
  all_.set_zero();
  double* to = all_.values().data();
  for (Index i = 0, k = 0; i < w_.rows(); ++i) {
    const List<int>& place = diagonal_[i];
    for (int e = 0; e < place.count(); ++e) to[place[e]] += one_.values()[e];
    for (Index j = 0; j < w_.rows(); ++j, ++k) {
      const double w = w_(i, j) / p.h - (i == j ? p.alpha : 0);
      for (int e = 0; e < lead_[k].count(); ++e) to[lead_[k][e]] += w * leading_.values()[e];
    }
  }
}

void StageMatrix::choose_pivots(const CorrectorPoint& p) noexcept {
  write(p);
  factor_.factorise(all_.values());
  factor_.keep_pivots(true);
}

Status StageMatrix::make(const CorrectorPoint& p) noexcept {
  write(p);
  const StageScope timed(Stage::factorise);
  ++counters_.factorisations;
  return factor_.factorise(all_.values());
}

void StageMatrix::solve(Vector& x) noexcept {
  const StageScope timed(Stage::solve);
  factor_.solve(x);
  ++counters_.solves;
}

}  // namespace takt
