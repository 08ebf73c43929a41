// How much a metric depends on each parameter.
//
// Sobol indices, from blocks f(A), f(B), f(A with column k of B), over N blocks; V is the variance of f:
//   S_k  = mean( f_B (f_ABk - f_A) ) / V                first order, Saltelli et al. 2010, (b) of Table 2
//   ST_k = mean( (f_A - f_ABk)^2 ) / (2 V)              total, Jansen 1999, (f) of Table 2
//   A. Saltelli et al., Variance based sensitivity analysis of model output, Comput. Phys. Commun. 181 (2010)
// Their intervals hold 95 % of the values from blocks that are drawn again, with repetition.
//
// Where the design has no such blocks: Spearman's rank correlation, its interval by Fisher's z.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace takt::study {

struct Interval {
  double value = 0, low = 0, high = 0;
};

struct Sensitivity {
  Interval first, total;
};

// `f`: of all cases, block after block, d + 2 values each. Blocks with a value that is not finite are left out;
// `used`: how many remain. Empty: fewer than 8 blocks remain, or f does not vary.
std::vector<Sensitivity> sobol_indices(std::span<const double> f, int parameters, std::uint64_t seed,
                                       std::int64_t& used);

// Over the pairs that are finite; NaN where there are fewer than 8, or one does not vary.
Interval rank_correlation(std::span<const double> x, std::span<const double> y);

}  // namespace takt::study
