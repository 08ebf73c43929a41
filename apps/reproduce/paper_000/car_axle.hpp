// The methods that 000 (Burgermeister, Arnold, Esterl) compares on the car axle in section 4.2.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_000 {

struct AxleMethod {
  std::string_view name, formulation, stabilisation;
  bool stabilised = true;
};

inline constexpr AxleMethod axle_methods[] = {
    {"index 1", "index1", "", false},
    {"index 2", "index2", "", false},
    {"index 1 Baumgarte", "index1(baumgarte=auto)", ""},
    {"index 2 Baumgarte", "index2(baumgarte=auto)", ""},
    {"index 1 projected", "index1", "+one_step"},
    {"index 2 projected", "index2", "+one_step"},
};
// ERRATA 000.10: with G at the new point it is another method, of order 4.
inline constexpr AxleMethod axle_at_end = {
    "index 2 at end", "index2", "+projection(levels=qv,metric=mass,at=end,sequential=true)"};

inline Case axle(const AxleMethod& m, std::string_view integrator, double step, double until = 3) {
  return {"car-axle",
          std::string(m.formulation) + "+" + std::string(integrator) + std::string(m.stabilisation),
          step, until};
}

// J1 as printed in 000, without h f_t; and J1 with it (ERRATA 000.3), for comparison.
inline constexpr std::string_view J1 = "linear_implicit_euler(J1,autonomous=true)";
inline constexpr std::string_view J1_in_time = "linear_implicit_euler(J1)";
inline constexpr std::string_view beside =
    "Beside it the same with h f_t, how forces change with time, which 000 leaves out:";

inline constexpr double milliseconds[] = {0.1, 0.2, 0.5, 1, 2, 5, 10};  // the steps of the figures

}  // namespace takt::reproduce::paper_000
