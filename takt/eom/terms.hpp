// The terms of the equations of motion, and the bits of `Need` that request them.
//
//   M(q) v' = f(q, v, z, u) - G' lambda        0 = g(q, u)        z' = e(q, v, z, u)
//
// Terms used: q, v, lambda, z as in State; u(t) excitation. K, C, G are derivatives in the tangent
// space, that is with respect to the increment dq of q (+) dq.              000 (2), 002 (1)-(7)
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "takt/linear/patterned.hpp"

namespace takt {

// Time enters the equations only through u(t): rheonomic constraints, roads, inputs.
struct Excitation {
  Vector u, du, ddu;
  Vector integrals{};  // kept values that outputs show; no term depends on them
};

enum class Term : std::uint32_t {
  M = 1u << 0,
  f = 1u << 1,
  g = 1u << 2,
  G = 1u << 3,
  gI = 1u << 4,
  gamma = 1u << 5,
  K = 1u << 6,
  C = 1u << 7,
  K_lambda = 1u << 8,
  K_v = 1u << 9,
  K_lambda_v = 1u << 10,
  K_full = 1u << 11,
  Gv_q = 1u << 12,
  f_lambda = 1u << 13,
  f_z = 1u << 14,
  e = 1u << 15,
  e_qvz = 1u << 16,
  f_t = 1u << 17,
  lambda_t = 1u << 18,
};
inline constexpr int term_count = 19;
inline constexpr std::array<std::string_view, term_count> term_names{
    "M",          "f",      "g",    "G",        "gI",  "gamma", "K",     "C",   "K_lambda", "K_v",
    "K_lambda_v", "K_full", "Gv_q", "f_lambda", "f_z", "e",     "e_qvz", "f_t", "lambda_t"};

// A set of terms.
struct Need {
  std::uint32_t bits = 0;
  constexpr Need(Term t) : bits(static_cast<std::uint32_t>(t)) {}  // NOLINT: a term is a need
  constexpr explicit Need(std::uint32_t b) : bits(b) {}
  constexpr bool operator&(Term t) const { return (bits & static_cast<std::uint32_t>(t)) != 0; }
};
constexpr Need operator|(Need a, Need b) { return Need(a.bits | b.bits); }
constexpr Need operator|(Term a, Term b) { return Need(a) | Need(b); }
inline constexpr Need nothing{0u};
inline constexpr Need all_terms{(1u << term_count) - 1};

struct Terms {          // sized once; the matrices have the patterns of Shape
  linear::Patterned M;  // mass matrix, symmetric
  Vector f;             // applied and gyroscopic forces
  Vector g;             // position constraints; 0 in rows that start at velocity level
  linear::Patterned G;  // constraint matrix
  Vector gI;            // part of g' that is not G v:       G v + gI = 0
  Vector gamma;         // part of g'' that is not G v':     G v' + gamma = 0
  // -df/dq; only of the stiff terms where the system partitions them (000 sec. 1)
  linear::Patterned K;
  linear::Patterned C;         // -df/dv
  linear::Patterned K_lambda;  // d(G' lambda)/dq
  Vector K_v;                  // K v          } directional products for J3, no matrix is formed
  Vector K_lambda_v;           // K_lambda v   }
  linear::Patterned K_full;    // d(M a - f + G' lambda)/dq, all terms
  linear::Patterned Gv_q;      // d(G v + gI)/dq
  linear::Patterned f_lambda;  // df/dlambda (creep, joint friction); usually empty
  linear::Patterned f_z;       // df/dz
  Vector e;                    // z' = e
  linear::Patterned e_q, e_v, e_z;
  // Partial derivatives with respect to time, through the excitation only: f_t = f_u u' + f_u' u''
  // (of the stiff terms only, like K), the same for e (both are requested by Term::f_t), and for G'
  // lambda.
  Vector f_t, e_t, lambda_t;
};

}  // namespace takt
