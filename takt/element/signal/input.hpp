// An external input: whoever runs the simulation sets it.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

struct InputSignal {
  static constexpr Key keys[] = {
      {"value", KeyKind::number, "", "0", "at the start"},
      {"least", KeyKind::number, "", "-1e300", "end of its range"},
      {"most", KeyKind::number, "", "1e300", "end of its range"},
      {"unit", KeyKind::text, "", "1", "of its values, for whoever sets it"},
      {"between", KeyKind::word, "", "hold",
       "two values that arrive: the last one, or a line one period late", "hold|line"}};
  static constexpr SignalEntry entry{
      "input", "set from outside", keys,
      [](const Values&) -> std::shared_ptr<const SignalFunction> { return nullptr; }};
};

}  // namespace takt::element
