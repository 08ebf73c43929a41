// The catalogue of stabilisations by name. Each entry is a preset of the struct Projection.
#pragma once

#include <span>

#include "takt/base/choice.hpp"
#include "takt/base/value_in_force.hpp"
#include "takt/stabilise/projection.hpp"

namespace takt {

struct StabilisationEntry {
  std::string_view name, source, summary;
  std::span<const Option> options;
  // `has_stage6`: the integrator keeps the state of its sixth stage (dopri5).
  Projection (*make)(const Settings&, bool has_stage6);
  bool spelled_out = false;  // every part of the projection is an option: no preset
  // What options mean whose text does not say it; null: all texts do.
  ValuesInForce (*in_force)(const Settings&, bool has_stage6) = nullptr;
};

std::span<const StabilisationEntry> stabilisations() noexcept;
const StabilisationEntry* find_stabilisation(std::string_view name) noexcept;

}  // namespace takt
