// Numbers as a paper prints them, with their rounding: ".33e-2" stands for 3.25e-3 to 3.35e-3, and
// "*" for a solution that blew up.
#pragma once

#include <string_view>

namespace takt::reproduce {

struct Printed {
  std::string_view text;

  bool blow_up() const { return text == "*"; }
  double value() const;
  double unit() const;  // of the last digit
  bool round_off() const { return !blow_up() && value() < round_off_below; }

  // True if our number is inside the rounding interval widened by `slack`; or at round-off, if the
  // printed number is; or blew up, if the paper's run did.
  bool matches(double ours, bool ours_blew_up, double slack = 0.05) const;

  static constexpr double round_off_below = 1e-13;
};

}  // namespace takt::reproduce
