#include "positive_time.hpp"

#include "takt/base/error.hpp"
#include "takt/io/units/quantity.hpp"

namespace takt::app {

double positive_time(const std::string& text, const std::string& option) {
  const double t = io::parse_time(text, option);
  if (!(t > 0))
    throw Error("--" + option + " must be a positive time, not " + text, option,
                "write --" + option + (option == "until" ? " 10s" : " 1ms") + ", for example",
                Fault::usage);
  return t;
}

}  // namespace takt::app
