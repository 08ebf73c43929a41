#include "takt/linear/pivoted_factor.hpp"

#include <algorithm>
#include <cmath>

#include "takt/linear/entries.hpp"
#include "takt/linear/klu_handle.hpp"

namespace takt::linear {
namespace {

// A diagonal entry is the pivot unless it is smaller than this fraction of the largest of its
// column.
constexpr double diagonal_preference = 0.1;
// New pivots are chosen when the reciprocal pivot growth falls below this fraction of its value at
// the last choice.
constexpr double worst_growth = 1e-3;

}  // namespace

struct PivotedFactor::Klu : KluHandle {
  Klu() { common.tol = diagonal_preference; }
};

PivotedFactor::PivotedFactor() : klu_(std::make_unique<Klu>()) {}
PivotedFactor::~PivotedFactor() = default;

void PivotedFactor::analyse(const Pattern& p) {
  columns_.assign(static_cast<std::size_t>(p.cols) + 1, 0);
  rows_.clear();
  each_entry(p, [&](int i, int j, int) {
    rows_.push_back(i);
    columns_[static_cast<std::size_t>(j) + 1] = static_cast<int>(rows_.size());
  });
  for (std::size_t j = 1; j < columns_.size(); ++j)
    columns_[j] = std::max(columns_[j], columns_[j - 1]);
  values_ = Vector::Zero(p.size());
  klu_->forget();
  klu_->symbolic =
      klu_analyze(static_cast<int>(p.cols), columns_.data(), rows_.data(), &klu_->common);
}

Status PivotedFactor::refactorise() noexcept {
  Klu& k = *klu_;
  const int ok =
      klu_refactor(columns_.data(), rows_.data(), values_.data(), k.symbolic, k.numeric, &k.common);
  if (ok == 0 || k.common.status != KLU_OK) return Status::singular;
  if (one_block_) fill_columns();
  return Status::ok;
}

void PivotedFactor::make_columns() {
  const Klu& k = *klu_;
  const auto n = static_cast<std::size_t>(k.symbolic->n);
  one_block_ = k.symbolic->nblocks == 1;
  if (!one_block_) return;
  const auto size = [&](Columns& c, int entries) {
    c.start.assign(n + 1, 0);
    c.row.assign(static_cast<std::size_t>(entries), 0);
    c.value = Vector::Zero(entries);
  };
  size(L_, k.numeric->lnz);
  size(U_, k.numeric->unz);
  P_.assign(n, 0);
  Q_.assign(n, 0);
  scale_ = pivot_ = x_ = Vector::Zero(static_cast<Index>(n));
}

void PivotedFactor::fill_columns() noexcept {
  Klu& k = *klu_;
  klu_extract(k.numeric, k.symbolic, L_.start.data(), L_.row.data(), L_.value.data(),
              U_.start.data(), U_.row.data(), U_.value.data(), nullptr, nullptr, nullptr, P_.data(),
              Q_.data(), scale_.data(), nullptr, &k.common);
  // The rows of a column are unsorted. Removes the diagonal entries and closes the gaps.
  const auto without_diagonal = [](Columns& c, Vector* diagonal) {
    int kept = 0, from = 0;
    for (std::size_t j = 0; j + 1 < c.start.size(); ++j) {
      const int end = c.start[j + 1];
      for (int p = from; p < end; ++p) {
        const int i = c.row[static_cast<std::size_t>(p)];
        const double value = c.value[p];
        if (i == static_cast<int>(j)) {
          if (diagonal != nullptr) (*diagonal)[i] = 1 / value;
          continue;
        }
        c.row[static_cast<std::size_t>(kept)] = i;
        c.value[kept++] = value;
      }
      from = end;
      c.start[j + 1] = kept;
    }
  };
  without_diagonal(L_, nullptr);
  without_diagonal(U_, &pivot_);
  for (Index i = 0; i < scale_.size(); ++i) scale_[i] = 1 / scale_[i];
}

Status PivotedFactor::choose_pivots(const Vector& values) noexcept {
  Klu& k = *klu_;
  copy(values, values_);
  if (k.symbolic == nullptr) return Status::singular;
  klu_free_numeric(&k.numeric, &k.common);
  k.numeric = klu_factor(columns_.data(), rows_.data(), values_.data(), k.symbolic, &k.common);
  if (k.numeric == nullptr || k.common.status != KLU_OK) {
    klu_free_numeric(&k.numeric, &k.common);
    return Status::singular;
  }
  klu_rgrowth(columns_.data(), rows_.data(), values_.data(), k.symbolic, k.numeric, &k.common);
  growth_ = k.common.rgrowth;
  make_columns();
  // Refactorise, so that the same operations are done as later with these pivots: the same bits.
  return refactorise();
}

Status PivotedFactor::factorise(const Vector& values) noexcept {
  Klu& k = *klu_;
  chose_ = k.numeric == nullptr;
  if (chose_) return choose_pivots(values);
  copy(values, values_);
  const Status status = refactorise();
  if (keep_) return status;
  if (status == Status::ok) {
    klu_rgrowth(columns_.data(), rows_.data(), values_.data(), k.symbolic, k.numeric, &k.common);
    if (k.common.rgrowth >= worst_growth * growth_) return Status::ok;
  }
  chose_ = true;
  return choose_pivots(values);
}

void PivotedFactor::solve(Vector& x) noexcept {
  Klu& k = *klu_;
  if (one_block_ && k.numeric != nullptr) {  // P R^-1 A Q = L U
    const std::size_t n = P_.size();
    double* const y = x_.data();
    for (std::size_t i = 0; i < n; ++i) y[i] = x[P_[i]] * scale_[static_cast<Index>(i)];
    for (std::size_t j = 0; j < n; ++j) {
      const double c = y[j];
      for (int p = L_.start[j]; p < L_.start[j + 1]; ++p)
        y[L_.row[static_cast<std::size_t>(p)]] -= L_.value[p] * c;
    }
    for (std::size_t j = n; j-- > 0;) {
      const double c = y[j] *= pivot_[static_cast<Index>(j)];
      for (int p = U_.start[j]; p < U_.start[j + 1]; ++p)
        y[U_.row[static_cast<std::size_t>(p)]] -= U_.value[p] * c;
    }
    for (std::size_t i = 0; i < n; ++i) x[Q_[i]] = y[i];
    return;
  }
  if (k.numeric != nullptr)
    klu_solve(k.symbolic, k.numeric, static_cast<int>(x.size()), 1, x.data(), &k.common);
}

}  // namespace takt::linear
