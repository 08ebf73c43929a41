#include "takt/linear/patterned.hpp"

#include <algorithm>

#include "takt/linear/entries.hpp"

namespace takt::linear {

SharedPattern full_pattern(Index rows, Index cols) {
  return std::make_shared<const Pattern>(Pattern{rows, cols, true, {}, {}});
}

SharedPattern empty_pattern(Index rows, Index cols) { return pattern_of(rows, cols, {}); }

SharedPattern diagonal_pattern(Index n) {
  List<std::pair<int, int>> entries;
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i);
  return pattern_of(n, n, std::move(entries));
}

SharedPattern pattern_of(Index rows, Index cols, std::vector<std::pair<int, int>> entries) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second < b.second : a.first < b.first;
  });
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Pattern p{rows, cols, false, List<int>(cols + 1, 0), {}};
  for (const auto& [i, j] : entries) {
    p.row.push_back(i);
    ++p.col_start[j + 1];
  }
  for (std::size_t j = 0; j + 1 < p.col_start.size(); ++j) p.col_start[j + 1] += p.col_start[j];
  return std::make_shared<const Pattern>(std::move(p));
}

SharedPattern union_of(std::span<const SharedPattern> patterns) {
  List<std::pair<int, int>> entries;
  for (const SharedPattern& p : patterns) {
    if (p->full) return full_pattern(p->rows, p->cols);
    each_entry(*p, [&](int i, int j, int) { entries.emplace_back(i, j); });
  }
  return pattern_of(patterns.front()->rows, patterns.front()->cols, std::move(entries));
}

namespace {

// A vector of zeros. Most entries of very large matrices, such as the mass matrix of thousands of
// links, are never used. For those we do not write the zeros: new pages from the operating system
// are zero already, and take no physical memory until they are written.
Vector zeros(Index n) {
#ifdef __GLIBC__
  constexpr Index always_mapped = 32 << 20;  // bytes; for less, malloc may reuse freed memory
  if (n * static_cast<Index>(sizeof(double)) > always_mapped) return Vector(n);
#endif
  return Vector::Zero(n);
}

}  // namespace

Patterned::Patterned(SharedPattern pattern)
    : pattern_(std::move(pattern)), values_(zeros(pattern_->size())) {}

void Patterned::multiply_add(double s, const Vector& x, Vector& y) const noexcept {
  const Pattern& p = *pattern_;
  if (p.full) {
    const double* a = values_.data();
    const Index rows = p.rows, cols = p.cols;
    double* out = y.data();
    for (Index j = 0; j < cols; ++j, a += rows) {
      const double xj = s * x.data()[j];
      for (Index i = 0; i < rows; ++i) out[i] += a[i] * xj;
    }
    return;
  }
  each_entry(p, [&](int i, int j, int k) { y[i] += values_[k] * (s * x[j]); });
}

void Patterned::multiply_transposed_add(double s, const Vector& x, Vector& y) const noexcept {
  const Pattern& p = *pattern_;
  if (p.full) {
    const double* a = values_.data();
    for (Index j = 0; j < p.cols; ++j, a += p.rows) {
      double sum = 0;
      for (Index i = 0; i < p.rows; ++i) sum += a[i] * x[i];
      y[j] += s * sum;
    }
    return;
  }
  each_entry(p, [&](int i, int j, int k) { y[j] += s * values_[k] * x[i]; });
}

Matrix Patterned::to_matrix() const {
  Matrix A = Matrix::Zero(rows(), cols());
  each_entry(*pattern_, [&](int i, int j, int k) { A(i, j) = values_[k]; });
  return A;
}

PatternedSum::PatternedSum(std::vector<SharedPattern> parts) : pattern_(union_of(parts)) {
  for (const SharedPattern& part : parts) {
    List<Run>& runs = runs_.emplace_back();
    each_entry(*part, [&](int i, int j, int from) {
      const int to = place_of(*pattern_, i, j);
      if (runs.empty() || runs.back().to + runs.back().length != to) runs.push_back({from, to, 0});
      ++runs.back().length;
    });
  }
}

void PatternedSum::set(Index part, const Patterned& A, Patterned& sum) const noexcept {
  sum.set_zero();
  add(part, 1, A, sum);
}

void PatternedSum::add(Index part, double c, const Patterned& A, Patterned& sum) const noexcept {
  for (const Run& r : runs_[part])
    sum.values().segment(r.to, r.length) += c * A.values().segment(r.from, r.length);
}

}  // namespace takt::linear
