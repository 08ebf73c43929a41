// An external input signal, set by the program that runs the simulation.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

struct InputSignal {
  static constexpr Key keys[] = {
      {"value", KeyKind::number, "", "0", "at the start"},
      {"least", KeyKind::number, "", "-1e300", "smallest allowed value"},
      {"most", KeyKind::number, "", "1e300", "largest allowed value"},
      {"unit", KeyKind::text, "", "1", "of its values, for whoever sets it"},
      {"between", KeyKind::word, "", "hold",
       "between two received values: hold the last one, or interpolate linearly with a delay of "
       "one period",
       "hold|line"}};
  static constexpr SignalEntry entry{
      "input", "set from outside", keys,
      [](const Values&) -> std::shared_ptr<const SignalFunction> { return nullptr; }};
};

}  // namespace takt::element
