// What a user states about the method of a run, parsed once: a method as text or as a method file,
// or only the coordinates, as "natural:".
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

#include "takt/method/method.hpp"

namespace takt::io {

struct StatedMethod {
  StatedMethod() = default;  // nothing is stated
  // Empty: nothing is stated. Throws Error as read_method does.
  template <std::convertible_to<std::string_view> Text>
  StatedMethod(const Text& text) {  // NOLINT(*-explicit-*): wherever a method is asked for
    read(text);
  }

  std::optional<Method> method;
  std::string coordinates;     // of the method, or alone; empty: none are stated
  std::optional<double> step;  // s: of a method file

 private:
  void read(std::string_view text);
};

}  // namespace takt::io
