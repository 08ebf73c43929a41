// Numbers as a paper prints them. They know their own rounding: ".33e-2" stands for 3.25 to
// 3.35e-3, and "*" for a solution that blew up.
#pragma once

#include <string_view>

namespace takt::experiment {

struct Printed {
  std::string_view text;

  bool blow_up() const { return text == "*"; }
  double value() const;
  double unit() const;  // of the last digit
  bool round_off() const { return !blow_up() && value() < round_off_below; }

  // Ours agrees: inside the rounding interval widened by `slack`; at round-off when the printed
  // number is; blown up when the paper's run did.
  bool matches(double ours, bool ours_blew_up, double slack = 0.05) const;

  static constexpr double round_off_below = 1e-13;
};

}  // namespace takt::experiment
