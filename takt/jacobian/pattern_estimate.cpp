#include "takt/jacobian/pattern_estimate.hpp"

#include <cstring>

#include "takt/linear/entries.hpp"

namespace takt {

void PatternEstimate::use(Index n, std::span<double> memory) noexcept {
  n_ = n;
  bits_ = memory;
}

std::uint64_t PatternEstimate::word(Index i, Index j) const noexcept {
  std::uint64_t w = 0;
  std::memcpy(&w, &bits_[position(i, j) / 64], sizeof w);
  return w;
}

bool PatternEstimate::empty() const noexcept {
  for (const double& d : bits_) {
    std::uint64_t w = 0;
    std::memcpy(&w, &d, sizeof w);
    if (w != 0) return false;
  }
  return true;
}

bool PatternEstimate::add(Index i, Index j) noexcept {
  const std::uint64_t before = word(i, j), after = before | (std::uint64_t{1} << shift(i, j));
  std::memcpy(&bits_[position(i, j) / 64], &after, sizeof after);
  return after != before;
}

bool PatternEstimate::add(const linear::Pattern& p) noexcept {
  bool grown = false;
  linear::each_entry(p, [&](int i, int j, int) { grown = add(i, j) || grown; });
  return grown;
}

bool PatternEstimate::add_nonzeros(const double* values) noexcept {
  bool grown = false;
  for (Index j = 0; j < n_; ++j)
    for (Index i = 0; i < n_; ++i)
      if (values[j * n_ + i] != 0) grown = add(i, j) || grown;
  return grown;
}

linear::SharedPattern PatternEstimate::pattern() const {
  linear::Pattern p{n_, n_, false, {0}, {}};
  for (Index j = 0; j < n_; ++j) {
    for (Index i = 0; i < n_; ++i)
      if (has(i, j)) p.row.push_back(static_cast<int>(i));
    p.col_start.push_back(static_cast<int>(p.row.size()));
  }
  return std::make_shared<const linear::Pattern>(std::move(p));
}

}  // namespace takt
