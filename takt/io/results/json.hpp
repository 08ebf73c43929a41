// The summary of a run as one JSON object. Numbers that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>

#include "takt/simulate/run.hpp"

namespace takt::io {

nlohmann::ordered_json number_or_null(double);
nlohmann::ordered_json to_json(const Summary&);

}  // namespace takt::io
