// Machine instructions as an assembler writes them, and the operations counted for them.
#include "apps/machine_code/flops_of_instruction.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace takt::machine_code {
namespace {

struct Known {
  const char* assembler;
  int flops;
  std::initializer_list<int> bytes;
};

class Instruction : public testing::TestWithParam<Known> {};

TEST_P(Instruction, CountsItsOperations) {
  const Known& k = GetParam();
  std::uint8_t code[longest_instruction] = {};
  std::size_t n = 0;
  for (int b : k.bytes) code[n++] = static_cast<std::uint8_t>(b);
  EXPECT_EQ(flops_of_instruction(code), k.flops) << k.assembler;
}

const Known all[] = {
    {"addsd %xmm1, %xmm0", 1, {0xf2, 0x0f, 0x58, 0xc1}},
    {"mulsd (%rax), %xmm9", 1, {0xf2, 0x44, 0x0f, 0x59, 0x08}},
    {"subpd %xmm1, %xmm0", 2, {0x66, 0x0f, 0x5c, 0xc1}},
    {"divps %xmm1, %xmm0", 4, {0x0f, 0x5e, 0xc1}},
    {"sqrtss %xmm1, %xmm0", 1, {0xf3, 0x0f, 0x51, 0xc1}},
    {"haddpd %xmm1, %xmm0", 2, {0x66, 0x0f, 0x7c, 0xc1}},
    {"dppd $0x31, %xmm1, %xmm0", 3, {0x66, 0x0f, 0x3a, 0x41, 0xc1, 0x31}},
    {"vaddpd %ymm2, %ymm1, %ymm0", 4, {0xc5, 0xf5, 0x58, 0xc2}},
    {"vmulsd %xmm2, %xmm1, %xmm0", 1, {0xc5, 0xf3, 0x59, 0xc2}},
    {"vmulpd %ymm10, %ymm1, %ymm0", 4, {0xc4, 0xc1, 0x75, 0x59, 0xc2}},
    {"vfmadd231pd %ymm2, %ymm1, %ymm0", 8, {0xc4, 0xe2, 0xf5, 0xb8, 0xc2}},
    {"vfmadd213sd %xmm2, %xmm1, %xmm0", 2, {0xc4, 0xe2, 0xf1, 0xa9, 0xc2}},
    {"vfnmadd132ps %xmm2, %xmm1, %xmm0", 8, {0xc4, 0xe2, 0x71, 0x9c, 0xc2}},
    {"vfmaddsub231pd %ymm2, %ymm1, %ymm0", 8, {0xc4, 0xe2, 0xf5, 0xb6, 0xc2}},
    {"vaddpd %zmm2, %zmm1, %zmm0", 8, {0x62, 0xf1, 0xf5, 0x48, 0x58, 0xc2}},
    {"vfmadd231pd %zmm2, %zmm1, %zmm0", 16, {0x62, 0xf2, 0xf5, 0x48, 0xb8, 0xc2}},
    {"fadd %st(1), %st", 1, {0xd8, 0xc1}},
    {"fmulp %st, %st(1)", 1, {0xde, 0xc9}},
    {"fsqrt", 1, {0xd9, 0xfa}},
    {"fcom %st(1)", 0, {0xd8, 0xd1}},
    {"fld %st(1)", 0, {0xd9, 0xc1}},
    {"movsd %xmm1, %xmm0", 0, {0xf2, 0x0f, 0x10, 0xc1}},
    {"cvtsi2sd %rax, %xmm0", 0, {0xf2, 0x48, 0x0f, 0x2a, 0xc0}},
    {"ucomisd %xmm1, %xmm0", 0, {0x66, 0x0f, 0x2e, 0xc1}},
    {"maxsd %xmm1, %xmm0", 0, {0xf2, 0x0f, 0x5f, 0xc1}},
    {"pshufb %xmm1, %xmm0", 0, {0x66, 0x0f, 0x38, 0x00, 0xc1}},
    {"vpermpd $0, %ymm1, %ymm0", 0, {0xc4, 0xe3, 0xfd, 0x01, 0xc1, 0x00}},
    {"vgatherdpd %ymm1, (%rax,%xmm2), %ymm0", 0, {0xc4, 0xe2, 0xf5, 0x92, 0x04, 0x10}},
    {"push %rbp", 0, {0x55}},
    {"imul %ecx, %eax", 0, {0x0f, 0xaf, 0xc1}},
    {"pop %rax (opcode 58 without 0F)", 0, {0x58}},
    {"pop %r9 (opcode 59 without 0F)", 0, {0x41, 0x59}},
};

INSTANTIATE_TEST_SUITE_P(All, Instruction, testing::ValuesIn(all));

}  // namespace
}  // namespace takt::machine_code
