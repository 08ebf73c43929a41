// The energy balance of a run and the bound of its drift as text and JSON, in the same words in
// every command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "takt/io/terminal/style.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

struct EnergyOfRun {
  double initial = 0, final = 0, max_abs_change = 0;  // J
  EnergyParts parts;
  double unconverged = 0;  // J: energy error of Newton iterations that ended early
};

EnergyOfRun energy_of(const Summary&);

nlohmann::ordered_json to_json(const EnergyOfRun&);
nlohmann::ordered_json to_json(const Bound&, double measured);

using LabelledLine = std::pair<std::string, std::string>;
// The energy, its parts, and a warning if the method added or removed much of it.
std::vector<LabelledLine> energy_lines(const EnergyOfRun&, const Style&);
// What to say if the method added or removed much energy (EnergyParts::noteworthy).
std::string energy_warning(const EnergyParts&);
// The measured drift beside the bound or estimate of theory, and how the constants of the bound
// grew.
std::vector<LabelledLine> bound_lines(const Bound&, double measured, const Style&);

}  // namespace takt::io
