// The result of `takt check` as one JSON object; numbers that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>

#include "takt/analyse/check.hpp"

namespace takt::analyse {

nlohmann::ordered_json to_json(const Checked&);

}  // namespace takt::analyse
