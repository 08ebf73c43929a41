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

bool is_method_file(std::string_view text) {
  return text.ends_with(".yaml") || text.ends_with(".yml");
}

}  // namespace

Method read_method(std::string_view text) {
  if (is_method_file(text)) return read_method_file(std::string(text)).method;
  Method m = parse_method(text);
  for (Choice* choice : {&m.formulation, &m.integrator, &m.stabilisation}) into_si(*choice);
  return m;
}

void StatedMethod::read(std::string_view text) {
  if (text.ends_with(':')) {
    coordinates = text.substr(0, text.size() - 1);
  } else if (is_method_file(text)) {
    const model_file::MethodOfField file = read_method_file(std::string(text));
    method = file.method;
    step = file.step;
  } else if (!text.empty()) {
    method = read_method(text);
  }
  if (method) coordinates = method->coordinates;
}

Method method_for(const OpenModel& model, double step) {
  if (!(step > 0)) step = model.stated.step.value_or(model.step.value_or(1e-3));
  Method m = model.stated.method ? *model.stated.method
                                 : read_method(default_method(*model.system, model.start, step));
  m.step = step;
  return m;
}

}  // namespace takt::io
