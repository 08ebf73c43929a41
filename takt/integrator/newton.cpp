#include "takt/integrator/newton.hpp"

#include <cstdio>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {
namespace {

std::string rounded(double x) {
  char text[16];
  std::snprintf(text, sizeof text, "%.1g", x);
  return text;
}

}  // namespace

void require_reachable(const NewtonOptions& o, double round_off) {
  if (o.passes > 0 || o.until == 0 || o.until >= round_off) return;
  throw Error("until=" + number(o.until) +
                  " is below round-off: increments of q stop shrinking at " + rounded(round_off) +
                  " here",
              "method", "write until=" + rounded(10 * round_off) + " or more, or leave it out");
}

}  // namespace takt
