#include "takt/integrator/option_refusals.hpp"

#include "takt/integrator/tables/dirk_rows.hpp"

namespace takt {
namespace {

bool outside(const Settings& s, std::string_view option, double low, double high) {
  const double x = s.number(option);
  return !(x >= low && x <= high);
}

}  // namespace

std::vector<std::string> refuse_hht(const Settings& s) {
  if (!outside(s, "alpha", 0, 1.0 / 3 + 1e-12)) return {};
  return {"hht(alpha=" + s.text("alpha") + ") is not stable", "use alpha between 0 and 1/3"};
}

std::vector<std::string> refuse_generalized_alpha(const Settings& s) {
  if (!outside(s, "rho", 0, 1)) return {};
  return {"generalized_alpha(rho=" + s.text("rho") + ") is not stable", "use rho between 0 and 1"};
}

std::vector<std::string> refuse_newmark(const Settings& s) {
  if (s.given("beta") != s.given("gamma"))
    return {"newmark takes beta and gamma together", "write newmark(beta=0.25,gamma=0.5), or xi"};
  if (s.given("xi") && s.given("beta"))
    return {"newmark takes xi, or beta and gamma", "keep one of them"};
  if (s.given("beta") && s.number("gamma") < 0.5)
    return {"newmark(gamma=" + s.text("gamma") + ") gains energy at every step",
            "use gamma of 1/2 or more"};
  if (!s.given("beta") && outside(s, "xi", 0, 1))
    return {"newmark(xi=" + s.text("xi") + ") is outside 0 to 1", "use xi=0.05, for example"};
  return {};
}

std::vector<std::string> refuse_sdirk2(const Settings& s) {
  const double gamma = sdirk2_gamma(s.text("gamma"));
  if (gamma > 0.05 && gamma <= 2) return {};
  return {"sdirk2(gamma=" + s.text("gamma") + ") is no member of the family",
          "use gamma=A, gamma=small, or a number from 0.05 to 2"};
}

std::vector<std::string> refuse_radau(const Settings& s) {
  if (s.count("stages") == 2) return {};
  return {"radau(stages=" + s.text("stages") + ") is not there",
          "One stage is backward_euler; with three the matrix of a step would have three times as "
          "many rows as the residual.",
          "use stages=2, or backward_euler"};
}

}  // namespace takt
