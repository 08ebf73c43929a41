// The coefficients of explicit Runge-Kutta methods.              Hairer, Norsett, Wanner I, II.1
#pragma once

#include <array>
#include <string_view>

namespace takt {

struct ButcherTable {
  static constexpr int most = 4;
  std::string_view name;
  int stages, order;
  std::array<double, most> c;
  std::array<std::array<double, most>, most> a;  // strictly lower
  std::array<double, most> b;
};

inline constexpr ButcherTable euler_table{"explicit_euler", 1, 1, {0}, {}, {1}};

// 0 |
// 1 | 1            the second-order scheme of 004 (ERRATA 004.1)
//   | 1/2 1/2
inline constexpr ButcherTable heun_table{"heun", 2, 2, {0, 1}, {{{0}, {1}}}, {0.5, 0.5}};

inline constexpr ButcherTable midpoint_rk2_table{"midpoint_rk2", 2,     2, {0, 0.5},
                                                 {{{0}, {0.5}}}, {0, 1}};

inline constexpr ButcherTable ralston_table{"ralston",          2,           2, {0, 2.0 / 3},
                                            {{{0}, {2.0 / 3}}}, {0.25, 0.75}};

inline constexpr ButcherTable rk4_table{"rk4",
                                        4,
                                        4,
                                        {0, 0.5, 0.5, 1},
                                        {{{0}, {0.5}, {0, 0.5}, {0, 0, 1}}},
                                        {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

}  // namespace takt
