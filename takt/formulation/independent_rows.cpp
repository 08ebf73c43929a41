#include "takt/formulation/independent_rows.hpp"

#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>

#include "takt/linear/decomposition/row_space.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt {
namespace {

constexpr Index many = 500;  // rows; with more, a dense QR takes longer than a run

using Sparse = Eigen::SparseMatrix<double>;

// G' with its columns (the rows of G) scaled to length one.
Sparse unit_rows(const linear::Patterned& G) {
  List<Eigen::Triplet<double>> entries;
  Vector square = Vector::Zero(G.rows());
  linear::each_entry(G.pattern(),
                     [&](int i, int, int k) { square[i] += G.values()[k] * G.values()[k]; });
  linear::each_entry(G.pattern(), [&](int i, int j, int k) {
    if (G.values()[k] != 0) entries.emplace_back(j, i, G.values()[k] / std::sqrt(square[i]));
  });
  Sparse unit(G.cols(), G.rows());
  unit.setFromTriplets(entries.begin(), entries.end());
  unit.makeCompressed();
  return unit;
}

linear::Pivots sparse_pivots(const linear::Patterned& G) {
  Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(linear::dependent_pivot);
  qr.compute(unit_rows(G));
  const auto& order = qr.colsPermutation().indices();
  return {{order.data(), order.data() + order.size()}, qr.rank()};
}

linear::Pivots dense_pivots(const linear::Patterned& G) {
  Matrix unit = G.to_matrix().transpose();
  for (Index i = 0; i < unit.cols(); ++i)
    if (const double n = unit.col(i).norm(); n > 0) unit.col(i) /= n;
  return linear::pivots(unit, linear::dependent_pivot);
}

}  // namespace

void IndependentRows::choose(const linear::Patterned& G) {
  const Index ng = G.rows();
  *this = IndependentRows(ng);
  if (ng == 0) return;
  const auto [order, rank] = ng > many ? sparse_pivots(G) : dense_pivots(G);
  for (Index i = 0; i < ng; ++i) (i < rank ? independent_ : left_out_).push_back(order[i]);
  std::sort(independent_.begin(), independent_.end());
  std::sort(left_out_.begin(), left_out_.end());
  for (int i : left_out_) kept_[i] = false;
  R_ = Matrix::Zero(independent_.count(), left_out_.count());
  if (all() || independent_.empty()) return;
  const Matrix rows = G.to_matrix();
  const Matrix kept = rows(independent_, Eigen::all).transpose();
  const Matrix left = rows(left_out_, Eigen::all).transpose();
  R_ = linear::solve_by_pivots(kept, left);
}

void IndependentRows::carry(Vector& lambda) const noexcept {
  for (int j = 0; j < left_out_.count(); ++j) {
    const double l = lambda[left_out_[j]];
    lambda[left_out_[j]] = 0;
    for (int i = 0; i < independent_.count(); ++i) lambda[independent_[i]] += R_(i, j) * l;
  }
}

}  // namespace takt
