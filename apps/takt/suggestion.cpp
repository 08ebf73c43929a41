#include "suggestion.hpp"

namespace takt::app {

std::string another_method(const io::OpenModel& model, std::string_view method) {
  constexpr std::string_view constrained[] = {"index1+heun+s_both2",
                                              "index2+linear_implicit_euler(J2)+one_step"};
  constexpr std::string_view free[] = {"ode+rk4", "ode+linear_implicit_euler(J2)"};
  constexpr std::string_view loaded[] = {"ggl+bdf", "index2+bdf"};  // forces by multipliers
  const linear::SharedPattern& f_lambda = model.system->shape().f_lambda;
  const auto& choices = f_lambda && !f_lambda->empty() ? loaded
                        : model.constrained()          ? constrained
                                                       : free;
  const std::string_view other = choices[0] == method ? choices[1] : choices[0];
  const std::string quote = other.find('(') == std::string_view::npos ? "" : "'";
  return "takt run " + model.source + " --method " + quote + std::string(other) + quote;
}

}  // namespace takt::app
