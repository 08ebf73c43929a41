#include "takt/linear/pivoted_factor.hpp"

#include <klu.h>

#include <algorithm>
#include <cmath>

#include "takt/linear/entries.hpp"

namespace takt::linear {
namespace {

// A diagonal entry is a pivot when it is not this much smaller than the largest of its column.
constexpr double diagonal_preference = 0.1;
// Old pivots are dropped when the growth of the entries is this much worse than with fresh ones.
constexpr double worst_growth = 1e-3;

}  // namespace

struct PivotedFactor::Klu {
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Klu() {
    klu_defaults(&common);
    common.tol = diagonal_preference;
  }
  ~Klu() { forget(); }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;

  void forget() noexcept {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
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
  return ok != 0 && k.common.status == KLU_OK ? Status::ok : Status::singular;
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
  return refactorise();  // the same operations as later ones with these pivots: the same bits
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
  if (k.numeric != nullptr)
    klu_solve(k.symbolic, k.numeric, static_cast<int>(x.size()), 1, x.data(), &k.common);
}

}  // namespace takt::linear
