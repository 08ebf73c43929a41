#include "takt/io/method/read_method.hpp"

#include <cctype>

#include "takt/base/text.hpp"
#include "takt/io/method/method_file.hpp"
#include "takt/io/units/quantity.hpp"
#include "takt/method/default_method.hpp"

namespace takt::io {
namespace {

void into_si(Choice& choice) {
  for (auto& [key, value] : choice.options) {
    double plain = 0;
    const bool counts = !value.empty() && std::isdigit(static_cast<unsigned char>(value[0])) != 0;
    if (!counts || value.find(';') != std::string::npos || parse_number(value, plain)) continue;
    value = number(parse_quantity(value, "method").value);
  }
}

}  // namespace

bool is_method_file(std::string_view text) {
  return text.ends_with(".yaml") || text.ends_with(".yml");
}

std::string method_in_words(std::string_view text) {
  return is_method_file(text) ? to_string(read_method(text)) : std::string(text);
}

Method read_method(std::string_view text) {
  if (is_method_file(text)) return read_method_file(std::string(text));
  Method m = parse_method(text);
  for (Choice* choice : {&m.formulation, &m.integrator, &m.stabilisation}) into_si(*choice);
  return m;
}

Method method_for(const OpenModel& model, const std::string& words, double step) {
  const double of_model = model.step.value_or(1e-3);
  const std::string text = !words.empty()          ? words
                           : !model.method.empty() ? model.method
                                                   : default_method(*model.system, model.start,
                                                                    step > 0 ? step : of_model);
  Method m = read_method(text);
  if (step > 0)
    m.step = step;
  else if (!is_method_file(words))  // a method file may have a step of its own
    m.step = of_model;
  return m;
}

}  // namespace takt::io
