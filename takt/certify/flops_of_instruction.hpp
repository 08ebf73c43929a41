// How many floating-point operations one machine instruction of x86-64 does.
//
// Counted: additions, subtractions, multiplications, divisions, square roots, approximate
// reciprocals: one for each lane; fused multiply-adds: two. Moves, conversions, comparisons, minima
// and bit operations count nothing. Masked lanes of AVX-512 count as if they were computed.
//   Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapters 2 to 5.
#pragma once

#include <cstdint>

namespace takt::certify {

constexpr int longest_instruction = 15;  // bytes

// `code`: where the instruction begins; its own bytes are read, no more.
int flops_of_instruction(const std::uint8_t* code) noexcept;

}  // namespace takt::certify
