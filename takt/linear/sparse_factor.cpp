#include "takt/linear/sparse_factor.hpp"

#include <klu.h>

#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {

// What KLU keeps for a matrix: settings, elimination order and factors.
struct SparseFactor::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  explicit Klu(Pivots pivots) {
    klu_defaults(&common);
    common.tol = pivots == Pivots::diagonal ? any_diagonal : diagonal_preference;
    if (pivots == Pivots::diagonal) common.btf = 0;
  }
  ~Klu() { forget(); }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;

  void forget() noexcept {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
};

SparseFactor::SparseFactor(Pivots pivots)
    : pivots_(pivots), keep_(pivots == Pivots::diagonal), klu_(std::make_unique<Klu>(pivots)) {}
SparseFactor::~SparseFactor() = default;

void SparseFactor::analyse(const Pattern& p, std::vector<int> order) {
  columns_ = p.col_start;
  rows_ = p.row;
  if (p.full) {
    columns_.clear();
    for (Index j = 0; j <= p.cols; ++j) columns_.push_back(static_cast<int>(j * p.rows));
    each_entry(p, [&](int i, int, int) { rows_.push_back(i); });
  }
  values_ = Vector::Zero(p.size());
  klu_->forget();
  const int n = static_cast<int>(p.cols);
  klu_->symbolic = order.empty() ? klu_analyze(n, columns_.data(), rows_.data(), &klu_->common)
                                 : klu_analyze_given(n, columns_.data(), rows_.data(), order.data(),
                                                     order.data(), &klu_->common);
}

Status SparseFactor::refactorise() noexcept {
  Klu& k = *klu_;
  const int ok =
      klu_refactor(columns_.data(), rows_.data(), values_.data(), k.symbolic, k.numeric, &k.common);
  if (ok == 0 || k.common.status != KLU_OK) return Status::singular;
  copied_ = false;
  return Status::ok;
}

void SparseFactor::make_columns() {
  const Klu& k = *klu_;
  const int n = k.symbolic->n;
  one_block_ = k.symbolic->nblocks == 1 && pivots_ == Pivots::searched;
  if (!one_block_) return;
  const auto size = [&](Columns& c, int entries) {
    c.start.assign(n + 1, 0);
    c.row.assign(entries, 0);
    c.value = Vector::Zero(entries);
  };
  size(L_, k.numeric->lnz);
  size(U_, k.numeric->unz);
  P_.assign(n, 0);
  Q_.assign(n, 0);
  scale_ = pivot_ = x_ = Vector::Zero(n);
}

void SparseFactor::copy_columns() noexcept {
  Klu& k = *klu_;
  klu_extract(k.numeric, k.symbolic, L_.start.data(), L_.row.data(), L_.value.data(),
              U_.start.data(), U_.row.data(), U_.value.data(), nullptr, nullptr, nullptr, P_.data(),
              Q_.data(), scale_.data(), nullptr, &k.common);
  // The rows of a column are unsorted. Removes the diagonal entries and closes the gaps.
  const auto without_diagonal = [](Columns& c, Vector* diagonal) {
    int kept = 0, from = 0;
    for (int j = 0; j + 1 < c.start.count(); ++j) {
      const int end = c.start[j + 1];
      for (int p = from; p < end; ++p) {
        const int i = c.row[p];
        const double value = c.value[p];
        if (i == j) {
          if (diagonal != nullptr) (*diagonal)[i] = 1 / value;
          continue;
        }
        c.row[kept] = i;
        c.value[kept++] = value;
      }
      from = end;
      c.start[j + 1] = kept;
    }
  };
  without_diagonal(L_, nullptr);
  without_diagonal(U_, &pivot_);
  for (Index i = 0; i < scale_.size(); ++i) scale_[i] = 1 / scale_[i];
  copied_ = true;
}

Status SparseFactor::choose_pivots(const Vector& values) noexcept {
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

Status SparseFactor::factorise(const Vector& values) noexcept {
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

void SparseFactor::solve(Vector& x) noexcept {
  Klu& k = *klu_;
  if (k.numeric == nullptr) return;
  if (!one_block_) {
    klu_solve(k.symbolic, k.numeric, static_cast<int>(x.size()), 1, x.data(), &k.common);
    return;
  }
  if (!copied_) copy_columns();
  const int n = P_.count();  // P R^-1 A Q = L U
  double* const y = x_.data();
  for (int i = 0; i < n; ++i) y[i] = x[P_[i]] * scale_[i];
  for (int j = 0; j < n; ++j) {
    const double c = y[j];
    for (int p = L_.start[j]; p < L_.start[j + 1]; ++p) y[L_.row[p]] -= L_.value[p] * c;
  }
  for (int j = n; j-- > 0;) {
    const double c = y[j] *= pivot_[j];
    for (int p = U_.start[j]; p < U_.start[j + 1]; ++p) y[U_.row[p]] -= U_.value[p] * c;
  }
  for (int i = 0; i < n; ++i) x[Q_[i]] = y[i];
}

}  // namespace takt::linear
