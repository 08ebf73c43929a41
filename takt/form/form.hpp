// A step solves for one of a few things. An integrator asks exactly one question, a formulation
// answers one or more; a method is valid when they meet.
#pragma once

#include <cstdint>
#include <string_view>

namespace takt {

enum class Form : std::uint8_t {
  acceleration = 1,
  velocity = 2,
  position = 4,
  residual = 8,
  linearised = 16,  // accelerations with their derivatives
  midpoint = 32,    // positions, with forces between both ends of the step
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
