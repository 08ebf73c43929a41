#include "takt/formulation/independent_rows.hpp"

#include <Eigen/QR>
#include <algorithm>

namespace takt {

namespace {
constexpr double dependent = 1e-9;  // of the first pivot: as in independent.cpp
}

void IndependentRows::choose(const linear::Patterned& G) {
  const Matrix rows = G.to_matrix();
  const Index ng = rows.rows();
  *this = IndependentRows(ng);
  if (ng == 0) return;
  Matrix unit = rows.transpose();
  for (Index i = 0; i < ng; ++i)
    if (const double n = unit.col(i).norm(); n > 0) unit.col(i) /= n;
  Eigen::ColPivHouseholderQR<Matrix> qr(unit);
  qr.setThreshold(dependent);
  const auto& order = qr.colsPermutation().indices();
  for (Index i = 0; i < ng; ++i) (i < qr.rank() ? independent_ : left_out_).push_back(order[i]);
  std::sort(independent_.begin(), independent_.end());
  std::sort(left_out_.begin(), left_out_.end());
  for (int i : left_out_) kept_[static_cast<std::size_t>(i)] = false;
  R_ = Matrix::Zero(static_cast<Index>(independent_.size()), static_cast<Index>(left_out_.size()));
  if (all() || independent_.empty()) return;
  const Matrix kept = rows(independent_, Eigen::all).transpose();
  const Matrix left = rows(left_out_, Eigen::all).transpose();
  R_ = kept.colPivHouseholderQr().solve(left);
}

void IndependentRows::carry(Vector& lambda) const noexcept {
  for (std::size_t j = 0; j < left_out_.size(); ++j) {
    const double l = lambda[left_out_[j]];
    lambda[left_out_[j]] = 0;
    for (std::size_t i = 0; i < independent_.size(); ++i)
      lambda[independent_[i]] += R_(static_cast<Index>(i), static_cast<Index>(j)) * l;
  }
}

}  // namespace takt
