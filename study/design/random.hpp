// Random numbers by counter: the number of (seed, stream, sample, dimension) is a function of these four
// alone, so it is the same whoever asks for it, in whatever order. Philox4x32-10 of Salmon, Moraes, Dror, Shaw,
// Parallel random numbers: as easy as 1, 2, 3 (SC 2011), from the library Random123.
#pragma once

#include <array>
#include <cstdint>

namespace takt::study {

// Numbers for different purposes must not be correlated.
enum class Stream : std::uint32_t { monte_carlo, strata, within_stratum, shift, resampling };

// 128 random bits.
std::array<std::uint32_t, 4> random_bits(std::uint64_t seed, Stream, std::uint64_t sample,
                                         std::uint32_t dimension) noexcept;

// In the open interval (0, 1), with 53 bits.
double random_number(std::uint64_t seed, Stream, std::uint64_t sample,
                     std::uint32_t dimension) noexcept;
double open_interval(std::uint64_t bits) noexcept;

// The image of i under a random permutation of 0 .. count-1, without storing it: a Feistel network whose
// rounds are random numbers, applied again while the result is not below `count`.
std::uint64_t permuted(std::uint64_t i, std::uint64_t count, std::uint64_t seed,
                       std::uint32_t dimension) noexcept;

}  // namespace takt::study
