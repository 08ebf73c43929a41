#include "takt/linear/sparse_factor.hpp"

#include "takt/linear/entries.hpp"
#include "takt/linear/klu_handle.hpp"

namespace takt::linear {

struct SparseFactor::Klu : KluHandle {};

SparseFactor::SparseFactor() : klu_(std::make_unique<Klu>()) {}
SparseFactor::~SparseFactor() = default;

void SparseFactor::analyse(const Pattern& p, std::vector<int> order) {
  columns_ = p.col_start;
  rows_ = p.row;
  if (p.full) {
    for (Index j = 0; j <= p.cols; ++j) columns_.push_back(static_cast<int>(j * p.rows));
    each_entry(p, [&](int i, int, int) { rows_.push_back(i); });
  }
  values_ = Vector::Zero(p.size());
  klu_->forget();
  const int n = static_cast<int>(p.cols);
  klu_->common.tol = 1e-300;  // take the diagonal entry as pivot unless it is zero
  klu_->common.btf = 0;
  klu_->symbolic = order.empty() ? klu_analyze(n, columns_.data(), rows_.data(), &klu_->common)
                                 : klu_analyze_given(n, columns_.data(), rows_.data(), order.data(),
                                                     order.data(), &klu_->common);
}

Status SparseFactor::factorise(const Vector& values) noexcept {
  Klu& k = *klu_;
  values_ = values;
  if (k.symbolic == nullptr) return Status::singular;
  if (k.numeric == nullptr) {  // the first time, at set-up
    k.numeric = klu_factor(columns_.data(), rows_.data(), values_.data(), k.symbolic, &k.common);
    return k.numeric != nullptr && k.common.status == KLU_OK ? Status::ok : Status::singular;
  }
  const int ok =
      klu_refactor(columns_.data(), rows_.data(), values_.data(), k.symbolic, k.numeric, &k.common);
  return ok != 0 && k.common.status == KLU_OK ? Status::ok : Status::singular;
}

void SparseFactor::solve(Vector& x) noexcept {
  Klu& k = *klu_;
  if (k.numeric != nullptr)
    klu_solve(k.symbolic, k.numeric, static_cast<int>(x.size()), 1, x.data(), &k.common);
}

}  // namespace takt::linear
