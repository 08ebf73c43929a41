// The matrices that mechanisms, integrators and linear solvers exchange: values plus an immutable,
// shared sparsity pattern.
//
// A full pattern means a dense column-major matrix; any other pattern means compressed sparse
// columns. The pattern is fixed at set-up, so that every factorisation has a fixed operation count
// and does not use the heap.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "takt/base/list.hpp"
#include "takt/base/types.hpp"

namespace takt::linear {

struct Pattern {
  Index rows = 0, cols = 0;
  bool full = true;
  List<int> col_start;  // cols + 1 entries; rows of column j are row[col_start[j] ..)
  List<int> row;        // ascending within a column

  Index size() const noexcept { return full ? rows * cols : static_cast<Index>(row.size()); }
  bool empty() const noexcept { return size() == 0; }
};

using SharedPattern = std::shared_ptr<const Pattern>;

SharedPattern full_pattern(Index rows, Index cols);
SharedPattern empty_pattern(Index rows, Index cols);
SharedPattern diagonal_pattern(Index n);
SharedPattern pattern_of(Index rows, Index cols, std::vector<std::pair<int, int>> entries);
// All patterns have the same shape. The result is full if one of them is.
SharedPattern union_of(std::span<const SharedPattern> patterns);

class Patterned {
 public:
  Patterned() : Patterned(empty_pattern(0, 0)) {}
  explicit Patterned(SharedPattern pattern);

  const Pattern& pattern() const noexcept { return *pattern_; }
  const SharedPattern& shared_pattern() const noexcept { return pattern_; }
  Index rows() const noexcept { return pattern_->rows; }
  Index cols() const noexcept { return pattern_->cols; }
  Vector& values() noexcept { return values_; }
  const Vector& values() const noexcept { return values_; }

  // The dense view; only for a full pattern.
  Eigen::Map<Matrix> dense() noexcept { return {values_.data(), rows(), cols()}; }
  Eigen::Map<const Matrix> dense() const noexcept { return {values_.data(), rows(), cols()}; }

  void set_zero() noexcept { values_.setZero(); }
  void multiply_add(double s, const Vector& x, Vector& y) const noexcept;             // y += s A x
  void multiply_transposed_add(double s, const Vector& x, Vector& y) const noexcept;  // y += s A' x
  double trace_of_gram() const noexcept { return values_.squaredNorm(); }             // tr A A'
  Matrix to_matrix() const;  // allocates: set-up and tests only

 private:
  SharedPattern pattern_;
  Vector values_;
};

// sum = c_0 A_0 + c_1 A_1 + ... with the union of the patterns. The places of the entries in the
// sum are found once, at set-up.
class PatternedSum {
 public:
  PatternedSum() = default;
  explicit PatternedSum(std::vector<SharedPattern> parts);
  const SharedPattern& pattern() const noexcept { return pattern_; }
  void set(Index part, const Patterned& A, Patterned& sum) const noexcept;            // sum  = A
  void add(Index part, double c, const Patterned& A, Patterned& sum) const noexcept;  // sum += c A

 private:
  struct Run {  // values that are consecutive both in a part and in the sum
    int from, to, length;
  };
  SharedPattern pattern_;
  List<List<Run>> runs_;  // for each part
};

}  // namespace takt::linear
