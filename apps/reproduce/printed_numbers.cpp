#include "apps/reproduce/printed_numbers.hpp"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace takt::reproduce {

double Printed::value() const {
  if (blow_up()) return std::numeric_limits<double>::infinity();
  return std::strtod(std::string(text).c_str(), nullptr);
}

double Printed::unit() const {
  const std::string_view mantissa = text.substr(0, text.find('e'));
  const std::string exponent(text.size() > mantissa.size() ? text.substr(mantissa.size() + 1)
                                                           : "0");
  const std::size_t point = mantissa.find('.');
  const auto decimals = point == mantissa.npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  return std::pow(10, std::atoi(exponent.c_str()) - decimals);
}

bool Printed::matches(double ours, bool ours_blew_up, double slack) const {
  if (blow_up() || ours_blew_up) return blow_up() && ours_blew_up;
  if (round_off()) return ours < round_off_below;
  return ours >= (value() - unit() / 2) * (1 - slack) &&
         ours <= (value() + unit() / 2) * (1 + slack);
}

}  // namespace takt::reproduce
