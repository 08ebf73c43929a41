#include "apps/machine_code/flops_of_instruction.hpp"

namespace takt::machine_code {
namespace {

// The number format that a prefix selects: packed single, packed double, one single, one double.
enum Kind : int { ps = 0, pd = 1, ss = 2, sd = 3 };

int lanes(int kind, int bytes) {
  switch (kind) {
    case ps: return bytes / 4;
    case pd: return bytes / 8;
    default: return 1;
  }
}

// Opcodes after 0F, the same in legacy and in vector encodings.
int of_main_map(int opcode, int kind, int bytes) {
  switch (opcode) {
    case 0x51:  // sqrt
    case 0x58:  // add
    case 0x59:  // mul
    case 0x5c:  // sub
    case 0x5e:  // div
      return lanes(kind, bytes);
    case 0x52:  // rsqrt, rcp: single precision only
    case 0x53: return kind == ps || kind == ss ? lanes(kind, bytes) : 0;
    case 0x7c:  // hadd, hsub, addsub: packed numbers only; their prefixes are 66 and F2
    case 0x7d:
    case 0xd0: return kind == pd ? bytes / 8 : kind == sd ? bytes / 4 : 0;
    default: return 0;
  }
}

// Fused multiply-adds, after 0F 38: the high digit gives the order of the operands, the low digit
// the operation.
int of_fused_map(int opcode, int kind, bool wide, int bytes) {
  const int order = opcode >> 4, what = opcode & 15;
  if (kind != pd || order < 0x9 || order > 0xb || what < 6) return 0;
  const bool scalar = what >= 9 && (what & 1) == 1;
  return 2 * (scalar ? 1 : lanes(wide ? pd : ps, bytes));
}

// Dot products, after 0F 3A: products and the additions between them, in each 128-bit half.
int of_dot_map(int opcode, int kind, int bytes) {
  if (kind != pd) return 0;
  if (opcode == 0x40) return 7 * (bytes / 16);
  if (opcode == 0x41) return 3;
  return 0;
}

int of_map(int map, int opcode, int kind, bool wide, int bytes) {
  switch (map) {
    case 1: return of_main_map(opcode, kind, bytes);
    case 2: return of_fused_map(opcode, kind, wide, bytes);
    case 3: return of_dot_map(opcode, kind, bytes);
    default: return 0;
  }
}

// Field pp of VEX and EVEX: none, 66, F3, F2.
constexpr Kind kinds[] = {ps, pd, ss, sd};

// x87 instructions: D8 to DF and the byte after it.
int of_stack(int opcode, int modrm) {
  const int what = (modrm >> 3) & 7;
  const bool memory = modrm < 0xc0;
  const bool arithmetic = what != 2 && what != 3;  // those compare
  switch (opcode) {
    case 0xd8:
    case 0xdc: return arithmetic ? 1 : 0;
    case 0xda: return memory && arithmetic ? 1 : 0;  // with registers: conditional moves
    case 0xde: return arithmetic ? 1 : 0;
    case 0xd9:  // f2xm1 to fcos, without moves of the top of the stack (F6, F7) and fxtract (F4)
      return modrm >= 0xf0 && modrm != 0xf4 && modrm != 0xf6 && modrm != 0xf7 ? 1 : 0;
    default: return 0;
  }
}

}  // namespace

int flops_of_instruction(const std::uint8_t* code) noexcept {
  Kind kind = ps;
  const std::uint8_t* at = code;
  for (;; ++at) {  // legacy prefixes; the last of F2 and F3 wins over 66
    if (at - code >= longest_instruction) return 0;
    if (*at == 0xf2)
      kind = sd;
    else if (*at == 0xf3)
      kind = ss;
    else if (*at == 0x66)
      kind = kind == ps ? pd : kind;
    else if (*at != 0x2e && *at != 0x36 && *at != 0x3e && *at != 0x26 && *at != 0x64 &&
             *at != 0x65 && *at != 0x67 && *at != 0xf0)
      break;
  }
  if (*at == 0xc5) return of_map(1, at[2], kinds[at[1] & 3], false, (at[1] & 4) != 0 ? 32 : 16);
  if (*at == 0xc4)
    return of_map(at[1] & 31, at[3], kinds[at[2] & 3], (at[2] & 0x80) != 0,
                  (at[2] & 4) != 0 ? 32 : 16);
  if (*at == 0x62) {
    const int length = (at[3] >> 5) & 3;
    // With embedded rounding between registers the length bits are the rounding mode: all 64 bytes.
    const bool rounding = (at[3] & 0x10) != 0 && at[5] >= 0xc0;
    return of_map(at[1] & 7, at[4], kinds[at[2] & 3], (at[2] & 0x80) != 0,
                  rounding ? 64 : 16 << length);
  }
  if ((*at & 0xf0) == 0x40) ++at;  // REX
  if (*at >= 0xd8 && *at <= 0xdf) return of_stack(at[0], at[1]);
  if (*at != 0x0f) return 0;
  if (at[1] == 0x38) return 0;
  if (at[1] == 0x3a) return of_dot_map(at[2], kind, 16);
  return of_main_map(at[1], kind, 16);
}

}  // namespace takt::machine_code
