// Points of a Sobol sequence: x_n = XOR of the direction numbers v_k of the bits k of n, as 32-bit fractions.
//   I. M. Sobol, USSR Comput. Math. Math. Phys. 7 (1967); direction numbers in sobol_table.hpp
#pragma once

#include <cstdint>

namespace takt::study {

inline constexpr int most_sobol_dimensions = 64;
inline constexpr std::uint64_t most_sobol_points = std::uint64_t{1} << 32;

// Coordinate `dimension` (from 0) of point n, times 2^32. The first point is 0, the second 1/2.
std::uint32_t sobol_bits(std::uint64_t n, int dimension) noexcept;

// In (0, 1): all points are shifted by one random number of the dimension (bitwise), which keeps their
// distribution and takes them away from the corner.
double sobol_number(std::uint64_t n, int dimension, std::uint64_t seed) noexcept;

}  // namespace takt::study
