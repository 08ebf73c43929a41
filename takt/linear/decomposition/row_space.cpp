#include "takt/linear/decomposition/row_space.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace takt::linear {
namespace {

using PivotedQr = Eigen::ColPivHouseholderQR<Matrix>;

// Scales the rows to unit length; rows that are only round-off become zero. Later rows are made a
// little shorter, so that in a tie the earlier row is chosen on every machine.
Matrix scaled_rows(const Matrix& G) {
  Matrix A = G;
  double largest = 0;
  for (Index i = 0; i < G.rows(); ++i) largest = std::max(largest, G.row(i).norm());
  const double nothing = RowSpace::round_off * std::max(largest, 1e-3);
  for (Index i = 0; i < G.rows(); ++i) {
    const double size = G.row(i).norm();
    const double weight = 1 - 1e-3 * static_cast<double>(i) / static_cast<double>(G.rows());
    A.row(i) *= size > nothing ? weight / size : 0.0;
  }
  return A;
}

}  // namespace

RowSpace::RowSpace(const Matrix& G, double tolerance) : rows_(G.rows()), cols_(G.cols()) {
  if (rows_ == 0 || cols_ == 0) return;
  auto qr = std::make_shared<PivotedQr>(scaled_rows(G).transpose());
  // The first pivot is 1 unless all rows are zero; then the rank stays zero.
  if (qr->maxPivot() > 0.5) {
    qr->setThreshold(tolerance);
    rank_ = qr->rank();
  }
  qr_ = std::move(qr);
}

std::vector<Index> RowSpace::dependent() const {
  std::vector<Index> rows;
  if (rows_ == 0) return rows;
  if (cols_ == 0) {
    for (Index i = 0; i < rows_; ++i) rows.push_back(i);
    return rows;
  }
  for (Index k = rank_; k < rows_; ++k) rows.push_back(qr_->colsPermutation().indices()[k]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<Index> RowSpace::behind(Index dependent) const {
  std::vector<Index> rows;
  if (rank_ == 0) return rows;
  const auto& order = qr_->colsPermutation().indices();
  Index place = 0;
  while (order[place] != dependent) ++place;
  const Matrix& R = qr_->matrixQR();
  const Vector share = R.topLeftCorner(rank_, rank_)
                           .triangularView<Eigen::Upper>()
                           .solve(Vector(R.col(place).head(rank_)));
  for (Index k = 0; k < rank_; ++k)
    if (std::abs(share[k]) > 1e-6) rows.push_back(order[k]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

void RowSpace::to_null_space(Vector& x) const {
  if (rank_ == 0) return;
  x.applyOnTheLeft(qr_->householderQ().setLength(rank_).adjoint());
  x.head(rank_).setZero();
  x.applyOnTheLeft(qr_->householderQ().setLength(rank_));
}

Matrix RowSpace::null_space() const {
  Matrix R = Matrix::Zero(cols_, cols_ - rank_);
  R.bottomRows(cols_ - rank_).setIdentity();
  if (rank_ > 0) R.applyOnTheLeft(qr_->householderQ().setLength(rank_));
  return R;
}

Pivots pivots(const Matrix& A, double tolerance) {
  PivotedQr qr(A);
  qr.setThreshold(tolerance);
  const auto& order = qr.colsPermutation().indices();
  return {{order.data(), order.data() + order.size()}, qr.rank()};
}

Matrix solve_by_pivots(const Matrix& A, const Matrix& B) { return PivotedQr(A).solve(B); }

}  // namespace takt::linear
