#include "takt/integrator/bdf_refusal.hpp"

namespace takt {
namespace {

constexpr double least_rtol = 2e-14;  // 100 units in the last place

}  // namespace

std::vector<std::string> bdf_refusal(const Settings& s) {
  if (s.given("passes")) {
    for (const char* name : {"rtol", "atol", "h0", "max_order", "newton", "events"})
      if (s.given(name))
        return {"bdf(passes=" + s.text("passes") + ") makes steps of one length without error test",
                std::string(name) + "=" + s.text(name) + " has no meaning there",
                "leave " + std::string(name) + " out, or passes"};
    if (s.count("order") < 1 || s.count("order") > 2)
      return {"bdf(order=" + s.text("order") + ") in its bounded mode",
              "Orders above 2 are unstable on oscillations without a control of step and order.",
              "use order=1 or order=2"};
    if (s.count("refresh") < 1) return {"refresh counts steps", "use refresh=1 or more"};
    return {};
  }
  for (const char* name : {"order", "refresh"})
    if (s.given(name))
      return {"option " + std::string(name) + " belongs to the bounded mode of bdf",
              "write bdf(passes=2," + std::string(name) + "=" + s.text(name) +
                  "), or leave it out" +
                  (std::string_view(name) == "order" ? ": max_order bounds the adaptive one" : "")};
  if (s.count("max_order") < 1 || s.count("max_order") > 5)
    return {"bdf(max_order=" + s.text("max_order") + ")", "use max_order from 1 to 5"};
  if (s.number("rtol") < least_rtol)
    return {"bdf(rtol=" + s.text("rtol") + ") asks for more digits than a number has",
            "use rtol=1e-12 or more"};
  return {};
}

}  // namespace takt
