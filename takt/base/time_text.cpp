#include "takt/base/time_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace takt {
namespace {

bool has_digits(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
  return std::abs(std::strtod(text, nullptr) - x) <= 1e-12 * x;
}

}  // namespace

std::string time_text(double seconds, int digits) {
  char text[48];
  const auto [size, unit] = seconds < 0.9995e-3 ? std::pair{1e6, "us"}
                            : seconds < 0.9995  ? std::pair{1e3, "ms"}
                                                : std::pair{1.0, "s"};
  std::snprintf(text, sizeof text, "%.*g %s", digits, seconds * size, unit);
  return text;
}

std::string time_word(double seconds, int digits) {
  std::string text = time_text(seconds, digits);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

double round_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step) + 1e-9));
  for (const double digit : {5.0, 2.0})
    if (digit * power <= step * (1 + 1e-9)) return digit * power;
  return power;
}

double step_within(double period, double longest) {
  constexpr double tries = 1000;  // more steps in a period than this are not searched
  const double fewest = std::max(1.0, std::ceil(period / longest - 1e-9));
  for (int digits = 1; digits <= 3; ++digits)
    for (double n = fewest; n <= std::min(4 * fewest, fewest + tries); ++n)
      if (has_digits(period / n, digits)) return period / n;
  return period / fewest;
}

}  // namespace takt
