// Where the energy of a run went, and the bound of its drift: the same words in every command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "takt/io/style.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

struct EnergyOfRun {
  double initial = 0, final = 0, max_abs_change = 0;  // J
  EnergyParts parts;
  double unconverged = 0;  // J: what Newton passes that ended early left undone
};

EnergyOfRun energy_of(const Summary&);

nlohmann::ordered_json to_json(const EnergyOfRun&);
nlohmann::ordered_json to_json(const Bound&, double measured);

using LabelledLine = std::pair<std::string, std::string>;
// The energy, its parts, and a warning where the method did more than a reader would think.
std::vector<LabelledLine> energy_lines(const EnergyOfRun&, const Style&);
// The measured drift beside what theory promises or estimates, and how its constants grew.
std::vector<LabelledLine> bound_lines(const Bound&, double measured, const Style&);

}  // namespace takt::io
