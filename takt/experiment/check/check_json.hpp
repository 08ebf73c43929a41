// What was found, as one JSON object; numbers that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>

#include "takt/experiment/check/check.hpp"

namespace takt::experiment {

nlohmann::ordered_json to_json(const Checked&);

}  // namespace takt::experiment
