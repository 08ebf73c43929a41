// The forms in which a step can be stated, named by the unknown that the integrator solves for. An
// integrator requires exactly one form, a formulation provides one or more. A method is valid if
// they have a form in common.
#pragma once

#include <cstdint>
#include <string_view>

namespace takt {

enum class Form : std::uint8_t {
  acceleration = 1,
  velocity = 2,
  position = 4,
  residual = 8,
  linearised = 16,  // accelerations and their derivatives
  midpoint = 32,    // positions, with forces evaluated between both ends of the step
};

struct Forms {
  std::uint8_t bits = 0;
  constexpr Forms() = default;
  constexpr Forms(Form f) : bits(static_cast<std::uint8_t>(f)) {}  // NOLINT: one form is a set
  constexpr explicit Forms(std::uint8_t b) : bits(b) {}
  constexpr bool meets(Forms other) const { return (bits & other.bits) != 0; }
  constexpr bool has(Form f) const { return meets(Forms(f)); }
};
constexpr Forms operator|(Forms a, Forms b) {
  return Forms(static_cast<std::uint8_t>(a.bits | b.bits));
}
constexpr Forms operator|(Form a, Form b) { return Forms(a) | Forms(b); }

inline constexpr Form all_forms[] = {Form::acceleration, Form::linearised, Form::velocity,
                                     Form::position,     Form::midpoint,   Form::residual};

constexpr std::string_view plural(Form f) {
  switch (f) {
    case Form::acceleration: return "accelerations";
    case Form::velocity: return "velocities";
    case Form::position: return "positions";
    case Form::residual: return "a residual";
    case Form::linearised: return "accelerations with their derivatives";
    case Form::midpoint: return "positions with forces between both ends of the step";
  }
  return "";
}

}  // namespace takt
