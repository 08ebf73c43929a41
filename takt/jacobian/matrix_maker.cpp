#include "takt/jacobian/matrix_maker.hpp"

#include <algorithm>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/entries.hpp"

namespace takt {

MatrixChoice available(MatrixChoice choice, const ResidualForm& form) {
  if (choice.source == MatrixSource::analytic && !form.has_jacobian())
    choice.source = form.structure()->full ? MatrixSource::dense : MatrixSource::grouped;
  return choice;
}

MatrixMaker::MatrixMaker(ResidualForm& form, Counters& counters, const MatrixChoice& choice)
    : form_(form), counters_(counters), choice_(choice),
      estimates_(choice.source == MatrixSource::grouped &&
                 (choice.estimated_pattern || form.structure()->full)),
      stored_(estimates_ ? linear::full_pattern(form.size(), form.size()) : form.structure()),
      used_(estimates_ ? nullptr : stored_), leading_(form.leading_structure()),
      differences_(form, counters) {
  if (stored_->full && !form.structure()->full) structured_ = linear::Patterned(form.structure());
  linear::each_entry(*form.leading_structure(), [&](int i, int j, int) {
    leading_place_.push_back(linear::place_of(*stored_, i, j));
  });
  if (!estimates_) regroup();
}

void MatrixMaker::regroup() {
  if (choice_.source == MatrixSource::grouped)
    groups_ = linear::group_columns(*used_, form_.known_columns());
}

std::size_t MatrixMaker::memory_size() const noexcept {
  return estimates_ ? PatternEstimate::memory_size(form_.size()) : 0;
}

void MatrixMaker::use(std::span<double> memory) noexcept {
  if (estimates_) estimate_.use(form_.size(), memory);
}

void MatrixMaker::gather(const double* stored, Vector& used) const noexcept {
  const linear::Pattern& p = *used_;
  if (p.full || !stored_->full) {
    std::copy_n(stored, used.size(), used.data());
    return;
  }
  linear::each_entry(p, [&](int i, int j, int k) { used[k] = stored[j * p.rows + i]; });
}

// Uses values of the last residual evaluation; must run before the first perturbed one.
void MatrixMaker::write_known(linear::Patterned& J) noexcept {
  if (form_.known_columns().empty()) return;
  if (structured_.values().size() == 0) {
    form_.write_known_columns(J);
    return;
  }
  form_.write_known_columns(structured_);
  const linear::Pattern& p = structured_.pattern();
  for (int j : form_.known_columns())
    linear::each_in_column(
        p, j, [&](int i, int k) { J.values()[j * p.rows + i] = structured_.values()[k]; });
}

void MatrixMaker::write_down(const CorrectorPoint& p, linear::Patterned& J) noexcept {
  form_.jacobian(p.y, p.dy, p.u, J);
  form_.leading_block(p.y, p.u, leading_);
  for (int k = 0; k < leading_place_.count(); ++k)
    J.values()[leading_place_[k]] += p.alpha * leading_.values()[k];
}

void MatrixMaker::make(const CorrectorPoint& p, bool every_column, linear::Patterned& J) noexcept {
  const StageScope timed(Stage::evaluate);
  ++counters_.jacobian_evaluations;
  if (choice_.source == MatrixSource::analytic) {
    write_down(p, J);
    return;
  }
  write_known(J);
  differences_.choose_increments(p);
  if (every_column || choice_.source == MatrixSource::dense)
    differences_.columns(p, J);
  else
    differences_.groups(p, *used_, groups_, J);
}

void MatrixMaker::make_for_second_derivatives(const CorrectorPoint& p,
                                              linear::Patterned& J) noexcept {
  if (choice_.source == MatrixSource::analytic) {
    write_down(p, J);
    return;
  }
  write_known(J);
  differences_.choose_wide_increments(p);
  if (estimates_ || choice_.source == MatrixSource::dense)
    differences_.columns(p, J);
  else
    differences_.groups(p, *used_, groups_, J);
}

bool MatrixMaker::grow(const double* stored) {
  if (!estimates_) return false;
  bool grown = estimate_.add_nonzeros(stored);
  grown = estimate_.add(*form_.leading_structure()) || grown;
  const linear::Pattern& p = *form_.structure();
  if (!p.full)
    for (int j : form_.known_columns())
      linear::each_in_column(p, j, [&](int i, int) { grown = estimate_.add(i, j) || grown; });
  if (!grown && used_ != nullptr) return false;
  used_ = estimate_.pattern();
  regroup();
  return true;
}

bool MatrixMaker::reload() {
  if (!estimates_) return false;
  if (estimate_.empty()) {
    const bool other = used_ != nullptr;
    used_ = nullptr;
    return other;
  }
  linear::SharedPattern pattern = estimate_.pattern();
  if (used_ != nullptr && used_->row == pattern->row && used_->col_start == pattern->col_start)
    return false;
  used_ = std::move(pattern);
  regroup();
  return true;
}

}  // namespace takt
