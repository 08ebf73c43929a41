// The stabilisations, by name: presets of one value, Projection.
#pragma once

#include <span>

#include "takt/base/choice.hpp"
#include "takt/stabilise/projection.hpp"

namespace takt {

struct StabilisationEntry {
  std::string_view name, source, summary;
  std::span<const Option> options;
  // `has_stage6`: the integrator keeps the point of its sixth stage (dopri5).
  Projection (*make)(const Settings&, bool has_stage6);
};

std::span<const StabilisationEntry> stabilisations() noexcept;
const StabilisationEntry* find_stabilisation(std::string_view name) noexcept;

}  // namespace takt
