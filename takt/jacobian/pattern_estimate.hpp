// Omega, the estimated sparsity pattern: all entries that were nonzero so far.    002 section 3.1
//
// Force elements may become active during a run, so it only grows. It is stored as bits in memory
// that the caller saves between steps.
#pragma once

#include <span>

#include "takt/linear/patterned.hpp"

namespace takt {

class PatternEstimate {
 public:
  static std::size_t memory_size(Index n) noexcept {  // in doubles
    return (static_cast<std::size_t>(n * n) + 63) / 64;
  }

  void use(Index n, std::span<double> memory) noexcept;
  bool empty() const noexcept;
  bool has(Index i, Index j) const noexcept { return (word(i, j) >> shift(i, j) & 1u) != 0; }
  bool add(Index i, Index j) noexcept;               // true if the entry is new
  bool add(const linear::Pattern&) noexcept;         // true if at least one entry is new
  bool add_nonzeros(const double* values) noexcept;  // of a full matrix
  linear::SharedPattern pattern() const;             // allocates

 private:
  std::size_t position(Index i, Index j) const noexcept { return j * n_ + i; }
  unsigned shift(Index i, Index j) const noexcept {
    return static_cast<unsigned>(position(i, j) % 64);
  }
  std::uint64_t word(Index i, Index j) const noexcept;

  Index n_ = 0;
  std::span<double> bits_;
};

}  // namespace takt
