// Sparse LU of a square matrix with a symmetric pattern and general values. The elimination order
// is found once, at set-up, so every factorisation has the same number of operations and does not
// use the heap. Pivots stay on the diagonal.
#pragma once

#include <memory>

#include "takt/linear/saddle.hpp"

namespace takt::linear {

namespace front {
struct Kernels;
}

class Elimination {
 public:
  // The pattern is completed: it becomes symmetric and gets a diagonal. Storage::dense treats it as
  // full and eliminates in the order of the unknowns.
  Elimination(const Pattern&, Storage);
  ~Elimination();
  Elimination(const Elimination&) = delete;
  Elimination& operator=(const Elimination&) = delete;

  // The matrix to factorise is T + S. The caller keeps T and S in two arrays. S is symmetric, its
  // array holds only one of each two symmetric entries. place(): entries of the pattern only.
  Index size() const noexcept;        // length of the array T
  Index lower_size() const noexcept;  // length of the array S: the same places as the start of T
  int place(int i, int j) const;      // index of an entry in T; also in S if below lower_size()
  const front::Kernels& kernels() const noexcept;

  Status factorise(const double* T, const double* S) noexcept;  // S may be null
  void solve(double* x) noexcept;                               // in place
  void multiply_add(const double* T, const double* S, double s, const double* x,
                    double* y) noexcept;  // y += s (T + S) x

 private:
  struct Schedule;
  std::unique_ptr<Schedule> schedule_;
};

}  // namespace takt::linear
