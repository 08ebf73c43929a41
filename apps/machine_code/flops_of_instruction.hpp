// How many floating-point operations one machine instruction of x86-64 does.
//
// Counted once per lane: additions, subtractions, multiplications, divisions, square roots,
// approximate reciprocals. Fused multiply-adds count twice. Moves, conversions, comparisons, minima
// and bit operations are not counted. Masked lanes of AVX-512 count as if they were computed.
//   Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, chapters 2 to 5.
#pragma once

#include <cstdint>

namespace takt::machine_code {

constexpr int longest_instruction = 15;  // bytes

// `code`: first byte of the instruction. Only bytes of this instruction are read.
int flops_of_instruction(const std::uint8_t* code) noexcept;

}  // namespace takt::machine_code
