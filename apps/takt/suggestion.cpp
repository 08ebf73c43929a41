#include "suggestion.hpp"

#include "takt/base/shell_word.hpp"
#include "takt/simulate/composition.hpp"

namespace takt::app {

std::string another_method(const io::OpenModel& model, std::span<const std::string> set,
                           std::string_view method) {
  constexpr std::string_view constrained[] = {"index1+heun+s_both2",
                                              "index2+linear_implicit_euler(J2)+one_step"};
  constexpr std::string_view free[] = {"ode+rk4", "ode+linear_implicit_euler(J2)"};
  constexpr std::string_view loaded[] = {"ggl+bdf", "index2+bdf"};  // forces by multipliers
  const Shape& shape = model.system->shape();
  const auto& choices = shape.f_lambda && !shape.f_lambda->empty() ? loaded
                        : model.constrained()                      ? constrained
                                                                   : free;
  for (const std::string_view other : choices) {
    if (other == method || !refusal(compose(parse_method(other)), &shape).empty()) continue;
    std::string command = "takt run " + shell_word(model.source);
    for (const std::string& s : set) command += " --set " + shell_word(s);
    return command + " --method " + shell_word(std::string(other));
  }
  return {};
}

}  // namespace takt::app
