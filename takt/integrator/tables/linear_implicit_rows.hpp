// The members of the linear-implicit Euler family: which blocks of the Jacobian each one keeps.
//                                                              000 section 2, (14); ERRATA 000.1, 5
// Eliminating dq from (I - h J) dy = f shows that `exact` and `J2` differ only in the last column.
#pragma once

#include <array>
#include <string_view>

#include "takt/form/velocity_form.hpp"

namespace takt {

struct LinearImplicitRow {
  std::string_view name;
  bool damping, stiffness, drift;
  bool velocity_first;  // q_{n+1} = q_n + h v_{n+1} instead of q_n + h v_n
  std::string_view meaning;
};

inline constexpr std::array linear_implicit_rows{
    //                name        C      K     -hKv   v first
    LinearImplicitRow{"exact", true, true, true, true, "the whole Jacobian; damps, A-stable"},
    LinearImplicitRow{"J1", true, false, true, false, "0 <= h^2 a <= 2 h b + 4"},
    LinearImplicitRow{"J2", true, true, true, false, "stable for all a, b >= 0"},
    LinearImplicitRow{"J3", false, false, true, false,
                      "one directional derivative; h^2 a <= 4 - 2 h b"},
    LinearImplicitRow{"vedyna", true, true, false, true, "velocity first, right side f: 000 (14)"},
};

inline constexpr LinearImplicitRow explicit_row{"explicit", false, false, false, false, ""};

constexpr const LinearImplicitRow& linear_implicit_row(std::string_view name) {
  for (const LinearImplicitRow& r : linear_implicit_rows)
    if (r.name == name) return r;
  return explicit_row;
}

}  // namespace takt
