// The summary of a run as one JSON object. Numbers that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "takt/simulate/run.hpp"

namespace takt::io {

nlohmann::ordered_json number_or_null(double);
// {"name": value}, for as many as both lists have.
nlohmann::ordered_json by_name(const std::vector<std::string>& names,
                               std::span<const double> values);
nlohmann::ordered_json by_name(const std::vector<std::string>& names, const Vector& values);
// {"name": "unit"}: "1" for pure numbers, null if not known.
nlohmann::ordered_json units_by_name(const std::vector<std::string>& names,
                                     const std::vector<std::string>& known);
// The values of a state by name, those of driven coordinates among them.
nlohmann::ordered_json of_state(const Names&, const State&, const DrivenValues&,
                                std::span<const double> outputs);
nlohmann::ordered_json to_json(const std::vector<SwitchCount>&);  // {"name": count}
nlohmann::ordered_json to_json(const Summary&);

}  // namespace takt::io
