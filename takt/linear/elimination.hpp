// LU of a square matrix with a symmetric pattern and general values, in an order found once: fixed
// count of operations, no heap. Pivots stay on the diagonal.
#pragma once

#include <memory>

#include "takt/linear/saddle.hpp"

namespace takt::linear {

namespace front {
struct Kernels;
}

class Elimination {
 public:
  // The pattern is completed to a symmetric one with a diagonal. Storage::dense: eliminates as if it
  // were full, in the order of the unknowns.
  Elimination(const Pattern&, Storage);
  ~Elimination();
  Elimination(const Elimination&) = delete;
  Elimination& operator=(const Elimination&) = delete;

  // Where the matrix T + S is kept before it is factorised: an array for T, and one for S that is
  // symmetric and keeps but one of two entries. Entries of the pattern only.
  Index size() const noexcept;        // of T
  Index lower_size() const noexcept;  // of S: the entries with the first places
  int place(int i, int j) const;      // of an entry in T, and in S if it is below lower_size()
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
