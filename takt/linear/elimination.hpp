// LU of a square matrix with a symmetric pattern and general values, in an order found once: fixed
// count of operations, no heap. Pivots stay on the diagonal.
#pragma once

#include <memory>

#include "takt/linear/saddle.hpp"

namespace takt::linear {

class Elimination {
 public:
  // The pattern is completed to a symmetric one with a diagonal. Storage::dense: eliminates as if it
  // were full, in the order of the unknowns.
  Elimination(const Pattern&, Storage);
  ~Elimination();
  Elimination(const Elimination&) = delete;
  Elimination& operator=(const Elimination&) = delete;

  // values: in the order of the pattern, and a zero behind the last.
  Status factorise(const double* values) noexcept;
  void solve(double* x) noexcept;  // in place

 private:
  struct Schedule;
  std::unique_ptr<Schedule> schedule_;
};

}  // namespace takt::linear
