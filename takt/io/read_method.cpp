#include "takt/io/read_method.hpp"

#include <cctype>

#include "takt/base/text.hpp"
#include "takt/io/method_file.hpp"
#include "takt/io/quantity.hpp"

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

}  // namespace takt::io
